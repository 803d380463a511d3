package io.plumbrank.learn.boost;

/** The rows of a tree that grows: those of a node stand together, in their order, and a split parts them. */
final class NodeRows {
    private static final int CHUNK = 1 << 14;

    private final BinnedRows bins;
    private final RoundedGradients gradients;
    private final Workers workers;
    private final Histograms histograms;

    private int[] rows;
    private int[] otherRows;
    /** The numbers of {@link RoundedGradients} in the order of rows, where there is one per row. */
    private long[] moved;

    private long[] otherMoved;
    /** By place, 1 where the row goes left. */
    private byte[] onLeft;

    private final long[] none = {};

    NodeRows(BinnedRows bins, RoundedGradients gradients, Histograms histograms, Workers workers) {
        this.bins = bins;
        this.gradients = gradients;
        this.workers = workers;
        this.histograms = histograms;
        rows = new int[bins.rows()];
        otherRows = new int[bins.rows()];
        onLeft = new byte[bins.rows()];
        moved = gradients.isPacked() ? new long[bins.rows()] : none;
        otherMoved = gradients.isPacked() ? new long[bins.rows()] : none;
    }

    /** How many slices of features there are to {@link #sum}. */
    int slices() {
        return bins.slices();
    }

    /** All rows, by node. */
    int[] rows() {
        return rows;
    }

    /** Begins a tree with these rows, of which one may come again; returns what they sum to. */
    long[] begin(int[] sample) {
        if (rows.length < sample.length) {
            rows = new int[sample.length];
            otherRows = new int[sample.length];
            onLeft = new byte[sample.length];
            moved = gradients.isPacked() ? new long[sample.length] : none;
            otherMoved = gradients.isPacked() ? new long[sample.length] : none;
        }
        System.arraycopy(sample, 0, rows, 0, sample.length);
        int stride = gradients.stride();
        long[] values = gradients.values();
        long[][] parts = new long[(sample.length + CHUNK - 1) / CHUNK][stride];
        workers.ranges(sample.length, CHUNK, (from, to) -> {
            long[] part = parts[from / CHUNK];
            for (int i = from; i < to; i++) {
                for (int o = 0; o < stride; o++) {
                    part[o] += values[sample[i] * stride + o];
                }
                if (moved.length > 0) {
                    moved[i] = values[sample[i]];
                }
            }
        });
        long[] sums = new long[stride];
        for (long[] part : parts) {
            for (int o = 0; o < stride; o++) {
                sums[o] += part[o];
            }
        }
        return sums;
    }

    /** Sums the rows from one place to another by the bins of a slice of features, for the groups that are wanted. */
    void sum(int slice, boolean[] groups, int from, int to, long[] histogram) {
        if (gradients.isPacked()) {
            histograms.sumPacked(slice, groups, rows, moved, from, to, histogram);
        } else if (gradients.stride() == 2) {
            histograms.sumTwo(slice, groups, rows, gradients.values(), from, to, histogram);
        } else {
            histograms.sum(slice, groups, rows, gradients.values(), from, to, histogram);
        }
    }

    /** Puts the rows that go left before the others, each in their order; gives where the others begin. */
    int part(int begin, int end, Node.Split split) {
        byte[] goesLeft = new byte[256];
        for (int code = 0; code < goesLeft.length; code++) {
            goesLeft[code] = (byte) (split.goesLeft(code, bins.cuts().bins(split.feature())) ? 1 : 0);
        }
        int count = end - begin;
        int[] lefts = new int[(count + CHUNK - 1) / CHUNK + 1];
        workers.ranges(count, CHUNK, (from, to) -> {
            int marked = bins.mark(split.feature(), goesLeft, rows, begin + from, begin + to, onLeft);
            for (int i = 1; i < split.set().length; i++) {
                marked -= bins.unmark(split.set()[i], goesLeft, rows, begin + from, begin + to, onLeft);
            }
            lefts[from / CHUNK + 1] = marked;
        });
        for (int chunk = 1; chunk < lefts.length; chunk++) {
            lefts[chunk] += lefts[chunk - 1];
        }
        int middle = begin + lefts[lefts.length - 1];
        workers.ranges(count, CHUNK, (from, to) -> {
            int left = begin + lefts[from / CHUNK];
            int right = middle + from - lefts[from / CHUNK];
            for (int i = begin + from; i < begin + to; i++) {
                int place = onLeft[i] != 0 ? left : right;
                otherRows[place] = rows[i];
                if (moved.length > 0) {
                    otherMoved[place] = moved[i];
                }
                left += onLeft[i];
                right += 1 - onLeft[i];
            }
        });
        workers.ranges(count, CHUNK, (from, to) -> {
            System.arraycopy(otherRows, begin + from, rows, begin + from, to - from);
            if (moved.length > 0) {
                System.arraycopy(otherMoved, begin + from, moved, begin + from, to - from);
            }
        });
        return middle;
    }
}
