package io.plumbrank.imports;

import io.plumbrank.learn.trees.RegressionTree;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Puts nodes that name their children into the order of {@link RegressionTree}; what the root does not lead to is left out. */
final class TreeLinks {
    private TreeLinks() {}

    /**
     * The old number of each node, breadth first from node 0.
     *
     * @param nodes how many old nodes there are
     * @param left the left child of an old node, negative for a leaf
     * @param right its right child
     * @throws IllegalArgumentException if a child does not exist or has two parents
     */
    static int[] breadthFirst(int nodes, IntUnaryOperator left, IntUnaryOperator right) {
        if (nodes == 0) {
            throw new IllegalArgumentException("a tree without nodes");
        }
        boolean[] seen = new boolean[nodes];
        int[] order = new int[nodes];
        int count = 1;
        seen[0] = true;
        for (int at = 0; at < count; at++) {
            int old = order[at];
            if (left.applyAsInt(old) < 0) {
                continue;
            }
            for (int child : new int[] {left.applyAsInt(old), right.applyAsInt(old)}) {
                if (child < 0 || child >= nodes || seen[child]) {
                    throw new IllegalArgumentException("node " + old + " of a tree has a child " + child);
                }
                seen[child] = true;
                order[count++] = child;
            }
        }
        return Arrays.copyOf(order, count);
    }
}
