package io.plumbrank.learn.features;

import java.io.Serializable;

/** A fixed function of rows, x ↦ z, that a {@link MappedScorer} is affine in. Immutable, with value equality. */
public interface RowMap extends Serializable {
    /** Where the features of x lie. */
    FeatureReference reference();

    /** The number of features z. */
    int terms();

    /** Where z of a row begins in what {@link #mapInto} writes; 1 as in a {@link FeatureMap}, or 0. */
    default int firstTerm() {
        return 1;
    }

    /**
     * Writes z of several rows.
     *
     * @param x rows one after another, {@code inputs} values each, NaN for missing; those past the reference are not looked at
     * @param at where in {@code x} the first row begins
     * @param z one array per row, z from {@link #firstTerm} on
     */
    void mapInto(float[] x, int at, int inputs, int rows, double[][] z);

    /** A map that tells how much each feature of x changes what is linear in z. */
    interface Explained extends RowMap {
        /**
         * Writes the Aumann–Shapley values of the features: (a_j − b_j) times the mean of ∂(w·z)/∂x_j on the straight line from b to a
         * (integrated gradients of Sundararajan, Taly and Yan, 2017).
         *
         * @param w one weight per term
         * @param contributions one place per input; those past the reference get 0
         */
        void differenceInto(float[] a, float[] b, double[] w, double[] contributions);
    }
}
