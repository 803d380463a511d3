package io.plumbrank.model;

import io.plumbrank.learn.Scorer;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.MatrixLoss;

/**
 * Predicts classes at the smallest expected loss: x ↦ pred*(f(x)) of RAT13, Theorem 3. Immutable and thread-safe.
 *
 * <pre>{@code
 * ClassModel model = (ClassModel) ModelFile.read(Path.of("model.json"));
 * int prediction = model.predict(features);
 * String name = model.loss().predictionName(prediction);
 * }</pre>
 *
 * @param loss the target
 * @param scorer f, with as many outputs as the target encodes to
 * @param lambda the regularisation that validation chose
 * @param provenance where it comes from
 */
public record ClassModel(MatrixLoss loss, Scorer scorer, double lambda, Provenance provenance) implements Model {
    /** @throws IllegalArgumentException if the scorer does not fit the target */
    public ClassModel {
        if (scorer.outputs() != loss.encodedSize()) {
            throw new IllegalArgumentException(
                    "a scorer of " + scorer.outputs() + " outputs for a target of " + loss.encodedSize());
        }
    }

    @Override
    public Guarantee guarantee() {
        return loss.guarantee();
    }

    /**
     * The prediction for one row.
     *
     * @param x as many features as in training, NaN for missing
     */
    public int predict(float[] x) {
        double[] u = new double[scorer.outputs()];
        scorer.scoreInto(x, u);
        return loss.decode(u);
    }

    /**
     * The predictions for many rows, the fast way.
     *
     * @param x row-major
     * @param out one prediction a row
     */
    public void predictInto(float[] x, int rows, int[] out) {
        double[] u = new double[rows * scorer.outputs()];
        scorer.scoreInto(x, rows, u);
        loss.decodeInto(u, rows, out);
    }
}
