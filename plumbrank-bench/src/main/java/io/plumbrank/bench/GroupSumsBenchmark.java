package io.plumbrank.bench;

import io.plumbrank.learn.GroupSums;
import io.plumbrank.learn.RegressionSums;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.SumsPass;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time a row of summing for least squares, on one thread: rows alone, which is what {@code squared} needs, and rows in queries
 * of some size, which gives {@code squared} and {@code pairwise-squared} at once.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class GroupSumsBenchmark {
    private static final int ROWS = 40_000;
    private static final int FEATURES = 136;

    @Param({"10", "100", "1000", "10000"})
    int items;

    private final float[][] x = new float[ROWS][FEATURES];

    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (float[] row : x) {
            for (int j = 0; j < FEATURES; j++) {
                row[j] = (float) random.nextDouble();
            }
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public RegressionSums squared() {
        double[] y = new double[1];
        try (SumsPass<RegressionSums> pass =
                RidgeLearner.linear().withThreads(1).pass(1)) {
            for (int row = 0; row < ROWS; row++) {
                y[0] = row % 5;
                pass.add(x[row], y, 1);
            }
            return pass.finish().total().orElseThrow();
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public GroupSums squaredAndPairwise() {
        double[] y = new double[1];
        try (SumsPass<GroupSums> pass = RidgeLearner.linear().withThreads(1).groupPass(1)) {
            for (int row = 0; row < ROWS; row++) {
                if (row % items == 0) {
                    pass.startGroup(1);
                }
                y[0] = row % 5;
                pass.addToGroup(x[row], y, 1);
            }
            return pass.finish().total().orElseThrow();
        }
    }
}
