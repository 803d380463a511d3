package io.plumbrank.learn.descent;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.LinearFeatures;
import io.plumbrank.learn.sums.BlockSums;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Descent on rows whose first block fixes the feature map, as the tests want it. */
record TestDescent(Features features, long seed, DescentLearner learner) {
    private static final DescentLearner DEFAULTS =
            new DescentLearner(2, DescentLearner.MOST_ITERATIONS, DescentLearner.TOLERANCE, true);

    static TestDescent linear() {
        return new TestDescent(new LinearFeatures.Spec(), 1, DEFAULTS);
    }

    static TestDescent fourier(int count) {
        return new TestDescent(new FourierFeatures.Spec(count, 1), 1, DEFAULTS);
    }

    TestDescent withSeed(long other) {
        return new TestDescent(features, other, learner);
    }

    TestDescent withThreads(int threads) {
        return with(threads, learner.maxIterations(), learner.tolerance(), learner.standardise());
    }

    TestDescent until(int maxIterations, double tolerance) {
        return with(learner.threads(), maxIterations, tolerance, learner.standardise());
    }

    TestDescent withoutScaling() {
        return with(learner.threads(), learner.maxIterations(), learner.tolerance(), false);
    }

    private TestDescent with(int threads, int maxIterations, double tolerance, boolean standardise) {
        return new TestDescent(features, seed, new DescentLearner(threads, maxIterations, tolerance, standardise));
    }

    FeatureMap map(GroupedRows rows) {
        int count = Math.min(BlockSums.BLOCK_ROWS, count(rows));
        return features.map(flat(rows, count), count, rows.inputs(), seed);
    }

    DescentPath fit(GroupedRows rows, Supplier<GroupLoss> loss, double[] lambdas) {
        return learner.fit(rows, map(rows), loss, lambdas, iterations -> {}, scorer -> true);
    }

    static int count(GroupedRows rows) {
        return IntStream.range(0, rows.groups()).map(rows::items).sum();
    }

    /** The features of the first rows, as wide as the widest. */
    static float[] flat(GroupedRows rows, int count) {
        float[] x = new float[count * rows.inputs()];
        Arrays.fill(x, Float.NaN);
        int[] next = {0};
        rows.forEachStrip(0, rows.groups(), 1, (stored, row, one) -> {
            if (next[0] < count) {
                System.arraycopy(stored.x(), row * stored.inputs(), x, next[0]++ * rows.inputs(), stored.inputs());
            }
        });
        return x;
    }
}
