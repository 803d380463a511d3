package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.target.OrderPreservation;

/**
 * λ = v log(1 + e^−s) + (η − v) log(1 + e^s), with c = √η (CUG13, Table 2). Its best score is log(E[v] / (η − E[v])).
 *
 * @param eta at least the largest utility of any label
 */
record Logistic(Eta eta) implements PointwiseSurrogate {

    @Override
    public double loss(double utility, double score) {
        double v = eta.place(utility);
        return v * Numbers.softplus(-score) + (eta.value() - v) * Numbers.softplus(score);
    }

    @Override
    public double slope(double utility, double score) {
        return eta.value() * Numbers.sigmoid(score) - eta.place(utility);
    }

    @Override
    public double curvature(double utility, double score) {
        return eta.value() * Numbers.sigmoidSlope(score);
    }

    @Override
    public double optimalScore(double expectedUtility) {
        double v = eta.place(expectedUtility);
        return Math.log(v) - Math.log(eta.value() - v);
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.2", Math.sqrt(eta.value()));
    }

    @Override
    public String text() {
        return "logistic(" + eta.text() + ")";
    }
}
