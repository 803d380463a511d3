package io.plumbrank.bench;

import java.util.Arrays;

/** The middle of measurements. */
final class Medians {
    private Medians() {}

    /** Of an even number of values, the mean of the two in the middle. */
    static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
