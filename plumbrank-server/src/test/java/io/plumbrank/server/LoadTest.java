package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The long run is a benchmark, {@code ServeLoad}; this one shows that requests leave nothing behind. */
class LoadTest {
    private static final int REQUESTS = 800;

    /** A kilobyte per request. */
    private static final long KEPT = REQUESTS * 1024L;

    @TempDir
    Path folder;

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            ManagementFactory.getMemoryMXBean().gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private static void ask(Served served, int times) throws Exception {
        String body = Served.items(20, 1);
        for (int i = 0; i < times; i++) {
            // one in four is refused, which must leave nothing behind either
            int expected = i % 4 == 0 ? 422 : 200;
            String sent = expected == 200 ? body : "{\"matrix\":[[1]]}";
            assertThat(served.post("/v1/rank", sent).status()).isEqualTo(expected);
            served.log.clear();
        }
    }

    @Test
    void requestsLeaveNothingBehind() throws Exception {
        try (Served served = new Served(
                List.of(new ModelSource("m", Served.ranker(folder.resolve("ranker.json"), 1))),
                ServerSettings.local(0))) {
            ask(served, REQUESTS);
            long before = used();
            ask(served, REQUESTS);
            assertThat(used() - before).isLessThan(KEPT);
        }
    }
}
