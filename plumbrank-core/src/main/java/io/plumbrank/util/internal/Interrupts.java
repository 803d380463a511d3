package io.plumbrank.util.internal;

import java.util.concurrent.CancellationException;

/**
 * Ends long work whose thread was interrupted, since nobody waits for it any more. Loops over rows or trees ask now and then; a
 * search, which has something to give back at any time, stops by itself ({@code decode.Deadline}).
 */
public final class Interrupts {
    private Interrupts() {}

    /**
     * Goes on unless the thread was interrupted; the flag is left set. Costs about a nanosecond.
     *
     * @throws CancellationException if it was
     */
    public static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("the thread was interrupted");
        }
    }
}
