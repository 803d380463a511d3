package io.plumbrank.learn.arithmetic;

import io.plumbrank.learn.Scorer;
import java.util.Objects;

/** The shapes that every scorer asks of its arguments, for those who write one. */
public final class Shapes {
    private Shapes() {}

    /** @throws IllegalArgumentException if a length is not the scorer's */
    public static void requireRow(Scorer scorer, float[] x, double[] u) {
        if (x.length != scorer.inputs()) {
            throw new IllegalArgumentException(
                    "a row of " + x.length + " features, but the scorer was fitted to " + scorer.inputs());
        }
        if (u.length != scorer.outputs()) {
            throw new IllegalArgumentException(scorer.outputs() + " outputs, but room for " + u.length);
        }
    }

    /** @throws IllegalArgumentException if an array is too short */
    public static void requireRows(Scorer scorer, float[] x, int rows, double[] u) {
        if (rows < 0 || (long) rows * scorer.inputs() > x.length) {
            throw new IllegalArgumentException(
                    rows + " rows of " + scorer.inputs() + " features, but " + x.length + " values");
        }
        if ((long) rows * scorer.outputs() > u.length) {
            throw new IllegalArgumentException(
                    rows + " rows of " + scorer.outputs() + " outputs, but room for " + u.length);
        }
    }

    /** Requires two rows, an output of the scorer, and room for a number per feature. */
    public static void requirePair(Scorer scorer, float[] a, float[] b, int output, double[] contributions) {
        Objects.checkIndex(output, scorer.outputs());
        if (a.length != scorer.inputs() || b.length != scorer.inputs()) {
            throw new IllegalArgumentException("rows of " + a.length + " and " + b.length
                    + " features, but the scorer was fitted to " + scorer.inputs());
        }
        if (contributions.length != scorer.inputs()) {
            throw new IllegalArgumentException(
                    scorer.inputs() + " contributions, but room for " + contributions.length);
        }
    }
}
