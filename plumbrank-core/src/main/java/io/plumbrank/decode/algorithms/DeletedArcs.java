package io.plumbrank.decode.algorithms;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What Algorithm 1 of RAT13 deletes of a difference graph until it has no cycle.
 *
 * <pre>{@code
 * double[][] weights = {{0, 2, 0}, {0, 0, 3}, {1, 0, 0}};
 * DeletedArcs.of(LinearOrdering.of(weights)).arcs(); // 3 → 1, and none where there is no cycle
 * }</pre>
 *
 * @param arcs in the order of their deletion, lightest first; arcs of equal weight by their items
 */
public record DeletedArcs(List<Arc> arcs) {
    /** i above j, by so much. */
    public record Arc(int above, int below, double weight) {}

    public DeletedArcs {
        arcs = List.copyOf(arcs);
    }

    /** Of a problem. O(r² log r). */
    public static DeletedArcs of(LinearOrdering problem) {
        List<Arc> arcs = new ArrayList<>();
        for (int i = 0; i < problem.size(); i++) {
            for (int j = 0; j < problem.size(); j++) {
                if (problem.difference(i, j) > 0) {
                    arcs.add(new Arc(i, j, problem.difference(i, j)));
                }
            }
        }
        arcs.sort(Comparator.comparingDouble(Arc::weight)); // stable, so that equal ones stay in order
        return new DeletedArcs(arcs.subList(0, new Algorithm1(problem).deletions()));
    }
}
