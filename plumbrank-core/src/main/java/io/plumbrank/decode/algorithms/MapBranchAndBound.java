package io.plumbrank.decode.algorithms;

import io.plumbrank.util.internal.Sorting;
import java.util.Arrays;

/**
 * Exact MAP by depth-first search over prefixes, for more items than dynamic programming can hold. A prefix is cut off
 * when the split bound of {@link MapRelaxation}, with the pairs of the prefix counted exactly, stays at the best value
 * known; when moving its last item up would be better; or when the same set was filled before with no less value. O(r³) a
 * node, O(r³) memory and a bounded table of sets, hence {@link #MOST_ITEMS}.
 */
final class MapBranchAndBound {
    static final int MOST_ITEMS = 128;

    private static final int DEADLINE_STRIDE = 1 << 6;

    private final MapAssignment problem;
    private final int size;
    private final double[] pairs;
    private final double[][] splits;
    private final int[][][] descending;
    private final Deadline deadline;
    private final SetTable seen;
    private final boolean[] placed;
    private final int[] prefix;
    private final double[] prefixSums;
    private final double[] withPrefix;
    private final double[] totals;

    private int[] best;
    private double bestValue;
    private double open = Double.NEGATIVE_INFINITY;
    private long nodes;
    private long mostNodes;
    private boolean stopped;

    /**
     * @param splits a split for each p = 2 … r − 1
     * @param start an order to improve on
     */
    MapBranchAndBound(MapAssignment problem, double[][] splits, int[] start, double startValue, Deadline deadline) {
        this.problem = problem;
        this.size = problem.size();
        this.pairs = problem.pairs();
        this.splits = splits;
        this.descending = new int[size][][];
        for (int p = 2; p < size; p++) {
            descending[p] = new int[size][];
            for (int i = 0; i < size; i++) {
                double[] row = Arrays.copyOfRange(splits[p], i * size, (i + 1) * size);
                descending[p][i] = Sorting.descending(row, size);
            }
        }
        this.deadline = deadline;
        this.seen = new SetTable(size);
        this.placed = new boolean[size];
        this.prefix = new int[size];
        this.prefixSums = new double[size];
        this.withPrefix = new double[size];
        Arrays.setAll(withPrefix, i -> pairs[i * size + i]);
        this.totals = new double[size];
        this.best = start.clone();
        this.bestValue = startValue;
    }

    /** Searches at most so many nodes; returns whether the search is complete, so that {@link #best} is optimal. */
    boolean run(long nodeLimit) {
        mostNodes = nodeLimit;
        descend(0, 0, 0L, Double.POSITIVE_INFINITY);
        return !stopped;
    }

    int[] best() {
        return best;
    }

    /** No ranking has a larger value; the value of {@link #best} itself if the search was complete. */
    double bound() {
        return Math.max(bestValue, open);
    }

    private void descend(int depth, double value, long set, double parentBound) {
        if (depth == size) {
            if (value > bestValue) {
                bestValue = value;
                best = prefix.clone();
            }
            return;
        }
        deadline.spend((long) size * (size - depth) * (size - depth));
        stopped |= ++nodes > mostNodes || (nodes % DEADLINE_STRIDE == 0 && deadline.isPast());
        if (stopped) {
            open = Math.max(open, parentBound);
            return;
        }
        double bound = Math.min(parentBound, value + restBound(depth));
        if (problem.proves(bound, bestValue)) {
            return;
        }
        double[] gains = withPrefix.clone();
        for (int next : Sorting.descending(gains, size)) {
            if (placed[next] || wouldRatherGoUp(next, depth)) {
                continue;
            }
            double reached = value + gains[next] / (depth + 1);
            long filled = SetTable.with(set, next, size);
            if (seen.improves(filled, -reached)) {
                place(next, depth);
                descend(depth + 1, reached, filled, bound);
                placed[next] = false;
                // copied back, not subtracted: rounding would add up over the nodes
                System.arraycopy(gains, 0, withPrefix, 0, size);
            }
        }
    }

    /** Bounds what the items that are left add in places depth + 1 … r. */
    private double restBound(int depth) {
        int left = size - depth;
        double sum = 0;
        for (int t = 1; t < left; t++) {
            int p = depth + t;
            int count = 0;
            for (int i = 0; i < size; i++) {
                if (!placed[i]) {
                    totals[count++] = withPrefix[i] + (t == 1 ? 0 : largestShares(p, i, t - 1));
                }
            }
            sum += Selection.sumOfLargest(totals, count, t) / ((double) p * (p + 1));
        }
        return sum + allOfRest() / size;
    }

    private double largestShares(int p, int i, int count) {
        double[] split = splits[p];
        double sum = 0;
        int found = 0;
        for (int j : descending[p][i]) {
            if (j != i && !placed[j]) {
                sum += split[i * size + j];
                if (++found == count) {
                    break;
                }
            }
        }
        return sum;
    }

    /** c of all items less c of the prefix, which no order of the rest changes. */
    private double allOfRest() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            if (!placed[i]) {
                sum += withPrefix[i];
                for (int j = 0; j < i; j++) {
                    sum += placed[j] ? 0 : pairs[i * size + j];
                }
            }
        }
        return sum;
    }

    private boolean wouldRatherGoUp(int item, int depth) {
        double sum = withPrefix[item];
        double gain = 0;
        for (int q = depth - 1; q >= 0; q--) {
            double u = pairs[item * size + prefix[q]];
            gain += (sum - u - prefixSums[q]) / ((q + 1.0) * (q + 2.0));
            sum -= u;
            if (gain > problem.tolerance()) {
                return true;
            }
        }
        return false;
    }

    private void place(int item, int depth) {
        placed[item] = true;
        prefix[depth] = item;
        prefixSums[depth] = withPrefix[item];
        for (int i = 0; i < size; i++) {
            if (i != item) {
                withPrefix[i] += pairs[i * size + item];
            }
        }
    }
}
