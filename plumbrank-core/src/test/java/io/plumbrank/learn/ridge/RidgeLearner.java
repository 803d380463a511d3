package io.plumbrank.learn.ridge;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.LinearFeatures;
import io.plumbrank.learn.sums.BlockSums;

/** Ridge regression from one pass over rows, as the tests want it. */
public record RidgeLearner(Features features, long seed, int threads) {
    public static RidgeLearner linear() {
        return new RidgeLearner(new LinearFeatures.Spec(), 1, 2);
    }

    public static RidgeLearner fourier(int count) {
        return new RidgeLearner(new FourierFeatures.Spec(count, 1), 1, 2);
    }

    public RidgeLearner withSeed(long other) {
        return new RidgeLearner(features, other, threads);
    }

    public RidgeLearner withThreads(int other) {
        return new RidgeLearner(features, seed, other);
    }

    /** Over all rows; the first block fixes the feature map. */
    public SumsPass<RegressionSums> pass(int outputs) {
        return SumsPass.ofRows(outputs, 0, threads, Padding.MISSING, this::mapOf);
    }

    public SumsPass<RegressionSums> shard(int outputs, FeatureMap map, long firstRow) {
        return SumsPass.ofRows(outputs, firstRow, threads, Padding.MISSING, first -> map);
    }

    /** Over all rows of groups; the first block fixes the feature map. */
    public SumsPass<GroupSums> groupPass() {
        return SumsPass.ofGroups(0, threads, Padding.MISSING, this::mapOf);
    }

    public SumsPass<GroupSums> groupShard(FeatureMap map, long firstRow) {
        return SumsPass.ofGroups(firstRow, threads, Padding.MISSING, first -> map);
    }

    private FeatureMap mapOf(RowBlock first) {
        return featureMap(first.x(), first.rows(), first.inputs());
    }

    public FeatureMap featureMap(float[] x, int rows, int inputs) {
        return features.map(x, rows, inputs, seed);
    }

    /** Fits rows of weight 1. */
    public RidgePath fit(float[][] x, double[][] y) {
        try (SumsPass<RegressionSums> pass = pass(y[0].length)) {
            for (int row = 0; row < x.length; row++) {
                pass.add(x[row], y[row], 1);
            }
            return path(pass.finish());
        }
    }

    public static RidgePath path(BlockSums<RegressionSums> sums) {
        return path(sums.total().orElseThrow());
    }

    public static RidgePath path(RegressionSums sums) {
        return RidgePath.of(RidgeProblem.of(sums));
    }
}
