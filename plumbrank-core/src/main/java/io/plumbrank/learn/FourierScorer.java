package io.plumbrank.learn;

/**
 * u = intercepts + W·z(x) on random Fourier features z. A missing feature counts as its reference.
 *
 * <p>Immutable. A row costs O((inputs + outputs) · D); a batch shares the scratch memory and runs through the frequencies
 * once for several rows, so it is the way to score many.
 */
public final class FourierScorer implements ExplainedScorer {
    private final FourierFeatures features;
    private final int inputs;
    private final Affine affine;

    private FourierScorer(FourierFeatures features, int inputs, Affine affine) {
        this.features = features;
        this.inputs = inputs;
        this.affine = affine;
    }

    /**
     * From its parameters; the arrays are copied.
     *
     * @param inputs how many features rows had in training; those past the map's reference are not looked at
     * @param intercepts one an output
     * @param weights one row an output, one weight a Fourier feature
     * @throws IllegalArgumentException if lengths disagree or a number is not finite
     */
    public static FourierScorer of(FourierFeatures features, int inputs, double[] intercepts, double[][] weights) {
        if (inputs < features.reference().inputs()) {
            throw new IllegalArgumentException(
                    "inputs must be at least the map's " + features.reference().inputs() + ", got " + inputs);
        }
        return new FourierScorer(features, inputs, new Affine(intercepts, weights, features.count()));
    }

    @Override
    public int inputs() {
        return inputs;
    }

    @Override
    public int outputs() {
        return affine.outputs();
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        Shapes.requireRow(this, x, u);
        scoreInto(x, 1, u);
    }

    @Override
    public void scoreInto(float[] x, int rows, double[] u) {
        Shapes.requireRows(this, x, rows, u);
        affine.applyInto(rows, 1, (first, panel, z) -> features.mapInto(x, first * inputs, inputs, panel, z), u);
    }

    /**
     * The Aumann–Shapley values of the features: (a_j − b_j) times the mean of ∂u_o/∂x_j on the straight line from b to a, in
     * closed form (integrated gradients of Sundararajan, Taly and Yan, 2017). O(inputs · D).
     */
    @Override
    public void differenceInto(float[] a, float[] b, int output, double[] contributions) {
        Shapes.requirePair(this, a, b, output, contributions);
        features.differenceInto(a, b, affine.weights[output], contributions);
    }

    @Override
    public boolean uses(int feature) {
        return features.reference().scale(feature) > 0;
    }

    /** The random features: reference, count, bandwidth and seed. */
    public FourierFeatures features() {
        return features;
    }

    /** One an output, a fresh array. */
    public double[] intercepts() {
        return affine.intercepts.clone();
    }

    /** One row an output, one weight a Fourier feature, fresh arrays. */
    public double[][] weights() {
        return affine.copyOfWeights();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FourierScorer that
                && inputs == that.inputs
                && features.equals(that.features)
                && affine.equals(that.affine);
    }

    @Override
    public int hashCode() {
        return 31 * features.hashCode() + affine.hashCode();
    }
}
