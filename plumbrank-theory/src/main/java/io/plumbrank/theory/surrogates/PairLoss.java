package io.plumbrank.theory.surrogates;

import java.util.function.DoubleUnaryOperator;

/**
 * ϕ in Σ_{i→j} a_ij ϕ(s_i − s_j), convex and falling at 0: a loss of observed pairs of DMJ10, section 2, or of the user's own.
 *
 * @param at ϕ(z)
 * @param slopeAt ϕ'(z), from the left at a kink
 */
record PairLoss(DoubleUnaryOperator at, DoubleUnaryOperator slopeAt) {
    /** max(0, 1 − z): RankSVM. */
    static final PairLoss HINGE = new PairLoss(z -> Math.max(0, 1 - z), z -> z < 1 ? -1 : 0);

    /** log(1 + e^−z): RankNet. */
    static final PairLoss LOGISTIC =
            new PairLoss(z -> Math.max(-z, 0) + Math.log1p(Math.exp(-Math.abs(z))), z -> -1 / (1 + Math.exp(z)));

    /** e^−z: RankBoost. */
    static final PairLoss EXPONENTIAL = new PairLoss(z -> Math.exp(-z), z -> -Math.exp(-z));

    private static final double REACH = 20;
    private static final int STEPS = 4000;
    private static final String PREFIX = "phi=";

    static boolean isFormula(String surrogate) {
        return surrogate.strip().startsWith(PREFIX);
    }

    /**
     * ϕ of the user's own, tested on [−{@value #REACH}, {@value #REACH}], where minimisers are looked for.
     *
     * @throws IllegalArgumentException if it is no formula, or not convex and falling at 0; the message is one line
     */
    static PairLoss parse(String surrogate) {
        Formula formula = Formula.parse(surrogate.strip().substring(PREFIX.length()));
        PairLoss loss = new PairLoss(formula::value, formula::slope);
        double before = Double.NEGATIVE_INFINITY;
        for (int step = 0; step <= STEPS; step++) {
            double z = REACH * (2.0 * step / STEPS - 1);
            double slope = loss.slope(z);
            if (!Double.isFinite(loss.value(z)) || !Double.isFinite(slope)) {
                throw new IllegalArgumentException("phi must be finite from -20 to 20, and is not at " + z);
            }
            if (slope < before - 1e-9 * Math.max(1, Math.abs(before))) {
                throw new IllegalArgumentException("phi must be convex, and its slope falls at " + z);
            }
            before = slope;
        }
        if (!(loss.slope(0) < 0)) {
            throw new IllegalArgumentException(
                    "phi must fall at 0, so that items that should be ahead are pushed ahead; its slope is "
                            + loss.slope(0));
        }
        return loss;
    }

    double value(double z) {
        return at.applyAsDouble(z);
    }

    double slope(double z) {
        return slopeAt.applyAsDouble(z);
    }
}
