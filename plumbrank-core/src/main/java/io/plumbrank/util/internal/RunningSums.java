package io.plumbrank.util.internal;

/** Sums of an array up to each of its entries, such as the ends of groups from their sizes. */
public final class RunningSums {
    private RunningSums() {}

    /** Puts into each entry the sum up to it, in the calling thread; gives the array back. */
    public static int[] inPlace(int[] values) {
        for (int i = 1; i < values.length; i++) {
            values[i] += values[i - 1];
        }
        return values;
    }
}
