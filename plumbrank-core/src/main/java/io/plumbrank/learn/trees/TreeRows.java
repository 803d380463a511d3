package io.plumbrank.learn.trees;

/**
 * Rows to learn from or to validate on. The array is not copied: it may be most of the memory.
 *
 * @param x row-major, NaN for missing
 * @param inputs features a row
 * @param rows how many rows
 */
@SuppressWarnings("ArrayRecordComponent") // a large input that nobody compares
public record TreeRows(float[] x, int inputs, int rows) {
    /** Checks the shape. */
    public TreeRows {
        if (inputs < 1 || rows < 1 || (long) rows * inputs > x.length) {
            throw new IllegalArgumentException(
                    rows + " rows of " + inputs + " features, but " + x.length + " values; both must be at least 1");
        }
    }

    /** All of an array. */
    public static TreeRows of(float[] x, int inputs) {
        return new TreeRows(x, inputs, inputs < 1 ? 0 : x.length / inputs);
    }
}
