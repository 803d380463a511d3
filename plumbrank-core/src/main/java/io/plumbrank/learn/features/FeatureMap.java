package io.plumbrank.learn.features;

import io.plumbrank.learn.Scorer;
import java.io.Serializable;

/**
 * What the regression sees of a row: x ↦ z ∈ R^k, in which f is linear. A map is fixed before the sums begin and shared by
 * all shards. Immutable, with value equality.
 */
public interface FeatureMap extends Serializable {
    /** Where the features of x lie. */
    FeatureReference reference();

    /** The number k of features that it makes of rows with {@code inputs} features. */
    int size(int inputs);

    /** Whether its features are penalised in units of their standard deviations, and not in their own. */
    default boolean isStandardised() {
        return true;
    }

    /**
     * Writes z of several rows, behind a leading place that is left alone: z[r][1 + i] is feature i of row r.
     *
     * @param x rows one after another, {@code inputs} values each, NaN for missing
     * @param at where in {@code x} the first row begins
     * @param z at least {@code rows} arrays of at least 1 + {@code size(inputs)}
     */
    void mapInto(float[] x, int at, int inputs, int rows, double[][] z);

    /** The scorer x ↦ intercepts + weights · z, with a row of weights per output. */
    Scorer scorer(int inputs, double[] intercepts, double[][] weights);
}
