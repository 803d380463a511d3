package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import java.util.PriorityQueue;

/**
 * Algorithm 1 of RAT13: delete the arcs of the difference graph one by one, lightest first, until it is acyclic, and
 * return a topological order. Exact when the graph is acyclic from the start (Theorem 7).
 *
 * <p>Two things that the paper leaves open are fixed here. Arcs of equal weight are deleted in the order of (i, j), i
 * first; and of the items that a topological order may put next, the one with the largest net weight Σ_j d_ij comes
 * first, equal ones in item order.
 *
 * <p>Fewer arcs never make a cycle, so the number of deletions is found by binary search, where deleting arc by arc takes O(r⁴). Weights are
 * put into order only as far as the search needs them, and each test is a walk over sets of items as bits: O(r² log r) in all, of which
 * comparisons with a weight are the most.
 */
final class Algorithm1 {
    private final int size;
    private final double[] differences;
    /** Weights of the arcs; what was selected stands where sorting would put it. */
    private final double[] arcs;

    private final double[] netWeights;
    /** By item, the items that kept arcs lead to, as bits. */
    private final long[][] kept;

    // the arcs that are deleted: lighter than `level`, or as heavy and not after position `lastTie` in row-major order
    private double level;
    private int lastTie;

    Algorithm1(LinearOrdering problem) {
        this.size = problem.size();
        this.differences = problem.differences();
        this.arcs = arcs(differences);
        this.netWeights = Scores.netWeights(problem);
        this.kept = new long[size][(size + Long.SIZE - 1) / Long.SIZE];
    }

    /** Filled in place: a stream would hold them three times. */
    private static double[] arcs(double[] differences) {
        int count = 0;
        for (double d : differences) {
            count += d > 0 ? 1 : 0;
        }
        double[] arcs = new double[count];
        for (int next = 0, at = 0; next < count; at++) {
            arcs[next] = differences[at];
            next += differences[at] > 0 ? 1 : 0;
        }
        return arcs;
    }

    Ranking decode() {
        delete(deletions());
        int[] order = new int[size];
        topologicalOrderInto(order);
        return Ranking.ofItems(order);
    }

    /** The least number of deletions, in order, that leaves no cycle. */
    int deletions() {
        delete(0);
        if (isAcyclic()) {
            return 0;
        }
        int low = 1;
        int high = arcs.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            select(low - 1, high - 1, middle - 1);
            delete(middle);
            if (isAcyclic()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Puts the weight of one rank in its place between two others, and lighter ones before it (Hoare's Find). */
    private void select(int from, int to, int rank) {
        int low = from;
        int high = to;
        while (low < high) {
            double pivot = arcs[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (arcs[i] < pivot) {
                    i++;
                }
                while (arcs[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double here = arcs[i];
                    arcs[i++] = arcs[j];
                    arcs[j--] = here;
                }
            }
            if (rank <= j) {
                high = j;
            } else if (rank >= i) {
                low = i;
            } else {
                return;
            }
        }
    }

    /** Deletes the first {@code count} arcs of the order, and no others; the last of them must stand in its place. */
    private void delete(int count) {
        if (count == 0) {
            level = 0;
            lastTie = -1;
            return;
        }
        level = arcs[count - 1];
        int lighter = 0;
        int upTo = 0;
        for (double arc : arcs) {
            lighter += arc < level ? 1 : 0;
            upTo += arc <= level ? 1 : 0;
        }
        lastTie = upTo == count ? Integer.MAX_VALUE : -1;
        int ties = upTo == count ? 0 : count - lighter;
        for (int arc = 0; ties > 0; arc++) {
            if (differences[arc] == level) {
                lastTie = arc;
                ties--;
            }
        }
    }

    /** Walks along kept arcs, depth first: one that leads back to the walk closes a cycle. */
    private boolean isAcyclic() {
        for (int i = 0, arc = 0; i < size; i++) {
            long[] row = kept[i];
            for (int word = 0, j = 0; word < row.length; word++) {
                long bits = 0;
                int end = Math.min(size, j + Long.SIZE);
                if (lastTie < 0 || lastTie == Integer.MAX_VALUE) {
                    // the sign of a difference, since no processor foresees which way these comparisons go
                    for (; j < end; j++, arc++) {
                        bits |= (Double.doubleToRawLongBits(level - differences[arc]) >>> 63) << j;
                    }
                } else {
                    for (; j < end; j++, arc++) {
                        bits |= (isKept(arc) ? 1L : 0) << j;
                    }
                }
                row[word] = bits;
            }
        }
        long[] unseen = new long[size == 0 ? 0 : kept[0].length];
        long[] walk = new long[unseen.length];
        for (int i = 0; i < size; i++) {
            unseen[i >> 6] |= 1L << i;
        }
        int[] path = new int[size];
        for (int root = 0; root < size; root++) {
            int depth = 0;
            for (int at = (unseen[root >> 6] >> root & 1) == 0 ? -1 : root; at >= 0 || depth > 0; ) {
                if (at >= 0) {
                    if (meets(kept[at], walk)) {
                        return false;
                    }
                    unseen[at >> 6] &= ~(1L << at);
                    walk[at >> 6] |= 1L << at;
                    path[depth++] = at;
                } else {
                    depth--;
                    walk[path[depth] >> 6] &= ~(1L << path[depth]);
                }
                at = depth == 0 ? -1 : first(kept[path[depth - 1]], unseen);
            }
        }
        return true;
    }

    private static boolean meets(long[] a, long[] b) {
        for (int word = 0; word < a.length; word++) {
            if ((a[word] & b[word]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** The first that is in both; −1 if none is. */
    private static int first(long[] a, long[] b) {
        for (int word = 0; word < a.length; word++) {
            long both = a[word] & b[word];
            if (both != 0) {
                return word * Long.SIZE + Long.numberOfTrailingZeros(both);
            }
        }
        return -1;
    }

    private boolean isKept(int arc) {
        double d = differences[arc];
        return d > level || (d == level && d > 0 && arc > lastTie);
    }

    /** Kahn's algorithm. */
    private void topologicalOrderInto(int[] order) {
        int[] waitingFor = new int[size];
        for (int i = 0, arc = 0; i < size; i++) {
            for (int j = 0; j < size; j++, arc++) {
                if (isKept(arc)) {
                    waitingFor[j]++;
                }
            }
        }
        PriorityQueue<Integer> ready = new PriorityQueue<>((a, b) -> {
            int byWeight = Double.compare(netWeights[b], netWeights[a]);
            return byWeight != 0 ? byWeight : Integer.compare(a, b);
        });
        for (int i = 0; i < size; i++) {
            if (waitingFor[i] == 0) {
                ready.add(i);
            }
        }
        int placed = 0;
        while (!ready.isEmpty()) {
            int i = ready.remove();
            order[placed++] = i;
            for (int j = 0, arc = i * size; j < size; j++, arc++) {
                if (isKept(arc) && --waitingFor[j] == 0) {
                    ready.add(j);
                }
            }
        }
    }
}
