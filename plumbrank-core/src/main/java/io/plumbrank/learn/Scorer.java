package io.plumbrank.learn;

import java.io.Serializable;

/**
 * A fitted function f: x ↦ u ∈ R^d. Immutable and thread-safe. The same row gives the same bits alone and in a batch.
 *
 * <pre>{@code
 * double[] u = new double[scorer.outputs()];
 * float[] x = new float[scorer.inputs()];
 * query.featuresInto(item, x);
 * scorer.scoreInto(x, u);
 * }</pre>
 */
public interface Scorer extends Serializable {
    /** How many features rows had in training. Data with more are not what the scorer was fitted to: compare and refuse. */
    int inputs();

    /** The dimension d of u. */
    int outputs();

    /**
     * Writes u of one row.
     *
     * @param x {@link #inputs} features, NaN for missing
     * @param u {@link #outputs} places
     * @throws IllegalArgumentException if a length differs
     */
    void scoreInto(float[] x, double[] u);

    /**
     * Writes u of many rows, row after row; the fast way where there are many.
     *
     * @param x {@code rows} times {@link #inputs} features, row-major, NaN for missing
     * @param u at least {@code rows} times {@link #outputs} places, row-major
     * @throws IllegalArgumentException if an array is too short
     */
    void scoreInto(float[] x, int rows, double[] u);
}
