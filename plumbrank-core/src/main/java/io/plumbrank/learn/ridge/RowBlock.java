package io.plumbrank.learn.ridge;

import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Padding;
import java.util.Arrays;

/**
 * The rows of one block with their targets and weights, in groups (a query's items, or single rows). A buffer: filled by
 * one thread, read by another, cleared and filled again.
 */
public final class RowBlock {
    private final int outputs;
    private final Padding padding;
    private long index;
    private int rows;
    private int inputs;
    private float[] x = {};
    private double[] y = {};
    private double[] weights = {};
    private int[] groupStarts = {};
    private double[] groupWeights = {};
    private int groups;

    /** @param padding of rows that are narrower than others */
    public RowBlock(int outputs, Padding padding) {
        this.outputs = outputs;
        this.padding = padding;
    }

    /** Empties it, to become block {@code index}. Keeps the memory, and forgets the width: a block is what its rows are. */
    public void clear(long index) {
        this.index = index;
        rows = 0;
        inputs = 0;
        groups = 0;
    }

    /** The next row begins a group. */
    public void startGroup(double weight) {
        if (groups == groupStarts.length) {
            groupStarts = Arrays.copyOf(groupStarts, room(groups + 1L));
            groupWeights = Arrays.copyOf(groupWeights, groupStarts.length);
        }
        groupWeights[groups] = weight;
        groupStarts[groups++] = rows;
    }

    /** @param weight within the group, whose own weight multiplies it */
    public void add(float[] row, double[] target, double weight) {
        if (row.length > inputs) {
            widen(row.length);
        }
        if (x.length < (rows + 1L) * inputs) {
            x = Arrays.copyOf(x, room((rows + 1L) * inputs));
        }
        if (y.length < (rows + 1L) * outputs) {
            y = Arrays.copyOf(y, room((rows + 1L) * outputs));
        }
        if (weights.length == rows) {
            weights = Arrays.copyOf(weights, room(rows + 1L));
        }
        System.arraycopy(row, 0, x, rows * inputs, row.length);
        padding.fill(x, rows * inputs, row.length, inputs);
        System.arraycopy(target, 0, y, rows * outputs, outputs);
        weights[rows++] = groupWeights[groups - 1] * weight;
    }

    /** Adds all rows of the group under way, one target each, multiplied by a factor. */
    void addAll(Instance instance, double targetFactor) {
        int width = instance.width();
        int more = instance.rows();
        if (width > inputs) {
            widen(width);
        }
        if (x.length < ((long) rows + more) * inputs) {
            x = Arrays.copyOf(x, room(((long) rows + more) * inputs));
        }
        if (y.length < (long) rows + more) {
            y = Arrays.copyOf(y, room((long) rows + more));
        }
        if (weights.length < (long) rows + more) {
            weights = Arrays.copyOf(weights, room((long) rows + more));
        }
        instance.xInto(inputs, x, rows * inputs);
        double[] targets = instance.targets();
        for (int row = 0; row < more; row++) {
            y[rows + row] = targetFactor * targets[row];
            weights[rows + row] = groupWeights[groups - 1] * instance.rowWeight(row);
        }
        rows += more;
    }

    /** Gives back the room that is not used. */
    public void trim() {
        x = Arrays.copyOf(x, rows * inputs);
        y = Arrays.copyOf(y, rows * outputs);
        weights = Arrays.copyOf(weights, rows);
        groupStarts = Arrays.copyOf(groupStarts, groups);
    }

    /** Makes rows as wide as a map expects them, where what they lack is not missing. */
    public void widenTo(int width) {
        if (padding != Padding.MISSING && width > inputs) {
            widen(width);
            trim();
        }
    }

    private void widen(int wider) {
        if (x.length < (long) rows * wider) {
            x = Arrays.copyOf(x, room((long) rows * wider));
        }
        for (int row = rows - 1; row >= 0; row--) {
            System.arraycopy(x, row * inputs, x, row * wider, inputs);
            padding.fill(x, row * wider, inputs, wider);
        }
        inputs = wider;
    }

    /** An array length with room to grow in proportion, so that filling costs O(1) a value. */
    private static int room(long needed) {
        int largest = Integer.MAX_VALUE - 8;
        if (needed > largest) {
            throw new IllegalArgumentException(
                    "a block of rows needs " + needed + " values; an array holds " + largest);
        }
        return (int) Math.min(largest, needed + (needed >> 1));
    }

    public long index() {
        return index;
    }

    public int rows() {
        return rows;
    }

    /** The largest number of features of a row here. */
    public int inputs() {
        return inputs;
    }

    int outputs() {
        return outputs;
    }

    /** Row-major, {@link #inputs} a row, NaN for missing. Read only. */
    public float[] x() {
        return x;
    }

    /** Row-major, {@link #outputs} a row. Read only. */
    public double[] y() {
        return y;
    }

    /** The weight of a row, that of its group included. */
    public double weight(int row) {
        return weights[row];
    }

    double groupWeight(int group) {
        return groupWeights[group];
    }

    public int groups() {
        return groups;
    }

    /** The first row of a group; that of the group after the last is {@link #rows}. */
    public int groupStart(int group) {
        return group == groups ? rows : groupStarts[group];
    }
}
