package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.server.lab.LabServer;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bound of an answer is for the items of its query. */
class BoundOfAnswerTest {
    private static final int TRAINED = 10;

    @TempDir
    Path folder;

    private Path spearman() {
        SplittableRandom random = new SplittableRandom(1);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 20; q++) {
            float[][] x = new float[TRAINED][1];
            double[] grades = new double[TRAINED];
            for (int i = 0; i < TRAINED; i++) {
                x[i][0] = (float) random.nextDouble();
                grades[i] = Math.floor(5 * x[i][0]);
            }
            queries.add(Query.of("q" + q, grades, x));
        }
        Path file = folder.resolve("spearman.json");
        ItemTask task = ItemTask.of(MeasureSpec.parse("spearman")).withSurrogates(Surrogates.parse("squared"));
        ModelFile.write(
                Trainer.of(task)
                        .withLearner(FeatureLearner.linear())
                        .train(QuerySource.of(queries))
                        .model(),
                file);
        return file;
    }

    private static String items(int count) {
        return "{\"items\":["
                + String.join(
                        ",",
                        IntStream.range(0, count)
                                .mapToObj(i -> "{\"features\":[0." + (i % 10) + "]}")
                                .toList())
                + "]}";
    }

    /**
     * Spearman's rho of two items is 1 or −1. If one is the better with probability 0.6, the wrong order has a regret of 0.4, and it may
     * come at a surrogate regret of 0.02: the mid-ranks ±1/2 have the means ±0.1, and scores of 0 are 0.1 off in each.
     */
    @Test
    void twoItemsHaveTheBoundOfTwoItems() throws Exception {
        try (Served served = new Served(List.of(new ModelSource("m", spearman())), ServerSettings.local(0))) {
            JsonNode ten = served.post("/v1/rank", items(TRAINED)).json().get("guarantee");
            JsonNode two = served.post("/v1/rank", items(2)).json().get("guarantee");
            assertThat(two.get("regretConstant").asDouble()).isCloseTo(2 * Math.sqrt(2), within(1e-9));
            assertThat(two.get("regretConstant").asDouble() * Math.sqrt(0.1 * 0.1 + 0.1 * 0.1))
                    .isCloseTo(0.4, within(1e-9));
            assertThat(two.get("regretWhere").asText()).isEqualTo("for queries of 2 items");
            assertThat(ten.get("regretConstant").asDouble()).isCloseTo(0.2202, within(1e-4));
            JsonNode model = served.get("/v1/models/m").json().get("guarantee");
            assertThat(model.get("regretConstant")).isEqualTo(ten.get("regretConstant"));
            assertThat(model.get("regretWhere").asText()).isEqualTo("for queries of 10 items, as in training");
            String both = "{\"queries\":[" + items(2) + "," + items(TRAINED) + "]}";
            JsonNode batch = served.post("/v1/rank", both).json().get("guarantee");
            assertThat(batch.get("regretConstant")).isEqualTo(two.get("regretConstant"));
            assertThat(served.post("/v1/rank", items(1)).status()).isEqualTo(200);
            assertThat(served.post("/v1/rank", items(37))
                            .json()
                            .at("/guarantee/regretConstant")
                            .asDouble())
                    .isPositive();
        }
    }

    /** From {@code φ}, by C_φ(2) for least squares on scores (CUG13), and D √r / m for pairs (RAT13, Theorem 3). */
    @ParameterizedTest
    @CsvSource({
        "dcg@2, squared",
        "ndcg, squared",
        "p@2, squared",
        "recall@2, squared",
        "auc, squared",
        "spearman, squared",
        "pd(weight=difference), squared",
        "pd(weight=difference), pairs",
        "pd, pairs",
        "kendall, pairs",
        "map, pairs"
    })
    void everyDoorHasTheBoundOfASize(String measure, String surrogate) throws Exception {
        int[] sizes = {2, 3, 4};
        MeasureSpec spec = MeasureSpec.parse(measure);
        List<Query> queries = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        for (int q = 0; q < 30; q++) {
            float[][] x = new float[sizes[q % 3]][1];
            double[] grades = new double[x.length];
            for (int i = 0; i < grades.length; i++) {
                x[i][0] = (float) random.nextDouble();
                grades[i] = i % 2;
            }
            queries.add(Query.of("q" + q, grades, x));
        }
        boolean pairs = surrogate.equals("pairs");
        Trainer<?> trainer = pairs
                ? Trainer.of(PairTask.of(spec))
                : Trainer.of(ItemTask.of(spec).withSurrogates(Surrogates.parse(surrogate)));
        Model model = trainer.withLearner(FeatureLearner.linear())
                .train(QuerySource.of(queries))
                .model();
        Path file = folder.resolve("bound.json");
        ModelFile.write(model, file);
        double largest = 0;
        try (Served served = new Served(List.of(new ModelSource("m", file)), ServerSettings.local(0));
                LabServer lab = LabServer.start(new Address(Address.LOOPBACK, 0))) {
            for (int size : sizes) {
                double bound = Objects.requireNonNull(
                                model.guarantee(List.of(size)).bound())
                        .constant();
                assertThat(bound).isCloseTo(constant(measure, pairs, size), within(1e-9));
                assertThat(served.post("/v1/rank", items(size))
                                .json()
                                .at("/guarantee/regretConstant")
                                .asDouble())
                        .isEqualTo(bound);
                String question =
                        "\"measure\":\"" + measure + "\",\"surrogate\":\"" + surrogate + "\",\"items\":" + size;
                assertThat(asked(lab, "scatter", "{" + question + ",\"probes\":5,\"seed\":1}")
                                .get("constant")
                                .asDouble())
                        .isCloseTo(bound, within(1e-9));
                JsonNode ways = asked(lab, "guide", "{" + question + "}").get("ways");
                assertThat(ways)
                        .filteredOn(way -> way.get("surrogate").asText().equals(surrogate))
                        .hasSize(1)
                        .allSatisfy(way -> assertThat(way.get("sentences").toString())
                                .contains(String.format(Locale.ROOT, "regret ≤ %.4g · √", bound)));
                largest = Math.max(largest, bound);
            }
            assertThat(new ObjectMapper()
                            .readTree(file.toFile())
                            .at("/guarantee/regretConstant")
                            .asDouble())
                    .isEqualTo(largest);
            assertThat(served.get("/v1/models/m")
                            .json()
                            .at("/guarantee/regretConstant")
                            .asDouble())
                    .isEqualTo(largest);
            assertThat(String.join(" ", model.guarantee().sentences()))
                    .contains(String.format(Locale.ROOT, "regret ≤ %.4g · √", largest));
        }
    }

    private static double constant(String measure, boolean pairs, int r) {
        double count = r * (r - 1) / 2.0;
        if (pairs && !measure.equals("map")) {
            return Math.sqrt(r * count) / count;
        }
        if (pairs) {
            double most = 0;
            for (Ranking one : rankings(r)) {
                double sum = 0;
                for (int i = 0; i < r; i++) {
                    for (int j = 0; j <= i; j++) {
                        double own = 1.0 / (1 + Math.max(i, j));
                        double other = 1.0 / (1 + Math.max(one.positionOf(i), one.positionOf(j)));
                        sum += (own - other) * (own - other);
                    }
                }
                most = Math.max(most, sum);
            }
            // entries that run against each other are a bound on the largest distance, and may be above it
            return Math.sqrt(r) * Math.max(Math.sqrt(most), opposite(r));
        }
        double sum = 0;
        for (int k = 1; k <= r / 2; k++) {
            double difference = phi(measure, k, r) - phi(measure, r - k + 1, r);
            sum += difference * difference;
        }
        return Math.sqrt(2 * sum);
    }

    private static List<Ranking> rankings(int items) {
        List<Ranking> all = new ArrayList<>();
        Ranking.forEach(items, all::add);
        return all;
    }

    private static double opposite(int r) {
        List<Double> entries = new ArrayList<>();
        for (int i = 1; i <= r; i++) {
            for (int j = 1; j <= i; j++) {
                entries.add(1.0 / i);
            }
        }
        double sum = 0;
        for (int k = 0; k < entries.size(); k++) {
            sum += Math.pow(entries.get(k) - entries.get(entries.size() - 1 - k), 2);
        }
        return Math.sqrt(sum);
    }

    private static double phi(String measure, int k, int r) {
        return switch (measure) {
            case "dcg@2" -> k <= 2 ? Math.log(2) / Math.log(k + 1) : 0;
            case "ndcg" -> Math.log(2) / Math.log(k + 1);
            case "p@2" -> k <= 2 ? 0.5 : 0;
            case "recall@2" -> k <= 2 ? 1 : 0;
            case "auc" -> r - k;
            case "spearman" -> 12.0 * (r - k) / (r * (r * r - 1.0));
            default -> (r - k) / (double) r;
        };
    }

    private static JsonNode asked(LabServer lab, String question, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(lab.url() + "api/" + question))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        String answer = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        return new ObjectMapper().readTree(answer);
    }

    @Test
    void aTruncatedLossHasItsSlack() throws Exception {
        LossMatrix costs = LossMatrix.of(new double[][] {{0, 1, 3}, {5, 0, 1}, {50, 10, 0}});
        Factorization one = Factorization.of(costs).truncate(1);
        List<Query> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            rows.add(Query.of("" + i, new double[] {i % 3}, new float[][] {{i % 3}}));
        }
        Path file = folder.resolve("costs.json");
        ModelFile.write(
                Trainer.of(new ClassTask<>(MatrixLoss.of(one), List.of(ClassSurrogate.SQUARED)))
                        .withLearner(FeatureLearner.linear())
                        .train(QuerySource.of(rows))
                        .model(),
                file);
        try (Served served = new Served(List.of(new ModelSource("m", file)), ServerSettings.local(0))) {
            for (JsonNode guarantee : List.of(
                    served.get("/v1/models/m").json().get("guarantee"),
                    served.post("/v1/predict", "{\"rows\":[{\"features\":[1]}]}")
                            .json()
                            .get("guarantee"))) {
                assertThat(guarantee.get("slack").asDouble())
                        .isCloseTo(2 * one.epsilon(), within(1e-9))
                        .isPositive();
            }
        }
    }
}
