package io.plumbrank.cli.options;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends trials on Ctrl-C, and gives the command time to write the best so far, if there is one: the JVM waits for it before it goes
 * down.
 */
public final class Interruption implements AutoCloseable {
    private static final long MOST_SECONDS = 120;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicBoolean ready = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted, "plumbrank-interruption");

    public Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** True from when the user has had enough. */
    public AtomicBoolean stop() {
        return stop;
    }

    /** From now on there is something to write. */
    void ready() {
        ready.set(true);
    }

    @SuppressWarnings("ReturnValueIgnored") // there is nothing to do for one that takes too long
    private void interrupted() {
        stop.set(true);
        if (!ready.get()) {
            return;
        }
        try {
            done.await(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the wait of the shutdown hook: all output is written. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            stop.set(true); // the JVM is on its way down
        }
    }
}
