package io.plumbrank.learn.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All trees in flat arrays, made for walking. Floats are compared as integers of the same order, so that a step is
 * arithmetic without a branch. A column is a feature with the side that its missing values take: smallest of all keys to go
 * left, almost largest to go right. A leaf is its own child, so every row of a tree takes the same number of steps.
 */
final class PackedTrees {
    /** Goes left at every split. */
    private static final int LEFT_KEY = Integer.MIN_VALUE;
    /** Goes right at every split, and left at {@link #LEAF_KEY}. */
    private static final int RIGHT_KEY = Integer.MAX_VALUE - 1;
    /** The threshold that every key is below. */
    private static final int LEAF_KEY = Integer.MAX_VALUE;

    /** Rows that go through all trees before the next ones come, so that their keys and a tree stay in the cache. */
    private static final int BLOCK = 64;
    /** Rows that walk side by side. */
    private static final int ABREAST = 8;

    private final float[] baseScores;
    /** The feature of each column, and the key of its missing values. */
    private final int[] columnFeatures;

    private final int[] missingKeys;
    /** Each node: its column above, the key of its threshold below. */
    private final long[] nodes;
    /** The left child of each node, itself at a leaf. */
    private final int[] children;
    /** Weight times value at a leaf; exact, as both are floats. */
    private final double[] values;
    /** The first node, depth and output of each tree. */
    private final int[] roots;

    private final int[] depths;
    private final int[] outputs;

    PackedTrees(float[] baseScores, List<TreeEnsemble.Member> members) {
        this.baseScores = baseScores;
        int trees = members.size();
        roots = new int[trees];
        depths = new int[trees];
        outputs = new int[trees];
        long total = members.stream().mapToLong(member -> member.tree().nodes()).sum();
        if (total > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(total + " nodes; an array holds " + (Integer.MAX_VALUE - 8));
        }
        nodes = new long[(int) total];
        children = new int[nodes.length];
        values = new double[nodes.length];
        Map<Long, Integer> columns = new HashMap<>();
        List<Long> columnList = new ArrayList<>();
        int at = 0;
        for (int t = 0; t < trees; t++) {
            RegressionTree tree = members.get(t).tree();
            roots[t] = at;
            depths[t] = tree.depth();
            outputs[t] = members.get(t).output();
            for (int node = 0; node < tree.nodes(); node++) {
                children[at + node] = at + tree.left(node);
                if (tree.isLeaf(node)) {
                    nodes[at + node] = LEAF_KEY;
                    values[at + node] =
                            (double) tree.number(node) * members.get(t).weight();
                } else {
                    long wanted = 2L * tree.feature(node) + (tree.missingGoesLeft(node) ? 0 : 1);
                    Integer column = columns.get(wanted);
                    if (column == null) {
                        column = columnList.size();
                        columns.put(wanted, column);
                        columnList.add(wanted);
                    }
                    nodes[at + node] = ((long) column << 32) | (key(tree.number(node)) & 0xffff_ffffL);
                }
            }
            at += tree.nodes();
        }
        columnFeatures = columnList.stream().mapToInt(c -> (int) (c >> 1)).toArray();
        missingKeys = columnList.stream()
                .mapToInt(c -> (c & 1) == 0 ? LEFT_KEY : RIGHT_KEY)
                .toArray();
    }

    /** An integer that orders floats, with both zeros equal. */
    private static int key(float value) {
        int bits = Float.floatToRawIntBits(value + 0f);
        return bits ^ ((bits >> 31) & 0x7fff_ffff);
    }

    /** 1 if the key is at or above the threshold of the node, else 0. */
    private static int right(long node, int key) {
        return (int) (((int) node - (long) key - 1) >>> 63);
    }

    void scoreRowInto(float[] x, double[] u) {
        for (int o = 0; o < u.length; o++) {
            u[o] = baseScores[o];
        }
        for (int t = 0; t < roots.length; t++) {
            int node = roots[t];
            while (children[node] != node) {
                long packed = nodes[node];
                int column = (int) (packed >>> 32);
                float value = x[columnFeatures[column]];
                int key = Float.isNaN(value) ? missingKeys[column] : key(value);
                node = children[node] + right(packed, key);
            }
            u[outputs[t]] = (float) (u[outputs[t]] + values[node]);
        }
    }

    void scoreRowsInto(float[] x, int inputs, int rows, double[] u) {
        // the last rows of a block that is not full walk too, on stale keys, and are not counted
        int[] keys = new int[(Math.min(rows, BLOCK) + ABREAST - 1) / ABREAST * ABREAST * columnFeatures.length];
        int[] leaves = new int[BLOCK];
        for (int first = 0; first < rows; first += BLOCK) {
            int block = Math.min(BLOCK, rows - first);
            keysInto(x, first * inputs, inputs, block, keys);
            scoreBlockInto(keys, block, leaves, first * baseScores.length, u);
        }
    }

    private void keysInto(float[] x, int from, int inputs, int block, int[] keys) {
        int columns = columnFeatures.length;
        for (int row = 0; row < block; row++) {
            int base = from + row * inputs;
            int out = row * columns;
            for (int column = 0; column < columns; column++) {
                float value = x[base + columnFeatures[column]];
                keys[out + column] = Float.isNaN(value) ? missingKeys[column] : key(value);
            }
        }
    }

    private void scoreBlockInto(int[] keys, int block, int[] leaves, int to, double[] u) {
        int outputCount = baseScores.length;
        for (int row = 0; row < block; row++) {
            for (int o = 0; o < outputCount; o++) {
                u[to + row * outputCount + o] = baseScores[o];
            }
        }
        for (int t = 0; t < roots.length; t++) {
            if (depths[t] == 0) {
                Arrays.fill(leaves, roots[t]);
            } else {
                for (int row = 0; row < block; row += ABREAST) {
                    walk(roots[t], depths[t], keys, row, leaves);
                }
            }
            int place = to + outputs[t];
            for (int row = 0; row < block; row++) {
                u[place] = (float) (u[place] + values[leaves[row]]);
                place += outputCount;
            }
        }
    }

    /** Takes eight rows to their leaves; their steps do not wait for each other. */
    private void walk(int root, int depth, int[] keys, int row, int[] leaves) {
        final long[] nodes = this.nodes;
        final int[] children = this.children;
        int columns = columnFeatures.length;
        int k0 = row * columns;
        int k1 = k0 + columns;
        int k2 = k1 + columns;
        int k3 = k2 + columns;
        int k4 = k3 + columns;
        int k5 = k4 + columns;
        int k6 = k5 + columns;
        int k7 = k6 + columns;
        int n0 = root;
        int n1 = root;
        int n2 = root;
        int n3 = root;
        int n4 = root;
        int n5 = root;
        int n6 = root;
        int n7 = root;
        for (int level = 0; level < depth; level++) {
            long p0 = nodes[n0];
            long p1 = nodes[n1];
            long p2 = nodes[n2];
            long p3 = nodes[n3];
            long p4 = nodes[n4];
            long p5 = nodes[n5];
            long p6 = nodes[n6];
            long p7 = nodes[n7];
            n0 = children[n0] + right(p0, keys[k0 + (int) (p0 >>> 32)]);
            n1 = children[n1] + right(p1, keys[k1 + (int) (p1 >>> 32)]);
            n2 = children[n2] + right(p2, keys[k2 + (int) (p2 >>> 32)]);
            n3 = children[n3] + right(p3, keys[k3 + (int) (p3 >>> 32)]);
            n4 = children[n4] + right(p4, keys[k4 + (int) (p4 >>> 32)]);
            n5 = children[n5] + right(p5, keys[k5 + (int) (p5 >>> 32)]);
            n6 = children[n6] + right(p6, keys[k6 + (int) (p6 >>> 32)]);
            n7 = children[n7] + right(p7, keys[k7 + (int) (p7 >>> 32)]);
        }
        leaves[row] = n0;
        leaves[row + 1] = n1;
        leaves[row + 2] = n2;
        leaves[row + 3] = n3;
        leaves[row + 4] = n4;
        leaves[row + 5] = n5;
        leaves[row + 6] = n6;
        leaves[row + 7] = n7;
    }
}
