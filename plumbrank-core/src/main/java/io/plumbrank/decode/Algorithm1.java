package io.plumbrank.decode;

import io.plumbrank.data.Ranking;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Algorithm 1 of RAT13: delete the arcs of the difference graph one by one, lightest first, until it is acyclic, and
 * return a topological order. Exact when the graph is acyclic from the start (Theorem 7).
 *
 * <p>Two things that the paper leaves open are fixed here. Arcs of equal weight are deleted in the order of (i, j), i
 * first; and of the items that a topological order may put next, the one with the largest net weight Σ_j d_ij comes
 * first, equal ones in item order.
 *
 * <p>Fewer arcs never make a cycle, so the number of deletions is found by binary search with an O(r²) test each:
 * O(r² log r) in all, where deleting arc by arc takes O(r⁴).
 */
final class Algorithm1 {
    private final int size;
    private final double[] differences;
    private final double[] ascending;
    private final double[] netWeights;

    // the arcs that are deleted: lighter than `level`, or as heavy and not after position `lastTie` in row-major order
    private double level;
    private int lastTie;

    Algorithm1(LinearOrdering problem) {
        this.size = problem.size();
        this.differences = problem.differences();
        this.ascending = Arrays.stream(differences).filter(d -> d > 0).sorted().toArray();
        this.netWeights = Scores.netWeights(problem);
    }

    Ranking decode() {
        delete(deletions());
        int[] order = new int[size];
        topologicalOrderInto(order);
        return Ranking.ofItems(order);
    }

    /** The least number of deletions, in order, that leaves no cycle. */
    int deletions() {
        int[] order = new int[size];
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            delete(middle);
            if (topologicalOrderInto(order)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Deletes the first {@code count} arcs of the order, and no others. */
    private void delete(int count) {
        if (count == 0) {
            level = 0;
            lastTie = -1;
            return;
        }
        level = ascending[count - 1];
        int lighter = count - 1;
        while (lighter > 0 && ascending[lighter - 1] == level) {
            lighter--;
        }
        int ties = count - lighter;
        lastTie = -1;
        for (int arc = 0; ties > 0; arc++) {
            if (differences[arc] == level) {
                lastTie = arc;
                ties--;
            }
        }
    }

    private boolean isKept(int arc) {
        double d = differences[arc];
        return d > level || (d == level && d > 0 && arc > lastTie);
    }

    /** Kahn's algorithm; false if there is a cycle. */
    private boolean topologicalOrderInto(int[] order) {
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
        return placed == size;
    }
}
