package io.plumbrank.theory.search;

import io.plumbrank.theory.distributions.LabelDistribution;

/**
 * What a method comes to under one distribution when the fit is perfect.
 *
 * @param distribution p
 * @param decoded the worst prediction that the method may make
 * @param optimal a prediction of least risk
 * @param risks of the two
 * @param minimiser a minimiser of the surrogate's risk
 * @param broken whether the decoded is worse than the optimal by more than rounding: calibration fails at p
 * @param strict whether it fails however ties are broken
 */
public record Finding<Y, T>(
        LabelDistribution<Y> distribution,
        T decoded,
        T optimal,
        Risks risks,
        double[] minimiser,
        boolean broken,
        boolean strict) {

    /** p·ℓ of the decoded and of the optimal prediction. */
    public record Risks(double decoded, double optimal) {}

    /** What the decoded costs above the least, never below 0. */
    public double regret() {
        return risks.decoded - risks.optimal;
    }
}
