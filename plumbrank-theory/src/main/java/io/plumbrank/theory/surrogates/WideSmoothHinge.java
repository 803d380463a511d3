package io.plumbrank.theory.surrogates;

import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.theory.distributions.Fractions;

/**
 * CUG13's smooth hinge with α ≥ 1, which {@link io.plumbrank.surrogate.templates.SmoothHinge} refuses, and the constant that the paper states
 * for it, 4 √(η/α). Here to show that it fails: between 0 and 1 the loss is (v(1 − s)² + (η − v)s²)/(2α), which is a squared hinge
 * divided by 2α, so c = 2 √(ηα) is tight, and more than stated from α = 2 on.
 *
 * @param eta at least the largest utility of any label; no shift
 * @param alpha α ≥ 1
 */
public record WideSmoothHinge(double eta, double alpha) implements PointwiseSurrogate {
    public WideSmoothHinge {
        if (!(alpha >= 1 && alpha < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("alpha must be at least 1, got " + alpha);
        }
    }

    @Override
    public double loss(double utility, double score) {
        return utility * hinge(1 - score) + (eta - utility) * hinge(score);
    }

    @Override
    public double slope(double utility, double score) {
        return (eta - utility) * hingeSlope(score) - utility * hingeSlope(1 - score);
    }

    @Override
    public double curvature(double utility, double score) {
        return ((score > 0 && score < alpha ? eta - utility : 0) + (score < 1 && score > 1 - alpha ? utility : 0))
                / alpha;
    }

    @Override
    public double optimalScore(double expectedUtility) {
        return expectedUtility / eta;
    }

    private double hinge(double x) {
        return x <= 0 ? 0 : x <= alpha ? x * x / (2 * alpha) : x - alpha / 2;
    }

    private double hingeSlope(double x) {
        return x <= 0 ? 0 : Math.min(1, x / alpha);
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Table 2, as stated", 4 * Math.sqrt(eta / alpha));
    }

    @Override
    public String text() {
        return "smooth-hinge(eta=" + Fractions.plain(eta) + ",alpha=" + Fractions.plain(alpha) + ")";
    }
}
