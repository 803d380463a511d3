package io.plumbrank.learn.ridge;

import io.plumbrank.learn.Settings;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.Features;
import java.io.Serializable;

/**
 * Multi-output ridge regression from one pass over rows (x, α, weight): linear, on random Fourier features, or on those of a
 * kernel. What comes out is a {@link RidgePath}, all λ at once, and not a single model: learners do not know the target.
 *
 * <pre>{@code
 * RidgePath path = RidgeLearner.linear().fit(
 *         new float[][] {{0, 1}, {1, 0}, {1, 1}}, new double[][] {{1, 2}, {3, 1}, {2, 2}});
 * Scorer scorer = path.scorer(1e-3);
 * }</pre>
 *
 * <p>The result is a function of the rows in their order, the configuration and the seed; threads and shards change no bit.
 *
 * @param features what f is linear in
 * @param seed of all that is random
 * @param threads how many threads sum
 */
public record RidgeLearner(Features features, long seed, int threads) implements Serializable {
    private static final long serialVersionUID = 1;

    public RidgeLearner {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
    }

    /** Linear, seed 1, all processors. */
    public static RidgeLearner linear() {
        return new RidgeLearner(new Features.Linear(), 1, Runtime.getRuntime().availableProcessors());
    }

    /** On Fourier features with the median distance as bandwidth, seed 1, all processors. */
    public static RidgeLearner fourier(int count) {
        return new RidgeLearner(
                new Features.Fourier(count, 1), 1, Runtime.getRuntime().availableProcessors());
    }

    /** With the seed and the threads of settings. */
    public static RidgeLearner of(Features features, Settings settings) {
        return new RidgeLearner(features, settings.seed(), settings.threads());
    }

    /** The same with another seed. */
    public RidgeLearner withSeed(long seed) {
        return new RidgeLearner(features, seed, threads);
    }

    /** The same with another number of threads. */
    public RidgeLearner withThreads(int threads) {
        return new RidgeLearner(features, seed, threads);
    }

    /** A pass over all rows; the first block fixes the feature map. */
    public SumsPass<RegressionSums> pass(int outputs) {
        return new SumsPass<>(outputs, 0, threads, this::mapOf, RegressionSums::of);
    }

    /**
     * A pass over one shard.
     *
     * @param map what all shards share: {@link #featureMap} of the first block's rows
     * @param firstRow the global number of the shard's first row, with which a block must begin
     */
    public SumsPass<RegressionSums> shard(int outputs, FeatureMap map, long firstRow) {
        return new SumsPass<>(outputs, firstRow, threads, first -> map, RegressionSums::of);
    }

    /** A pass over all rows of groups, such as queries with their items; the first block fixes the feature map. */
    public SumsPass<GroupSums> groupPass(int outputs) {
        return new SumsPass<>(outputs, 0, threads, this::mapOf, GroupSums::of);
    }

    /** A pass over one shard of groups; see {@link #shard}. */
    public SumsPass<GroupSums> groupShard(int outputs, FeatureMap map, long firstRow) {
        return new SumsPass<>(outputs, firstRow, threads, first -> map, GroupSums::of);
    }

    private FeatureMap mapOf(RowBlock first) {
        return featureMap(first.x(), first.rows(), first.inputs());
    }

    /**
     * The feature map that the rows of the first block fix.
     *
     * @param x row-major, NaN for missing
     */
    public FeatureMap featureMap(float[] x, int rows, int inputs) {
        return features.map(x, rows, inputs, seed);
    }

    /**
     * Fits rows in memory, all of weight 1.
     *
     * @param x one row each, NaN for missing
     * @param y one target vector per row
     * @throws IllegalArgumentException if there are no rows, or the numbers of rows or targets disagree
     */
    public RidgePath fit(float[][] x, double[][] y) {
        if (x.length != y.length || x.length == 0) {
            throw new IllegalArgumentException(
                    "as many rows as targets, and at least one: got " + x.length + " and " + y.length);
        }
        try (SumsPass<RegressionSums> pass = pass(y[0].length)) {
            for (int row = 0; row < x.length; row++) {
                pass.add(x[row], y[row], 1);
            }
            return RidgePath.of(pass.finish());
        }
    }
}
