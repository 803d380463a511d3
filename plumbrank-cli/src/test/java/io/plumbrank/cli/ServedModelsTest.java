package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.data.Absent;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.model.Ranker;
import io.plumbrank.server.ModelServer;
import io.plumbrank.server.ModelSource;
import io.plumbrank.server.ServerSettings;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is served is what {@code predict} prints, to the last bit, for one model of every kind and learner: those of
 * {@link FrozenModelsTest}, imported ones among them, and fresh ones of what these lack. Rows are read here by plain splitting of lines, and not by the library.
 */
class ServedModelsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final String RUNNER_UP = "\trunnerUp\trunnerUpCost";

    private static ModelServer server;

    @TempDir
    static Path folder;

    static Stream<Path> models() throws IOException, URISyntaxException {
        try (Stream<Path> fresh = Files.walk(folder)) {
            return Stream.concat(
                    FrozenModelsTest.models(),
                    fresh.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream());
        }
    }

    /** Each in a folder with its data, as frozen ones are. */
    private static void train(String name, String data, String... options) throws IOException, URISyntaxException {
        Path own = Files.createDirectory(folder.resolve(name));
        Path frozen = FrozenModelsTest.models()
                .filter(model -> model.resolveSibling("").endsWith(data))
                .findFirst()
                .orElseThrow();
        Files.copy(data(frozen), own.resolve("data.csv"));
        if (Files.exists(frozen.resolveSibling("data-costs.csv"))) {
            Files.copy(frozen.resolveSibling("data-costs.csv"), own.resolve("costs.csv"));
        }
        List<String> args = new ArrayList<>(
                List.of("train", "--quiet", "--train", own.resolve("data.csv").toString()));
        args.addAll(List.of("--out", own.resolve("model.json").toString()));
        for (String option : options) {
            args.add(option.replace("COSTS", own.resolve("costs.csv").toString()));
        }
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
    }

    /** A row of a file: query and name where it has any, and features by name. */
    private record FileRow(String query, String name, Map<String, BigDecimal> features) {}

    private static boolean isXgboost(Path model) {
        return model.getFileName().toString().startsWith("xgboost");
    }

    private static Path data(Path model) {
        Path text = model.resolveSibling("data.txt");
        return Files.exists(text) ? text : model.resolveSibling("data.csv");
    }

    private static List<FileRow> rows(Path file) throws IOException {
        return file.toString().endsWith(".csv") ? csv(file) : text(file);
    }

    private static List<FileRow> text(Path file) throws IOException {
        List<FileRow> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] halves = line.split("#", -1);
            String query = "";
            Map<String, BigDecimal> features = new LinkedHashMap<>();
            for (String word : halves[0].strip().split(" ", -1)) {
                if (word.startsWith("qid:")) {
                    query = word.substring(4);
                } else if (word.contains(":")) {
                    features.put(word.replaceAll(":.*", ""), new BigDecimal(word.replaceAll(".*:", "")));
                }
            }
            rows.add(new FileRow(query, halves.length > 1 ? halves[1].strip() : "", features));
        }
        return rows;
    }

    private static List<FileRow> csv(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<String> header = List.of(lines.get(0).split(","));
        List<FileRow> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            Map<String, BigDecimal> features = new LinkedHashMap<>();
            for (int i = 0; i < fields.length; i++) {
                String name = header.get(i);
                boolean feature = !List.of("query", "docid", "label", "weight", "item_weight")
                                .contains(name)
                        && !name.startsWith("by_");
                if (feature && !fields[i].isEmpty()) {
                    features.put(name, new BigDecimal(fields[i]));
                }
            }
            boolean named = header.contains("query");
            rows.add(new FileRow(
                    named ? fields[header.indexOf("query")] : "",
                    named ? fields[header.indexOf("docid")] : "",
                    features));
        }
        return rows;
    }

    @BeforeAll
    static void serve() throws IOException, URISyntaxException {
        train("forest", "named", "--measure", "ndcg@5", "--model", "forest", "--param", "num_round=20");
        train("kernel", "named", "--measure", "ndcg@5", "--model", "kernel", "--folds", "2");
        train("logistic", "classes", "--loss-matrix", "COSTS", "--surrogate", "logistic", "--folds", "2");
        server = ModelServer.start(
                models().map(model -> new ModelSource(name(model), model)).toList(),
                1, // as text has it, of XGBoost's alone
                ServerSettings.local(0),
                line -> {});
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String name(Path model) {
        return model.getName(model.getNameCount() - 2) + "-" + model.getFileName();
    }

    private static JsonNode post(String path, JsonNode body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static ObjectNode row(String id, FileRow row, boolean named) {
        ObjectNode node = JSON.createObjectNode();
        if (named) {
            node.put("id", id);
        }
        ObjectNode features = node.putObject("features");
        row.features().forEach(features::put);
        return node;
    }

    @ParameterizedTest
    @MethodSource("models")
    void servedIsWhatPredictPrints(Path model) throws Exception {
        List<String> args = new ArrayList<>(List.of(
                "predict", "--model", model.toString(), "--data", data(model).toString(), "--output", "tsv"));
        if (isXgboost(model)) {
            args.addAll(List.of("--feature-base", "1"));
        }
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        List<FileRow> rows = rows(data(model));
        String header = run.out().lines().findFirst().orElseThrow().replace(RUNNER_UP, "");
        ObjectNode request = JSON.createObjectNode().put("model", name(model));
        assertThat(header.startsWith("query") ? rankings(request, rows, header) : predictions(request, rows, header))
                .isEqualTo(run.out().contains(RUNNER_UP) ? firstThree(run.out()) : run.out());
    }

    /** Row, prediction and expected cost; an answer has the costs of all others besides. */
    private static String firstThree(String table) {
        return table.lines()
                .map(line -> String.join("\t", Arrays.asList(line.split("\t")).subList(0, 3)) + "\n")
                .collect(Collectors.joining());
    }

    private static String rankings(ObjectNode request, List<FileRow> rows, String header) throws Exception {
        ArrayNode queries = request.putArray("queries");
        Map<String, ArrayNode> byQuery = new LinkedHashMap<>();
        for (FileRow row : rows) {
            ArrayNode items = byQuery.computeIfAbsent(row.query(), id -> {
                ObjectNode query = queries.addObject();
                query.put("query", id);
                return query.putArray("items");
            });
            items.add(row(row.name(), row, !row.name().isEmpty()));
        }
        StringBuilder lines = new StringBuilder(header).append('\n');
        for (JsonNode query : post("/v1/rank", request).get("results")) {
            for (JsonNode item : query.get("ranking")) {
                lines.append(query.get("query").asText())
                        .append('\t')
                        .append(item.get("id").asText())
                        .append('\t')
                        .append(item.get("rank").asInt())
                        .append('\t')
                        .append(item.get("score").asDouble());
                if (header.endsWith("gap")) {
                    lines.append(String.format(
                            Locale.ROOT, "\t%.6g", query.get("gap").asDouble()));
                }
                lines.append('\n');
            }
        }
        return lines.toString();
    }

    private static String predictions(ObjectNode request, List<FileRow> rows, String header) throws Exception {
        ArrayNode all = request.putArray("rows");
        rows.forEach(row -> all.add(row("", row, false)));
        StringBuilder lines = new StringBuilder(header).append('\n');
        for (JsonNode prediction : post("/v1/predict", request).get("predictions")) {
            List<String> best = new ArrayList<>();
            prediction
                    .path("ranking")
                    .forEach(label -> best.add(label.get("label").asText()));
            String text = best.isEmpty() ? prediction.get("prediction").asText() : String.join(">", best);
            lines.append(prediction.get("id").asText()).append('\t').append(text);
            if (header.endsWith("expectedCost")) {
                lines.append('\t').append(prediction.get("expectedCost").asDouble());
            }
            lines.append('\n');
            JsonNode costs = prediction.get("costs");
            if (costs != null) {
                assertThat(best).as("rankings have too many others to list").isEmpty();
                assertThat(costs.get(text).asDouble()).isLessThan(1e-9);
                costs.forEach(cost -> assertThat(cost.asDouble()).isNotNegative());
            }
        }
        return lines.toString();
    }

    /** In the library, by an array that begins with feature 1 and by tensors of the Open Inference Protocol. */
    @Test
    void arraysAndTensorsGiveTheScoresOfTheLibrary() throws Exception {
        Path model = models().filter(file -> file.endsWith("ranker-trees.json"))
                .findFirst()
                .orElseThrow();
        Ranker ranker = Ranker.read(model);
        List<Query> queries = new ArrayList<>();
        // models of format 1 take what text leaves out for missing
        QuerySource.of(data(model), ReadOptions.defaults().withAbsent(Absent.MISSING))
                .visit(queries::add);
        for (Query query : queries.subList(0, 5)) {
            ArrayNode matrix = JSON.createArrayNode();
            for (int item = 0; item < query.size(); item++) {
                ArrayNode row = matrix.addArray();
                for (int j = 1; j < ranker.inputs(); j++) {
                    float value = query.feature(item, j);
                    if (Float.isNaN(value)) {
                        row.addNull();
                    } else {
                        row.add(new BigDecimal(Float.toString(value)));
                    }
                }
            }
            double[] expected = ranker.scores(query);
            ObjectNode request = JSON.createObjectNode().put("model", name(model));
            request.set("matrix", matrix);
            double[] served = new double[expected.length];
            post("/v1/rank", request)
                    .get("ranking")
                    .forEach(item -> served[item.get("id").asInt() - 1] =
                            item.get("score").asDouble());
            assertThat(served).isEqualTo(expected);

            ObjectNode tensor = JSON.createObjectNode();
            tensor.put("name", "input-0").put("datatype", "FP32").set("data", matrix);
            tensor.putArray("shape").add(query.size()).add(ranker.inputs() - 1);
            ObjectNode infer = JSON.createObjectNode();
            infer.putArray("inputs").add(tensor);
            JsonNode outputs =
                    post("/v2/models/" + name(model) + "/infer", infer).get("outputs");
            assertThat(IntStream.range(0, expected.length)
                            .mapToDouble(i -> outputs.at("/0/data/" + i).asDouble())
                            .toArray())
                    .isEqualTo(expected);
            float[][] rows = new float[query.size()][ranker.inputs()];
            for (int item = 0; item < rows.length; item++) {
                query.featuresInto(item, rows[item]);
            }
            // without names, which else decide between items of one score
            Ranking ranking = ranker.rank(Query.of("", rows));
            assertThat(IntStream.range(0, expected.length)
                            .map(i -> outputs.at("/1/data/" + i).asInt())
                            .toArray())
                    .isEqualTo(IntStream.range(0, expected.length)
                            .map(i -> ranking.positionOf(i) + 1)
                            .toArray());
        }
    }
}
