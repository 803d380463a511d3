package io.plumbrank.learn.instances;

import java.io.Serializable;

/** What the features of a row are past its end, where other rows have more. */
@FunctionalInterface
public interface Padding extends Serializable {
    /** All are missing. */
    Padding MISSING = feature -> Float.NaN;

    /** A feature, NaN for missing. */
    float at(int feature);

    /** Writes features {@code from … to − 1} of a row that begins at {@code row}. */
    default void fill(float[] x, int row, int from, int to) {
        for (int feature = from; feature < to; feature++) {
            x[row + feature] = at(feature);
        }
    }
}
