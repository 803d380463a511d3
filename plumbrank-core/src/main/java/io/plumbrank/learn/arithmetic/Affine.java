package io.plumbrank.learn.arithmetic;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.util.internal.Interrupts;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;

/**
 * u = intercepts + W·z for many z at once. Few outputs go by dot products, many by rows of the transposed W; both add the
 * terms of an output in the same order ({@link Kernels}), so the bits do not depend on how many outputs stand beside it.
 *
 * <p>Immutable: nobody writes the arrays after construction.
 */
public final class Affine implements Serializable {
    private static final long serialVersionUID = 1;

    /** Weights up to this times a float, and sums of such, are numbers; losses up to 10¹⁵⁰ over scales of floats give less. */
    private static final double LARGEST = 1e200;

    /** From how many outputs on a row of them fills vector registers. */
    private static final int MANY = 8;

    public final double[] intercepts;

    /** One row per output. */
    public final double[][] weights;

    final int terms;

    /** One row per term; empty where outputs are few. */
    private final double[][] byTerm;

    /** Copies the arrays; {@code terms} is the length that every row of weights must have. */
    public Affine(double[] intercepts, double[][] weights, int terms) {
        if (intercepts.length != weights.length) {
            throw new IllegalArgumentException(
                    intercepts.length + " intercepts but " + weights.length + " rows of weights");
        }
        this.intercepts = finite(intercepts, "intercepts");
        this.weights = new double[weights.length][];
        this.terms = terms;
        for (int o = 0; o < weights.length; o++) {
            if (weights[o].length != terms) {
                throw new IllegalArgumentException(
                        "output " + (o + 1) + " has " + weights[o].length + " weights, expected " + terms);
            }
            this.weights[o] = finite(weights[o], "weights");
        }
        this.byTerm = outputs() < MANY ? new double[0][] : transposed(this.weights, terms);
    }

    /** Writes intercepts and weights as fields of an object that is open. */
    public void write(JsonGenerator json) throws IOException {
        JsonArrays.numbers("intercepts", intercepts, json);
        JsonArrays.rows("weights", weights, json);
    }

    /** The intercepts that {@link #write} wrote. */
    public static double[] intercepts(Fields json) {
        return json.numbers("intercepts", LARGEST);
    }

    /** The weights that {@link #write} wrote. */
    public static double[][] weights(Fields json) {
        return json.rows("weights", LARGEST);
    }

    private static double[] finite(double[] values, String what) {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(what + " must be finite, got " + value);
            }
        }
        return values.clone();
    }

    private static double[][] transposed(double[][] weights, int terms) {
        double[][] byTerm = new double[terms][weights.length];
        for (int o = 0; o < weights.length; o++) {
            for (int k = 0; k < terms; k++) {
                byTerm[k][o] = weights[o][k];
            }
        }
        return byTerm;
    }

    public int outputs() {
        return intercepts.length;
    }

    /** Adds s₀w₀ + … of four terms from {@code term} on to u, which has begun as the intercepts. */
    public void addFourTermsInto(int term, double s0, double s1, double s2, double s3, double[] u) {
        if (byTerm.length > 0) {
            Kernels.addFourInto(
                    s0, byTerm[term], s1, byTerm[term + 1], s2, byTerm[term + 2], s3, byTerm[term + 3], 0, u.length, u);
            return;
        }
        for (int o = 0; o < u.length; o++) {
            double[] w = weights[o];
            double sum = MultiplyAdd.of(s0, w[term], u[o]);
            sum = MultiplyAdd.of(s1, w[term + 1], sum);
            sum = MultiplyAdd.of(s2, w[term + 2], sum);
            u[o] = MultiplyAdd.of(s3, w[term + 3], sum);
        }
    }

    /** Adds s·w of one term to u. */
    public void addTermInto(int term, double s, double[] u) {
        if (byTerm.length > 0) {
            Kernels.addOneInto(s, byTerm[term], 0, u.length, u);
            return;
        }
        for (int o = 0; o < u.length; o++) {
            u[o] = MultiplyAdd.of(s, weights[o][term], u[o]);
        }
    }

    /** Writes z of some rows that follow each other. */
    @FunctionalInterface
    public interface Panels {
        /** @param z one array per row, of which the first entries up to {@code zFrom} are not looked at */
        void into(int firstRow, int rows, double[][] z);
    }

    /** Writes u of all rows, a panel of them at a time; z of a row begins at {@code zFrom}. */
    public void applyInto(int rows, int zFrom, Panels panels, double[] u) {
        int most = Math.min(rows, Kernels.PANEL);
        double[][] z = new double[most][zFrom + terms];
        double[][] scratch = new double[most][byTerm.length == 0 ? 0 : outputs()];
        for (int first = 0; first < rows; first += Kernels.PANEL) {
            Interrupts.check();
            int panel = Math.min(Kernels.PANEL, rows - first);
            panels.into(first, panel, z);
            applyInto(z, zFrom, panel, scratch, u, first * outputs());
        }
    }

    /** Writes u of {@code rows} ≤ {@link Kernels#PANEL} rows to {@code u[uAt …]}; z of row r is z[r][zFrom …]. */
    private void applyInto(double[][] z, int zFrom, int rows, double[][] scratch, double[] u, int uAt) {
        int outputs = outputs();
        if (byTerm.length == 0) {
            for (int r = 0; r < rows; r++) {
                for (int o = 0; o < outputs; o++) {
                    u[uAt + r * outputs + o] = Kernels.dot(intercepts[o], z[r], zFrom, weights[o]);
                }
            }
            return;
        }
        for (int r = 0; r < rows; r++) {
            System.arraycopy(intercepts, 0, scratch[r], 0, outputs);
        }
        Kernels.addProductInto(z, zFrom, rows, byTerm, 0, outputs, scratch);
        for (int r = 0; r < rows; r++) {
            System.arraycopy(scratch[r], 0, u, uAt + r * outputs, outputs);
        }
    }

    public double[][] copyOfWeights() {
        double[][] copy = new double[weights.length][];
        for (int o = 0; o < copy.length; o++) {
            copy[o] = weights[o].clone();
        }
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Affine that
                && Arrays.equals(intercepts, that.intercepts)
                && Arrays.deepEquals(weights, that.weights);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(intercepts) + Arrays.deepHashCode(weights);
    }
}
