package io.plumbrank.server;

import io.plumbrank.server.ServiceException.Code;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A fixed number of threads that work on requests, and a line of fixed length before them. */
final class Workers implements AutoCloseable {
    private final ThreadPoolExecutor threads;

    Workers(int workers, int waiting) {
        BlockingQueue<Runnable> line = waiting == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(waiting);
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(workers, workers, 0, TimeUnit.SECONDS, line, work -> {
            Thread thread = new Thread(work, "plumbrank-worker-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Runs something when nobody waits for some work any more. */
    @FunctionalInterface
    interface Watch {
        /** Begins to watch; closing the result ends it. */
        AutoCloseable begin(Runnable gone);
    }

    /**
     * Does some work on a worker and waits for it.
     *
     * @param limit after which the work is interrupted; it may go on until it notices, and keeps its worker so long
     * @param watch tells whether the client still waits; if not, the work is interrupted too
     * @throws ServiceException if there is no room, the limit was reached, or the client hung up
     */
    @SuppressWarnings("try") // watching ends with the block
    <T> T run(Callable<T> work, Duration limit, Watch watch) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            throw new ServiceException(
                    Code.BUSY, "all workers are busy and no more requests may wait; try again in a moment");
        }
        try (AutoCloseable watching = watch.begin(() -> giveUp(task))) {
            return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (CancellationException e) {
            throw new ServiceException(Code.CLIENT_CLOSED, "the client hung up before the answer");
        } catch (TimeoutException e) {
            giveUp(task);
            throw new ServiceException(
                    Code.TIME_LIMIT,
                    "no answer within the time limit of " + limit.toMillis() + " ms; send fewer items at a time");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CancellationException) {
                throw new ServiceException(Code.DRAINING, "the server has stopped");
            }
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw (Error) e.getCause();
        }
    }

    private void giveUp(FutureTask<?> task) {
        task.cancel(true);
        threads.remove(task);
    }

    int busy() {
        return threads.getActiveCount();
    }

    int waiting() {
        return threads.getQueue().size();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
