package io.plumbrank.kind.classes.evaluation;

import io.plumbrank.model.ModelChoice.Estimate;
import java.util.ArrayList;
import java.util.List;

/**
 * How far probabilities of classes can be trusted: Brier score Σ_k (p_k − 1[y = k])² and log-loss −log p_y in nats, both means by weight,
 * and how often classes were true that were given a probability, over all rows and classes in ten bins of equal width.
 *
 * @param brier the mean Brier score, from 0 to 2
 * @param logLoss the mean log-loss
 * @param bins those that are not empty
 */
public record Reliability(Estimate brier, Estimate logLoss, List<Bin> bins) {
    private static final int BINS = 10;

    /** Copies the list. */
    public Reliability {
        bins = List.copyOf(bins);
    }

    /**
     * Probabilities of about the same size.
     *
     * @param low where it begins
     * @param high where it ends
     * @param weight Σw over the rows and classes in it
     * @param predicted the mean probability
     * @param observed how often the class was true
     */
    public record Bin(double low, double high, double weight, double predicted, double observed) {}

    /** The mean of |predicted − observed| over the bins, by weight: the calibration error of all classes. */
    public double calibrationError() {
        double sum = 0;
        double weight = 0;
        for (Bin bin : bins) {
            sum += bin.weight * Math.abs(bin.predicted - bin.observed);
            weight += bin.weight;
        }
        return sum / weight;
    }

    /** Sums over rows, which add up. */
    static final class Sums {
        private final double[] weights = new double[BINS];
        private final double[] predicted = new double[BINS];
        private final double[] observed = new double[BINS];
        private final Moments brier = new Moments();
        private final Moments logLoss = new Moments();

        /** @param risk the log-loss, known to more digits than the probability */
        void add(double[] p, int label, double weight, double risk) {
            double squares = 0;
            for (int y = 0; y < p.length; y++) {
                double hit = y == label ? 1 : 0;
                squares += (p[y] - hit) * (p[y] - hit);
                int bin = Math.min(BINS - 1, (int) (BINS * p[y]));
                weights[bin] += weight;
                predicted[bin] += weight * p[y];
                observed[bin] += weight * hit;
            }
            brier.add(squares, weight);
            logLoss.add(risk, weight);
        }

        void add(Sums other) {
            for (int bin = 0; bin < BINS; bin++) {
                weights[bin] += other.weights[bin];
                predicted[bin] += other.predicted[bin];
                observed[bin] += other.observed[bin];
            }
            brier.add(other.brier);
            logLoss.add(other.logLoss);
        }

        Reliability reliability() {
            List<Bin> bins = new ArrayList<>();
            for (int bin = 0; bin < BINS; bin++) {
                if (weights[bin] > 0) {
                    bins.add(new Bin(
                            (double) bin / BINS,
                            (bin + 1.0) / BINS,
                            weights[bin],
                            predicted[bin] / weights[bin],
                            observed[bin] / weights[bin]));
                }
            }
            return new Reliability(brier.estimate(), logLoss.estimate(), bins);
        }
    }

    private static final class Moments {
        private double weight;
        private double sum;
        private double squaredWeight;
        private double squaredSum;
        private double squaredSquares;

        void add(double value, double own) {
            weight += own;
            sum += own * value;
            squaredWeight += own * own;
            squaredSum += own * own * value;
            squaredSquares += own * own * value * value;
        }

        void add(Moments other) {
            weight += other.weight;
            sum += other.sum;
            squaredWeight += other.squaredWeight;
            squaredSum += other.squaredSum;
            squaredSquares += other.squaredSquares;
        }

        Estimate estimate() {
            double mean = sum / weight;
            double spread = squaredSquares - 2 * mean * squaredSum + mean * mean * squaredWeight;
            return Estimate.ofMean(mean, weight, squaredWeight, Math.max(0, spread));
        }
    }
}
