package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.target.OrderPreservation;

/** λ = v e^−s + (η − v) e^s, with c = √η (CUG13, Table 2). Its best score is ½ log(E[v] / (η − E[v])). */
record Exponential(Eta eta) implements PointwiseSurrogate {

    @Override
    public double loss(double utility, double score) {
        double v = eta.place(utility);
        return v * Numbers.exp(-score) + (eta.value() - v) * Numbers.exp(score);
    }

    @Override
    public double slope(double utility, double score) {
        double v = eta.place(utility);
        return (eta.value() - v) * Numbers.expSlope(score) - v * Numbers.expSlope(-score);
    }

    @Override
    public double curvature(double utility, double score) {
        double v = eta.place(utility);
        return (eta.value() - v) * Numbers.expCurvature(score) + v * Numbers.expCurvature(-score);
    }

    @Override
    public double optimalScore(double expectedUtility) {
        double v = eta.place(expectedUtility);
        return (Math.log(v) - Math.log(eta.value() - v)) / 2;
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.2", Math.sqrt(eta.value()));
    }

    @Override
    public String text() {
        return "exponential(" + eta.text() + ")";
    }
}
