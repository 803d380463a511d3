package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A reader of the log that hangs stops neither the service nor its end, and learns what it missed. */
@Tag("full")
class SlowLogTest {
    private static final int REQUESTS = BoundedLog.MOST + 1000;

    @TempDir
    Path folder;

    private static void ask(ModelServer server, int times) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/readyz"))
                .timeout(Duration.ofSeconds(10))
                .build();
        for (int i = 0; i < times; i++) {
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        }
    }

    private ModelServer start(Consumer<String> log) {
        return ModelServer.start(
                List.of(new ModelSource("m", Served.ranker(folder.resolve("ranker.json"), 1))),
                null,
                ServerSettings.local(0),
                log);
    }

    @Test
    @Timeout(120)
    void theServiceGoesOnAndEnds() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ModelServer server = start(line -> hang(never));
        try {
            ask(server, REQUESTS);
            long start = System.nanoTime();
            server.drain();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        } finally {
            never.countDown();
        }
    }

    @Test
    @Timeout(120)
    void whatWasDroppedIsCounted() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        try (ModelServer server = start(line -> {
            hang(released);
            lines.add(line);
        })) {
            ask(server, REQUESTS);
            released.countDown();
            int all = REQUESTS + 1; // and "listening"
            while (written(lines) + dropped(lines) < all) {
                Thread.sleep(10);
            }
            // one hung and others waited
            assertThat(dropped(lines)).isEqualTo(all - BoundedLog.MOST - 1);
            String metrics = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(server.url() + "/metrics"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertThat(metrics).contains("plumbrank_log_dropped_total " + (double) dropped(lines));
        }
    }

    private static long written(Queue<String> lines) {
        return lines.stream().filter(line -> !line.contains("\"dropped\"")).count();
    }

    private static long dropped(Queue<String> lines) throws IOException {
        long sum = 0;
        for (String line : lines) {
            sum += Served.JSON.readTree(line).path("lines").asLong();
        }
        return sum;
    }

    private static void hang(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
