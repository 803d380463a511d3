package io.plumbrank.learn.descent;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.maps.FeatureSpread;
import io.plumbrank.learn.ridge.RowBlock;
import io.plumbrank.learn.sums.BlockSums;
import io.plumbrank.util.internal.InOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Rows in memory, in groups (a query with its items, or a single row), for learners that go over them many times: features as
 * floats, as many targets per row as there are outputs, one weight per group.
 *
 * <p>Block b holds the groups whose first row has a number in [b·{@value BlockSums#BLOCK_ROWS},
 * (b + 1)·{@value BlockSums#BLOCK_ROWS}), counted among these rows. A {@link #subset} shares the features and counts its
 * own rows, so what is learnt from it has the bits of what is learnt from a copy.
 *
 * <p>Immutable. Memory is 4 bytes per value, 8 per target and 8 per row; any number of values, as long as no block has more than an array
 * holds.
 */
public final class GroupedRows {
    private final List<RowBlock> stored;
    private final int inputs;
    private final int outputs;

    /** Where each group is stored: which of {@link #stored}, and which group there. */
    private final int[] storedIn;

    private final int[] storedAs;

    /** The first group of each block; one more entry at the end. */
    private final int[] blockStarts;

    private GroupedRows(List<RowBlock> stored, int inputs, int outputs, int[] storedIn, int[] storedAs) {
        this.stored = List.copyOf(stored);
        this.inputs = inputs;
        this.outputs = outputs;
        this.storedIn = storedIn;
        this.storedAs = storedAs;
        int[] starts = new int[groups() + 1];
        int blocks = 0;
        long row = 0;
        long block = -1;
        for (int group = 0; group < groups(); group++) {
            if (row / BlockSums.BLOCK_ROWS != block) {
                block = row / BlockSums.BLOCK_ROWS;
                starts[blocks++] = group;
            }
            row += items(group);
        }
        starts[blocks] = groups();
        this.blockStarts = Arrays.copyOf(starts, blocks + 1);
    }

    /** Takes rows one by one. */
    public static final class Builder {
        private final int outputs;
        private final Padding padding;
        private List<RowBlock> stored = new ArrayList<>();
        private int[] storedIn = {};
        private int[] storedAs = {};
        private int groups;
        private int inputs;
        private long rows;
        private boolean groupHasRows = true;

        /** @param outputs how many targets rows have */
        public Builder(int outputs) {
            this(outputs, Padding.MISSING);
        }

        /** @param padding of rows that are narrower than others */
        public Builder(int outputs, Padding padding) {
            this.outputs = outputs;
            this.padding = padding;
        }

        /** @throws IllegalArgumentException if the weight is negative or infinite, or the last group has no rows */
        public Builder startGroup(double weight) {
            requireRows();
            if (!(weight >= 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("group " + (groups + 1) + " has weight " + weight);
            }
            long block = rows / BlockSums.BLOCK_ROWS;
            if (stored.isEmpty() || last().index() != block) {
                finishBlock();
                RowBlock next = new RowBlock(outputs, padding);
                next.clear(block);
                stored.add(next);
            }
            if (groups == storedIn.length) {
                int room = Math.max(16, groups + (groups >> 1));
                storedIn = Arrays.copyOf(storedIn, room);
                storedAs = Arrays.copyOf(storedAs, room);
            }
            storedIn[groups] = stored.size() - 1;
            storedAs[groups++] = last().groups();
            last().startGroup(weight);
            groupHasRows = false;
            return this;
        }

        /**
         * Adds a row to the group. The arrays are copied.
         *
         * @param x features, NaN for missing; rows may differ in length, what a row lacks is missing
         * @param targets as many as there are outputs
         * @throws IllegalArgumentException if a target is not finite, or there are more or fewer
         */
        public Builder add(float[] x, double... targets) {
            if (groups == 0) {
                throw new IllegalStateException("a row before the first group");
            }
            if (targets.length != outputs) {
                throw new IllegalArgumentException(targets.length + " targets for " + outputs + " outputs");
            }
            for (double target : targets) {
                if (!Double.isFinite(target)) {
                    throw new IllegalArgumentException("row " + (rows + 1) + " has target " + target);
                }
            }
            last().add(x, targets, 1);
            inputs = Math.max(inputs, x.length);
            rows++;
            groupHasRows = true;
            return this;
        }

        /** All rows so far; the builder is empty afterwards. */
        public GroupedRows build() {
            requireRows();
            finishBlock();
            stored.forEach(block -> block.widenTo(inputs));
            GroupedRows built = new GroupedRows(
                    stored, inputs, outputs, Arrays.copyOf(storedIn, groups), Arrays.copyOf(storedAs, groups));
            stored = new ArrayList<>();
            groups = 0;
            inputs = 0;
            rows = 0;
            return built;
        }

        private RowBlock last() {
            return stored.get(stored.size() - 1);
        }

        private void finishBlock() {
            if (!stored.isEmpty()) {
                last().trim();
            }
        }

        private void requireRows() {
            if (!groupHasRows) {
                throw new IllegalArgumentException("group " + groups + " has no rows");
            }
        }
    }

    /**
     * The groups whose number satisfies {@code chosen}, in the same order and numbered anew; features are shared, not
     * copied. It keeps {@link #inputs}, so that scorers fitted to a fold take the rows of the others. O(groups).
     */
    public GroupedRows subset(IntPredicate chosen) {
        int[] in = new int[groups()];
        int[] as = new int[groups()];
        int count = 0;
        for (int group = 0; group < groups(); group++) {
            if (chosen.test(group)) {
                in[count] = storedIn[group];
                as[count++] = storedAs[group];
            }
        }
        return new GroupedRows(stored, inputs, outputs, Arrays.copyOf(in, count), Arrays.copyOf(as, count));
    }

    public int groups() {
        return storedIn.length;
    }

    /** The largest number of features of a row; what a row lacks is missing. */
    public int inputs() {
        return inputs;
    }

    public int outputs() {
        return outputs;
    }

    public int items(int group) {
        return block(group).groupStart(storedAs[group] + 1) - firstRow(group);
    }

    public double weight(int group) {
        return block(group).weight(firstRow(group));
    }

    /** Writes the targets of a group, row by row, from place 0 on. */
    public void targetsInto(int group, double[] targets) {
        System.arraycopy(block(group).y(), firstRow(group) * outputs, targets, 0, items(group) * outputs);
    }

    private RowBlock block(int group) {
        return stored.get(storedIn[group]);
    }

    private int firstRow(int group) {
        return block(group).groupStart(storedAs[group]);
    }

    public int blocks() {
        return blockStarts.length - 1;
    }

    /** The first group of a block; that of the block after the last is {@link #groups}. */
    public int blockStart(int block) {
        return blockStarts[block];
    }

    /** Rows that lie one after another. */
    @FunctionalInterface
    public interface Strip {
        void accept(RowBlock stored, int firstRow, int rows);
    }

    /** Hands out the rows of groups {@code from … to − 1} in order, at most {@code most} at a time. */
    public void forEachStrip(int from, int to, int most, Strip strip) {
        int group = from;
        while (group < to) {
            RowBlock block = block(group);
            int first = firstRow(group);
            int end = first;
            while (group < to && block(group) == block && firstRow(group) == end) {
                end += items(group++);
            }
            for (int row = first; row < end; row += most) {
                strip.accept(block, row, Math.min(most, end - row));
            }
        }
    }

    /** Means and deviations of features z; a row has the weight of its group. The bits do not depend on the threads. */
    FeatureSpread spread(FeatureMap map, int threads) {
        SpreadSums total = new SpreadSums(map.size(inputs));
        try (InOrder<SpreadSums> pass = new InOrder<>(threads, "plumbrank-spread", total::add)) {
            for (int block = 0; block < blocks(); block++) {
                int at = block;
                pass.submit(() -> spreadOf(at, map));
            }
            pass.finish();
        }
        return FeatureSpread.of(total.weight, total.first, total.second);
    }

    private SpreadSums spreadOf(int block, FeatureMap map) {
        int features = map.size(inputs);
        SpreadSums sums = new SpreadSums(features);
        double[][] z = new double[Kernels.PANEL][1 + features];
        forEachStrip(blockStart(block), blockStart(block + 1), Kernels.PANEL, (part, row, count) -> {
            map.mapInto(part.x(), row * part.inputs(), part.inputs(), count, z);
            for (int r = 0; r < count; r++) {
                sums.add(part.weight(row + r), z[r]);
            }
        });
        return sums;
    }

    /** Σw, Σw·z and Σw·z². */
    private static final class SpreadSums {
        private double weight;
        private final double[] first;
        private final double[] second;

        SpreadSums(int features) {
            first = new double[features];
            second = new double[features];
        }

        private void add(double w, double[] z) {
            weight += w;
            for (int i = 0; i < first.length; i++) {
                double weighted = w * z[1 + i];
                first[i] += weighted;
                second[i] += weighted * z[1 + i];
            }
        }

        void add(SpreadSums other) {
            weight += other.weight;
            Kernels.addOneInto(1, other.first, 0, first.length, first);
            Kernels.addOneInto(1, other.second, 0, second.length, second);
        }
    }
}
