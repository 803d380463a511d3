package io.plumbrank.learn;

import java.util.Arrays;

/**
 * Adds the groups of a block into sums within and between them. Large groups go in parts that fit in cache, once for the mean
 * and once less the mean. Mutable, one thread, one block.
 */
final class GroupMoments {
    /** Rows of a part: with a hundred features they fill a quarter of a second-level cache of 1 MiB. */
    private static final int PART = 256;

    private final RowBlock block;
    private final FeatureMap map;
    private final int features;
    private final int outputs;
    private final MomentAccumulator within;
    private final MomentAccumulator between;
    private final double[][] z;
    private final double[] mean;
    private final double[] targetMean;
    private final double[] target;

    GroupMoments(RowBlock block, FeatureMap map, int inputs) {
        this.block = block;
        this.map = map;
        this.features = map.size(inputs);
        this.outputs = block.outputs();
        this.within = MomentAccumulator.ofCentred(features, outputs);
        this.between = new MomentAccumulator(features, outputs);
        this.z = new double[Math.min(PART, block.rows())][1 + features];
        this.mean = new double[1 + features];
        this.targetMean = new double[outputs];
        this.target = new double[outputs];
    }

    void add(int group) {
        int first = block.groupStart(group);
        int end = block.groupStart(group + 1);
        double weight = 0;
        for (int row = first; row < end; row++) {
            weight += block.weight(row);
        }
        if (!(weight > 0)) {
            return;
        }
        Arrays.fill(mean, 0);
        Arrays.fill(targetMean, 0);
        for (int part = first; part < end; part += PART) {
            int rows = mapPart(part, end);
            for (int r = 0; r < rows; r++) {
                addToMean(part + r, z[r], block.weight(part + r) / weight);
            }
        }
        for (int part = first; part < end; part += PART) {
            int rows = end - first <= PART ? end - first : mapPart(part, end);
            for (int r = 0; r < rows; r++) {
                addWithin(part + r, z[r]);
            }
        }
        between.add(mean, targetMean, 0, weight);
    }

    private int mapPart(int from, int end) {
        int rows = Math.min(PART, end - from);
        map.mapInto(block.x(), from * block.inputs(), block.inputs(), rows, z);
        return rows;
    }

    private void addToMean(int row, double[] features, double share) {
        Kernels.addOneInto(share, features, 1, mean.length, mean);
        for (int o = 0; o < outputs; o++) {
            targetMean[o] += share * block.y()[row * outputs + o];
        }
    }

    private void addWithin(int row, double[] features) {
        Kernels.addOneInto(-1, mean, 1, mean.length, features);
        for (int o = 0; o < outputs; o++) {
            target[o] = block.y()[row * outputs + o] - targetMean[o];
        }
        within.add(features, target, 0, block.weight(row));
    }

    RegressionSums within(int inputs) {
        return within.finish(map, inputs, block.rows());
    }

    /** Counts no rows, so that the sum with {@link #within} has as many as there are. */
    RegressionSums between(int inputs) {
        return between.finish(map, inputs, 0);
    }
}
