package io.plumbrank.train;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Says when no more may be tried: when somebody stops it, or when what is left of a budget of time is needed to make a model of the
 * best.
 */
final class BudgetClock {
    /** Of the time, what trials may take; the rest is for one more pass over the data, which measures and writes what was chosen. */
    private static final double SHARE_OF_TRIALS = 0.97;

    private final LongSupplier nanos;
    private final long start;
    private final double seconds;
    private final AtomicBoolean stop;

    /**
     * Starts now.
     *
     * @param stop what ends the trials when it becomes true
     * @param nanos the time in nanoseconds, from any moment on
     */
    BudgetClock(Budget budget, AtomicBoolean stop, LongSupplier nanos) {
        Duration time = budget.time();
        this.nanos = nanos;
        this.start = nanos.getAsLong();
        this.seconds = time == null ? Double.POSITIVE_INFINITY : SHARE_OF_TRIALS * time.toNanos() / 1e9;
        this.stop = stop;
    }

    /** Seconds since the start. */
    double elapsed() {
        return (nanos.getAsLong() - start) / 1e9;
    }

    boolean isOver() {
        return isOver(1);
    }

    /** Whether a share of the time is over. */
    boolean isOver(double share) {
        return left(share) < 0;
    }

    /** Seconds until a share of the time is over, infinite where there is no limit and negative where it is over. */
    double left(double share) {
        return stop.get() ? Double.NEGATIVE_INFINITY : share * seconds - elapsed();
    }

    /** Whether the budget is a time. */
    boolean isLimited() {
        return seconds < Double.POSITIVE_INFINITY;
    }
}
