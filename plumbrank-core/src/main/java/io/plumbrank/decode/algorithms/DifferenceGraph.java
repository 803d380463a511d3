package io.plumbrank.decode.algorithms;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The graph with an arc i → j wherever d_ij exceeds a threshold, and its strongly connected components (Tarjan 1972).
 * Dense: O(r²) for each question.
 */
public final class DifferenceGraph {
    private final int size;
    private final double[] differences;
    private final double threshold;

    public DifferenceGraph(LinearOrdering problem, double threshold) {
        this.size = problem.size();
        this.differences = problem.differences();
        this.threshold = threshold;
    }

    private boolean hasArc(int from, int to) {
        return differences[from * size + to] > threshold;
    }

    boolean isAcyclic() {
        return components().size() == size;
    }

    /**
     * The components, each with its items in ascending order, in a topological order; where that leaves a choice, the
     * component with the smallest item first. An optimal ranking lists them in this order: then only arcs within a
     * component can run upwards.
     */
    public List<int[]> components() {
        int[] component = new int[size];
        int count = label(component);
        List<List<Integer>> members = new ArrayList<>();
        for (int c = 0; c < count; c++) {
            members.add(new ArrayList<>());
        }
        for (int i = 0; i < size; i++) {
            members.get(component[i]).add(i);
        }
        return inTopologicalOrder(members, component);
    }

    private List<int[]> inTopologicalOrder(List<List<Integer>> members, int[] component) {
        int[] waitingFor = new int[members.size()];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (component[i] != component[j] && hasArc(i, j)) {
                    waitingFor[component[j]]++;
                }
            }
        }
        // ordered by smallest member, which is the first
        PriorityQueue<List<Integer>> ready = new PriorityQueue<>((a, b) -> Integer.compare(a.get(0), b.get(0)));
        for (int c = 0; c < waitingFor.length; c++) {
            if (waitingFor[c] == 0) {
                ready.add(members.get(c));
            }
        }
        List<int[]> ordered = new ArrayList<>();
        while (!ready.isEmpty()) {
            List<Integer> next = ready.remove();
            ordered.add(next.stream().mapToInt(Integer::intValue).toArray());
            for (int i : next) {
                for (int j = 0; j < size; j++) {
                    if (component[i] != component[j] && hasArc(i, j) && --waitingFor[component[j]] == 0) {
                        ready.add(members.get(component[j]));
                    }
                }
            }
        }
        return ordered;
    }

    /** Tarjan's algorithm without recursion; returns the number of components. */
    private int label(int[] component) {
        int[] index = new int[size];
        int[] low = new int[size];
        int[] nextArc = new int[size];
        Arrays.fill(index, -1);
        Arrays.fill(component, -1);
        Deque<Integer> open = new ArrayDeque<>();
        Deque<Integer> path = new ArrayDeque<>();
        int visited = 0;
        int count = 0;
        for (int root = 0; root < size; root++) {
            if (index[root] >= 0) {
                continue;
            }
            path.push(root);
            while (!path.isEmpty()) {
                int v = path.element();
                if (index[v] < 0) {
                    index[v] = visited;
                    low[v] = visited++;
                    open.push(v);
                }
                int child = -1;
                for (int to = nextArc[v]; to < size && child < 0; to++) {
                    nextArc[v] = to + 1;
                    if (hasArc(v, to)) {
                        if (index[to] < 0) {
                            child = to;
                        } else if (component[to] < 0) {
                            low[v] = Math.min(low[v], index[to]);
                        }
                    }
                }
                if (child >= 0) {
                    path.push(child);
                    continue;
                }
                path.pop();
                if (low[v] == index[v]) {
                    int member;
                    do {
                        member = open.pop();
                        component[member] = count;
                    } while (member != v);
                    count++;
                }
                if (!path.isEmpty()) {
                    int parent = path.element();
                    low[parent] = Math.min(low[parent], low[v]);
                }
            }
        }
        return count;
    }

    /**
     * Low noise (DMJ10, Definition 8): i → j and j → k imply d_ik ≥ d_ij + d_jk, up to the slack. O(r³), less when it
     * fails.
     *
     * @param share of d_ij + d_jk that counts as rounding, beside the slack
     */
    boolean isLowNoise(double slack, double share) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (hasArc(i, j) && !reachesFurther(i, j, slack, share)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean reachesFurther(int i, int j, double slack, double share) {
        double first = differences[i * size + j];
        for (int k = 0; k < size; k++) {
            double together = first + differences[j * size + k];
            if (hasArc(j, k) && differences[i * size + k] < together - slack - share * together) {
                return false;
            }
        }
        return true;
    }
}
