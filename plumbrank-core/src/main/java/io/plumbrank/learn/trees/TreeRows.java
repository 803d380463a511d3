package io.plumbrank.learn.trees;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rows to learn from or to validate on: an array, which is not copied since it may be most of the memory, or blocks that are made
 * when they are asked for, so that an engine with a shape of its own needs no array of all rows.
 */
public final class TreeRows {
    private static final int ARRAY_BLOCK = 4096;

    private final int inputs;
    private final int rows;
    private final float @Nullable [] array;
    /** The first row of each block, and behind the last the number of rows. */
    private final int[] starts;

    private final IntFunction<float[]> makeBlock;

    private TreeRows(int inputs, float @Nullable [] array, int[] starts, IntFunction<float[]> makeBlock) {
        this.inputs = inputs;
        this.rows = starts[starts.length - 1];
        this.array = array;
        this.starts = starts;
        this.makeBlock = makeBlock;
    }

    /**
     * The first rows of an array.
     *
     * @param x row-major, NaN for missing
     * @param inputs features per row
     * @param rows how many rows
     */
    public TreeRows(float[] x, int inputs, int rows) {
        this(inputs, x, arrayStarts(x, inputs, rows), block -> x);
    }

    private static int[] arrayStarts(float[] x, int inputs, int rows) {
        if (inputs < 1 || rows < 1 || (long) rows * inputs > x.length) {
            throw new IllegalArgumentException(
                    rows + " rows of " + inputs + " features, but " + x.length + " values; both must be at least 1");
        }
        int[] starts = new int[(rows + ARRAY_BLOCK - 1) / ARRAY_BLOCK + 1];
        Arrays.setAll(starts, block -> (int) Math.min(rows, (long) block * ARRAY_BLOCK));
        return starts;
    }

    /** All of an array. */
    public static TreeRows of(float[] x, int inputs) {
        return new TreeRows(x, inputs, inputs < 1 ? 0 : x.length / inputs);
    }

    /**
     * Blocks that are made on demand, by any thread and as often as they are asked for.
     *
     * @param starts the first row of each block from 0 on, and behind the last the number of rows
     * @param makeBlock the values of a block, row-major, NaN for missing
     */
    public static TreeRows ofBlocks(int inputs, int[] starts, IntFunction<float[]> makeBlock) {
        if (inputs < 1 || starts.length < 2 || starts[0] != 0 || starts[starts.length - 1] < 1) {
            throw new IllegalArgumentException(inputs + " features in blocks that begin at rows "
                    + Arrays.toString(Arrays.copyOf(starts, Math.min(starts.length, 3))));
        }
        return new TreeRows(inputs, null, starts.clone(), makeBlock);
    }

    /**
     * Some rows that follow each other.
     *
     * @param x row-major, NaN for missing
     * @param from where the first begins
     * @param first its number among all rows
     * @param rows how many there are
     */
    @SuppressWarnings("ArrayRecordComponent") // a view that nobody compares
    public record Block(float[] x, int from, int first, int rows) {}

    /** The number of blocks. */
    public int blocks() {
        return starts.length - 1;
    }

    public Block block(int number) {
        int first = starts[number];
        return new Block(
                makeBlock.apply(number), array == null ? 0 : first * inputs, first, starts[number + 1] - first);
    }

    /** All values, row-major, NaN for missing; made anew where rows come in blocks. */
    public float[] x() {
        if (array != null) {
            return array;
        }
        float[] x = new float[Math.multiplyExact(rows, inputs)];
        for (int number = 0; number < blocks(); number++) {
            Block block = block(number);
            System.arraycopy(block.x, block.from, x, block.first * inputs, block.rows * inputs);
        }
        return x;
    }

    /** Features per row. */
    public int inputs() {
        return inputs;
    }

    /** The number of rows. */
    public int rows() {
        return rows;
    }
}
