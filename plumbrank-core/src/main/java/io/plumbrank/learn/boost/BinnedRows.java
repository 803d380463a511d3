package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreesRefusedException;

/**
 * Rows as bins of one byte each. The codes of eight features of a row share a number, and those of the same eight features lie
 * together: a histogram of eight features, which fits into the nearest cache, takes one read per row.
 */
final class BinnedRows {
    /** Features that share a number. */
    static final int ABREAST = 8;

    private final Cuts cuts;
    private final int rows;
    private final long[][] columns;

    private BinnedRows(Cuts cuts, int rows) {
        this.cuts = cuts;
        this.rows = rows;
        columns = new long[(cuts.features() + ABREAST - 1) / ABREAST][rows];
    }

    static BinnedRows of(TreeRows rows, Cuts cuts, Workers workers) {
        BinnedRows binned = new BinnedRows(cuts, rows.rows());
        float[][] padded = new float[cuts.features()][];
        for (int feature = 0; feature < padded.length; feature++) {
            padded[feature] = cuts.padded(feature);
        }
        workers.run(rows.blocks(), number -> binned.fill(rows.block(number), padded));
        return binned;
    }

    private void fill(TreeRows.Block block, float[][] padded) {
        int inputs = padded.length;
        for (int feature = 0; feature < inputs; feature++) {
            long[] column = columns[feature / ABREAST];
            int shift = feature % ABREAST * Byte.SIZE;
            float[] own = padded[feature];
            int bins = cuts.bins(feature);
            for (int row = 0; row < block.rows(); row++) {
                float value = block.x()[block.from() + row * inputs + feature];
                if (Float.isInfinite(value)) {
                    // no threshold lies beyond it, as one does that parts all values from missing ones
                    throw new TreesRefusedException(
                            "an infinite value, at place " + feature + " of row " + (block.first() + row + 1));
                }
                column[block.first() + row] |= (long) Cuts.code(value, own, bins) << shift;
            }
        }
    }

    Cuts cuts() {
        return cuts;
    }

    int rows() {
        return rows;
    }

    /** The number of groups of {@link #ABREAST} features. */
    int groups() {
        return columns.length;
    }

    /** The codes of a group's features at each row, the first in the lowest byte. */
    long[] column(int group) {
        return columns[group];
    }

    int code(int feature, int row) {
        return (int) (columns[feature / ABREAST][row] >>> (feature % ABREAST * Byte.SIZE)) & 0xff;
    }
}
