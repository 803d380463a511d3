package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreesRefusedException;
import java.util.Arrays;

/**
 * Rows as bins of one byte each. The codes of eight features of a row share a number; a histogram of these eight fits into the
 * nearest cache. A slice of some such groups lies together row by row, so that a node deep in a tree, whose rows are far from each
 * other, waits for memory once per row and slice, and not once per row and group. Slices are what threads share out.
 */
final class BinnedRows {
    /** Features that share a number. */
    static final int ABREAST = 8;

    /** A row of a slice is about as long as a line of the cache. */
    private static final int MOST_GROUPS = 9;

    /** Rows that are asked for at once. */
    private static final int AHEAD = 64;

    private final Cuts cuts;
    private final int rows;
    private final int groups;
    /** Groups of a slice; the last may have fewer. */
    private final int groupsPerSlice;
    /** By slice, the numbers of each row. */
    private final long[][] slices;

    private final int[] sliceOf;
    private final int[] placeOf;

    private BinnedRows(Cuts cuts, int rows, int threads) {
        this.cuts = cuts;
        this.rows = rows;
        groups = groups(cuts);
        int most = Math.max(1, Math.min(MOST_GROUPS, Integer.MAX_VALUE / 2 / rows));
        int shares = threads * ceiling(groups, threads * most);
        groupsPerSlice = ceiling(groups, shares);
        slices = new long[ceiling(groups, groupsPerSlice)][];
        for (int slice = 0; slice < slices.length; slice++) {
            slices[slice] = new long[rows * groupsOf(slice)];
        }
        sliceOf = new int[cuts.features()];
        placeOf = new int[cuts.features()];
        Arrays.setAll(sliceOf, feature -> feature / ABREAST / groupsPerSlice);
        Arrays.setAll(placeOf, feature -> feature / ABREAST % groupsPerSlice);
    }

    /** The number of groups of {@link #ABREAST} features. */
    static int groups(Cuts cuts) {
        return ceiling(cuts.features(), ABREAST);
    }

    private static int ceiling(int of, int by) {
        return (of + by - 1) / by;
    }

    static BinnedRows of(TreeRows rows, Cuts cuts, Workers workers) {
        BinnedRows binned = new BinnedRows(cuts, rows.rows(), workers.threads());
        float[][] padded = new float[cuts.features()][];
        for (int feature = 0; feature < padded.length; feature++) {
            padded[feature] = cuts.padded(feature);
        }
        rows.visit(workers::run, block -> binned.fill(block, padded));
        return binned;
    }

    private void fill(TreeRows.Block block, float[][] padded) {
        int inputs = padded.length;
        for (int feature = 0; feature < inputs; feature++) {
            long[] slice = slices[sliceOf[feature]];
            int step = groupsOf(sliceOf[feature]);
            int at = block.first() * step + placeOf[feature];
            int shift = shiftOf(feature);
            float[] own = padded[feature];
            int bins = cuts.bins(feature);
            for (int row = 0; row < block.rows(); row++) {
                float value = block.x()[block.from() + row * inputs + feature];
                if (Float.isInfinite(value)) {
                    // no threshold lies beyond it, as one does that parts all values from missing ones
                    throw new TreesRefusedException(
                            "an infinite value, at place " + feature + " of row " + (block.first() + row + 1));
                }
                slice[at + row * step] |= (long) Cuts.code(value, own, bins) << shift;
            }
        }
    }

    Cuts cuts() {
        return cuts;
    }

    int rows() {
        return rows;
    }

    int groups() {
        return groups;
    }

    int slices() {
        return slices.length;
    }

    int firstGroup(int slice) {
        return slice * groupsPerSlice;
    }

    int groupsOf(int slice) {
        return Math.min(groups - firstGroup(slice), groupsPerSlice);
    }

    private static int shiftOf(int feature) {
        return feature % ABREAST * Byte.SIZE;
    }

    /** How long an array {@link #gather} needs for so many rows. */
    int roomFor(int slice, int many) {
        return groupsOf(slice) * many + 1;
    }

    /**
     * The codes of a slice's groups at some rows, group by group, in each number the first feature in the lowest byte.
     *
     * @param codes the result, {@link #roomFor} so many rows
     * @param room rows that each group has room for
     */
    void gather(int slice, int[] numbers, int from, int to, long[] codes, int room) {
        long[] own = slices[slice];
        int step = groupsOf(slice);
        for (int next = from; next < to; next += AHEAD) {
            int end = Math.min(to, next + AHEAD);
            // kept at the very end, so that no compiler leaves the asking out
            codes[codes.length - 1] = ask(own, step, numbers, next, end);
            for (int i = next; i < end; i++) {
                int at = numbers[i] * step;
                int place = i - from;
                for (int group = 0; group < step; group++, place += room) {
                    codes[place] = own[at + group];
                }
            }
        }
    }

    /** Reads each line of some rows before one of them is needed: the processor waits for all of them at once. */
    private static long ask(long[] own, int step, int[] numbers, int from, int to) {
        long asked = 0;
        for (int i = from; i < to; i++) {
            int at = numbers[i] * step;
            asked ^= own[at] ^ own[at + step - 1];
        }
        return asked;
    }

    /** Marks rows by the code of a feature, at the places of the rows; returns the sum of the marks. */
    int mark(int feature, byte[] marks, int[] numbers, int from, int to, byte[] marked) {
        long[] own = slices[sliceOf[feature]];
        int step = groupsOf(sliceOf[feature]);
        int place = placeOf[feature];
        int shift = shiftOf(feature);
        int sum = 0;
        for (int i = from; i < to; i++) {
            byte mark = marks[(int) (own[numbers[i] * step + place] >>> shift) & 0xff];
            marked[i] = mark;
            sum += mark;
        }
        return sum;
    }

    /** Takes marks away from rows whose code of a feature has none, at the places of the rows; returns how many. */
    int unmark(int feature, byte[] marks, int[] numbers, int from, int to, byte[] marked) {
        int taken = 0;
        for (int i = from; i < to; i++) {
            if (marked[i] != 0 && marks[code(feature, numbers[i])] == 0) {
                marked[i] = 0;
                taken++;
            }
        }
        return taken;
    }

    int code(int feature, int row) {
        int slice = sliceOf[feature];
        return (int) (slices[slice][row * groupsOf(slice) + placeOf[feature]] >>> shiftOf(feature)) & 0xff;
    }
}
