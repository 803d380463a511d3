package io.plumbrank.server;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Hands lines to their reader on a thread of its own, so that a reader that hangs stops nobody. At most {@value #MOST} lines wait;
 * further ones are dropped and counted, and the reader gets their number when it reads again.
 */
final class BoundedLog implements Consumer<String>, AutoCloseable {
    static final int MOST = 4096;

    /** How long {@link #close} waits for the reader. */
    private static final long PATIENCE_MILLIS = 1000;

    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MOST);
    private final AtomicLong dropped = new AtomicLong();
    private final Consumer<String> reader;
    private final LongFunction<String> gap;
    private final Thread thread;
    private volatile boolean closed;
    private long reported;

    /** @param gap makes a line that says how many were dropped */
    BoundedLog(Consumer<String> reader, LongFunction<String> gap) {
        this.reader = reader;
        this.gap = gap;
        this.thread = new Thread(this::run, "plumbrank-log");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void accept(String line) {
        if (!waiting.offer(line)) {
            dropped.incrementAndGet();
        }
    }

    /** How many lines were dropped. */
    long dropped() {
        return dropped.get();
    }

    private void run() {
        try {
            while (!closed || !waiting.isEmpty()) {
                String line = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (line != null) {
                    hand(line);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void hand(String line) {
        try {
            reader.accept(line);
            long lost = dropped.get() - reported;
            if (lost > 0) {
                reported += lost;
                reader.accept(gap.apply(lost));
            }
        } catch (RuntimeException e) {
            dropped.incrementAndGet(); // a reader that fails may take the next line
        }
    }

    /** Waits a second at most until the reader has all lines. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
