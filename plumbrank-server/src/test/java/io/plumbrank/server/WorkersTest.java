package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.server.ServiceException.Code;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkersTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(30);

    /** A client that waits for ever. */
    private static final Workers.Watch PATIENT = gone -> () -> {};

    private static @Nullable Code refusal(Workers workers, Duration limit) {
        try {
            workers.run(() -> "done", limit, PATIENT);
            return null;
        } catch (ServiceException e) {
            return e.code();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Work that hears no interrupt keeps its worker, but nobody waits for it, and when it ends the worker is free. */
    @Test
    @Timeout(60)
    void workThatGoesOnForEverIsGivenUp() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (Workers workers = new Workers(1, 1)) {
            assertThatThrownBy(() -> workers.run(
                            () -> {
                                while (release.getCount() > 0) {
                                    Thread.onSpinWait();
                                }
                                return "late";
                            },
                            SHORT,
                            PATIENT))
                    .isInstanceOfSatisfying(
                            ServiceException.class, e -> assertThat(e.code()).isEqualTo(Code.TIME_LIMIT));
            assertThat(workers.busy()).isEqualTo(1);
            // one may wait, and who waited in vain leaves the line
            assertThat(refusal(workers, SHORT)).isEqualTo(Code.TIME_LIMIT);
            assertThat(workers.waiting()).isZero();
            assertThat(refusal(workers, SHORT)).isEqualTo(Code.TIME_LIMIT);
            release.countDown();
            assertThat(workers.run(() -> "done", LONG, PATIENT)).isEqualTo("done");
        }
    }

    @Test
    @Timeout(60)
    void workIsInterruptedAtItsLimit() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Workers workers = new Workers(1, 0)) {
            assertThatThrownBy(() -> workers.run(
                            () -> {
                                try {
                                    Thread.sleep(LONG.toMillis());
                                } catch (InterruptedException e) {
                                    interrupted.countDown();
                                }
                                return "late";
                            },
                            SHORT,
                            PATIENT))
                    .isInstanceOf(ServiceException.class);
            interrupted.await();
        }
    }

    @Test
    @Timeout(60)
    void whereTheLineIsFullWorkIsTurnedAway() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        try (Workers workers = new Workers(1, 0)) {
            Thread first = new Thread(() -> {
                try {
                    workers.run(
                            () -> {
                                started.countDown();
                                release.await();
                                return "done";
                            },
                            LONG,
                            PATIENT);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            first.start();
            started.await();
            assertThat(refusal(workers, LONG)).isEqualTo(Code.BUSY);
            release.countDown();
            first.join();
        }
    }
}
