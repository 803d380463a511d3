package io.plumbrank.decode;

import java.time.Duration;

/** When a search must stop: at a moment in time, or when its thread is interrupted. The interrupt flag is left set. */
public final class Deadline {
    /** For a search that ends by itself. */
    public static final Deadline NONE = after(Duration.ofNanos(Long.MAX_VALUE));

    private final long start;
    private final long nanos;

    private Deadline(long start, long nanos) {
        this.start = start;
        this.nanos = nanos;
    }

    /** This long from now; durations beyond 292 years count as 292 years. */
    public static Deadline after(Duration duration) {
        long nanos;
        try {
            nanos = duration.toNanos();
        } catch (ArithmeticException e) {
            nanos = Long.MAX_VALUE;
        }
        return new Deadline(System.nanoTime(), nanos);
    }

    /** A deadline that leaves this part of the time that is left, 0 … 1. */
    public Deadline part(double share) {
        return new Deadline(System.nanoTime(), (long) (share * remainingNanos()));
    }

    /** Whether it is time to stop. Costs some tens of nanoseconds: inner loops ask now and then. */
    public boolean isPast() {
        return System.nanoTime() - start >= nanos || Thread.currentThread().isInterrupted();
    }

    /** The time left, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    private long remainingNanos() {
        return Math.max(0, nanos - (System.nanoTime() - start));
    }
}
