package io.plumbrank.data.rows;

import java.util.Arrays;
import java.util.Objects;

/**
 * Rows of float features in columnar memory, dense or sparse, whichever is smaller. {@link #absent} says what a value is that a row
 * does not give; a missing value is NaN.
 */
public sealed interface FeatureMatrix permits FeatureMatrix.Dense, FeatureMatrix.Sparse {

    /** Receives the values of a row but for those that are as if absent, by ascending column. */
    interface Visitor {
        void visit(int column, float value);
    }

    /** What a value is that a row does not give, and what all values past {@link #columns} are: NaN for missing, or 0. */
    float absent();

    /** Whether a value is as if absent. −0 is 0. */
    static boolean isAbsent(float x, float absent) {
        return x == absent || (Float.isNaN(x) && Float.isNaN(absent));
    }

    /** Number of rows. */
    int rows();

    /** One more than the largest feature number. */
    int columns();

    /**
     * One value, NaN when missing; absent past {@link #columns}. O(1) when dense, O(log(values of the row)) when
     * sparse.
     *
     * @throws IndexOutOfBoundsException if there is no such row, or the column is negative
     */
    float get(int row, int column);

    /**
     * Writes a row, missing values as NaN; columns past {@link #columns} are absent.
     *
     * @throws IllegalArgumentException if {@code out} is shorter than {@link #columns}
     */
    void rowInto(int row, float[] out);

    /**
     * Writes rows {@code from … to − 1}, one after another, missing values as NaN.
     *
     * @param width how many values to write of each row; columns past {@link #columns} are absent
     * @param at where the first row goes
     */
    void rowsInto(int from, int to, int width, float[] out, int at);

    /**
     * Widens ranges, one per column, to the values of rows {@code from … to − 1} that {@link #forEach} hands on, and counts those that
     * are not missing. −0 is 0 here.
     *
     * @param low at least {@link #columns} places, as all arrays
     */
    void rangesInto(int from, int to, float[] low, float[] high, long[] present);

    /** Hands on the values of a row but for those that are as if absent, in ascending order of their columns; NaN where one is missing. */
    void forEach(int row, Visitor visitor);

    /** Number of values in rows {@code from … to − 1} that {@link #forEach} hands on. O(rows × columns) when dense. */
    long present(int from, int to);

    /**
     * Row-major values, NaN for missing. The array is not copied: it belongs to the matrix from here on.
     *
     * @param columns number of columns; {@code values} holds at least rows × columns values
     */
    static FeatureMatrix dense(int rows, int columns, float[] values) {
        return dense(rows, columns, values, Float.NaN);
    }

    /** The same, where values past the columns are absent. */
    static FeatureMatrix dense(int rows, int columns, float[] values, float absent) {
        return new Dense(rows, columns, values, absent);
    }

    /**
     * Compressed rows: row i holds {@code values[starts[i] .. starts[i + 1])} at the columns that stand at the same
     * places of {@code indices}, ascending within a row. Becomes dense when that takes less memory, which is when more
     * than half of the values are present. The arrays belong to the matrix from here on. O(values), or O(rows × columns)
     * when it becomes dense.
     *
     * @throws IllegalArgumentException if the columns of a row do not ascend within 0 … columns − 1
     */
    static FeatureMatrix compressed(int columns, int[] starts, int[] indices, float[] values, float absent) {
        int rows = starts.length - 1;
        int present = starts[rows];
        if (FeatureStack.isSmallerDense(rows, columns, present)) {
            return new Dense(rows, columns, spread(columns, starts, indices, values, absent), absent);
        }
        for (int row = 0; row < rows; row++) {
            int previous = -1;
            for (int at = starts[row]; at < starts[row + 1]; at++) {
                requireAscent(row, previous, indices[at], columns);
                previous = indices[at];
            }
        }
        return new Sparse(columns, starts, indices, values, absent);
    }

    private static float[] spread(int columns, int[] starts, int[] indices, float[] values, float absent) {
        int rows = starts.length - 1;
        float[] dense = new float[rows * columns];
        for (int row = 0; row < rows; row++) {
            int base = row * columns;
            int filled = 0;
            for (int at = starts[row]; at < starts[row + 1]; at++) {
                int column = indices[at];
                if (column < filled || column >= columns) {
                    requireAscent(row, filled - 1, column, columns);
                }
                while (filled < column) {
                    dense[base + filled++] = absent;
                }
                dense[base + filled++] = values[at];
            }
            Arrays.fill(dense, base + filled, base + columns, absent);
        }
        return dense;
    }

    private static void requireAscent(int row, int previous, int column, int columns) {
        if (column <= previous || column >= columns) {
            throw new IllegalArgumentException("columns of row " + row + " must ascend below " + columns + ", got "
                    + column + (previous < 0 ? "" : " after " + previous));
        }
    }

    /** Row-major floats. */
    final class Dense implements FeatureMatrix {
        private final int rows;
        private final int columns;
        private final float[] values;
        private final float absent;

        private Dense(int rows, int columns, float[] values, float absent) {
            if ((long) rows * columns > values.length) {
                throw new IllegalArgumentException(
                        rows + " rows × " + columns + " columns need more than " + values.length + " values");
            }
            this.rows = rows;
            this.columns = columns;
            this.values = values;
            this.absent = absent;
        }

        @Override
        public float absent() {
            return absent;
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public int columns() {
            return columns;
        }

        @Override
        public float get(int row, int column) {
            Objects.checkIndex(row, rows);
            Objects.checkIndex(column, Integer.MAX_VALUE);
            return column < columns ? values[row * columns + column] : absent;
        }

        @Override
        public void rowInto(int row, float[] out) {
            Objects.checkIndex(row, rows);
            requireRoom(columns, out);
            System.arraycopy(values, row * columns, out, 0, columns);
            Arrays.fill(out, columns, out.length, absent);
        }

        @Override
        public void rowsInto(int from, int to, int width, float[] out, int at) {
            Objects.checkFromToIndex(from, to, rows);
            if (width == columns) {
                System.arraycopy(values, from * columns, out, at, (to - from) * columns);
                return;
            }
            int known = Math.min(width, columns);
            for (int row = from; row < to; row++) {
                int first = at + (row - from) * width;
                System.arraycopy(values, row * columns, out, first, known);
                Arrays.fill(out, first + known, first + width, absent);
            }
        }

        /** Ranges seldom widen and values are seldom missing, so that the branches are as good as none. */
        @Override
        public void rangesInto(int from, int to, float[] low, float[] high, long[] present) {
            Objects.checkFromToIndex(from, to, rows);
            if (absent == 0) {
                widen(this, from, to, low, high, present);
                return;
            }
            for (int column = 0; column < columns; column++) {
                present[column] += to - from;
            }
            for (int row = from; row < to; row++) {
                int first = row * columns;
                for (int column = 0; column < columns; column++) {
                    float value = values[first + column];
                    if (value < low[column]) {
                        low[column] = value + 0.0f;
                    }
                    if (value > high[column]) {
                        high[column] = value + 0.0f;
                    }
                    if (Float.isNaN(value)) {
                        present[column]--;
                    }
                }
            }
        }

        @Override
        public void forEach(int row, Visitor visitor) {
            Objects.checkIndex(row, rows);
            for (int column = 0; column < columns; column++) {
                float value = values[row * columns + column];
                if (!isAbsent(value, absent)) {
                    visitor.visit(column, value);
                }
            }
        }

        /** Copies rows {@code from … to − 1} into row-major memory with {@code stride} columns. */
        void copyInto(int from, int to, float[] out, int at, int stride) {
            if (stride == columns) {
                System.arraycopy(values, from * columns, out, at, (to - from) * columns);
                return;
            }
            for (int row = from; row < to; row++) {
                System.arraycopy(values, row * columns, out, at + (row - from) * stride, columns);
            }
        }

        @Override
        public long present(int from, int to) {
            long count = 0;
            for (int i = from * columns; i < to * columns; i++) {
                count += isAbsent(values[i], absent) ? 0 : 1;
            }
            return count;
        }
    }

    /** Compressed sparse rows. */
    final class Sparse implements FeatureMatrix {
        private final int columns;
        private final int[] starts;
        private final int[] indices;
        private final float[] values;
        private final float absent;

        private Sparse(int columns, int[] starts, int[] indices, float[] values, float absent) {
            this.columns = columns;
            this.starts = starts;
            this.indices = indices;
            this.values = values;
            this.absent = absent;
        }

        @Override
        public float absent() {
            return absent;
        }

        @Override
        public int rows() {
            return starts.length - 1;
        }

        @Override
        public int columns() {
            return columns;
        }

        @Override
        public float get(int row, int column) {
            Objects.checkIndex(column, Integer.MAX_VALUE);
            int at = Arrays.binarySearch(indices, starts[row], starts[row + 1], column);
            return at >= 0 ? values[at] : absent;
        }

        @Override
        public void rowInto(int row, float[] out) {
            requireRoom(columns, out);
            Arrays.fill(out, absent);
            for (int at = starts[row]; at < starts[row + 1]; at++) {
                out[indices[at]] = values[at];
            }
        }

        @Override
        public void rowsInto(int from, int to, int width, float[] out, int at) {
            Arrays.fill(out, at, at + (to - from) * width, absent);
            for (int row = from; row < to; row++) {
                int first = at + (row - from) * width;
                for (int i = starts[row]; i < starts[row + 1] && indices[i] < width; i++) {
                    out[first + indices[i]] = values[i];
                }
            }
        }

        @Override
        public void rangesInto(int from, int to, float[] low, float[] high, long[] present) {
            widen(this, from, to, low, high, present);
        }

        @Override
        public void forEach(int row, Visitor visitor) {
            for (int at = starts[row]; at < starts[row + 1]; at++) {
                visitor.visit(indices[at], values[at]);
            }
        }

        @Override
        public long present(int from, int to) {
            return (long) starts[to] - starts[from];
        }
    }

    /** Widens ranges value by value. */
    private static void widen(FeatureMatrix features, int from, int to, float[] low, float[] high, long[] present) {
        for (int row = from; row < to; row++) {
            features.forEach(row, (column, x) -> {
                if (!Float.isNaN(x)) {
                    float value = x + 0.0f;
                    present[column]++;
                    low[column] = Math.min(low[column], value);
                    high[column] = Math.max(high[column], value);
                }
            });
        }
    }

    private static void requireRoom(int columns, float[] out) {
        if (out.length < columns) {
            throw new IllegalArgumentException("a row of " + columns + " features does not fit in " + out.length);
        }
    }
}
