package io.plumbrank.data.rows;

import java.util.Arrays;

/** Puts rows of several matrices on top of each other; dense or sparse is decided anew, by what these rows need. */
public final class FeatureStack {
    private final int columns;
    private final boolean dense;
    private final float absent;
    private final float[] values;
    private final int[] indices;
    private final int[] starts;
    private int rows;
    private int present;

    /**
     * @param rows all rows that will be added
     * @param columns the most columns of any matrix
     * @param present all values that will be added
     * @param absent that of all matrices
     */
    public FeatureStack(int rows, int columns, int present, float absent) {
        this.columns = columns;
        this.absent = absent;
        this.dense = isSmallerDense(rows, columns, present);
        this.values = new float[dense ? rows * columns : present];
        this.indices = new int[dense ? 0 : present];
        this.starts = new int[dense ? 0 : rows + 1];
        if (dense) {
            Arrays.fill(values, absent);
        }
    }

    /** Whether row-major floats take less memory than values with their columns, and fit in an array. */
    public static boolean isSmallerDense(long rows, int columns, int present) {
        return rows * columns < 2L * present && rows * columns <= Integer.MAX_VALUE - 8;
    }

    public void add(FeatureMatrix part, int from, int to) {
        if (dense && part instanceof FeatureMatrix.Dense block) {
            block.copyInto(from, to, values, rows * columns, columns);
            rows += to - from;
            return;
        }
        for (int row = from; row < to; row++) {
            part.forEach(row, this::put);
            rows++;
            if (!dense) {
                starts[rows] = present;
            }
        }
    }

    private void put(int column, float value) {
        if (dense) {
            values[rows * columns + column] = value;
        } else {
            indices[present] = column;
            values[present++] = value;
        }
    }

    public FeatureMatrix build() {
        return dense
                ? FeatureMatrix.dense(rows, columns, values, absent)
                : FeatureMatrix.compressed(columns, starts, indices, values, absent);
    }
}
