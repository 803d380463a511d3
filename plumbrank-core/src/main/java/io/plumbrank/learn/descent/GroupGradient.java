package io.plumbrank.learn.descent;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.learn.ridge.RowBlock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One thread's road from weights to the loss of a block and its gradient: scores of a batch of groups, their losses, and for
 * each output Σ g_i·(1, z_i) over its rows. A batch is as many groups as {@link #BATCH} rows hold, so that z is still in cache when it is
 * needed again. Where z is not given, it is made once per batch; a group that is longer is a batch of its own, for which z is
 * made twice.
 *
 * <p>Every sum runs over the rows in their order, so batches change no bit. Mutable scratch memory; O(k) a row and output,
 * apart from the map and the loss.
 */
final class GroupGradient {
    /** With 100 features, 200 KB of z. */
    private static final int BATCH = 256;

    private final GroupedRows rows;
    private final FeatureMap map;
    private final GroupLoss loss;
    private final int features;
    private final int outputs;

    /** (1, z) of a batch. */
    private final double[][] z;

    private final double[][] window = new double[BATCH][];

    /** By output. */
    private final double[][] scores;

    private final double[][] slopes;

    /** Of one group, row by row, from place 0 on. */
    private double[] groupScores = {};

    private double[] groupTargets = {};
    private double[] groupSlopes = {};

    GroupGradient(GroupedRows rows, FeatureMap map, GroupLoss loss) {
        this.rows = rows;
        this.map = map;
        this.loss = loss;
        this.features = map.size(rows.inputs());
        this.outputs = rows.outputs();
        this.scores = new double[outputs][];
        this.slopes = new double[outputs][];
        reserve(BATCH);
        this.z = new double[BATCH][1 + features];
        for (double[] row : z) {
            row[0] = 1;
        }
    }

    /** Sums over groups. */
    static final class Sums {
        /** Σ w·loss. */
        double value;

        /** Σ w·|∂loss/∂s_i| over rows and outputs. */
        double magnitude;

        /** By output, Σ w·∂loss/∂s_i·(1, z_i) over rows. */
        final double[][] gradient;

        Sums(int outputs, int features) {
            gradient = new double[outputs][1 + features];
        }

        void add(Sums other) {
            value += other.value;
            magnitude += other.magnitude;
            for (int o = 0; o < gradient.length; o++) {
                Kernels.addOneInto(1, other.gradient[o], 0, gradient[o].length, gradient[o]);
            }
        }
    }

    /** (1, z) of all rows of a block. */
    double[][] mapped(int block) {
        int from = rows.blockStart(block);
        int to = rows.blockStart(block + 1);
        int count = 0;
        for (int group = from; group < to; group++) {
            count += rows.items(group);
        }
        double[][] mapped = new double[count][1 + features];
        Position at = new Position();
        rows.forEachStrip(from, to, BATCH, (stored, row, length) -> {
            mapInto(stored, row, length, at.row, mapped);
            at.row += length;
        });
        for (double[] row : mapped) {
            row[0] = 1;
        }
        return mapped;
    }

    /**
     * Over one block, at scores intercept + weights·z of each output.
     *
     * @param mapped (1, z) of its rows, if it was kept
     */
    Sums of(int block, double @Nullable [][] mapped, double[] intercepts, double[][] weights) {
        Sums sums = new Sums(outputs, features);
        int end = rows.blockStart(block + 1);
        int from = rows.blockStart(block);
        int row = 0;
        while (from < end) {
            int count = rows.items(from);
            int to = from + 1;
            while (to < end && count + rows.items(to) <= BATCH) {
                count += rows.items(to++);
            }
            reserve(count);
            if (mapped == null) {
                addBatch(from, to, count, intercepts, weights, sums);
            } else {
                score(mapped, row, count, intercepts, weights, 0);
                addLosses(from, to, sums);
                addRows(mapped, row, 0, count, sums);
            }
            row += count;
            from = to;
        }
        return sums;
    }

    private void addBatch(int from, int to, int count, double[] intercepts, double[][] weights, Sums sums) {
        boolean whole = count <= BATCH;
        Position at = new Position();
        rows.forEachStrip(from, to, BATCH, (stored, row, length) -> {
            int zAt = whole ? at.row : 0;
            mapInto(stored, row, length, zAt, z);
            score(z, zAt, length, intercepts, weights, at.row);
            at.row += length;
        });
        addLosses(from, to, sums);
        if (whole) {
            addRows(z, 0, 0, count, sums);
            return;
        }
        at.row = 0;
        rows.forEachStrip(from, to, BATCH, (stored, row, length) -> {
            mapInto(stored, row, length, 0, z);
            addRows(z, 0, at.row, length, sums);
            at.row += length;
        });
    }

    /** How many rows have been handed out. */
    private static final class Position {
        int row;
    }

    private void reserve(int count) {
        if (groupScores.length < count * outputs) {
            for (int o = 0; o < outputs; o++) {
                scores[o] = new double[count];
                slopes[o] = new double[count];
            }
            groupScores = new double[count * outputs];
            groupTargets = new double[count * outputs];
            groupSlopes = new double[count * outputs];
        }
    }

    private void score(double[][] of, int at, int count, double[] intercepts, double[][] weights, int scoresAt) {
        for (int o = 0; o < outputs; o++) {
            Kernels.dotsInto(intercepts[o], of, at, count, 1, weights[o], scoresAt, scores[o]);
        }
    }

    private void mapInto(RowBlock stored, int row, int length, int outAt, double[][] out) {
        System.arraycopy(out, outAt, window, 0, length);
        map.mapInto(stored.x(), row * stored.inputs(), stored.inputs(), length, window);
    }

    private void addLosses(int from, int to, Sums sums) {
        int at = 0;
        for (int group = from; group < to; group++) {
            int items = rows.items(group);
            double weight = rows.weight(group);
            if (weight == 0) {
                // Whatever its loss, which may be infinite.
                for (double[] output : slopes) {
                    Arrays.fill(output, at, at + items, 0);
                }
            } else {
                addLoss(group, weight, at, items, sums);
            }
            at += items;
        }
    }

    private void addLoss(int group, double weight, int at, int items, Sums sums) {
        for (int o = 0; o < outputs; o++) {
            for (int i = 0; i < items; i++) {
                groupScores[i * outputs + o] = scores[o][at + i];
            }
        }
        rows.targetsInto(group, groupTargets);
        sums.value += weight * loss.gradientInto(groupScores, groupTargets, items * outputs, groupSlopes);
        for (int i = 0; i < items; i++) {
            for (int o = 0; o < outputs; o++) {
                double slope = weight * groupSlopes[i * outputs + o];
                sums.magnitude += Math.abs(slope);
                slopes[o][at + i] = slope;
            }
        }
    }

    /** Adds Σ slope·(1, z) of so many rows to each output. */
    private void addRows(double[][] of, int at, int slopesAt, int count, Sums sums) {
        for (int o = 0; o < outputs; o++) {
            addRows(of, at, slopes[o], slopesAt, count, sums.gradient[o]);
        }
    }

    private static void addRows(double[][] of, int at, double[] slopes, int slopesAt, int count, double[] gradient) {
        int fours = count & ~3;
        for (int r = 0; r < fours; r += 4) {
            Kernels.addFourInto(
                    slopes[slopesAt + r],
                    of[at + r],
                    slopes[slopesAt + r + 1],
                    of[at + r + 1],
                    slopes[slopesAt + r + 2],
                    of[at + r + 2],
                    slopes[slopesAt + r + 3],
                    of[at + r + 3],
                    0,
                    gradient.length,
                    gradient);
        }
        for (int r = fours; r < count; r++) {
            Kernels.addOneInto(slopes[slopesAt + r], of[at + r], 0, gradient.length, gradient);
        }
    }
}
