package io.plumbrank.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that ask and do not read are in nobody's way. */
@Tag("full")
class SlowReadersTest {
    private static final int CLIENTS = 200;
    private static final int SECONDS = 20;

    @TempDir
    Path folder;

    /** A client that asks for {@code /openapi.json} again and again, and reads nothing. */
    private static final class Deaf implements AutoCloseable {
        private final ByteBuffer requests = ByteBuffer.wrap("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .repeat(2000)
                .getBytes(UTF_8));
        private final SocketChannel channel;
        private boolean cut;

        Deaf(int port) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.configureBlocking(false);
        }

        void send() {
            try {
                if (!requests.hasRemaining()) {
                    requests.rewind();
                }
                channel.write(requests);
            } catch (IOException e) {
                cut = true;
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static long millisOfHealth(int port) throws IOException {
        long start = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(5000);
            socket.getOutputStream()
                    .write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 200");
        } catch (SocketTimeoutException e) {
            return 5000;
        }
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    @Test
    @Timeout(120)
    void clientsThatDoNotReadShutNobodyOutAndAreCutOff() throws Exception {
        List<Deaf> clients = new ArrayList<>();
        try (Served served = new Served(
                List.of(new ModelSource("m", Served.ranker(folder.resolve("ranker.json"), 1))),
                ServerSettings.local(0))) {
            int port = served.server.address().port();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new Deaf(port));
            }
            long worst = 0;
            for (int round = 0; round < SECONDS * 5; round++) {
                clients.forEach(Deaf::send);
                worst = Math.max(worst, millisOfHealth(port));
                assertThat(worst).as("milliseconds until /healthz answers").isLessThan(5000);
                Thread.sleep(200);
            }
            assertThat(served.post("/v1/rank", "{\"matrix\":[[1,2,3]]}").status())
                    .isEqualTo(200);
            assertThat(clients).allMatch(client -> client.cut);
            // a client whose answer waits is not asked for its next request
            long answered = served.log.stream()
                    .filter(line -> line.contains("/openapi.json"))
                    .count();
            assertThat(answered).isLessThan(CLIENTS * 1000L);
            assertThat(served.logged()).contains("\"code\":\"too_slow\"").doesNotContain("fault");
        } finally {
            for (Deaf client : clients) {
                client.close();
            }
        }
    }
}
