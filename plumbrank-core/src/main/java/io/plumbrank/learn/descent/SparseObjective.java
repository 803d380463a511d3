package io.plumbrank.learn.descent;

import io.plumbrank.learn.features.FeatureSpread;
import io.plumbrank.learn.instances.GroupLoss;

/**
 * {@link GroupedObjective} over some groups of rows of which few values are present: O((values + features) · outputs) an evaluation. The
 * point is laid out as there: of several outputs all b come first, and then their v one after another.
 */
final class SparseObjective implements Objective {
    private final SparseRows rows;
    private final int[] groups;
    private final GroupLoss loss;
    private final int from;
    private final int outputs;
    private final double[] means;
    private final double[] scales;
    private final double spread;
    private final double totalWeight;
    private double lambda;
    private double gradientScale;

    /**
     * @param from the first of the targets that the loss is about
     * @param outputs how many of them there are
     */
    SparseObjective(SparseRows rows, int[] groups, boolean standardise, GroupLoss loss, int from, int outputs) {
        this.rows = rows;
        this.groups = groups;
        this.loss = loss;
        this.from = from;
        this.outputs = outputs;
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
        return outputs * (1 + means.length);
    }

    /** How many variables, the first, are free of λ. */
    int unpenalised() {
        return outputs;
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

    /** Where the v of an output begins. */
    private int first(int output) {
        return outputs + output * means.length;
    }

    /** By output, weights of z in its own scale. */
    double[][] weights(double[] point) {
        double[][] weights = new double[outputs][means.length];
        for (int o = 0; o < outputs; o++) {
            for (int i = 0; i < means.length; i++) {
                weights[o][i] = point[first(o) + i] * scales[i];
            }
        }
        return weights;
    }

    /** By output, the score of z = 0. */
    double[] intercepts(double[] point) {
        double[] intercepts = new double[outputs];
        for (int o = 0; o < outputs; o++) {
            double sum = point[o];
            for (int i = 0; i < means.length; i++) {
                sum -= means[i] * scales[i] * point[first(o) + i];
            }
            intercepts[o] = sum;
        }
        return intercepts;
    }

    /** Weights with those of a feature side by side, as a value needs them. */
    private double[] byFeature(double[] point) {
        double[] weights = new double[means.length * outputs];
        for (int i = 0; i < means.length; i++) {
            for (int o = 0; o < outputs; o++) {
                weights[i * outputs + o] = point[first(o) + i] * scales[i];
            }
        }
        return weights;
    }

    @Override
    public double gradientInto(double[] point, double[] gradient) {
        double[] weights = byFeature(point);
        double[] intercepts = intercepts(point);
        double[] total = new double[weights.length];
        double[] slopes = new double[outputs];
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
            if (scores.length < items * outputs) {
                scores = new double[items * outputs];
                targets = new double[items * outputs];
                slope = new double[items * outputs];
            }
            for (int i = 0; i < items; i++) {
                rows.dotsInto(first + i, weights, outputs, scores, i * outputs);
                for (int o = 0; o < outputs; o++) {
                    scores[i * outputs + o] += intercepts[o];
                    targets[i * outputs + o] = rows.target(first + i, from + o);
                }
            }
            value += weight * loss.gradientInto(scores, targets, items * outputs, slope);
            for (int i = 0; i < items; i++) {
                for (int o = 0; o < outputs; o++) {
                    double pull = weight * slope[i * outputs + o];
                    magnitude += Math.abs(pull);
                    slopes[o] += pull;
                    slope[i * outputs + o] = pull;
                }
                rows.addAllTo(first + i, slope, i * outputs, outputs, total);
            }
        }
        double squares = 0;
        for (int o = 0; o < outputs; o++) {
            gradient[o] = slopes[o] / totalWeight;
            for (int i = 0; i < means.length; i++) {
                double v = point[first(o) + i];
                squares += v * v;
                gradient[first(o) + i] =
                        (total[i * outputs + o] - means[i] * slopes[o]) * scales[i] / totalWeight + 2 * lambda * v;
            }
        }
        gradientScale = spread * magnitude / totalWeight + 2 * lambda * Math.sqrt(squares);
        return value / totalWeight + lambda * squares;
    }

    @Override
    public double gradientScale() {
        return gradientScale;
    }
}
