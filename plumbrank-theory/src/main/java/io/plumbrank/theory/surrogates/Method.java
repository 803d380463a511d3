package io.plumbrank.theory.surrogates;

import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Optional;

/**
 * A surrogate with its decoder, for instances of one shape: what training on labels and predicting comes to when the fit is
 * perfect. Thread-safe.
 */
public interface Method<Y, T> {
    /** The text of the surrogate. */
    String surrogate();

    /** The name of the decoder; scores are sorted. */
    default String decoder() {
        return "sort";
    }

    /** Where minimising p·ψ leads. */
    Limit<T> limit(LabelDistribution<Y> p);

    /** p·ψ itself; empty where only its minimisers are known. */
    default Optional<SurrogateRisk<Y, T>> risk() {
        return Optional.empty();
    }
}
