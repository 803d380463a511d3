package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Grouping;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import java.util.Locale;
import java.util.Optional;

/** How often a decoder met its limits, and how far from the best it may have been. Thread-safe. */
public final class DecodeTally {
    private final DecodeLimits limits;
    private long decoded;
    private long stopped;
    private double largestGap;

    /** @param limits of the decoder */
    public DecodeTally(DecodeLimits limits) {
        this.limits = limits;
    }

    /** Counts a result. */
    public synchronized void add(DecodeResult result) {
        decoded++;
        if (result.optimality() == Optimality.STOPPED) {
            stopped++;
            largestGap = Math.max(largestGap, result.gap());
        }
    }

    /**
     * Says how often the limit was met, and what that costs; empty if it never was.
     *
     * @param instances what was decoded
     */
    public synchronized Optional<String> sentence(Grouping instances) {
        if (stopped == 0) {
            return Optional.empty();
        }
        return Optional.of("the decoder met its limit of " + words(limits) + " in " + stopped + " of " + decoded + " "
                + noun(instances, decoded) + ", at most " + String.format(Locale.ROOT, "%.3g", largestGap)
                + " from the best for what is predicted; "
                + (limits.usesClock()
                        ? "these rankings may differ from run to run, which a limit that counts steps avoids"
                        : "a larger limit may come closer"));
    }

    private static String noun(Grouping instances, long count) {
        return switch (instances) {
            case QUERY -> count == 1 ? "query" : "queries";
            case ROW -> count == 1 ? "row" : "rows";
        };
    }

    /** Limits in words: {@code 1000000000 steps}. */
    public static String words(DecodeLimits limits) {
        if (!limits.usesClock()) {
            return limits.steps() + " steps";
        }
        String time = limits.timeLimit().toMillis() % 1000 == 0
                ? limits.timeLimit().toSeconds() + " s"
                : limits.timeLimit().toMillis() + " ms";
        return limits.steps() == Long.MAX_VALUE ? time : limits.steps() + " steps or " + time;
    }
}
