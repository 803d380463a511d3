package io.plumbrank.learn.features;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.RowScorer.AdditiveScorer;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.arithmetic.Affine;
import io.plumbrank.learn.arithmetic.MultiplyAdd;
import io.plumbrank.learn.arithmetic.Shapes;
import java.io.IOException;
import java.util.Arrays;

/**
 * u_o = intercept_o + Σ_j weight_oj · (x_j − reference_j), where a missing x_j equals its reference and adds nothing. The
 * weights are in the features' own scale; the intercept is the score of the reference row, which keeps digits where
 * features lie far from zero.
 *
 * <p>Immutable. One row costs O(inputs · outputs) and allocates nothing.
 */
public final class LinearScorer implements ExplainedScorer, AdditiveScorer {
    private static final long serialVersionUID = 1;

    /** Floats, widened. */
    private final double[] reference;

    private final Affine affine;

    private LinearScorer(double[] reference, Affine affine) {
        this.reference = reference;
        this.affine = affine;
    }

    /**
     * From its parameters; the arrays are copied.
     *
     * @param reference one value per feature, what a missing value counts as
     * @param intercepts one per output
     * @param weights one row per output, one weight per feature
     * @throws IllegalArgumentException if lengths disagree or a number is not finite
     */
    public static LinearScorer of(float[] reference, double[] intercepts, double[][] weights) {
        for (float value : reference) {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("reference values must be finite, got " + value);
            }
        }
        return new LinearScorer(FeatureReference.widened(reference), new Affine(intercepts, weights, reference.length));
    }

    @Override
    public int inputs() {
        return reference.length;
    }

    @Override
    public int outputs() {
        return affine.outputs();
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        Shapes.requireRow(this, x, u);
        System.arraycopy(affine.intercepts, 0, u, 0, u.length);
        int fours = x.length & ~3;
        for (int j = 0; j < fours; j += 4) {
            affine.addFourTermsInto(
                    j,
                    FeatureReference.shifted(x[j], reference[j]),
                    FeatureReference.shifted(x[j + 1], reference[j + 1]),
                    FeatureReference.shifted(x[j + 2], reference[j + 2]),
                    FeatureReference.shifted(x[j + 3], reference[j + 3]),
                    u);
        }
        for (int j = fours; j < x.length; j++) {
            affine.addTermInto(j, FeatureReference.shifted(x[j], reference[j]), u);
        }
    }

    @Override
    public void scoreInto(float[] x, int rows, double[] u) {
        Shapes.requireRows(this, x, rows, u);
        affine.applyInto(rows, 0, (first, panel, shifted) -> shiftInto(x, first, panel, shifted), u);
    }

    @Override
    public void startInto(double[] u, int at) {
        System.arraycopy(affine.intercepts, 0, u, at, outputs());
    }

    @Override
    public void addValueInto(int feature, float x, double[] u) {
        affine.addTermInto(feature, FeatureReference.shifted(x, reference[feature]), u);
    }

    @Override
    public void addColumnInto(int feature, float[] x, double[] u) {
        double weight = affine.weights[0][feature];
        double from = reference[feature];
        for (int row = 0; row < x.length; row++) {
            u[row] = MultiplyAdd.of(FeatureReference.shifted(x[row], from), weight, u[row]);
        }
    }

    @Override
    public void addColumnsInto(int feature, double[] x0, double[] x1, double[] x2, double[] u) {
        double[] weights = affine.weights[0];
        double w0 = weights[feature];
        double w1 = weights[feature + 1];
        double w2 = weights[feature + 2];
        double from0 = reference[feature];
        double from1 = reference[feature + 1];
        double from2 = reference[feature + 2];
        for (int row = 0; row < u.length; row++) {
            double sum = MultiplyAdd.of(x0[row] - from0, w0, u[row]);
            sum = MultiplyAdd.of(x1[row] - from1, w1, sum);
            u[row] = MultiplyAdd.of(x2[row] - from2, w2, sum);
        }
    }

    private void shiftInto(float[] x, int first, int panel, double[][] shifted) {
        int inputs = inputs();
        for (int r = 0; r < panel; r++) {
            int base = (first + r) * inputs;
            double[] out = shifted[r];
            for (int j = 0; j < inputs; j++) {
                out[j] = FeatureReference.shifted(x[base + j], reference[j]);
            }
        }
    }

    /** weight_oj · (a_j − b_j), where a missing value equals its reference. */
    @Override
    public void differenceInto(float[] a, float[] b, int output, double[] contributions) {
        Shapes.requirePair(this, a, b, output, contributions);
        double[] weights = affine.weights[output];
        for (int j = 0; j < a.length; j++) {
            double distance =
                    FeatureReference.shifted(a[j], reference[j]) - FeatureReference.shifted(b[j], reference[j]);
            contributions[j] = weights[j] * distance + 0.0; // so that −0 is 0
        }
    }

    @Override
    public boolean uses(int feature) {
        for (double[] row : affine.weights) {
            if (row[feature] != 0) {
                return true;
            }
        }
        return false;
    }

    /** What a missing value of each feature counts as, a fresh array. */
    public float[] reference() {
        return FeatureReference.narrowed(reference);
    }

    /** The score of the reference row, a fresh array. */
    public double[] intercepts() {
        return affine.intercepts.clone();
    }

    /** One row per output, one weight per feature, fresh arrays. */
    public double[][] weights() {
        return affine.copyOfWeights();
    }

    /** How much an output rises when a feature rises by one. */
    public double weight(int output, int feature) {
        return affine.weights[output][feature];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinearScorer that
                && Arrays.equals(reference, that.reference)
                && affine.equals(that.affine);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(reference) + affine.hashCode();
    }

    /** {@code linear} in files. */
    public static final class Codec implements ScorerCodec<LinearScorer> {
        @Override
        public String name() {
            return "linear";
        }

        @Override
        public Class<LinearScorer> type() {
            return LinearScorer.class;
        }

        @Override
        public void write(LinearScorer scorer, JsonGenerator json) throws IOException {
            JsonArrays.floats("reference", scorer.reference(), json);
            scorer.affine.write(json);
        }

        @Override
        public LinearScorer read(Fields json) {
            return of(json.floats("reference"), Affine.intercepts(json), Affine.weights(json));
        }
    }
}
