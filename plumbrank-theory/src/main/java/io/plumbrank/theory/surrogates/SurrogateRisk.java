package io.plumbrank.theory.surrogates;

import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Random;

/** The conditional risk p·ψ(u) of a surrogate and the decoder beside it. */
public interface SurrogateRisk<Y, T> {
    /** p·ψ(u) − inf p·ψ, never below 0. */
    double regret(LabelDistribution<Y> p, double[] u);

    /** What u is decoded to, ties in every way. */
    Limit<T> decoded(double[] u);

    /** A u of small regret that is decoded to something else than the minimiser, as far as chance finds one. */
    double[] probe(LabelDistribution<Y> p, Random random);

    /**
     * c in measure regret ≤ c · C_φ(2) · sqrt(surrogate regret) where it depends on p, as a part of what is stated for all p; 1
     * where it does not. Above 1 where what is stated is to be divided by something that depends on p.
     */
    default double constantShare(LabelDistribution<Y> p) {
        return 1;
    }

    /** Whether what is stated holds for all p as it stands. */
    default boolean hasOneConstant() {
        return true;
    }
}
