package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.plumbrank.server.Served.Answer;
import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.surrogate.ClassSurrogate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The document says what the server does: its paths are the routes, and answers are as it has them. */
class OpenApiTest {
    @TempDir
    static Path folder;

    private static Served served;
    private static JsonNode document;

    @BeforeAll
    static void serve() throws IOException, InterruptedException {
        served = new Served(
                List.of(
                        new ModelSource("scores", Served.ranker(folder.resolve("ranker.json"), 1)),
                        new ModelSource("pairs", Served.pairs(folder.resolve("pairs.json"))),
                        new ModelSource("classes", Served.classes(folder.resolve("classes.json"))),
                        new ModelSource(
                                "logistic", Served.classes(folder.resolve("logistic.json"), ClassSurrogate.LOGISTIC))),
                ServerSettings.local(0));
        document = served.get("/openapi.json").json();
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @Test
    void pathsAndRoutesAreTheSame() {
        Set<String> routes = served.server.routes().stream()
                .map(route -> route.method().name().toLowerCase(Locale.ROOT) + " " + route.path())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> documented = new TreeSet<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(method -> documented.add(method + " " + path.getKey())));
        assertThat(documented).isEqualTo(routes);
    }

    @Test
    void parametersAreThoseOfThePathAndIdsAreUnique() {
        Set<String> ids = new TreeSet<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue().forEach(operation -> {
                    assertThat(ids.add(operation.get("operationId").asText())).isTrue();
                    Set<String> inPath = Arrays.stream(path.getKey().split("/"))
                            .filter(part -> part.startsWith("{"))
                            .map(part -> part.substring(1, part.length() - 1))
                            .collect(Collectors.toCollection(TreeSet::new));
                    Set<String> named = StreamSupport.stream(
                                    operation.path("parameters").spliterator(), false)
                            .map(parameter -> parameter.get("name").asText())
                            .collect(Collectors.toCollection(TreeSet::new));
                    assertThat(named).isEqualTo(inPath);
                }));
    }

    @Test
    void codesAreThoseOfTheServer() {
        Set<String> documented = new TreeSet<>();
        document.at("/components/schemas/Error/properties/error/properties/code/enum")
                .forEach(code -> documented.add(code.asText()));
        assertThat(documented)
                .isEqualTo(Arrays.stream(Code.values()).map(Code::text).collect(Collectors.toCollection(TreeSet::new)));
    }

    private static void assertDocumented(String method, String path, Answer answer) throws IOException {
        JsonNode operation = document.get("paths").get(path).get(method);
        JsonNode response = operation.get("responses").get(Integer.toString(answer.status()));
        assertThat(response)
                .as("%s %s with %d: %s", method, path, answer.status(), answer.text())
                .isNotNull();
        assertThat(answer.response().headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
        JsonNode schema = response.at("/content/application~1json/schema");
        assertThat(SchemaCheck.breaches(document, schema, answer.json())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/healthz,/healthz",
        "/readyz,/readyz",
        "/v1/models,/v1/models",
        "/v1/models/{name},/v1/models/scores",
        "/v1/models/{name},/v1/models/pairs",
        "/v1/models/{name},/v1/models/classes",
        "/v1/models/{name},/v1/models/none",
        "/v2,/v2",
        "/v2/health/live,/v2/health/live",
        "/v2/health/ready,/v2/health/ready",
        "/v2/models/{name},/v2/models/scores",
        "/v2/models/{name},/v2/models/none",
        "/v2/models/{name}/ready,/v2/models/scores/ready",
        "/v2/models/{name}/versions/{version},/v2/models/scores/versions/0",
        "/v2/models/{name}/versions/{version}/ready,/v2/models/scores/versions/0/ready"
    })
    void answersToGetAreAsDocumented(String template, String path) throws Exception {
        assertDocumented("get", template, served.get(path));
    }

    @Test
    void answersOfTheVersionThatIsServedAreAsDocumented() throws Exception {
        String version =
                served.get("/v2/models/scores").json().at("/versions/0").asText();
        String template = "/v2/models/{name}/versions/{version}";
        for (String more : List.of("", "/ready")) {
            Answer answer = served.get("/v2/models/scores/versions/" + version + more);
            assertThat(answer.status()).isEqualTo(200);
            assertDocumented("get", template + more, answer);
        }
        Answer inferred = served.post(
                "/v2/models/scores/versions/" + version + "/infer",
                "{\"inputs\":[{\"name\":\"x\",\"shape\":[1,3],\"datatype\":\"FP32\",\"data\":[1,2,3]}]}");
        assertThat(inferred.status()).isEqualTo(200);
        assertDocumented("post", template + "/infer", inferred);
    }

    /** Each request fits its schema, and so does its answer. */
    @Test
    void answersToPostAreAsDocumented() throws Exception {
        String items = "\"items\":[{\"id\":\"a\",\"features\":[1,2,3]},{\"features\":{\"0\":1,\"2\":null}}]";
        List<Map.Entry<String, String>> requests = List.of(
                Map.entry("/v1/rank", "{\"model\":\"scores\",\"query\":\"q\"," + items + "}"),
                Map.entry("/v1/rank", "{\"model\":\"scores\",\"explain\":true,\"why\":true," + items + "}"),
                Map.entry("/v1/rank", "{\"model\":\"scores\",\"why\":[\"a\",\"2\"]," + items + "}"),
                Map.entry(
                        "/v1/rank",
                        "{\"model\":\"pairs\",\"queries\":[{" + items + "},{\"query\":\"x\"," + items + "}]}"),
                Map.entry(
                        "/v1/rank",
                        "{\"model\":\"scores\",\"matrix\":[[1,2],[3,4]],\"columns\":[\"2\",\"0\"],\"ids\":[\"x\",\"y\"]}"),
                Map.entry("/v1/rank", "{\"model\":\"none\"," + items + "}"),
                Map.entry("/v1/rank", "{\"model\":\"scores\",\"matrix\":[[1]]}"),
                Map.entry(
                        "/v1/predict",
                        "{\"model\":\"classes\",\"matrix\":[[0.5,0.5],[2.5,0.5]],\"ids\":[\"x\",\"y\"]}"),
                Map.entry("/v1/predict", "{\"model\":\"classes\",\"rows\":[{\"features\":{\"fever\":1,\"cough\":0}}]}"),
                Map.entry(
                        "/v1/predict", "{\"model\":\"logistic\",\"rows\":[{\"features\":{\"fever\":1,\"cough\":0}}]}"),
                Map.entry("/v1/predict", "{\"model\":\"scores\",\"rows\":[{\"features\":[1,2,3]}]}"));
        for (Map.Entry<String, String> request : requests) {
            String path = request.getKey();
            JsonNode schema = document.at(
                    "/paths/" + path.replace("/", "~1") + "/post/requestBody/content/application~1json/schema");
            assertThat(SchemaCheck.breaches(document, schema, Served.JSON.readTree(request.getValue())))
                    .isEmpty();
            assertDocumented("post", path, served.post(path, request.getValue()));
        }
    }

    /** Costs are those of the matrix by the probabilities, and these sum to 1. */
    @Test
    void expectedCostsAreThoseOfTheProbabilities() throws Exception {
        JsonNode answer = served.post(
                        "/v1/predict", "{\"model\":\"logistic\",\"matrix\":[[0.5,0.5],[1.4,0.1],[2.5,0.5],[-1,0.9]]}")
                .json();
        assertThat(answer.get("predictions")).hasSize(4);
        for (JsonNode row : answer.get("predictions")) {
            double[] p = new double[3];
            double[] expected = new double[3];
            for (int y = 0; y < 3; y++) {
                p[y] = values(row.get("probabilities")).get(y);
                for (int t = 0; t < 3; t++) {
                    expected[t] += p[y] * Served.COSTS[y][t];
                }
            }
            assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-12));
            double least = Arrays.stream(expected).min().orElseThrow();
            assertThat(row.get("expectedCost").asDouble()).isCloseTo(least, within(1e-12));
            assertThat(row.get("costs").get(row.get("prediction").asText()).asDouble())
                    .isZero();
            for (int t = 0; t < 3; t++) {
                assertThat(values(row.get("costs")).get(t)).isCloseTo(expected[t] - least, within(1e-12));
            }
        }
    }

    private static List<Double> values(JsonNode object) {
        return StreamSupport.stream(object.spliterator(), false)
                .map(JsonNode::asDouble)
                .toList();
    }

    @Test
    void contributionsSumToTheScore() throws Exception {
        JsonNode answer = served.post(
                        "/v1/rank",
                        "{\"model\":\"scores\",\"explain\":true,\"matrix\":[[0.3,-0.2,0.9],[-0.7,0.1,0.4]]}")
                .json();
        for (JsonNode item : answer.get("ranking")) {
            double sum = answer.get("base").asDouble();
            for (JsonNode contribution : item.get("contributions")) {
                sum += contribution.asDouble();
            }
            assertThat(sum).isCloseTo(item.get("score").asDouble(), within(1e-9));
        }
    }

    @Test
    void metricsHaveQuantilesPerModel() throws Exception {
        served.post("/v1/rank", "{\"model\":\"scores\",\"matrix\":[[1,2,3]]}");
        String metrics = served.get("/metrics").text();
        assertThat(metrics)
                .containsPattern(
                        "plumbrank_requests_seconds\\{model=\"scores\",route=\"/v1/rank\",status=\"200\",quantile=\"0.99\"\\}")
                .contains("jvm_memory_used_bytes");
    }
}
