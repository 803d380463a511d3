package io.plumbrank.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.server.Address;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The laboratory answers what its pages ask, and nothing that is too much. */
class LabServerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static LabServer lab;

    @BeforeAll
    static void start() {
        lab = LabServer.start(new Address(Address.LOOPBACK, 0));
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    private static HttpResponse<String> post(String question, String body, String type)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(lab.url() + "api/" + question))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String question, String body) throws IOException, InterruptedException {
        return post(question, body, "application/json");
    }

    private static int status(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(lab.url() + path)).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "index.html",
                "lab.css",
                "lab.js",
                "page.js",
                "losses.js",
                "counterexample.js",
                "preferences.js",
                "regrets.js",
                "guide.js",
                "votes.js"
            })
    void pagesAreServed(String page) throws IOException, InterruptedException {
        assertThat(status(page)).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LabServer.class", "..%2Fopenapi.json", "%2e%2e/x", "nothing.js", "api/losses"})
    void nothingElseIs(String page) throws IOException, InterruptedException {
        assertThat(status(page)).isBetween(400, 499);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "losses|{\"losses\":[[0,1],[1,0]],\"surrogate\":\"squared\"}|three classes",
                "losses|{\"losses\":[[0,1],[1,0],[1]],\"surrogate\":\"squared\"}|",
                "losses|{\"losses\":[[0,1],[1,0],[1,1e300]],\"surrogate\":\"squared\"}|",
                "losses|{\"losses\":[[0,1],[1,0],[1,NaN]],\"surrogate\":\"squared\"}|",
                "losses|{\"losses\":[[0,1],[1,0],[1,1]],\"surrogate\":\"magic\"}|unknown surrogate",
                "search|{\"measure\":\"ndcg\",\"surrogate\":\"squared\",\"items\":9,\"trials\":10,\"seed\":1}|items",
                "search|{\"measure\":\"ndcg\",\"surrogate\":\"squared\",\"items\":3,\"trials\":100000000,\"seed\":1}|trials",
                "search|{\"measure\":\"ndgc\",\"surrogate\":\"squared\",\"items\":3,\"trials\":10,\"seed\":1}|did you"
                        + " mean",
                "search|{\"measure\":\"ndcg\",\"surrogate\":\"squared\",\"items\":3,\"trials\":10,\"seed\":1,\"x\":1}|x",
                "scatter|{\"measure\":\"ndcg\",\"surrogate\":\"squared\",\"items\":3,\"probes\":99999,\"seed\":1}|probes",
                "preferences|{\"weights\":[[0,1],[-1,0]]}|not negative",
                "preferences|{\"weights\":[[0]]}|2 to 8",
                "votes|{\"text\":\"a >> b\",\"name\":\"../../etc/passwd\"}|votes.txt:1",
                "votes|{\"text\":\" \\n\",\"name\":\"votes.txt\"}|no votes",
                "votes|{\"text\":\"1e999: a > b\",\"name\":\"votes.txt\"}|votes.txt:1: found",
                "guide|[]|",
                "guide|{|",
                "guide|{\"task\":\"sums\",\"measure\":\"ndcg\",\"items\":3}|a task is queries, classes or labels",
                "guide|{\"task\":\"classes\",\"loss\":\"ordnal(n=3)\"}|did you mean",
                "guide|{\"task\":\"labels\",\"measure\":\"ndcg\",\"items\":3}|"
            })
    void whatIsAskedWronglyIsRefusedInOneLine(String question, String body, String words)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = post(question, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body())
                .contains("\"code\":\"bad-request\"")
                .contains(words == null ? "" : words)
                .doesNotContain("\tat ", "plumbrank-lab");
    }

    /** Their pairs would take 13 GB. */
    @Test
    void candidatesAreCountedBeforeTheirPairsAre() throws IOException, InterruptedException {
        StringBuilder order = new StringBuilder("a");
        for (int i = 0; i < 40_000; i++) {
            order.append(" > b").append(i);
        }
        HttpResponse<String> answer = post("votes", "{\"text\":\"" + order + "\",\"name\":\"votes.txt\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("at most ", "candidates here");
    }

    @Test
    void whatIsTooLargeOrNoJsonIsRefused() throws IOException, InterruptedException {
        assertThat(post("votes", "{\"text\":\"" + "a".repeat(2 << 20) + "\",\"name\":\"x\"}")
                        .statusCode())
                .isEqualTo(413);
        assertThat(post("guide", "{\"measure\":\"ndcg\",\"items\":3}", "text/plain")
                        .statusCode())
                .isEqualTo(415);
        assertThat(post("guide", "{\"measure\":\"ndcg\",\"items\":3}", "application/jsonfoo")
                        .statusCode())
                .isEqualTo(415);
        assertThat(post("guide", "{\"measure\":\"ndcg\",\"items\":3}", "Application/JSON; charset=utf-8")
                        .statusCode())
                .isEqualTo(200);
        assertThat(post("guide", "[".repeat(5000)).statusCode()).isEqualTo(400);
        assertThat(post("nothing", "{}").statusCode()).isEqualTo(404);
        assertThat(post("guide", "{\"measure\":\"ndcg\",\"items\":3}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void whatIsTooLargeInChunksIsRefusedAsJson() throws IOException, InterruptedException {
        byte[] spaces = new byte[2 << 20];
        Arrays.fill(spaces, (byte) ' ');
        HttpRequest request = HttpRequest.newBuilder(URI.create(lab.url() + "api/guide"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(spaces)))
                .build();
        HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("\"code\":\"too-large\"");
    }

    /** What is said and what is drawn agree, and no cost that is drawn is above what is promised of a perfect fit. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[[0,1,1],[1,0,1],[1,1,0]]|true",
                "[[0,2,2],[2,0,2],[2,2,0]]|true",
                "[[0,1,1],[1,0,1],[5,2,0]]|false",
                "[[0,1,1,0.4],[1,0,1,0.4],[1,1,0,0.4]]|false",
                "[[0,1,2],[1,0,1],[2,1,0]]|false",
                "[[7,7],[7,7],[7,7]]|true"
            })
    void whatIsPromisedIsWhatIsDrawn(String losses, boolean mostProbable) throws IOException, InterruptedException {
        for (String method : List.of("squared", "squared-1", "log-loss-cheapest", "log-loss-most-probable")) {
            JsonNode answer =
                    JSON.readTree(post("losses", "{\"losses\":" + losses + ",\"surrogate\":\"" + method + "\"}")
                            .body());
            boolean agrees = answer.get("wrong").asDouble() == 0;
            String promise = answer.get("promise").toString();
            assertThat(answer.get("boundOf").asText())
                    .isEqualTo(method.startsWith("log") ? "log-loss" : "squared error");
            if (method.endsWith("most-probable")) {
                assertThat(agrees).isEqualTo(mostProbable);
                assertThat(promise.contains("Not calibrated")).isEqualTo(!mostProbable);
                assertThat(answer.get("regretConstant").isNull()).isEqualTo(!mostProbable);
            } else {
                assertThat(answer.get("worstRegret").asDouble())
                        .isLessThanOrEqualTo(answer.get("slack").asDouble() + 1e-9);
            }
            if (method.equals("log-loss-cheapest")) {
                assertThat(answer.get("regretConstant").asDouble())
                        .isCloseTo(spread(JSON.readTree(losses)) / Math.sqrt(2), Offset.offset(1e-12));
            }
        }
    }

    /** S: the largest difference, over two predictions, between what the one costs more in one class and in another. */
    private static double spread(JsonNode losses) {
        double largest = 0;
        int predictions = losses.get(0).size();
        for (int s = 0; s < predictions; s++) {
            for (int t = 0; t < predictions; t++) {
                for (JsonNode one : losses) {
                    for (JsonNode other : losses) {
                        double above = one.get(s).asDouble() - one.get(t).asDouble();
                        largest = Math.max(
                                largest,
                                above - other.get(s).asDouble() + other.get(t).asDouble());
                    }
                }
            }
        }
        return largest;
    }

    /** A page from elsewhere whose name points to this machine. */
    @Test
    void otherNamesOfTheHostAreRefused() throws IOException {
        int port = URI.create(lab.url()).getPort();
        try (Socket socket = new Socket("127.0.0.1", port);
                OutputStream out = socket.getOutputStream();
                InputStream in = socket.getInputStream()) {
            out.write("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("HTTP/1.1 403");
        }
    }
}
