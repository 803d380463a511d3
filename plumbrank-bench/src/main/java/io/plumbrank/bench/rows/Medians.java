package io.plumbrank.bench.rows;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Measures time, and takes the middle of measurements. */
public final class Medians {
    private Medians() {}

    /** Of an even number of values, the mean of the two in the middle. */
    public static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** The processor time that this process has taken so far. */
    public static double processorSeconds() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e9;
    }
}
