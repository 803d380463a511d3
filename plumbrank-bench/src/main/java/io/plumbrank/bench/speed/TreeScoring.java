package io.plumbrank.bench.speed;

import io.plumbrank.bench.rows.Medians;
import io.plumbrank.imports.TreeModels;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Scores the same rows through the same 100 trees, XGBoost from its matrix and ours from the array, turn about in one process and
 * on one thread, and prints medians of the thread's processor time, which other work on the machine disturbs less than the clock.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.TreeScoring [ROUNDS]</pre>
 */
public final class TreeScoring {
    private static final int ROWS = 12_000;
    private static final int FEATURES = 136;
    private static final int WARM_UP = 30;

    private TreeScoring() {}

    public static void main(String[] args) throws XGBoostError {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 41;
        System.out.printf(
                Locale.ROOT, "%d rows, %d features, 100 trees, 1 thread, medians of %d%n", ROWS, FEATURES, rounds);
        for (int depth : new int[] {6, 10}) {
            for (int missing : new int[] {0, 20}) {
                run(depth, missing, rounds);
            }
        }
    }

    private static void run(int depth, int missing, int rounds) throws XGBoostError {
        float[] x = new float[ROWS * FEATURES];
        float[] labels = new float[ROWS];
        fill(x, labels, missing);
        DMatrix train = matrix(x);
        train.setLabel(labels);
        Map<String, Object> parameters = Map.of("max_depth", depth, "eta", 0.1, "nthread", 1, "verbosity", 0);
        Booster booster = XGBoost.train(train, parameters, 100, Map.of(), null, null);
        TreeEnsemble ensemble = TreeModels.parse(booster.toByteArray("ubj"), "booster");
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double[] u = new double[ROWS];
        double[] theirs = new double[rounds];
        double[] ours = new double[rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            // XGBoost keeps the scores of a matrix that it has scored
            DMatrix fresh = matrix(x);
            long start = threads.getCurrentThreadCpuTime();
            float[][] predicted = booster.predict(fresh, true);
            long between = threads.getCurrentThreadCpuTime();
            ensemble.scoreInto(x, ROWS, u);
            long end = threads.getCurrentThreadCpuTime();
            fresh.dispose();
            if (predicted[0][0] != u[0]) {
                throw new IllegalStateException("scores differ");
            }
            if (round >= 0) {
                theirs[round] = (between - start) / 1e6;
                ours[round] = (end - between) / 1e6;
            }
        }
        booster.dispose();
        train.dispose();
        System.out.printf(
                Locale.ROOT,
                "depth %2d, %2d %% missing: XGBoost %6.2f ms, plumbrank %6.2f ms, %.2f times its throughput%n",
                depth,
                missing,
                Medians.of(theirs),
                Medians.of(ours),
                Medians.of(theirs) / Medians.of(ours));
    }

    /** Labels are a noisy sum of the first ten features. */
    private static void fill(float[] x, float[] labels, int missing) {
        SplittableRandom random = new SplittableRandom(4);
        for (int row = 0; row < ROWS; row++) {
            for (int j = 0; j < FEATURES; j++) {
                float value = random.nextInt(10) == 0 ? 0 : (float) random.nextDouble();
                labels[row] += j < 10 ? value * value : 0;
                x[row * FEATURES + j] = random.nextInt(100) < missing ? Float.NaN : value;
            }
            labels[row] += (float) random.nextDouble();
        }
    }

    private static DMatrix matrix(float[] x) throws XGBoostError {
        return new DMatrix(x, ROWS, FEATURES, Float.NaN);
    }
}
