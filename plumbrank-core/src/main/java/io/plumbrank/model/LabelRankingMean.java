package io.plumbrank.model;

import io.plumbrank.target.LabelRankingTarget;
import java.util.Arrays;

/** A mean of the measure of decoded predictions, by weight, over the rows on which it counts. */
final class LabelRankingMean {
    private double sum;
    private double weight;
    private long rows;

    /**
     * Over some rows.
     *
     * @param u row by row, as many numbers as the target encodes to
     */
    static LabelRankingMean of(LabelRankingTarget target, LabelRankingExamples examples, double[] u) {
        LabelRankingMean mean = new LabelRankingMean();
        int outputs = target.encodedSize();
        for (int row = 0; row < examples.rows(); row++) {
            double[] own = Arrays.copyOfRange(u, row * outputs, (row + 1) * outputs);
            double value = target.value(examples.positions()[row], target.decode(own));
            if (!Double.isNaN(value)) {
                mean.sum += examples.weights()[row] * value;
                mean.weight += examples.weights()[row];
            }
            mean.rows++;
        }
        return mean;
    }

    void add(LabelRankingMean other) {
        sum += other.sum;
        weight += other.weight;
        rows += other.rows;
    }

    long rows() {
        return rows;
    }

    /** NaN if it counts on none. */
    double value() {
        return sum / weight;
    }
}
