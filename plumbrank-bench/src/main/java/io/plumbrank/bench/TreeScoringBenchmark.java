package io.plumbrank.bench;

import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeModels;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * 12,000 rows of 136 features through 100 trees, one thread: our scorer beside XGBoost's, from the float array and from its
 * own matrix, whose making is not counted.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TreeScoringBenchmark {
    private static final int ROWS = 12_000;
    private static final int FEATURES = 136;

    /** Splits on the way to a leaf. */
    @Param({"6", "10"})
    public int depth = 6;

    /** Missing values in a hundred. */
    @Param({"0", "20"})
    public int missing;

    private final float[] x = new float[ROWS * FEATURES];
    private final double[] u = new double[ROWS];
    private @Nullable Booster booster;
    private @Nullable TreeEnsemble ensemble;

    /** Draws rows and boosts trees on a noisy sum of the first ten features. */
    @Setup
    public void train() throws XGBoostError {
        SplittableRandom random = new SplittableRandom(4);
        float[] labels = new float[ROWS];
        for (int row = 0; row < ROWS; row++) {
            for (int j = 0; j < FEATURES; j++) {
                float value = random.nextInt(10) == 0 ? 0 : (float) random.nextDouble();
                labels[row] += j < 10 ? value * value : 0;
                x[row * FEATURES + j] = random.nextInt(100) < missing ? Float.NaN : value;
            }
            labels[row] += (float) random.nextDouble();
        }
        DMatrix matrix = new DMatrix(x, ROWS, FEATURES, Float.NaN);
        matrix.setLabel(labels);
        Map<String, Object> parameters = Map.of("max_depth", depth, "eta", 0.1, "nthread", 1, "verbosity", 0);
        booster = XGBoost.train(matrix, parameters, 100, Map.of(), null, null);
        ensemble = TreeModels.parse(booster.toByteArray("ubj"), "booster");
    }

    /** A matrix that XGBoost has not scored yet: it keeps the scores of one that it has. */
    @State(Scope.Thread)
    public static class Fresh {
        private @Nullable DMatrix matrix;

        /** Makes it. */
        @Setup(Level.Invocation)
        public void make(TreeScoringBenchmark benchmark) throws XGBoostError {
            if (matrix != null) {
                matrix.dispose();
            }
            matrix = new DMatrix(benchmark.x, ROWS, FEATURES, Float.NaN);
        }
    }

    /** Ours, in a batch. */
    @Benchmark
    public double[] plumbrank() {
        if (ensemble != null) {
            ensemble.scoreInto(x, ROWS, u);
        }
        return u;
    }

    /** Ours, a row at a time. */
    @Benchmark
    public double plumbrankByRow() {
        double sum = 0;
        if (ensemble != null) {
            float[] row = new float[FEATURES];
            double[] score = new double[1];
            for (int at = 0; at < x.length; at += FEATURES) {
                System.arraycopy(x, at, row, 0, FEATURES);
                ensemble.scoreInto(row, score);
                sum += score[0];
            }
        }
        return sum;
    }

    /** XGBoost's from the float array. */
    @Benchmark
    public float @Nullable [][] xgboostInPlace() throws XGBoostError {
        return booster == null ? null : booster.inplace_predict(x, ROWS, FEATURES, Float.NaN);
    }

    /** XGBoost's from its matrix. */
    @Benchmark
    public float @Nullable [][] xgboostMatrix(Fresh fresh) throws XGBoostError {
        return booster == null ? null : booster.predict(fresh.matrix, true);
    }
}
