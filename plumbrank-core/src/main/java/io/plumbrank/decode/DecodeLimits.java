package io.plumbrank.decode;

import io.plumbrank.decode.DecodeResult.Optimality;
import java.io.Serializable;
import java.time.Duration;

/**
 * How much a decoder may search, and the seed of its random choices. Steps count work: the same steps and seed give the same
 * result, bit for bit, on every machine and for any number of threads, whether the limit is met or not. A time limit is a clock: a
 * search that meets it ({@link Optimality#STOPPED}) returns its best so far, which differs from machine to machine and from run to
 * run. Parts of a search have their shares of the limit: where one of them runs out of time and a later part still proves the
 * optimum, which of several optimal rankings is returned may depend on the clock too.
 *
 * @param steps how many looks at a pair of items a search may take, one or two nanoseconds each; zero asks for what the cheap decoders
 *     give. Interrupting the thread has the same effect as reaching the limit.
 * @param timeLimit wall time; {@link #NO_CLOCK} where no clock decides
 * @param seed of the searches that draw random numbers
 */
public record DecodeLimits(long steps, Duration timeLimit, long seed) implements Serializable {
    private static final long serialVersionUID = 1;

    /** For a search that no clock ends. */
    public static final Duration NO_CLOCK = Duration.ofSeconds(Long.MAX_VALUE);

    /** What a search may take unless told otherwise. */
    public static final long DEFAULT_STEPS = 5_000_000_000L;

    /** For a search that ends by itself. */
    public static final DecodeLimits NONE = new DecodeLimits(Long.MAX_VALUE, NO_CLOCK, 1);

    public DecodeLimits {
        if (steps < 0) {
            throw new IllegalArgumentException("steps must not be negative, got " + steps);
        }
        if (timeLimit.isNegative()) {
            throw new IllegalArgumentException("time limit must not be negative, got " + timeLimit);
        }
    }

    /** {@value #DEFAULT_STEPS} steps, some seconds; no clock; seed 1. */
    public static DecodeLimits defaults() {
        return ofSteps(DEFAULT_STEPS);
    }

    /** So many steps, no clock, seed 1. */
    public static DecodeLimits ofSteps(long steps) {
        return new DecodeLimits(steps, NO_CLOCK, 1);
    }

    /** The same with a clock in place of the count of steps: results may differ from run to run. */
    public DecodeLimits withTimeLimit(Duration timeLimit) {
        return new DecodeLimits(Long.MAX_VALUE, timeLimit, seed);
    }

    public DecodeLimits withSteps(long steps) {
        return new DecodeLimits(steps, timeLimit, seed);
    }

    public DecodeLimits withSeed(long seed) {
        return new DecodeLimits(steps, timeLimit, seed);
    }

    /** Whether a clock may end a search, so that its result may differ from run to run. */
    public boolean usesClock() {
        return !timeLimit.equals(NO_CLOCK);
    }
}
