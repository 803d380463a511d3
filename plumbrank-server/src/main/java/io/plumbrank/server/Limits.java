package io.plumbrank.server;

import java.time.Duration;

/**
 * What one request, and all of them together, may take.
 *
 * @param bodyBytes the largest body; a longer one is refused before it is read
 * @param items the most items or rows of one request, over all its queries
 * @param time how long a request may wait and be worked on; decoders stop in time for it
 * @param workers how many requests are worked on at the same time
 * @param waiting how many more may wait for a worker; beyond, requests are turned away at once
 */
public record Limits(long bodyBytes, int items, Duration time, int workers, int waiting) {
    /** The most items of a query whose pairs are scored: half a million numbers. */
    static final int ITEMS_OF_PAIRS = 1000;

    /** @throws IllegalArgumentException if one of them would let nothing through */
    public Limits {
        require("the largest body", bodyBytes, 1);
        require("the most items", items, 1);
        require("the number of workers", workers, 1);
        require("the number of requests that may wait", waiting, 0);
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("the time limit must be more than 0, got " + time);
        }
        if (bodyBytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the largest body must be below 2 GB, got " + bodyBytes);
        }
    }

    /** 16 MB, 10 000 items, 10 s, a worker per processor and 64 requests that wait. */
    public static Limits defaults() {
        return new Limits(
                16 << 20, 10_000, Duration.ofSeconds(10), Runtime.getRuntime().availableProcessors(), 64);
    }

    /** A copy with another time limit. */
    public Limits withTime(Duration other) {
        return new Limits(bodyBytes, items, other, workers, waiting);
    }

    /** A copy with other workers. */
    public Limits withWorkers(int other, int othersWaiting) {
        return new Limits(bodyBytes, items, time, other, othersWaiting);
    }

    private static void require(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(what + " must be at least " + least + ", got " + value);
        }
    }
}
