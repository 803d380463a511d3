package io.plumbrank.learn.maps;

import io.plumbrank.learn.features.Features;
import java.util.List;

/**
 * The features in which functions are linear, penalised in their own units or in standard deviations.
 *
 * @param signs by feature, 1 where its weight must not be negative, -1 where it must not be positive; 0, as from the end on, for any
 */
public record FeatureSpec(Features features, boolean standardise, List<Integer> signs) {
    public FeatureSpec {
        signs = List.copyOf(signs);
    }

    /** Any weights. */
    public FeatureSpec(Features features, boolean standardise) {
        this(features, standardise, List.of());
    }

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
