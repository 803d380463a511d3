package io.plumbrank.decode.algorithms;

import java.util.Arrays;
import java.util.List;

/**
 * Exact linear ordering by depth-first search over prefixes, for when no solver is at hand. A prefix is cut off when its
 * cost and the 3-cycles packed among the items left reach the best value known; when moving its last item up would be
 * cheaper; or when the same set was filled before at no more cost. Exponential in the worst case; O(r²) memory and a
 * bounded table of sets.
 */
final class OrderingBranchAndBound {
    /** Nodes between two looks at the deadline, for problems whose nodes are cheap. */
    private static final int DEADLINE_STRIDE = 1 << 8;

    private final LinearOrdering problem;
    private final int size;
    private final double[] differences;
    private final double least;
    private final Deadline deadline;
    private final int stride;
    private final List<CyclePacking.Cycle> cycles;
    private final double packedAtRoot;
    private final int[][] cyclesOf;
    private final int[] placedInCycle;
    private final boolean[] placed;
    private final int[] prefix;
    private final SetTable seen;

    private int[] best;
    private double bestValue;
    private double open = Double.POSITIVE_INFINITY;
    private long nodes;
    private long mostNodes;
    private boolean stopped;

    /**
     * @param problem with a sum of minima of 0
     * @param start an order to improve on
     */
    OrderingBranchAndBound(LinearOrdering problem, int[] start, double startValue, Deadline deadline) {
        this.problem = problem;
        this.size = problem.size();
        this.differences = problem.differences();
        this.least = problem.isIntegral() ? 0.5 : 1e-12 * problem.spread();
        this.deadline = deadline;
        this.stride = size <= Long.SIZE ? DEADLINE_STRIDE : 1;
        CyclePacking packing = new CyclePacking(problem, true, deadline);
        this.cycles = packing.cycles();
        this.packedAtRoot = packing.total();
        this.cyclesOf = indexByItem(cycles, size);
        this.placedInCycle = new int[cycles.size()];
        this.placed = new boolean[size];
        this.prefix = new int[size];
        this.seen = new SetTable(size);
        this.best = start.clone();
        this.bestValue = startValue;
    }

    private static int[][] indexByItem(List<CyclePacking.Cycle> cycles, int size) {
        int[] counts = new int[size];
        for (CyclePacking.Cycle cycle : cycles) {
            counts[cycle.a()]++;
            counts[cycle.b()]++;
            counts[cycle.c()]++;
        }
        int[][] index = new int[size][];
        for (int i = 0; i < size; i++) {
            index[i] = new int[counts[i]];
        }
        for (int c = cycles.size() - 1; c >= 0; c--) {
            CyclePacking.Cycle cycle = cycles.get(c);
            index[cycle.a()][--counts[cycle.a()]] = c;
            index[cycle.b()][--counts[cycle.b()]] = c;
            index[cycle.c()][--counts[cycle.c()]] = c;
        }
        return index;
    }

    /** Searches at most so many nodes; returns whether the search is complete, so that {@link #best} is optimal. */
    boolean run(long nodeLimit) {
        mostNodes = nodeLimit;
        if (!problem.proves(packedAtRoot, bestValue)) {
            descend(0, 0, packedAtRoot, 0L);
        }
        return !stopped;
    }

    int[] best() {
        return best;
    }

    /** No ranking is cheaper; the value of {@link #best} itself if the search was complete. */
    double bound() {
        return Math.min(bestValue, open);
    }

    /** Extends the prefix of {@code depth} items that cost {@code cost}; {@code packed} bounds what the others add. */
    private void descend(int depth, double cost, double packed, long set) {
        if (depth == size) {
            if (cost < bestValue) {
                bestValue = cost;
                best = prefix.clone();
            }
            return;
        }
        deadline.spend((long) size * size);
        if (++nodes > mostNodes || (nodes % stride == 0 && deadline.isPast())) {
            stopped = true;
            open = Math.min(open, cost + packed);
            return;
        }
        double[] bounds = new double[size];
        double[] costs = new double[size];
        Arrays.fill(bounds, Double.POSITIVE_INFINITY);
        int source = -1;
        for (int i = 0; i < size && source < 0; i++) {
            if (!placed[i]) {
                costs[i] = costOfNext(i);
                bounds[i] = cost + costs[i] + packed - packedWith(i);
                source = costs[i] == 0 ? i : -1;
            }
        }
        for (int next = source >= 0 ? source : cheapest(bounds); next >= 0; next = cheapest(bounds)) {
            double bound = bounds[next];
            bounds[next] = Double.POSITIVE_INFINITY;
            if (stopped) {
                open = Math.min(open, bound);
            } else if (!problem.proves(bound, bestValue) && !wouldRatherGoUp(next, depth)) {
                double reached = cost + costs[next];
                long filled = SetTable.with(set, next, size);
                if (seen.improves(filled, reached)) {
                    place(next, depth);
                    descend(depth + 1, reached, bound - reached, filled);
                    remove(next);
                }
            }
            if (next == source) {
                // nothing left beats it, so some best completion begins with it
                return;
            }
        }
    }

    private static int cheapest(double[] bounds) {
        int next = -1;
        for (int i = 0; i < bounds.length; i++) {
            if (bounds[i] < Double.POSITIVE_INFINITY && (next < 0 || bounds[i] < bounds[next])) {
                next = i;
            }
        }
        return next;
    }

    /** The weight that is contradicted if the item comes before all others that are left. */
    private double costOfNext(int item) {
        double sum = 0;
        for (int j = 0, arc = item * size; j < size; j++, arc++) {
            if (!placed[j] && differences[arc] < 0) {
                sum -= differences[arc];
            }
        }
        return sum;
    }

    private double packedWith(int item) {
        double sum = 0;
        for (int c : cyclesOf[item]) {
            if (placedInCycle[c] == 0) {
                sum += cycles.get(c).weight();
            }
        }
        return sum;
    }

    private boolean wouldRatherGoUp(int item, int depth) {
        double gain = 0;
        for (int p = depth - 1; p >= 0; p--) {
            gain += differences[item * size + prefix[p]];
            if (gain > least) {
                return true;
            }
        }
        return false;
    }

    private void place(int item, int depth) {
        placed[item] = true;
        prefix[depth] = item;
        for (int c : cyclesOf[item]) {
            placedInCycle[c]++;
        }
    }

    private void remove(int item) {
        placed[item] = false;
        for (int c : cyclesOf[item]) {
            placedInCycle[c]--;
        }
    }
}
