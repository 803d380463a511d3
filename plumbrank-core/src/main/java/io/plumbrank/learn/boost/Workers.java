package io.plumbrank.learn.boost;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Threads that share out numbered tasks, none of which may depend on another. */
final class Workers implements AutoCloseable {
    private final int threads;
    private final @Nullable ExecutorService pool;

    Workers(int threads) {
        this.threads = threads;
        pool = threads == 1
                ? null
                : Executors.newFixedThreadPool(threads - 1, task -> {
                    Thread thread = new Thread(task, "plumbrank-trees");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    int threads() {
        return threads;
    }

    /** Does all tasks, the caller's thread among those that do; returns when the last is done. */
    void run(int tasks, IntConsumer task) {
        if (pool == null || tasks < 2) {
            for (int number = 0; number < tasks; number++) {
                task.accept(number);
            }
            return;
        }
        AtomicInteger next = new AtomicInteger();
        Runnable share = () -> {
            for (int number = next.getAndIncrement(); number < tasks; number = next.getAndIncrement()) {
                task.accept(number);
            }
        };
        List<Future<?>> others = new ArrayList<>();
        for (int thread = 1; thread < Math.min(threads, tasks); thread++) {
            others.add(pool.submit(share));
        }
        share.run();
        for (Future<?> other : others) {
            await(other);
        }
    }

    /** Does work on ranges of rows of a fixed size. */
    void ranges(int rows, int size, Range work) {
        run((rows + size - 1) / size, number -> {
            int from = number * size;
            work.accept(from, Math.min(rows, from + size));
        });
    }

    /** Rows that follow each other. */
    interface Range {
        void accept(int from, int to);
    }

    private static void await(Future<?> other) {
        try {
            other.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            if (e.getCause() instanceof Error fault) {
                throw fault;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while growing trees", e);
        }
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.shutdownNow();
        }
    }
}
