package io.plumbrank.learn.features;

/**
 * What a fit of functions that are linear in features needs to know.
 *
 * @param features what functions are linear in
 * @param standardise whether features are penalised in units of their standard deviation, and not in their own
 */
public record FeatureSpec(Features features, boolean standardise) {
    /** Whether functions are linear in the features themselves. */
    public boolean isLinear() {
        return features.isLinear();
    }

    /** @throws IllegalArgumentException if pairs of items cannot have these features */
    public void requirePairs() {
        if (!features.takesPairs()) {
            throw new IllegalArgumentException(
                    "pairs are fitted by linear models, Fourier features and trees, not by a kernel");
        }
    }
}
