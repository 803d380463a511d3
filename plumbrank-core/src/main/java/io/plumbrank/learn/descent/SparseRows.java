package io.plumbrank.learn.descent;

import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Padding;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Rows of many features of which few are present, in groups (a query with its items): 8 bytes per value that is present and some per
 * row. What is left out equals the reference of its feature, so that z = x − reference is 0 there: what a row's {@link Padding} says, and
 * where that says missing the mean of the present values, as in {@link io.plumbrank.learn.maps.LinearFeatures}.
 */
final class SparseRows {
    private int[] rowStart = new int[64];
    private int[] feature = new int[1024];
    private float[] value = new float[1024];
    private double[] rowWeight = new double[64];
    private double[] target = new double[64];
    private int[] groupStart = new int[64];
    private int[] groupInstance = new int[64];
    private double[] groupWeight = new double[64];

    private final int outputs;
    private final Padding padding;
    private int values;
    private int rows;
    private int groups;
    private int width;
    private double[] reference = {};

    /**
     * @param outputs the number of targets of a row
     * @param padding what is left out
     */
    SparseRows(int outputs, Padding padding) {
        this.outputs = outputs;
        this.padding = padding;
    }

    /** Takes the rows of an instance; {@code split} makes each a group of its own, with the weight of both. */
    void add(Instance instance, int number, boolean split) {
        double[] targets = instance.targets();
        int first = rows;
        rowStart = room(rowStart, rows + instance.rows() + 1);
        rowWeight = room(rowWeight, rows + instance.rows());
        target = room(target, (rows + instance.rows()) * outputs);
        System.arraycopy(targets, 0, target, rows * outputs, instance.rows() * outputs);
        for (int row = 0; row < instance.rows(); row++) {
            rowWeight[rows + row] = split ? 1 : instance.rowWeight(row);
        }
        int[] at = {0};
        instance.visitValues((row, found, x) -> {
            while (at[0] < row) {
                rowStart[first + ++at[0]] = values;
            }
            if (Float.isInfinite(x)) {
                throw new IllegalArgumentException("feature " + (found + 1) + " has an infinite value");
            }
            if (Float.isNaN(x)) {
                return;
            }
            feature = room(feature, values + 1);
            value = room(value, values + 1);
            feature[values] = found;
            value[values++] = x;
            width = Math.max(width, found + 1);
        });
        while (at[0] < instance.rows()) {
            rowStart[first + ++at[0]] = values;
        }
        width = Math.max(width, instance.width());
        for (int row = 0; row < instance.rows(); row++) {
            if (row == 0 || split) {
                groupStart = room(groupStart, groups + 2);
                groupInstance = room(groupInstance, groups + 1);
                groupWeight = room(groupWeight, groups + 1);
                groupStart[groups] = rows + row;
                groupInstance[groups] = number;
                groupWeight[groups++] = instance.weight() * (split ? instance.rowWeight(row) : 1);
            }
        }
        rows += instance.rows();
        groupStart[groups] = rows;
    }

    private static int[] room(int[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, larger(array.length, size));
    }

    private static double[] room(double[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, larger(array.length, size));
    }

    private static float[] room(float[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, larger(array.length, size));
    }

    private static int larger(int now, int wanted) {
        return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(wanted, now + (long) now / 2));
    }

    /** Fixes the reference: all rows are there. */
    void finish() {
        double[] sums = new double[width];
        int[] present = new int[width];
        for (int k = 0; k < values; k++) {
            sums[feature[k]] += value[k];
            present[feature[k]]++;
        }
        reference = new double[width];
        for (int j = 0; j < width; j++) {
            float left = padding.at(j);
            reference[j] = !Float.isNaN(left) ? left : present[j] == 0 ? 0 : (float) (sums[j] / present[j]);
        }
    }

    int width() {
        return width;
    }

    int rows() {
        return rows;
    }

    int values() {
        return values;
    }

    int outputs() {
        return outputs;
    }

    int first(int group) {
        return groupStart[group];
    }

    int end(int group) {
        return groupStart[group + 1];
    }

    /** What a group counts, not to mention its rows. */
    double weight(int group) {
        return groupWeight[group];
    }

    double rowWeight(int row) {
        return rowWeight[row];
    }

    double target(int row, int output) {
        return target[row * outputs + output];
    }

    /** What a missing value counts as, as floats. */
    float[] reference() {
        float[] narrow = new float[width];
        for (int j = 0; j < width; j++) {
            narrow[j] = (float) reference[j];
        }
        return narrow;
    }

    /** The groups of some instances. */
    int[] groupsOf(IntPredicate instances) {
        return IntStream.range(0, groups)
                .filter(group -> instances.test(groupInstance[group]))
                .toArray();
    }

    /** Σ_j weights_j z_j of a row. */
    double dot(int row, double[] weights) {
        double sum = 0;
        for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
            sum += weights[feature[k]] * (value[k] - reference[feature[k]]);
        }
        return sum;
    }

    /** out_(at + o) = Σ_j weights_jo z_j of a row; the weights of a feature stand side by side. */
    void dotsInto(int row, double[] weights, int outputs, double[] out, int at) {
        Arrays.fill(out, at, at + outputs, 0);
        for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
            double z = value[k] - reference[feature[k]];
            int first = feature[k] * outputs;
            for (int o = 0; o < outputs; o++) {
                out[at + o] += weights[first + o] * z;
            }
        }
    }

    /** sums_jo += factor_(at + o) · z_j of a row. */
    void addAllTo(int row, double[] factors, int at, int outputs, double[] sums) {
        for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
            double z = value[k] - reference[feature[k]];
            int first = feature[k] * outputs;
            for (int o = 0; o < outputs; o++) {
                sums[first + o] += factors[at + o] * z;
            }
        }
    }

    /** sums_j += factor · z_j of a row. */
    void addTo(int row, double factor, double[] sums) {
        for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
            sums[feature[k]] += factor * (value[k] - reference[feature[k]]);
        }
    }

    /** sums_j += factor · z_j² of a row. */
    void addSquaresTo(int row, double factor, double[] sums) {
        for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
            double z = value[k] - reference[feature[k]];
            sums[feature[k]] += factor * z * z;
        }
    }

    /** The features that rows have from one to another, each as often as it occurs. */
    IntStream features(int fromRow, int toRow) {
        return Arrays.stream(feature, rowStart[fromRow], rowStart[toRow]);
    }
}
