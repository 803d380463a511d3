package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
