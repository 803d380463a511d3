package io.plumbrank.learn.descent;

import io.plumbrank.learn.maps.FeatureSpread;
import java.util.function.IntConsumer;

/**
 * (1/Σw) Σ w·loss(s) + λ·‖v‖² over groups, as a function of the point (b, v), with s = b + vᵀ(z − mean)/sd; of several outputs
 * all b come first, and then their v one after another. λ leaves the b free.
 */
abstract class LinearObjective implements Objective {
    final int outputs;
    final double[] means;

    /** 1/sd, or 1 where features are not scaled; 0 where they do not vary. */
    final double[] scales;

    final double totalWeight;

    /** The largest standard deviation after scaling; 1 if nothing varies. */
    private final double spread;

    private double lambda;
    private double gradientScale;

    LinearObjective(FeatureSpread features, boolean standardise, int outputs, double totalWeight) {
        this.outputs = outputs;
        this.totalWeight = totalWeight;
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

    final int size() {
        return outputs * (1 + means.length);
    }

    /** Where the v of an output begins. */
    final int first(int output) {
        return outputs + output * means.length;
    }

    final void setLambda(double next) {
        lambda = next;
    }

    /** By output, weights of z in its own scale. */
    final double[][] weights(double[] point) {
        double[][] weights = new double[outputs][means.length];
        for (int o = 0; o < outputs; o++) {
            for (int i = 0; i < means.length; i++) {
                weights[o][i] = point[first(o) + i] * scales[i];
            }
        }
        return weights;
    }

    /** By output, the score of z = 0. */
    abstract double[] intercepts(double[] point);

    /** Of an output and a feature: Σ w·∂loss/∂s·z. */
    @FunctionalInterface
    interface Pulls {
        double of(int output, int feature);
    }

    /**
     * The value and the gradient.
     *
     * @param value Σ w·loss
     * @param magnitude Σ w·|∂loss/∂s|
     * @param slopes by output, Σ w·∂loss/∂s
     */
    final double into(double value, double magnitude, double[] slopes, Pulls pulls, double[] point, double[] gradient) {
        double squares = 0;
        for (int o = 0; o < outputs; o++) {
            gradient[o] = slopes[o] / totalWeight;
            for (int i = 0; i < means.length; i++) {
                double v = point[first(o) + i];
                squares += v * v;
                gradient[first(o) + i] =
                        (pulls.of(o, i) - means[i] * slopes[o]) * scales[i] / totalWeight + 2 * lambda * v;
            }
        }
        gradientScale = spread * magnitude / totalWeight + 2 * lambda * Math.sqrt(squares);
        return value / totalWeight + lambda * squares;
    }

    @Override
    public final double gradientScale() {
        return gradientScale;
    }

    /** Goes on from the solution at another λ, with what is known of curvature there. */
    final Descent.End minimise(Descent descent, double next, int iterations, double tolerance, IntConsumer follower) {
        descent.memory().addCurvature(2 * (next - lambda), outputs);
        lambda = next;
        return descent.minimise(iterations, tolerance, follower);
    }
}
