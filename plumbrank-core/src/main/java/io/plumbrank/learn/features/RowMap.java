package io.plumbrank.learn.features;

/** A fixed function of rows, x ↦ z, that a {@link MappedScorer} is affine in. */
public sealed interface RowMap permits FourierFeatures, LaplaceKernel {
    /** Where the features of x lie. */
    FeatureReference reference();

    /** The number of features z. */
    int terms();

    /** Where z of a row begins in what {@link #mapInto} writes. */
    int firstTerm();

    /**
     * Writes z of several rows.
     *
     * @param x rows one after another, {@code inputs} values each, NaN for missing; those past the reference are not looked at
     * @param at where in {@code x} the first row begins
     * @param z one array per row, z from {@link #firstTerm} on
     */
    void mapInto(float[] x, int at, int inputs, int rows, double[][] z);
}
