package io.plumbrank.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.server.Served.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DrainTest {
    @TempDir
    Path folder;

    private static Answer rank(Served served, String body) {
        try {
            return served.post("/v1/rank", body);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isOpen(int port) {
        try (Socket another = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return another.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** A connection that is open stays so while the server stops, as what has begun may still end. */
    @Test
    @Timeout(60)
    void whoComesWhileItStopsIsToldSo() throws Exception {
        Limits limits = Limits.defaults().withTime(Duration.ofSeconds(5)).withWorkers(1, 8);
        Served served = new Served(
                List.of(new ModelSource("pairs", Served.pairs(folder.resolve("pairs.json")))),
                ServerSettings.local(0).withLimits(limits));
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), served.server.address().port())) {
            CompletableFuture<Answer> pending = CompletableFuture.supplyAsync(() -> rank(served, Served.items(300, 9)));
            while (!served.get("/metrics").text().contains("plumbrank_workers_busy 1")) {
                Thread.sleep(10);
            }
            // a connection without a request would be closed
            socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: x\r\n".getBytes(UTF_8));
            Thread stopping = new Thread(served.server::drain);
            stopping.start();
            while (!served.logged().contains("draining")
                    || isOpen(served.server.address().port())) {
                Thread.sleep(10);
            }
            Thread.sleep(10);
            socket.getOutputStream().write("\r\n".getBytes(UTF_8));
            byte[] buffer = new byte[4096];
            int length = socket.getInputStream().read(buffer);
            assertThat(length).isPositive();
            String answer = new String(buffer, 0, length, UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 503");
            assertThat(answer).contains("\"draining\"").contains("Retry-After: 1");
            assertThat(pending.get().status()).isEqualTo(200);
            stopping.join();
        }
    }

    @Test
    @Timeout(60)
    void whatHasBegunIsEndedAndNothingNewIsTaken() throws Exception {
        Limits limits = Limits.defaults().withTime(Duration.ofSeconds(3)).withWorkers(2, 8);
        Served served = new Served(
                List.of(new ModelSource("pairs", Served.pairs(folder.resolve("pairs.json")))),
                ServerSettings.local(0).withLimits(limits).withTimes(Duration.ofSeconds(1), Duration.ofMillis(800)));
        CompletableFuture<Answer> pending = CompletableFuture.supplyAsync(() -> rank(served, Served.items(200, 9)));
        while (!served.get("/metrics").text().contains("plumbrank_workers_busy 1")) {
            Thread.sleep(10);
        }
        assertThat(served.get("/readyz").status()).isEqualTo(200);
        Thread stopping = new Thread(served.server::drain);
        stopping.start();
        while (!served.logged().contains("draining")) {
            Thread.sleep(1);
        }
        // within the notice: not ready, alive, and still answering
        Answer ready = served.get("/readyz");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.code()).isEqualTo("draining");
        assertThat(served.get("/healthz").status()).isEqualTo(200);
        assertThat(served.post("/v1/rank", "{\"matrix\":[[1,2,3],[3,2,1]]}").status())
                .isEqualTo(200);

        Answer ended = pending.get();
        assertThat(ended.status()).as(ended.text()).isEqualTo(200);
        assertThat(ended.json().get("ranking")).hasSize(200);
        stopping.join();
        served.server.await();
        assertThat(served.logged()).contains("\"stopped\"").doesNotContain("fault");
        assertThatThrownBy(() -> served.get("/healthz")).isInstanceOf(IOException.class);
    }
}
