package io.plumbrank.decode;

import io.plumbrank.data.Ranking;
import java.time.Duration;

/**
 * A decoded ranking and what the decoder knows about it. For a problem that is minimised (linear ordering) the bound is
 * at most the optimum and the value at least; for one that is maximised (MAP) it is the other way round.
 *
 * @param ranking the best ranking found
 * @param value the problem's own value of that ranking
 * @param bound no ranking has a value beyond it; equal to the value when the optimum is proven
 * @param optimality whether the optimum is proven, and if not, why
 * @param method what found and proved it, such as {@code subset-dp}, or {@code local-search+cycle-packing} where a bound
 *     met the value that a search had found; methods that differ by component are joined by {@code +} too
 * @param elapsed wall time
 */
public record DecodeResult(
        Ranking ranking, double value, double bound, Optimality optimality, String method, Duration elapsed) {
    public DecodeResult {
        if (Double.isNaN(value) || Double.isNaN(bound)) {
            throw new IllegalArgumentException("value and bound must be numbers, got " + value + " and " + bound);
        }
        if (optimality == Optimality.PROVEN && value != bound) {
            throw new IllegalArgumentException("a proven value is its own bound, got " + value + " and " + bound);
        }
    }

    /** The same for another ranking that is as good. */
    DecodeResult withRanking(Ranking other) {
        return new DecodeResult(other, value, bound, optimality, method, elapsed);
    }

    /** How far from the optimum the value can be at most: |value − bound|. */
    public double gap() {
        return value == bound ? 0 : Math.abs(value - bound);
    }

    /** {@link #gap} over the larger of |value| and |bound|; 0 when both are 0. */
    public double relativeGap() {
        return gap() == 0 ? 0 : gap() / Math.max(Math.abs(value), Math.abs(bound));
    }

    /** Whether the optimum is proven. */
    public boolean isOptimal() {
        return optimality == Optimality.PROVEN;
    }

    /** The knowledge about a decoded ranking when the decoder returns. */
    public enum Optimality {
        /** No ranking is better: the value meets the bound, exactly for integer weights and else up to rounding. */
        PROVEN,
        /** The method came to its own end, and does not prove more than its bound. */
        UNPROVEN,
        /** A limit or an interrupt came first; this is the best so far. With a wider limit the result may differ. */
        STOPPED
    }
}
