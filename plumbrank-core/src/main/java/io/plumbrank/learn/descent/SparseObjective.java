package io.plumbrank.learn.descent;

import io.plumbrank.learn.features.FeatureSpread;
import io.plumbrank.learn.instances.GroupLoss;

/** {@link GroupedObjective} over some groups of rows of which few values are present: O(values + features) an evaluation. */
final class SparseObjective implements Objective {
    private final SparseRows rows;
    private final int[] groups;
    private final GroupLoss loss;
    private final double[] means;
    private final double[] scales;
    private final double spread;
    private final double totalWeight;
    private double lambda;
    private double gradientScale;

    SparseObjective(SparseRows rows, int[] groups, boolean standardise, GroupLoss loss) {
        this.rows = rows;
        this.groups = groups;
        this.loss = loss;
        double[] sums = new double[rows.width()];
        double[] squares = new double[rows.width()];
        double rowWeight = 0;
        double weight = 0;
        for (int group : groups) {
            weight += rows.weight(group);
            for (int row = rows.first(group); row < rows.end(group); row++) {
                rowWeight += rows.weight(group);
                rows.addTo(row, rows.weight(group), sums);
                rows.addSquaresTo(row, rows.weight(group), squares);
            }
        }
        FeatureSpread features = FeatureSpread.of(rowWeight, sums, squares);
        this.totalWeight = weight;
        this.means = features.means();
        this.scales = new double[means.length];
        double largest = 0;
        for (int i = 0; i < scales.length; i++) {
            double deviation = features.deviations()[i];
            scales[i] = deviation == 0 ? 0 : standardise ? 1 / deviation : 1;
            largest = Math.max(largest, deviation * scales[i]);
        }
        this.spread = largest > 0 ? largest : 1;
    }

    int size() {
        return 1 + means.length;
    }

    double totalWeight() {
        return totalWeight;
    }

    double lambda() {
        return lambda;
    }

    void setLambda(double lambda) {
        this.lambda = lambda;
    }

    /** Weights of z in its own scale. */
    double[] weights(double[] point) {
        double[] weights = new double[means.length];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = point[1 + i] * scales[i];
        }
        return weights;
    }

    /** The score of z = 0. */
    double intercept(double[] point) {
        double sum = point[0];
        for (int i = 0; i < means.length; i++) {
            sum -= means[i] * scales[i] * point[1 + i];
        }
        return sum;
    }

    @Override
    public double gradientInto(double[] point, double[] gradient) {
        double[] weights = weights(point);
        double intercept = intercept(point);
        double[] total = new double[means.length];
        double slopes = 0;
        double value = 0;
        double magnitude = 0;
        double[] scores = {};
        double[] targets = {};
        double[] slope = {};
        for (int group : groups) {
            double weight = rows.weight(group);
            if (weight == 0) {
                continue;
            }
            int first = rows.first(group);
            int items = rows.end(group) - first;
            if (scores.length < items) {
                scores = new double[items];
                targets = new double[items];
                slope = new double[items];
            }
            for (int i = 0; i < items; i++) {
                scores[i] = intercept + rows.dot(first + i, weights);
                targets[i] = rows.target(first + i, 0);
            }
            value += weight * loss.gradientInto(scores, targets, items, slope);
            for (int i = 0; i < items; i++) {
                double pull = weight * slope[i];
                magnitude += Math.abs(pull);
                slopes += pull;
                rows.addTo(first + i, pull, total);
            }
        }
        double squares = 0;
        gradient[0] = slopes / totalWeight;
        for (int i = 0; i < means.length; i++) {
            double v = point[1 + i];
            squares += v * v;
            gradient[1 + i] = (total[i] - means[i] * slopes) * scales[i] / totalWeight + 2 * lambda * v;
        }
        gradientScale = spread * magnitude / totalWeight + 2 * lambda * Math.sqrt(squares);
        return value / totalWeight + lambda * squares;
    }

    @Override
    public double gradientScale() {
        return gradientScale;
    }
}
