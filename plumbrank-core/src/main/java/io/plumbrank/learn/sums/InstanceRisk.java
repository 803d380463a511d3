package io.plumbrank.learn.sums;

import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;

/**
 * The loss of one instance of items, which count by their weights: a sum over items counts each so often, and centred squares are
 * about the mean by weight. One for each thread.
 */
public final class InstanceRisk {
    private final InstanceLoss loss;
    private final GroupLoss values;
    private final double[] score = new double[1];
    private final double[] target = new double[1];
    private double[] gradient = new double[1];

    public InstanceRisk(InstanceLoss loss) {
        this.loss = loss;
        this.values = loss.loss().get();
    }

    /** ψ of the instance's rows. */
    public double of(Instance instance, double[] scores) {
        int rows = instance.rows();
        double[] targets = instance.targets();
        if (!instance.hasRowWeights()) {
            gradient = gradient.length < rows ? new double[rows] : gradient;
            return values.gradientInto(scores, targets, rows, gradient);
        }
        InstanceLoss.Squares squares = loss.squares();
        if (loss.separable() || squares == null) {
            double sum = 0;
            for (int i = 0; i < rows; i++) {
                score[0] = scores[i];
                target[0] = targets[i];
                sum += instance.rowWeight(i) * values.gradientInto(score, target, 1, gradient);
            }
            return sum;
        }
        double weight = 0;
        double mean = 0;
        for (int i = 0; i < rows; i++) {
            weight += instance.rowWeight(i);
            mean += instance.rowWeight(i) * (squares.targetFactor() * targets[i] - scores[i]);
        }
        mean = weight > 0 && squares.centred() ? mean / weight : 0;
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            double distance = squares.targetFactor() * targets[i] - scores[i] - mean;
            sum += instance.rowWeight(i) * distance * distance;
        }
        return squares.lossFactor() * sum;
    }
}
