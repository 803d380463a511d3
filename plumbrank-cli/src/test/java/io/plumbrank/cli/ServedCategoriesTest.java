package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.server.ModelServer;
import io.plumbrank.server.ModelSource;
import io.plumbrank.server.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of text in requests: the scores and notes are those that {@code predict} prints for a CSV file of the same rows. */
class ServedCategoriesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    /** @param levels of the column word; every tenth row of new data has a level that training never saw, and some lack a value */
    private Path data(String name, long seed, int rows, int levels, boolean isNew) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("query,docid,label,amount,word,colour,age\n");
        for (int row = 0; row < rows; row++) {
            int word = row < levels * 5 ? row % levels : random.nextInt(levels);
            String colour = List.of("red", "blue", "light green").get(random.nextInt(3));
            double amount = random.nextDouble();
            double worth = amount + word % 3 - (colour.equals("red") ? 1 : 0) + random.nextDouble();
            text.append("q").append(row / 8).append(",d").append(row % 8);
            text.append(',').append(worth > 2 ? 2 : worth > 1 ? 1 : 0);
            text.append(',').append(row % 7 == 3 ? "" : Float.toString((float) amount));
            text.append(',').append(isNew && row % 10 == 4 ? "unheard" : isNew && row % 10 == 5 ? "" : "w" + word);
            text.append(',').append(isNew && row % 10 == 6 ? "" : colour);
            text.append(',').append(row % 5).append('\n');
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private Path train(Path data, String kind) {
        Path out = folder.resolve("m.json");
        List<String> args = new ArrayList<>(List.of("train", "--measure", "ndcg@5", "--folds", "2", "--quiet"));
        args.addAll(List.of("--train", data.toString(), "--out", out.toString()));
        args.addAll(List.of(kind.split(" ")));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return out;
    }

    private static HttpResponse<String> post(ModelServer server, JsonNode body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/v1/rank"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static ModelServer serve(Path model) {
        return ModelServer.start(List.of(new ModelSource("m", model)), null, ServerSettings.local(0), line -> {});
    }

    private static void put(ObjectNode features, String name, String field) {
        if (name.equals("word") || name.equals("colour")) {
            features.put(name, field);
        } else {
            features.put(name, Float.parseFloat(field));
        }
    }

    /** @param nulls whether what is missing is null, and not left out */
    private static ObjectNode request(Path csv, boolean nulls) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        String[] header = lines.get(0).split(",");
        ObjectNode request = JSON.createObjectNode();
        ArrayNode queries = request.putArray("queries");
        Map<String, ArrayNode> items = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            ObjectNode item = items.computeIfAbsent(
                            fields[0],
                            id -> queries.addObject().put("query", id).putArray("items"))
                    .addObject();
            ObjectNode features = item.put("id", fields[1]).putObject("features");
            for (int j = 3; j < header.length; j++) {
                if (!fields[j].isEmpty()) {
                    put(features, header[j], fields[j]);
                } else if (nulls) {
                    features.putNull(header[j]);
                }
            }
        }
        return request;
    }

    @ParameterizedTest
    @CsvSource({
        "--model linear, 6, true",
        "--model linear, 6, false",
        "--model trees --engine own, 6, true",
        "--model trees --engine own, 6, false",
        "--model fourier, 6, false",
        // beyond a thousand levels they share features by a hash, and queries are sparse
        "--model linear, 1010, true",
        "--model linear, 1010, false"
    })
    void scoresAndNotesAreThoseOfPredict(String kind, int levels, boolean nulls) throws Exception {
        Path model = train(data("train.csv", 1, Math.max(400, 5 * levels + 200), levels, false), kind);
        Path fresh = data("new.csv", 2, 80, levels, true);
        CommandRun predicted =
                CommandRun.of("predict", "--model", model.toString(), "--data", fresh.toString(), "--output", "tsv");
        assertThat(predicted.exit()).as(predicted.err()).isEqualTo(Exit.DONE);
        Map<String, Double> expected = new HashMap<>();
        predicted
                .out()
                .lines()
                .skip(1)
                .map(line -> line.split("\t"))
                .forEach(fields -> expected.put(fields[0] + " " + fields[1], Double.valueOf(fields[3])));
        try (ModelServer server = serve(model)) {
            HttpResponse<String> answer = post(server, request(fresh, nulls));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode json = JSON.readTree(answer.body());
            Map<String, Double> served = new HashMap<>();
            for (JsonNode query : json.get("results")) {
                for (JsonNode item : query.get("ranking")) {
                    served.put(
                            query.get("query").asText() + " " + item.get("id").asText(),
                            item.get("score").asDouble());
                }
            }
            assertThat(served).isEqualTo(expected).hasSize(80);
            if (levels < 1000) {
                // every tenth row has it, and every tenth no word
                assertThat(json.get("notes")).singleElement().satisfies(note -> {
                    assertThat(note.asText())
                            .isEqualTo("column word: 8 of 72 rows have a level that training saw rarely or never, such"
                                    + " as 'unheard'");
                    assertThat(predicted.err()).contains(note.asText());
                });
            } else {
                assertThat(json.has("notes")).isFalse();
            }
        }
    }

    @Test
    void matricesWithColumnsTakeTextsToo() throws Exception {
        Path model = train(data("train.csv", 1, 400, 6, false), "--model linear");
        try (ModelServer server = serve(model)) {
            JsonNode rows = JSON.readTree(
                    "{\"items\":[{\"features\":{\"amount\":0.5,\"word\":\"w2\",\"colour\":\"red\",\"age\":1}},"
                            + "{\"features\":{\"amount\":0.25,\"word\":\"w1\",\"colour\":null,\"age\":2}}]}");
            JsonNode matrix = JSON.readTree("{\"columns\":[\"amount\",\"word\",\"colour\",\"age\"],"
                    + "\"matrix\":[[0.5,\"w2\",\"red\",1],[0.25,\"w1\",null,2]]}");
            assertThat(JSON.readTree(post(server, matrix).body()).get("ranking"))
                    .isNotNull()
                    .isEqualTo(JSON.readTree(post(server, rows).body()).get("ranking"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'amount':1,'word':3}|400|the feature 'word' is a number, expected a text: the model knows levels of it, such as 'w0'",
                "{'amount':'much','word':'w1'}|400|the feature 'amount' is the text 'much', expected a number, or null",
                "{'amount':'much'}|400|the feature 'amount' is the text 'much', expected a number, or null",
                "{'word':'w1','word=w2':1}|422|the feature 'word' is given twice",
                "{'words':'w1'}|422|the model has no feature 'words'",
                "['w1',1,1,1,1,1,1,1,1,1,1]|400|entry 1 of an array is the text 'w1', expected a number",
            })
    void whatIsNoLevelOrNumberIsRefused(String features, int status, String message) throws Exception {
        Path model = train(data("train.csv", 1, 400, 6, false), "--model linear");
        try (ModelServer server = serve(model)) {
            HttpResponse<String> answer =
                    post(server, JSON.readTree("{\"items\":[{\"features\":" + features.replace('\'', '"') + "}]}"));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            assertThat(JSON.readTree(answer.body()).at("/error/message").asText())
                    .contains(message);
        }
    }
}
