package io.plumbrank.util.internal;

import java.util.ArrayDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on worker threads and delivers their results in the calling thread, in the order of submission. Only a few
 * tasks wait at a time, so that a stream of any length needs bounded memory; with one thread everything runs inline.
 *
 * @param <T> what a task makes
 */
public final class InOrder<T> implements AutoCloseable {
    private static final int WAITING_PER_THREAD = 2;

    private final @Nullable ExecutorService pool;
    private final int most;
    private final Consumer<T> deliver;
    private final ArrayDeque<Future<T>> pending = new ArrayDeque<>();

    /**
     * @param threads worker threads; 1 means none
     * @param name of the threads, for people with a profiler
     * @param deliver takes each result, in order, in the thread that calls {@link #submit} or {@link #finish}
     */
    public InOrder(int threads, String name, Consumer<T> deliver) {
        this.deliver = deliver;
        this.most = WAITING_PER_THREAD * threads;
        this.pool = threads == 1
                ? null
                : Executors.newFixedThreadPool(threads, task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Takes a task; delivers what is ready, and waits when too much is not. What a task throws is thrown in its turn. */
    public void submit(Supplier<T> task) {
        if (pool == null) {
            deliver.accept(task.get());
            return;
        }
        pending.add(pool.submit(task::get));
        while (pending.size() > most || (!pending.isEmpty() && pending.element().isDone())) {
            deliver.accept(take(pending.remove()));
        }
    }

    /** Waits for all tasks and delivers what is left. */
    public void finish() {
        while (!pending.isEmpty()) {
            deliver.accept(take(pending.remove()));
        }
    }

    /** Ends the threads; tasks that were not delivered are dropped. */
    @Override
    public void close() {
        if (pool != null) {
            pool.shutdownNow();
        }
    }

    private static <T> T take(Future<T> future) {
        try {
            return future.get();
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
            throw new IllegalStateException("interrupted", e);
        }
    }
}
