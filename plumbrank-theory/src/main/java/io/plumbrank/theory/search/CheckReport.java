package io.plumbrank.theory.search;

import java.util.List;
import java.util.Optional;

/**
 * What a {@link CalibrationCheck} found.
 *
 * @param trials how many distributions were examined
 * @param uncertified how many of them were passed over because the minimiser could not be proven
 * @param worstRegret the largest regret of a perfect fit that was met; rounding where nothing is broken
 * @param counterexample the smallest distribution that breaks calibration, if any was found
 * @param curve the calibration function as far as it was seen; empty with a counterexample, or where the surrogate's risk is not
 *     at hand
 * @param breach an imperfect fit whose regret is above what the stated bound allows, if any was found
 */
public record CheckReport<Y, T>(
        int trials,
        int uncertified,
        double worstRegret,
        Optional<Finding<Y, T>> counterexample,
        List<CurvePoint> curve,
        Optional<BoundBreach<Y, T>> breach) {

    public CheckReport {
        curve = List.copyOf(curve);
    }

    /** Whether anything that is promised was refuted: calibration, or the bound. */
    public boolean refutes() {
        return counterexample.isPresent() || breach.isPresent();
    }

    /**
     * A point of the calibration function δ(ε), the least surrogate regret at which the target regret is still ε or more (CUG13,
     * Definition 4.1).
     *
     * @param epsilon a target regret
     * @param observed the least surrogate regret that was seen with it
     * @param proven what the regret bound says it is at least; NaN without a bound
     */
    public record CurvePoint(double epsilon, double observed, double proven) {}
}
