package io.plumbrank.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plumbrank.server.Served.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever is sent, the answer has the right status, the server goes on, and the log has a line for it with nothing of what was
 * sent. Every request carries a word that must not appear there.
 */
class AbuseTest {
    private static final String TOKEN = "a-token-of-the-test-0123456789";
    private static final String SECRET = "Zaphod";

    @TempDir
    static Path folder;

    private static Served served;

    /** How many lines the log had before the request. */
    private static int linesBefore;

    @BeforeAll
    static void serve() {
        served = new Served(
                List.of(
                        new ModelSource("m", Served.ranker(folder.resolve("ranker.json"), 1)),
                        new ModelSource("pairs", Served.pairs(folder.resolve("pairs.json")))),
                ServerSettings.local(0)
                        .withLimits(new Limits(16 << 20, 10_000, Duration.ofSeconds(4), 2, 8))
                        .withToken(TOKEN));
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @BeforeEach
    void countLines() {
        linesBefore = served.log.size();
    }

    @AfterEach
    void theServerGoesOnAndTheLogSaysNothingOfTheRequest() throws Exception {
        assertThat(served.get("/healthz").status()).isEqualTo(200);
        Answer answer = post("{\"model\":\"m\",\"matrix\":[[1,2,3]]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(served.logged())
                .doesNotContain(SECRET)
                .doesNotContain(TOKEN)
                .doesNotContain("matrix")
                .doesNotContain("fault");
    }

    private static Answer post(String body) throws IOException, InterruptedException {
        return Served.send(served.request("/v1/rank")
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private static void assertRefused(String body, int status, String code) throws IOException, InterruptedException {
        linesBefore = served.log.size();
        Answer answer = post(body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.code()).as(answer.text()).isEqualTo(code);
        assertThat(answer.json().at("/error/message").asText()).isNotBlank();
        assertLogged(status, code);
    }

    /** The log line is written after the answer has gone. */
    private static void assertLogged(int status, String code) throws IOException, InterruptedException {
        for (int tries = 0; ; tries++) {
            for (String line : served.log.stream().skip(linesBefore).toList()) {
                JsonNode entry = Served.JSON.readTree(line);
                if (entry.path("status").asInt() == status
                        && entry.path("code").asText().equals(code)) {
                    return;
                }
            }
            assertThat(tries)
                    .as("a log line of %d %s in%n%s", status, code, served.logged())
                    .isLessThan(200);
            Thread.sleep(10);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "``; 400; bad_json",
                "{; 400; bad_json",
                "[]; 400; bad_request",
                "null; 400; bad_request",
                "{'model':'m','matrix':[[1,2,3]]} {}; 400; bad_json",
                "{'model':'m','matrix':[[1,2,NaN]]}; 400; bad_json",
                "{'model':'m','matrix':[[1,2,Infinity]]}; 400; bad_json",
                "{'model':'m','matrix':[[1,2,-Infinity]]}; 400; bad_json",
                "{'model':'m','matrix':[[1,2,0x10]]}; 400; bad_json",
                "{'model':'m','matrix':[[1,2,1e39]]}; 422; bad_number",
                "{'model':'m','matrix':[[1,2,-1e400]]}; 422; bad_number",
                "{'model':'m','matrix':[[1,2]]}; 422; wrong_width",
                "{'model':'m','matrix':[[1,2,3,4]]}; 422; wrong_width",
                "{'model':'m','matrix':[[1,2,'Zaphod']]}; 400; bad_request",
                "{'model':'m','matrix':[[1,2,true]]}; 400; bad_request",
                "{'model':'m','matrix':[1,2,3]}; 400; bad_request",
                "{'model':'m','matrix':'Zaphod'}; 400; bad_request",
                "{'model':'m','matrix':[]}; 422; bad_item",
                "{'model':'m','matrix':[[null,null,null]]}; 422; unknown_feature",
                "{'model':'m'}; 400; bad_request",
                "{'model':'m','Zaphod':1,'matrix':[[1,2,3]]}; 400; bad_request",
                "{'model':'m','model':'m','matrix':[[1,2,3]]}; 400; bad_request",
                "{'model':7,'matrix':[[1,2,3]]}; 400; bad_request",
                "{'matrix':[[1,2,3]]}; 400; bad_request",
                "{'model':'Zaphod','matrix':[[1,2,3]]}; 404; unknown_model",
                "{'model':'../../etc/passwd','matrix':[[1,2,3]]}; 404; unknown_model",
                "{'model':'m','items':[{'features':{'Zaphod':1}}]}; 422; unknown_feature",
                "{'model':'m','items':[{'features':{'3':1}}]}; 422; unknown_feature",
                "{'model':'m','items':[{'features':{'-1':1}}]}; 422; unknown_feature",
                "{'model':'m','items':[{'features':{'01':1}}]}; 422; unknown_feature",
                "{'model':'m','items':[{'features':{'99999999999':1}}]}; 422; unknown_feature",
                "{'model':'m','items':[{'features':{'1':1,'1':2}}]}; 422; unknown_feature",
                "{'model':'m','items':[{'id':'Zaphod','features':[1,2,3]},{'id':'Zaphod','features':[1,2,3]}]}; 422;"
                        + " bad_item",
                "{'model':'m','items':[{'id':'2','features':[1,2,3]},{'features':[1,2,3]}]}; 422; bad_item",
                "{'model':'m','items':[{'id':'','features':[1,2,3]}]}; 422; bad_item",
                "{'model':'m','matrix':[[1,2,3],[3,2,1]],'ids':['a','a']}; 422; bad_item",
                "{'model':'m','items':[{'id':'\\ud800','features':[1,2,3]}]}; 400; bad_request",
                "{'model':'m','items':[{'id':'\\udc00\\ud800','features':[1,2,3]}]}; 400; bad_request",
                "{'model':'m','query':'x\\ud83d','matrix':[[1,2,3]]}; 400; bad_request",
                "{'model':'m','items':[{'id':7,'features':[1,2,3]}]}; 400; bad_request",
                "{'model':'m','items':[{'id':'a'}]}; 400; bad_request",
                "{'model':'m','items':[],'matrix':[]}; 400; bad_request",
                "{'model':'m','matrix':[[1,2,3]],'queries':[]}; 400; bad_request",
                "{'model':'m','queries':[]}; 400; bad_request",
                "{'model':'m','matrix':[[1,2,3]],'ids':['a','b']}; 400; bad_request",
                "{'model':'m','matrix':[[1,2,3]],'columns':['1']}; 422; wrong_width",
                "{'model':'m','matrix':[[1,2,3]],'why':['Zaphod','1']}; 422; bad_item",
                "{'model':'m','matrix':[[1,2,3]],'why':true}; 422; bad_item",
                "{'model':'pairs','matrix':[[1,2,3],[1,2,4]],'explain':true}; 422; not_explained"
            })
    void whatIsWrongIsRefusedWithAStableCode(String body, int status, String code) throws Exception {
        assertRefused(body.replace('\'', '"'), status, code);
    }

    /** A hundred digits, and what a number has besides; the oracle is the shortest text of the same float. */
    @ParameterizedTest
    @CsvSource({"-1.,97,e+10", "-0.,98,e-1", "-,97,e-80", "0.,99,''"})
    void aLongNumberCountsAsTheFloatThatItIs(String begin, int digits, String end) throws Exception {
        String number = begin + "3".repeat(digits) + end;
        String request = "{'model':'m','matrix':[[0,0,%s],[0,0,0]]}".replace('\'', '"');
        Answer answer = post(String.format(Locale.ROOT, request, number));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text())
                .isEqualTo(post(String.format(Locale.ROOT, request, Float.parseFloat(number)))
                        .text());
    }

    @Test
    void aCharacterOutsideTheFirstPlaneComesBackAsItWas() throws Exception {
        Answer answer = post("{\"model\":\"m\",\"matrix\":[[1,2,3]],\"ids\":[\"\\ud83d\\ude00\"]}");
        assertThat(answer.json().at("/ranking/0/id").asText()).isEqualTo("\ud83d\ude00");
    }

    @Test
    void deepJsonIsRefused() throws Exception {
        assertRefused("[".repeat(1_000_000), 400, "bad_request");
        assertRefused("{\"model\":\"m\",\"matrix\":" + "[".repeat(1_000_000), 400, "bad_request");
        assertRefused("{\"model\":\"" + SECRET.repeat(100_000) + "\"}", 400, "bad_json");
        assertRefused("{\"model\":\"m\",\"matrix\":[[" + "1".repeat(100_000) + "]]}", 400, "bad_json");
        Answer tensor = Served.send(served.request("/v2/models/m/infer")
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString("{\"inputs\":[{\"data\":" + "[".repeat(1_000_000)))
                .build());
        assertThat(tensor.status()).isEqualTo(400);
        assertThat(tensor.json().get("error").asText()).startsWith("bad_json");
    }

    @Test
    void aMillionItemsAreTooMany() throws Exception {
        assertRefused("{\"model\":\"m\",\"matrix\":[" + "[],".repeat(1_000_000) + "[]]}", 413, "too_many_items");
        String query = "{\"matrix\":[" + "[1,2,3],".repeat(99) + "[1,2,3]]}";
        assertRefused(
                "{\"model\":\"m\",\"queries\":[" + (query + ",").repeat(100) + query + "]}", 413, "too_many_items");
        assertRefused(Served.items(1001, 1).replace("{", "{\"model\":\"pairs\","), 413, "too_many_items");
    }

    /** A stream that is made as it is read. */
    private static InputStream endless(long bytes) {
        return new InputStream() {
            private long left = bytes;

            @Override
            public int read() {
                return left-- > 0 ? ' ' : -1;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                if (left <= 0) {
                    return -1;
                }
                int count = (int) Math.min(length, left);
                Arrays.fill(buffer, offset, offset + count, (byte) ' ');
                left -= count;
                return count;
            }
        };
    }

    /** The head alone is enough to refuse it. */
    @Test
    void aHundredMegabytesAreRefusedBeforeTheyAreSent() throws Exception {
        String answer =
                raw("POST /v1/rank HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                        + TOKEN + "\r\nContent-Length: 104857600\r\n\r\n" + SECRET);
        assertThat(answer).startsWith("HTTP/1.1 413").contains("too_large");
        assertLogged(413, "too_large");
    }

    /** Without a length they are refused where the limit is reached. */
    @Test
    void aHundredMegabytesInChunksAreRefused() throws Exception {
        try {
            Answer answer = Served.send(served.request("/v1/rank")
                    .header("Content-Type", "application/json")
                    .header("Authorization", "Bearer " + TOKEN)
                    .POST(BodyPublishers.ofInputStream(() -> endless(100L << 20)))
                    .build());
            assertThat(answer.status()).isEqualTo(413);
        } catch (IOException e) {
            // the client was still sending when the connection was closed
            assertThat(e).hasMessageNotContaining("timed out");
        }
        assertLogged(413, "too_large");
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), served.server.address().port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(UTF_8));
            socket.getOutputStream().flush();
            byte[] buffer = new byte[8192];
            int length = 0;
            while (length < buffer.length) {
                int count = socket.getInputStream().read(buffer, length, buffer.length - length);
                if (count < 0) {
                    break;
                }
                length += count;
                String sofar = new String(buffer, 0, length, UTF_8);
                if (sofar.contains("\r\n\r\n") && sofar.endsWith("}")) {
                    break;
                }
            }
            return new String(buffer, 0, length, UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/../../etc/passwd",
        "/v1/models/../../../etc/passwd",
        "/v1/models/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/v1/models/..%2f..%2fetc/passwd",
        "/v1/models/%00",
        "/v1/models/..;/x",
        "//etc/passwd",
        "/v1/models/Zaphod",
        "/Zaphod?Zaphod=Zaphod",
        "/v2/models/%2e%2e/infer"
    })
    void pathsLeadNowhereElse(String path) throws Exception {
        String answer = raw("GET " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TOKEN + "\r\n\r\n");
        assertThat(answer)
                .containsPattern("^HTTP/1.1 (400|404|405)")
                .contains("{\"error\":")
                .doesNotContain("root:");
    }

    @ParameterizedTest
    @CsvSource({"GARBAGE", "GET / HTTP/9.9", "GET /\u0001 HTTP/1.1", "ZAPHOD /v1/rank HTTP/1.1", "GET /v1/rank HTTP/1.1"
    })
    void whatIsNoRequestIsRefused(String line) throws Exception {
        String answer = raw(line + "\r\nHost: x\r\nAuthorization: Bearer " + TOKEN + "\r\nConnection: close\r\n\r\n");
        assertThat(answer).containsPattern("^HTTP/1.1 (400|404|405|501|505)").contains("{\"error\":");
    }

    @Test
    void aHeadThatIsTooLargeIsRefused() throws Exception {
        String answer = raw("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Y: " + SECRET.repeat(10_000) + "\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 431");
    }

    @Test
    void aTokenIsNeededForAllButTheFirstSignOfLife() throws Exception {
        List<Answer> refused = new ArrayList<>();
        for (ModelServer.Route route : served.server.routes()) {
            String path = route.path().replace("{name}", "m").replace("{version}", "1");
            var request = served.request(path)
                    .method(route.method().name(), BodyPublishers.ofString("{}"))
                    .header("Content-Type", "application/json");
            Answer without = Served.send(request.build());
            if (path.equals("/healthz")) {
                assertThat(without.status()).isEqualTo(200);
                continue;
            }
            refused.add(without);
            for (String header : List.of("Bearer wrong", "Bearer ", "Basic " + TOKEN, TOKEN, "Bearer " + TOKEN + "x")) {
                refused.add(Served.send(
                        request.copy().header("Authorization", header).build()));
            }
        }
        refused.add(served.get("/no/such/path"));
        for (Answer answer : refused) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(401);
            assertThat(answer.response().headers().firstValue("WWW-Authenticate"))
                    .hasValue("Bearer");
        }
        assertThat(Served.send(served.request("/v1/models")
                                .header("Authorization", "bearer " + TOKEN)
                                .build())
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"text/plain,", "application/x-www-form-urlencoded,", "application/json,gzip"})
    void whatIsNotSaidToBePlainJsonIsRefused(String type, @Nullable String encoding) throws Exception {
        var request = served.request("/v1/rank")
                .header("Content-Type", type)
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString("{\"model\":\"m\",\"matrix\":[[1,2,3]]}"));
        if (encoding != null) {
            request.header("Content-Encoding", encoding);
        }
        Answer answer = Served.send(request.build());
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.code()).isEqualTo("unsupported_media_type");
    }

    /** The decoder would search for an hour; it stops in time and says that nothing is proven. */
    @Test
    @Timeout(60)
    void aModelThatDecodesForEverAnswersInTime() throws Exception {
        Answer answer = post(Served.items(200, 9).replace("{", "{\"model\":\"pairs\","));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().get("proven").asBoolean()).isFalse();
        assertThat(answer.json().get("gap").asDouble()).isPositive();
        assertThat(answer.json().get("ranking")).hasSize(200);
    }

    @Test
    @Timeout(60)
    void whereAllAreBusyRequestsAreTurnedAway() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(20);
        try {
            String body = Served.items(200, 9).replace("{", "{\"model\":\"pairs\",");
            Callable<Answer> ask = () -> post(body);
            List<Future<Answer>> asked = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                asked.add(clients.submit(ask));
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Answer> future : asked) {
                Answer answer = future.get();
                statuses.add(answer.status());
                if (answer.status() == 503) {
                    assertThat(answer.code()).isEqualTo("busy");
                    assertThat(answer.response().headers().firstValue("Retry-After"))
                            .hasValue("1");
                }
            }
            // two are worked on, eight wait, and those who wait too long are told so
            assertThat(statuses).allMatch(status -> status == 200 || status == 503 || status == 504);
            assertThat(statuses.stream().filter(status -> status == 503)).hasSizeGreaterThanOrEqualTo(10);
        } finally {
            clients.shutdownNow();
        }
    }

    /** Sends a byte now and then until the server closes the connection, and returns what it answered. */
    private static String drip(String begin, byte drop) throws IOException, InterruptedException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), served.server.address().port())) {
            OutputStream out = socket.getOutputStream();
            out.write(begin.getBytes(UTF_8));
            try {
                while (socket.getInputStream().available() == 0) {
                    out.write(drop);
                    out.flush();
                    Thread.sleep(100);
                }
            } catch (SocketException e) {
                return "closed";
            }
            return new String(socket.getInputStream().readNBytes(12), UTF_8);
        }
    }

    @Test
    @Timeout(60)
    void whoSendsOneByteAtATimeIsLetGo() throws Exception {
        CompletableFuture<String> head = CompletableFuture.supplyAsync(() -> {
            try {
                return drip("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", (byte) 'a');
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        String body = drip(
                "POST /v1/rank HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer " + TOKEN
                        + "\r\nContent-Length: 1000000\r\n\r\n",
                (byte) ' ');
        assertThat(body).isEqualTo("HTTP/1.1 408");
        assertThat(head.get()).isEqualTo("closed");
        assertLogged(408, "too_slow");
    }

    /** Each is fast enough to be let go on until its time is over, and none of them is in the way of one who is quick. */
    @Test
    @Timeout(120)
    void manySlowClientsShutNobodyOut() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(),
                        served.server.address().port());
                slow.add(socket);
                socket.getOutputStream()
                        .write(("POST /v1/rank HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                        + "Authorization: Bearer " + TOKEN + "\r\nContent-Length: 16000000\r\n\r\n"
                                        + " ".repeat(20_000))
                                .getBytes(UTF_8));
            }
            int answered = 0;
            List<String> ends = new ArrayList<>();
            while (ends.size() < slow.size()) {
                for (Socket socket : slow) {
                    if (!socket.isClosed() && socket.getInputStream().available() > 0) {
                        ends.add(new String(socket.getInputStream().readNBytes(12), UTF_8));
                        socket.close();
                    } else if (!socket.isClosed()) {
                        drip(socket);
                    }
                }
                Answer honest = post("{\"model\":\"m\",\"matrix\":[[1,2,3]]}");
                assertThat(honest.status()).as(honest.text()).isEqualTo(200);
                answered++;
                Thread.sleep(100);
            }
            assertThat(answered).isPositive();
            assertThat(ends).allMatch("HTTP/1.1 408"::equals);
            assertLogged(408, "too_slow");
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static void drip(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(' ');
        } catch (SocketException e) {
            // it was closed in between, and what it was told can still be read
        }
    }

    @ParameterizedTest
    @CsvSource({"/v1/rank/, 200", "/v2/models/m/infer/, 400", "/v1//rank, 404", "/v1/rank//, 404", "/v1/rank/x, 404"})
    void aSlashTooManyIsNoFault(String path, int status) throws Exception {
        Answer answer = Served.send(served.request(path)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString("{\"model\":\"m\",\"matrix\":[[1,2,3]]}"))
                .build());
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    }

    @Test
    void anOldVersionOfHttpIsTheFaultOfTheClient() throws Exception {
        assertThat(raw("GET /healthz\r\n\r\n")).contains("\"bad_request\"").doesNotContain("a fault of the server");
        assertLogged(505, "bad_request");
    }

    /** A client that resets its connection within a body. */
    @Test
    void aConnectionThatIsResetIsNoFault() throws Exception {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), served.server.address().port())) {
            socket.getOutputStream()
                    .write(("POST /v1/rank HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Authorization: Bearer " + TOKEN + "\r\nContent-Length: 1000\r\n\r\n{")
                            .getBytes(UTF_8));
            Thread.sleep(200);
            socket.setSoLinger(true, 0);
        }
        assertLogged(400, "bad_request");
    }

    @Test
    void aStreamThatEndsEarlyIsNoFault() throws Exception {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), served.server.address().port())) {
            socket.getOutputStream()
                    .write(("POST /v1/rank HTTP/1.1\r\n"
                                    + "Host: x\r\n"
                                    + "Content-Type: application/json\r\n"
                                    + "Authorization: Bearer "
                                    + TOKEN + "\r\nContent-Length: 1000\r\n\r\n{\"model\":")
                            .getBytes(UTF_8));
            socket.shutdownOutput();
            assertThat(new ByteArrayInputStream(socket.getInputStream().readAllBytes()).readAllBytes())
                    .asString(UTF_8)
                    .contains("400");
        }
    }
}
