package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.target.OrderPreservation;

/**
 * λ = v max(0, t − s)² + (η − v) max(0, s)², with c = √(2η)/t (CUG13, Table 2). Its best score is t E[v]/η; at E[v] = 0 every
 * score up to 0 is as good, at η every score from t.
 *
 * @param eta at least the largest utility of any label
 * @param margin t &gt; 0
 */
record SquaredHinge(Eta eta, double margin) implements PointwiseSurrogate {
    public SquaredHinge {
        if (!(margin > 0 && margin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("t must be positive and finite, got " + margin);
        }
    }

    @Override
    public double loss(double utility, double score) {
        double v = eta.place(utility);
        double below = Math.max(0, margin - score);
        double above = Math.max(0, score);
        return v * below * below + (eta.value() - v) * above * above;
    }

    @Override
    public double slope(double utility, double score) {
        double v = eta.place(utility);
        return 2 * ((eta.value() - v) * Math.max(0, score) - v * Math.max(0, margin - score));
    }

    @Override
    public double curvature(double utility, double score) {
        double v = eta.place(utility);
        return 2 * ((score > 0 ? eta.value() - v : 0) + (score < margin ? v : 0));
    }

    @Override
    public double optimalScore(double expectedUtility) {
        return margin * eta.place(expectedUtility) / eta.value();
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.2", Math.sqrt(2 * eta.value()) / margin);
    }

    @Override
    public String text() {
        return "squared-hinge(" + eta.text() + ",t=" + Numbers.text(margin) + ")";
    }
}
