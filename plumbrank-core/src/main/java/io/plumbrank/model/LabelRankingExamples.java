package io.plumbrank.model;

import io.plumbrank.data.LabelRankings.Row;
import io.plumbrank.learn.Scorer;
import io.plumbrank.target.LabelRankingTarget;
import io.plumbrank.target.LabelRankingTarget.Form;
import java.util.List;

/**
 * Rows that count, as learners and losses see them.
 *
 * @param inputs how many features
 * @param features row by row
 * @param positions row by row, NaN where not known
 * @param targets row by row, the encodings of all targets one after another
 * @param pairs row by row, the α of {@link Form#PAIRS}, which gives the loss of any ranking
 * @param weights one a row
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier that nobody compares
record LabelRankingExamples(
        int inputs, float[][] features, double[][] positions, double[][] targets, double[][] pairs, double[] weights) {

    /** @param targets for the same labels and measure */
    static LabelRankingExamples of(List<Row> rows, int inputs, List<LabelRankingTarget> targets) {
        int outputs = targets.stream().mapToInt(LabelRankingTarget::encodedSize).sum();
        LabelRankingTarget any = targets.get(0);
        LabelRankingTarget inPairs =
                new LabelRankingTarget(any.measure(), any.labels(), Form.PAIRS, any.decoder(), any.complete());
        int n = rows.size();
        LabelRankingExamples examples = new LabelRankingExamples(
                inputs,
                new float[n][],
                new double[n][],
                new double[n][outputs],
                new double[n][inPairs.encodedSize()],
                new double[n]);
        for (int row = 0; row < n; row++) {
            Row from = rows.get(row);
            examples.features[row] = from.features();
            examples.positions[row] = from.positions();
            examples.weights[row] = from.weight();
            inPairs.encodeInto(from.positions(), examples.pairs[row]);
            int at = 0;
            for (LabelRankingTarget target : targets) {
                double[] alpha = new double[target.encodedSize()];
                target.encodeInto(from.positions(), alpha);
                System.arraycopy(alpha, 0, examples.targets[row], at, alpha.length);
                at += alpha.length;
            }
        }
        return examples;
    }

    int rows() {
        return weights.length;
    }

    int outputs() {
        return targets[0].length;
    }

    /** The features, row-major. */
    float[] matrix() {
        float[] x = new float[rows() * inputs];
        for (int row = 0; row < rows(); row++) {
            System.arraycopy(features[row], 0, x, row * inputs, inputs);
        }
        return x;
    }

    /** u of all rows, row-major. */
    double[] scores(Scorer scorer) {
        double[] u = new double[rows() * scorer.outputs()];
        scorer.scoreInto(matrix(), rows(), u);
        return u;
    }

    /** Some of the rows. */
    LabelRankingExamples only(int[] rows) {
        LabelRankingExamples some = new LabelRankingExamples(
                inputs,
                new float[rows.length][],
                new double[rows.length][],
                new double[rows.length][],
                new double[rows.length][],
                new double[rows.length]);
        for (int i = 0; i < rows.length; i++) {
            some.features[i] = features[rows[i]];
            some.positions[i] = positions[rows[i]];
            some.targets[i] = targets[rows[i]];
            some.pairs[i] = pairs[rows[i]];
            some.weights[i] = weights[rows[i]];
        }
        return some;
    }
}
