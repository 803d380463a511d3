package io.plumbrank.learn;

/**
 * u = intercepts + A·k(x), where k is the Laplace kernel against landmarks. A missing feature counts as its reference.
 *
 * <p>Immutable. A row costs O((inputs + outputs) · landmarks).
 */
public final class KernelScorer implements Scorer {
    private final LaplaceKernel kernel;
    private final int inputs;
    private final Affine affine;

    private KernelScorer(LaplaceKernel kernel, int inputs, Affine affine) {
        this.kernel = kernel;
        this.inputs = inputs;
        this.affine = affine;
    }

    /**
     * From its parameters; the arrays are copied.
     *
     * @param inputs how many features rows had in training; those past the kernel's reference are not looked at
     * @param intercepts one an output
     * @param weights one row an output, one weight a landmark
     * @throws IllegalArgumentException if lengths disagree or a number is not finite
     */
    public static KernelScorer of(LaplaceKernel kernel, int inputs, double[] intercepts, double[][] weights) {
        if (inputs < kernel.reference().inputs()) {
            throw new IllegalArgumentException(
                    "inputs must be at least the kernel's " + kernel.reference().inputs() + ", got " + inputs);
        }
        return new KernelScorer(kernel, inputs, new Affine(intercepts, weights, kernel.size()));
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
        affine.applyInto(rows, 0, (first, panel, z) -> kernel.kernelInto(x, first * inputs, inputs, panel, z, 0), u);
    }

    /** The kernel with its landmarks. */
    public LaplaceKernel kernel() {
        return kernel;
    }

    /** One an output, a fresh array. */
    public double[] intercepts() {
        return affine.intercepts.clone();
    }

    /** One row an output, one weight a landmark, fresh arrays. */
    public double[][] weights() {
        return affine.copyOfWeights();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KernelScorer that
                && inputs == that.inputs
                && kernel.equals(that.kernel)
                && affine.equals(that.affine);
    }

    @Override
    public int hashCode() {
        return 31 * kernel.hashCode() + affine.hashCode();
    }
}
