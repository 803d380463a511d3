package io.plumbrank.learn.ridge;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.FourierFeatures;
import io.plumbrank.learn.features.KernelFeatures;
import io.plumbrank.learn.features.LinearFeatures;
import io.plumbrank.learn.features.MedianDistance;
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

    /** A row of so many doubles takes 8 MB, and a matrix of its products more than any machine has. */
    private static final int MOST = 1_000_000;

    /** What f is linear in. */
    public sealed interface Features extends Serializable permits Linear, Fourier, Kernel {}

    /** The features themselves. */
    public record Linear() implements Features {}

    /**
     * Random Fourier features of the Gaussian kernel.
     *
     * @param count how many
     * @param bandwidthFactor the bandwidth, in units of the median distance between rows of the first block; try ½, 1 and 2
     *     on validation data
     */
    public record Fourier(int count, double bandwidthFactor) implements Features {
        public Fourier {
            if (count < 1 || count > MOST) {
                throw new IllegalArgumentException(
                        "the number of Fourier features must be from 1 to " + MOST + ", got " + count);
            }
            requireFactor(bandwidthFactor);
        }
    }

    /**
     * Features of the Laplace kernel at landmarks among the rows: kernel ridge regression where rows are few, and close to it
     * where they are many.
     *
     * @param count how many landmarks at most
     * @param bandwidthFactor the bandwidth, in units of the median ℓ₁ distance between rows of the first block; try ½, 1, 2 and
     *     4 on validation data
     */
    public record Kernel(int count, double bandwidthFactor) implements Features {
        public Kernel {
            if (count < 1 || count > MOST) {
                throw new IllegalArgumentException(
                        "the number of landmarks must be from 1 to " + MOST + ", got " + count);
            }
            requireFactor(bandwidthFactor);
        }
    }

    private static void requireFactor(double bandwidthFactor) {
        if (!(bandwidthFactor > 0) || Double.isInfinite(bandwidthFactor)) {
            throw new IllegalArgumentException("bandwidth factor must be positive and finite, got " + bandwidthFactor);
        }
    }

    public RidgeLearner {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
    }

    /** Linear, seed 1, all processors. */
    public static RidgeLearner linear() {
        return new RidgeLearner(new Linear(), 1, Runtime.getRuntime().availableProcessors());
    }

    /** On Fourier features with the median distance as bandwidth, seed 1, all processors. */
    public static RidgeLearner fourier(int count) {
        return new RidgeLearner(new Fourier(count, 1), 1, Runtime.getRuntime().availableProcessors());
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
        FeatureReference reference = FeatureReference.ofRows(x, rows, inputs);
        if (features instanceof Fourier fourier) {
            double distance = MedianDistance.of(x, rows, reference, seed);
            return new FourierFeatures(reference, fourier.count, fourier.bandwidthFactor * distance, seed);
        }
        if (features instanceof Kernel kernel) {
            double bandwidth = kernel.bandwidthFactor * MedianDistance.absolute(x, rows, reference, seed);
            return KernelFeatures.of(x, rows, inputs, reference, bandwidth, kernel.count);
        }
        return new LinearFeatures(reference);
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
