package io.plumbrank.learn.descent;

import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.learn.maps.FeatureSpread;

/** A {@link LinearObjective} over rows of which few values are present: O((values + features) · outputs) an evaluation. */
final class SparseObjective extends LinearObjective {
    private final SparseRows rows;
    private final int[] groups;
    private final GroupLoss loss;
    private final int from;

    /** @param from the first of the {@code outputs} targets that the loss is about */
    SparseObjective(SparseRows rows, int[] groups, boolean standardise, GroupLoss loss, int from, int outputs) {
        super(spread(rows, groups), standardise, outputs, weight(rows, groups));
        this.rows = rows;
        this.groups = groups;
        this.loss = loss;
        this.from = from;
    }

    private static double weight(SparseRows rows, int[] groups) {
        double weight = 0;
        for (int group : groups) {
            weight += rows.weight(group);
        }
        return weight;
    }

    private static FeatureSpread spread(SparseRows rows, int[] groups) {
        double[] sums = new double[rows.width()];
        double[] squares = new double[rows.width()];
        double rowWeight = 0;
        for (int group : groups) {
            for (int row = rows.first(group); row < rows.end(group); row++) {
                rowWeight += rows.weight(group);
                rows.addTo(row, rows.weight(group), sums);
                rows.addSquaresTo(row, rows.weight(group), squares);
            }
        }
        return FeatureSpread.of(rowWeight, sums, squares);
    }

    @Override
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
        return into(value, magnitude, slopes, (o, i) -> total[i * outputs + o], point, gradient);
    }
}
