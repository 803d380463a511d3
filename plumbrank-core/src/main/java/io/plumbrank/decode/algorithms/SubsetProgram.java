package io.plumbrank.decode.algorithms;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Dynamic programming over the sets of items that can fill the first places. Placing item i last into the prefix set S
 * gains factor(|S|) · Σ_{j∈S} g_ij; both PD (factor 1, g_ij = −max(d_ij, 0)) and MAP (factor 1/|S|, g = u) are
 * sums of such gains. O(2^r r) time, 2^r doubles; the ranking is read back without stored parents.
 */
public final class SubsetProgram {
    /** 2^22 doubles are 32 MB. */
    public static final int MOST_ITEMS = 22;

    /** Up to so many items the optimum takes a moment. */
    static final int FEW_ITEMS = 12;

    /** What the optimum of any number of items costs, in words. */
    static final String COST = "a search, NP-hard in general; O(2^r r) up to " + MOST_ITEMS + " items";

    private static final int DEADLINE_STRIDE = 1 << 12;

    private final int size;
    private final int lowBits;
    private final double[] factors;
    // sums of gains of item i over the subsets of the lower and of the upper half of the items: O(1) per set and item
    private final double[][] low;
    private final double[][] high;

    /**
     * @param gains r × r, row by row
     * @param factors factors[p] for prefix sets of p items, p = 1 … r
     */
    SubsetProgram(int size, double[] gains, double[] factors) {
        this.size = size;
        this.lowBits = size / 2;
        this.factors = factors;
        this.low = new double[size][];
        this.high = new double[size][];
        for (int i = 0; i < size; i++) {
            low[i] = subsetSums(gains, i * size, lowBits);
            high[i] = subsetSums(gains, i * size + lowBits, size - lowBits);
        }
    }

    private static double[] subsetSums(double[] values, int from, int count) {
        double[] sums = new double[1 << count];
        for (int set = 1; set < sums.length; set++) {
            int lowest = Integer.numberOfTrailingZeros(set);
            sums[set] = sums[set & (set - 1)] + values[from + lowest];
        }
        return sums;
    }

    /** The items of a ranking with the largest total gain, best first; null if the deadline came first. */
    int @Nullable [] solve(Deadline deadline) {
        int full = (1 << size) - 1;
        double[] best = new double[full + 1];
        for (int set = 1; set <= full; set++) {
            if (set % DEADLINE_STRIDE == 0) {
                deadline.spend((long) DEADLINE_STRIDE * size / 2);
                if (deadline.isPast()) {
                    return null;
                }
            }
            best[set] = bestOf(set, best);
        }
        int[] items = new int[size];
        for (int set = full, position = size - 1; set != 0; position--) {
            items[position] = lastOf(set, best);
            set &= ~(1 << items[position]);
        }
        return items;
    }

    private double bestOf(int set, double[] best) {
        double factor = factors[Integer.bitCount(set)];
        int lowSet = set & ((1 << lowBits) - 1);
        int highSet = set >>> lowBits;
        double max = Double.NEGATIVE_INFINITY;
        for (int rest = set; rest != 0; rest &= rest - 1) {
            int i = Integer.numberOfTrailingZeros(rest);
            max = Math.max(max, best[set & ~(1 << i)] + factor * (low[i][lowSet] + high[i][highSet]));
        }
        return max;
    }

    /** The item placed last into the set on the way to its best value: the largest of them, so that ties keep item order. */
    private int lastOf(int set, double[] best) {
        double factor = factors[Integer.bitCount(set)];
        int lowSet = set & ((1 << lowBits) - 1);
        int highSet = set >>> lowBits;
        for (int i = size - 1; i >= 0; i--) {
            if ((set & (1 << i)) != 0
                    && best[set & ~(1 << i)] + factor * (low[i][lowSet] + high[i][highSet]) == best[set]) {
                return i;
            }
        }
        throw new IllegalStateException("no item accounts for the value of a set: gains are not finite");
    }

    /** Solves PD on a problem of at most {@link #MOST_ITEMS} items. */
    static int @Nullable [] order(LinearOrdering problem, Deadline deadline) {
        double[] gains = new double[problem.size() * problem.size()];
        Arrays.setAll(gains, arc -> Math.min(0, -problem.differences()[arc]));
        double[] ones = new double[problem.size() + 1];
        Arrays.fill(ones, 1);
        return new SubsetProgram(problem.size(), gains, ones).solve(deadline);
    }
}
