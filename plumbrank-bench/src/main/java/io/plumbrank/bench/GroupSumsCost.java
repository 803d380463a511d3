package io.plumbrank.bench;

import io.plumbrank.learn.ridge.GroupSums;
import io.plumbrank.learn.ridge.RegressionSums;
import io.plumbrank.learn.ridge.RidgeLearner;
import io.plumbrank.learn.ridge.SumsPass;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Processor time per row of summing for least squares, 136 features, one thread: rows alone, which is what {@code squared} needs,
 * and rows in queries of some size, which gives {@code squared} and {@code pairwise-squared} at once. Turn about in every round, so
 * that what else the machine does hits all alike; medians, and the ratio to rows alone.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.GroupSumsCost [ROUNDS]</pre>
 */
public final class GroupSumsCost {
    private static final int ROWS = 80_000;
    private static final int FEATURES = 136;
    private static final int WARM_UP = 3;

    /** 0 for rows alone. */
    private static final int[] ITEMS = {0, 10, 100, 1_000, 10_000};

    private GroupSumsCost() {}

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 15;
        SplittableRandom random = new SplittableRandom(1);
        float[][] x = new float[ROWS][FEATURES];
        for (float[] row : x) {
            for (int j = 0; j < FEATURES; j++) {
                row[j] = (float) random.nextDouble();
            }
        }
        double[][] nanos = new double[ITEMS.length][rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            for (int i = 0; i < ITEMS.length; i++) {
                long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                sum(x, ITEMS[i]);
                long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                if (round >= 0) {
                    nanos[i][round] = (double) (end - start) / ROWS;
                }
            }
        }
        double alone = Medians.of(nanos[0]);
        for (int i = 0; i < ITEMS.length; i++) {
            String what = ITEMS[i] == 0 ? "squared, rows alone" : "both, queries of " + ITEMS[i];
            double median = Medians.of(nanos[i]);
            System.out.printf(Locale.ROOT, "%-24s %6.0f ns a row  %.2f%n", what, median, median / alone);
        }
    }

    private static void sum(float[][] x, int items) {
        double[] y = new double[1];
        RidgeLearner learner = RidgeLearner.linear().withThreads(1);
        if (items == 0) {
            try (SumsPass<RegressionSums> pass = learner.pass(1)) {
                for (int row = 0; row < ROWS; row++) {
                    y[0] = row % 5;
                    pass.add(x[row], y, 1);
                }
                pass.finish();
            }
            return;
        }
        try (SumsPass<GroupSums> pass = learner.groupPass(1)) {
            for (int row = 0; row < ROWS; row++) {
                if (row % items == 0) {
                    pass.startGroup(1);
                }
                y[0] = row % 5;
                pass.addToGroup(x[row], y, 1);
            }
            pass.finish();
        }
    }
}
