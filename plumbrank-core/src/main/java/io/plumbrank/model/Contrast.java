package io.plumbrank.model;

import io.plumbrank.learn.ExplainedScorer;
import java.util.List;

/**
 * Why one prediction comes before another: a weighted sum of the outputs for one row of features beside the sum for another row.
 *
 * @param above the name of the one
 * @param below the name of the other
 * @param weights one per output
 * @param names of the features
 * @param here the features that speak for the one
 * @param there what they are compared with: the features of the other, or those of an average row
 */
public record Contrast(
        String above,
        String below,
        ExplainedScorer scorer,
        double[] weights,
        List<String> names,
        float[] here,
        float[] there) {
    /**
     * What each feature adds to the difference of the two sums.
     *
     * @throws IllegalArgumentException if the file of the model does not tell
     */
    public double[] contributions() {
        double[] total = new double[here.length];
        double[] own = new double[here.length];
        for (int output = 0; output < weights.length; output++) {
            if (weights[output] != 0) {
                scorer.differenceInto(here, there, output, own);
                for (int j = 0; j < own.length; j++) {
                    total[j] += weights[output] * own[j];
                }
            }
        }
        return total;
    }

    /** The weighted sum of the outputs for a row. */
    public double sum(float[] row) {
        double[] u = new double[scorer.outputs()];
        scorer.scoreInto(row, u);
        double sum = 0;
        for (int output = 0; output < u.length; output++) {
            sum += weights[output] * u[output];
        }
        return sum;
    }

    /** The mean of each feature over the rows that have it; NaN where none has. */
    public static float[] meanRow(List<float[]> rows) {
        float[] means = new float[rows.isEmpty() ? 0 : rows.get(0).length];
        for (int j = 0; j < means.length; j++) {
            double sum = 0;
            int present = 0;
            for (float[] row : rows) {
                if (!Float.isNaN(row[j])) {
                    sum += row[j];
                    present++;
                }
            }
            means[j] = present == 0 ? Float.NaN : (float) (sum / present);
        }
        return means;
    }
}
