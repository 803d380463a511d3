package io.plumbrank.learn.splits;

import java.io.Serializable;

/** A number derived from a row that a split compares with its threshold. Immutable. */
public interface RowTest extends Serializable {
    /** The number for the row that begins at {@code from}; NaN for missing. */
    float value(float[] rows, int from);

    /** The feature that a contribution of this test is attributed to, for the row that begins at {@code from}. */
    int attributed(float[] rows, int from);

    /** The features that it looks at, ascending. */
    int[] features();

    /** A copy for rows whose features are counted from another number. */
    RowTest countedFrom(int first);

    /**
     * Makes the split of this test out of plain splits.
     *
     * @param <T> a branch
     * @param missingLeft whether a missing number goes left
     */
    <T> T plain(float threshold, boolean missingLeft, T left, T right, Splits<T> splits);

    /** Makes plain splits. */
    @FunctionalInterface
    interface Splits<T> {
        /** A split: rows whose feature is below the threshold go left, those that lack it where the last argument says. */
        T split(int feature, float threshold, T left, T right, boolean missingLeft);
    }
}
