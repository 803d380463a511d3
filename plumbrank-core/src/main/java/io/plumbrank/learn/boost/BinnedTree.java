package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.RegressionTree;
import java.util.Arrays;

/** A tree by the bins of its thresholds, to take binned rows to their leaves. */
final class BinnedTree {
    private static final int CHUNK = 1 << 12;

    private final RegressionTree tree;
    private final int[] lastLeft;
    private final int[] missingCodes;
    /** The features of each split; their bins are alike. */
    private final int[][] sets;

    private final int outputs;
    private final float[] values;
    /** Where the values of each leaf begin. */
    private final int[] valuesAt;

    /** @throws IllegalArgumentException if a threshold is not one of the cuts */
    BinnedTree(RegressionTree tree, Cuts cuts) {
        this.tree = tree;
        lastLeft = new int[tree.nodes()];
        sets = new int[tree.nodes()][];
        missingCodes = new int[tree.nodes()];
        outputs = tree.outputs();
        values = tree.leaves();
        valuesAt = new int[tree.nodes()];
        int next = 0;
        for (int node = 0; node < lastLeft.length; node++) {
            sets[node] = tree.splitFeatures(node);
            if (tree.isLeaf(node)) {
                valuesAt[node] = next;
                next += outputs;
            } else {
                lastLeft[node] = cuts.bin(tree.feature(node), tree.number(node));
                missingCodes[node] = cuts.bins(tree.feature(node));
            }
        }
    }

    int leaf(BinnedRows rows, int row) {
        int node = 0;
        while (!tree.isLeaf(node)) {
            boolean left = goesLeft(node, rows.code(tree.feature(node), row));
            for (int i = 1; left && i < sets[node].length; i++) {
                left = goesLeft(node, rows.code(sets[node][i], row));
            }
            node = tree.left(node) + (left ? 0 : 1);
        }
        return node;
    }

    private boolean goesLeft(int node, int code) {
        return code == missingCodes[node] ? tree.missingGoesLeft(node) : code <= lastLeft[node];
    }

    /** Adds the leaves of some rows to their scores, row-major, from output {@code output} of {@code ofAll} on. */
    void addTo(float[] scores, int ofAll, int output, BinnedRows rows, int[] some, Workers workers) {
        workers.ranges(some.length, CHUNK, (from, to) -> {
            for (int i = from; i < to; i++) {
                add(scores, some[i] * ofAll + output, leaf(rows, some[i]));
            }
        });
    }

    /** Adds the values of a leaf to the scores of a row. */
    void add(float[] scores, int at, int leaf) {
        int from = valuesAt[leaf];
        for (int o = 0; o < outputs; o++) {
            scores[at + o] += values[from + o];
        }
    }

    static int[] all(int rows) {
        int[] all = new int[rows];
        Arrays.setAll(all, row -> row);
        return all;
    }
}
