package io.plumbrank.learn.ridge;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import java.util.Arrays;

/**
 * Adds the groups of a block into sums within and between them. A large group goes in parts that fit in cache, less the mean of
 * the first part; the distance d from there to the mean of all is known at the end, and Σw·ddᵀ is taken off again. Mutable, one
 * thread, one block.
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
    private final double[] centre;
    private final double[] targetCentre;
    private final double[] distance;
    private final double[] targetDistance;
    private final double[] target;

    GroupMoments(RowBlock block, FeatureMap map, int inputs) {
        this.block = block;
        this.map = map;
        this.features = map.size(inputs);
        this.outputs = block.outputs();
        this.within = MomentAccumulator.ofCentred(features, outputs);
        this.between = new MomentAccumulator(features, outputs);
        this.z = new double[Math.min(PART, block.rows())][1 + features];
        this.centre = new double[1 + features];
        this.targetCentre = new double[outputs];
        this.distance = new double[1 + features];
        this.targetDistance = new double[outputs];
        this.target = new double[outputs];
    }

    void add(int group) {
        int first = block.groupStart(group);
        int end = block.groupStart(group + 1);
        double weight = weight(first, end);
        if (!(weight > 0)) {
            return;
        }
        int rows = mapPart(first, end);
        double firstWeight = weight(first, first + rows);
        Arrays.fill(centre, 0);
        Arrays.fill(targetCentre, 0);
        for (int r = 0; r < rows && firstWeight > 0; r++) {
            addTo(centre, targetCentre, z[r], block.y(), (first + r) * outputs, block.weight(first + r) / firstWeight);
        }
        Arrays.fill(distance, 0);
        Arrays.fill(targetDistance, 0);
        for (int part = first; part < end; part += rows) {
            rows = part == first ? rows : mapPart(part, end);
            for (int r = 0; r < rows; r++) {
                addWithin(part + r, z[r]);
                if (end - first > PART) {
                    addTo(distance, targetDistance, z[r], target, 0, block.weight(part + r) / weight);
                }
            }
        }
        if (end - first > PART) {
            within.add(distance, targetDistance, 0, -weight);
            addTo(centre, targetCentre, distance, targetDistance, 0, 1);
        }
        between.add(centre, targetCentre, 0, weight);
    }

    private double weight(int from, int to) {
        double weight = 0;
        for (int row = from; row < to; row++) {
            weight += block.weight(row);
        }
        return weight;
    }

    private int mapPart(int from, int end) {
        int rows = Math.min(PART, end - from);
        map.mapInto(block.x(), from * block.inputs(), block.inputs(), rows, z);
        return rows;
    }

    private void addTo(double[] sums, double[] targetSums, double[] features, double[] y, int yAt, double share) {
        Kernels.addOneInto(share, features, 1, sums.length, sums);
        for (int o = 0; o < outputs; o++) {
            targetSums[o] += share * y[yAt + o];
        }
    }

    private void addWithin(int row, double[] features) {
        Kernels.addOneInto(-1, centre, 1, centre.length, features);
        for (int o = 0; o < outputs; o++) {
            target[o] = block.y()[row * outputs + o] - targetCentre[o];
        }
        within.add(features, target, 0, block.weight(row));
    }

    RegressionSums within(int inputs) {
        return within.finish(map, inputs);
    }

    RegressionSums between(int inputs) {
        return between.finish(map, inputs);
    }
}
