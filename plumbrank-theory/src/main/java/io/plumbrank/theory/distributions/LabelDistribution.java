package io.plumbrank.theory.distributions;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;

/**
 * p, the conditional distribution of the label given the instance, on finitely many labels. Immutable.
 *
 * <pre>{@code
 * LabelDistribution<double[]> p = LabelDistribution.of(
 *         List.of(new double[] {0, 0, 1}, new double[] {0, 1, 0}, new double[] {1, 0, 1}), .2, .3, .5);
 * problem.examine(p); // whether a perfect fit predicts best under p
 * }</pre>
 */
public final class LabelDistribution<Y> {
    private static final double ROUNDING = 1e-9;

    private final List<Y> labels;
    private final double[] probabilities;

    private LabelDistribution(List<Y> labels, double[] probabilities) {
        this.labels = labels;
        this.probabilities = probabilities;
    }

    /** Labels with probabilities, which add up to 1 but for rounding; those of probability 0 are left out. */
    public static <Y> LabelDistribution<Y> of(List<Y> labels, double... probabilities) {
        double sum = 0;
        for (double p : probabilities) {
            sum += p;
        }
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("probabilities add up to 1, these to " + sum);
        }
        return proportional(labels, probabilities);
    }

    /** Labels with weights, none negative and with a positive finite sum, that probabilities are proportional to. */
    public static <Y> LabelDistribution<Y> proportional(List<Y> labels, double... weights) {
        if (labels.size() != weights.length) {
            throw new IllegalArgumentException(labels.size() + " labels but " + weights.length + " weights");
        }
        double sum = 0;
        List<Y> support = new ArrayList<>();
        for (int y = 0; y < weights.length; y++) {
            if (!(weights[y] >= 0)) {
                throw new IllegalArgumentException("a probability is not negative, got " + weights[y]);
            }
            sum += weights[y];
            if (weights[y] > 0) {
                support.add(labels.get(y));
            }
        }
        if (!(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("weights have a positive and finite sum, got " + sum);
        }
        double[] probabilities = new double[support.size()];
        int next = 0;
        for (double weight : weights) {
            if (weight > 0) {
                probabilities[next++] = weight / sum;
            }
        }
        return new LabelDistribution<>(List.copyOf(support), probabilities);
    }

    /** The labels of positive probability. */
    public List<Y> labels() {
        return labels;
    }

    public int size() {
        return labels.size();
    }

    public Y label(int index) {
        return labels.get(index);
    }

    public double probability(int index) {
        return probabilities[index];
    }

    /** The probabilities of the labels, a copy. */
    public double[] probabilities() {
        return probabilities.clone();
    }

    /** E[g(y)]. */
    public double expectation(ToDoubleFunction<? super Y> g) {
        double sum = 0;
        for (int y = 0; y < probabilities.length; y++) {
            sum += probabilities[y] * g.applyAsDouble(labels.get(y));
        }
        return sum;
    }

    /** E[α(y)] for vectors of one length, which {@code encoder} writes. */
    public double[] mean(int length, BiConsumer<? super Y, double[]> encoder) {
        double[] mean = new double[length];
        double[] alpha = new double[length];
        for (int y = 0; y < probabilities.length; y++) {
            encoder.accept(labels.get(y), alpha);
            for (int i = 0; i < length; i++) {
                mean[i] += probabilities[y] * alpha[i];
            }
        }
        return mean;
    }
}
