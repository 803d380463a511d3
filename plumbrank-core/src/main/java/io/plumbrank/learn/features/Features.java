package io.plumbrank.learn.features;

import java.io.Serializable;

/**
 * The features in which functions are linear, before data fix their map: {@code new FeatureLearner(features, true)} fits them. Features
 * of your own are a class that implements this interface and makes a {@link FeatureMap}. Immutable.
 */
public interface Features extends Serializable {
    /** The map that a sample of rows fixes; x is row-major, NaN for missing. */
    FeatureMap map(float[] x, int rows, int inputs, long seed);

    /** Its name with its parameters, such as {@code fourier(features=500,bandwidth=1.0)}. */
    String text();

    /** Whether they are the features themselves, so that the first rows fix the map and sparse rows stay sparse. */
    default boolean isLinear() {
        return false;
    }

    /** True where pairs of items can have them too, for which the library must have a map of pairs. */
    default boolean takesPairs() {
        return false;
    }
}
