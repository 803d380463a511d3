package io.plumbrank.decode;

import java.time.Duration;

/**
 * How long a decoder may search, and the seed of its random choices. A decoder that is not stopped by the time limit
 * gives the same result for the same seed, bit for bit; one that is stopped ({@link Optimality#STOPPED}) returns its best
 * so far, which depends on the machine. Parts of a search have their shares of the time limit: where one of them runs out
 * and a later part still proves the optimum, which of several optimal rankings is returned may depend on the clock too.
 *
 * @param timeLimit wall time; zero asks for what the cheap decoders give. Interrupting the thread has the same effect
 *     as reaching the limit.
 * @param seed of the searches that draw random numbers
 */
public record DecodeLimits(Duration timeLimit, long seed) {
    /** So long that the clock decides nothing where the work takes a moment. */
    static final DecodeLimits WITHOUT_CLOCK = new DecodeLimits(Duration.ofDays(1), 1);

    public DecodeLimits {
        if (timeLimit.isNegative()) {
            throw new IllegalArgumentException("time limit must not be negative, got " + timeLimit);
        }
    }

    /** Ten seconds, seed 1. */
    public static DecodeLimits defaults() {
        return new DecodeLimits(Duration.ofSeconds(10), 1);
    }

    /** The same with another time limit. */
    public DecodeLimits withTimeLimit(Duration timeLimit) {
        return new DecodeLimits(timeLimit, seed);
    }

    /** The same with another seed. */
    public DecodeLimits withSeed(long seed) {
        return new DecodeLimits(timeLimit, seed);
    }
}
