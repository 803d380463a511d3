package io.plumbrank.learn.maps;

import io.plumbrank.learn.features.Features;

/** The features in which functions are linear, penalised in their own units or in standard deviations. */
public record FeatureSpec(Features features, boolean standardise) {
    public boolean isLinear() {
        return features.isLinear();
    }

    /** @throws IllegalArgumentException if pairs of items cannot have these features */
    public void requirePairs() {
        if (!features.takesPairs()) {
            throw new IllegalArgumentException(
                    "pairs are fitted by linear models, Fourier features and trees, not by " + features.text());
        }
    }

    /** @throws IllegalArgumentException unless there can be so many features and the factor is positive */
    static void requireSize(String what, int count, double bandwidthFactor) {
        int most = 1_000_000; // a row of so many doubles takes 8 MB, and their products more than any machine has
        if (count < 1 || count > most) {
            throw new IllegalArgumentException(what + " must be from 1 to " + most + ", got " + count);
        }
        if (!(bandwidthFactor > 0) || Double.isInfinite(bandwidthFactor)) {
            throw new IllegalArgumentException("bandwidth factor must be positive and finite, got " + bandwidthFactor);
        }
    }
}
