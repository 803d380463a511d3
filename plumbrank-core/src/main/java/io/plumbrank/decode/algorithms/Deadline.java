package io.plumbrank.decode.algorithms;

import io.plumbrank.decode.DecodeLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a search must stop: after so many steps, at a moment in time, or when its thread is interrupted. The interrupt flag is left
 * set. A step is a look at one pair of items, one or two nanoseconds; searches {@link #spend} what they do. Steps are the same on every
 * machine and for any number of threads, a moment in time is not. For one thread.
 */
public final class Deadline {
    /** For a search that ends by itself. */
    public static final Deadline NONE = afterSteps(Long.MAX_VALUE);

    private static final long FOREVER = Long.MAX_VALUE;

    /** What this is a part of, which counts its steps too. */
    private final @Nullable Deadline whole;

    private final long steps;
    private final long start;
    private final long nanos;
    private long spent;

    private Deadline(@Nullable Deadline whole, long steps, long start, long nanos) {
        this.whole = whole;
        this.steps = steps;
        this.start = start;
        this.nanos = nanos;
    }

    /** This long from now; durations beyond 292 years count as for ever. */
    public static Deadline after(Duration duration) {
        return new Deadline(null, FOREVER, System.nanoTime(), nanos(duration));
    }

    /** After so many steps; {@link Long#MAX_VALUE} never comes. */
    public static Deadline afterSteps(long steps) {
        return new Deadline(null, steps, 0, FOREVER);
    }

    /** When the first of the limits is met. */
    static Deadline of(DecodeLimits limits) {
        return new Deadline(null, limits.steps(), System.nanoTime(), nanos(limits.timeLimit()));
    }

    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException e) {
            return FOREVER;
        }
    }

    /** A deadline that leaves this part of the steps and of the time that are left, 0 … 1; what it spends counts here too. */
    public Deadline part(double share) {
        return new Deadline(
                this,
                steps == FOREVER ? FOREVER : (long) (share * remainingSteps()),
                System.nanoTime(),
                nanos == FOREVER ? FOREVER : (long) (share * remainingNanos()));
    }

    /** Counts steps that were taken. */
    public void spend(long count) {
        for (Deadline counted = this; counted != null; counted = counted.whole) {
            // one that never comes need not count, so that all threads may share it
            if (counted.steps != FOREVER) {
                counted.spent += count;
            }
        }
    }

    /** Whether it is time to stop. Costs some tens of nanoseconds: inner loops ask now and then. */
    public boolean isPast() {
        return (steps != FOREVER && spent >= steps)
                || (nanos != FOREVER && System.nanoTime() - start >= nanos)
                || Thread.currentThread().isInterrupted();
    }

    /** The steps left, never negative; {@link Long#MAX_VALUE} where they are not limited. */
    public long remainingSteps() {
        return steps == FOREVER ? FOREVER : Math.max(0, steps - spent);
    }

    /** The time left, never negative; 292 years where it is not limited. */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    private long remainingNanos() {
        return nanos == FOREVER ? FOREVER : Math.max(0, nanos - (System.nanoTime() - start));
    }
}
