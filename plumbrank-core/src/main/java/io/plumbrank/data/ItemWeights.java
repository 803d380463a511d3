package io.plumbrank.data;

import org.jspecify.annotations.Nullable;

/** Weights of the items of one query: the values from a first one on. */
record ItemWeights(double[] values, int first) {
    /** The weights in a column, if there is one. */
    static @Nullable ItemWeights view(double @Nullable [] column, int first) {
        return column == null ? null : new ItemWeights(column, first);
    }

    double get(int item) {
        return values[first + item];
    }
}
