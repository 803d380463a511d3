package io.plumbrank.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.server.Served.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A request whose client hung up is given up. */
@Tag("full")
class AbandonedTest {
    private static final Duration LIMIT = Duration.ofSeconds(8);

    @TempDir
    static Path folder;

    private static Served served;

    @BeforeAll
    static void serve() {
        served = new Served(
                List.of(new ModelSource("pairs", Served.pairs(folder.resolve("pairs.json")))),
                ServerSettings.local(0)
                        .withLimits(Limits.defaults().withTime(LIMIT).withWorkers(2, 64)));
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    private static Socket ask(String body) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), served.server.address().port());
        socket.getOutputStream().write(request(body));
        return socket;
    }

    private static byte[] request(String body) {
        return ("POST /v1/rank HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(UTF_8);
    }

    private static void await(String metric) throws Exception {
        for (int tries = 0; !served.get("/metrics").text().contains(metric); tries++) {
            assertThat(tries).as("looks for " + metric).isLessThan(200);
            Thread.sleep(20);
        }
    }

    /** Each would search for most of its time limit, so that one behind them would wait for a minute. */
    @Test
    @Timeout(120)
    void whoComesAfterThirtyThatHungUpIsAnswered() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            sockets.add(ask(Served.items(300, i)));
        }
        await("plumbrank_requests_waiting 28");
        for (Socket socket : sockets) {
            socket.close();
        }
        Answer answer = served.post("/v1/rank", Served.items(3, 1));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        await("plumbrank_workers_busy 0");
        assertThat(served.logged()).contains("\"code\":\"client_closed\"").doesNotContain("fault");
    }

    /** The next request comes while the first is worked on; not a byte of it is lost. */
    @Test
    @Timeout(120)
    void aRequestThatIsSentAheadIsAnsweredToo() throws Exception {
        try (Socket socket = ask(Served.items(60, 1))) {
            await("plumbrank_workers_busy 1");
            byte[] next = request(Served.items(2, 1));
            socket.getOutputStream().write(next, 0, 1);
            Thread.sleep(200);
            socket.getOutputStream().write(next, 1, next.length - 1);
            assertThat(answer(socket.getInputStream())).contains("\"rank\":60");
            assertThat(answer(socket.getInputStream())).contains("\"rank\":2").doesNotContain("\"rank\":3");
        }
    }

    /** One answer with a length. */
    private static String answer(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertThat(next).as("a byte after " + head).isNotNegative();
            head.append((char) next);
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 200");
        String length = head.toString().replaceFirst("(?is).*content-length: *([0-9]+).*", "$1");
        return new String(in.readNBytes(Integer.parseInt(length)), UTF_8);
    }
}
