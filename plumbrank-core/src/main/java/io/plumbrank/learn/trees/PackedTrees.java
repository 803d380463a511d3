package io.plumbrank.learn.trees;

import io.plumbrank.util.internal.Interrupts;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All trees in flat arrays, made for walking. Floats are compared as integers of the same order, so that a step is
 * arithmetic without a branch. A column is a feature with the side that its missing values take: smallest of all keys to go
 * left, almost largest to go right. A leaf is its own child, so every row of a tree takes the same number of steps.
 */
final class PackedTrees implements Serializable {
    private static final long serialVersionUID = 1;

    /** Goes left at every split. */
    private static final int LEFT_KEY = Integer.MIN_VALUE;
    /** Goes right at every split, and left at a leaf. */
    private static final int RIGHT_KEY = Integer.MAX_VALUE - 1;
    /** No key is larger. */
    private static final int LEAF_KEY = RIGHT_KEY;

    /** Rows that go through all trees before the next ones come, so that their keys and a tree stay in the cache. */
    private static final int BLOCK = 64;
    /** Rows that walk side by side; their keys of one column are neighbours. */
    private static final int ABREAST = 4;

    private final float[] baseScores;
    /** The feature of each column, and the key of its missing values. */
    private final int[] columnFeatures;

    private final int[] missingKeys;
    /** The features of a column of a split on several, null for one on one; empty where all are. */
    private final BitSet[] columnSets;
    /** All features of such columns, ascending. */
    private final int[] setFeatures;
    /** Each node: {@link #ABREAST} times its column above, the largest key that goes left below. */
    private final long[] nodes;
    /** The left child of each node, itself at a leaf. */
    private final int[] children;
    /** Weight times value at a leaf; exact, as both are floats. Where a leaf has a vector, where that begins. */
    private final double[] values;
    /** Weight times the vectors of leaves. */
    private final double[] vectors;
    /** The first node, depth and output of each tree. */
    private final int[] roots;

    private final int[] depths;
    private final int[] outputs;
    /** How many outputs a tree has values for. */
    private final int[] widths;
    /** Whether sums are doubles, and what they are divided by at the end; else each addition is rounded to a float. */
    private final boolean wide;

    private final int divisor;

    PackedTrees(float[] baseScores, List<TreeEnsemble.Member> members, int divisor) {
        this.baseScores = baseScores;
        this.divisor = divisor;
        wide = divisor > 0;
        int trees = members.size();
        roots = new int[trees];
        depths = new int[trees];
        outputs = new int[trees];
        widths = new int[trees];
        long total = members.stream().mapToLong(member -> member.tree().nodes()).sum();
        if (total > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(total + " nodes; an array holds " + (Integer.MAX_VALUE - 8));
        }
        nodes = new long[(int) total];
        children = new int[nodes.length];
        values = new double[nodes.length];
        vectors = vectors(members);
        int nextVector = 0;
        Map<Long, Integer> columns = new HashMap<>();
        List<Long> columnList = new ArrayList<>();
        Map<Integer, BitSet> sets = new HashMap<>();
        int at = 0;
        for (int t = 0; t < trees; t++) {
            RegressionTree tree = members.get(t).tree();
            roots[t] = at;
            depths[t] = tree.depth();
            outputs[t] = members.get(t).output();
            widths[t] = tree.outputs();
            for (int node = 0; node < tree.nodes(); node++) {
                children[at + node] = at + tree.left(node);
                if (tree.isLeaf(node)) {
                    nodes[at + node] = LEAF_KEY;
                    if (widths[t] > 1) {
                        values[at + node] = nextVector;
                        nextVector += widths[t];
                    } else {
                        values[at + node] = wide
                                ? tree.leaf(node)
                                : (double) tree.number(node) * members.get(t).weight();
                    }
                } else {
                    long wanted = 2L * tree.feature(node) + (tree.missingGoesLeft(node) ? 0 : 1);
                    int[] several = tree.splitFeatures(node);
                    Integer column = several.length > 1 ? null : columns.get(wanted);
                    if (column == null) {
                        column = columnList.size();
                        columnList.add(wanted);
                        if (several.length > 1) {
                            BitSet set = new BitSet();
                            Arrays.stream(several).forEach(set::set);
                            sets.put(column, set);
                        } else {
                            columns.put(wanted, column);
                        }
                    }
                    nodes[at + node] =
                            (((long) ABREAST * column) << 32) | ((key(tree.number(node)) - 1) & 0xffff_ffffL);
                }
            }
            at += tree.nodes();
        }
        columnFeatures = columnList.stream().mapToInt(c -> (int) (c >> 1)).toArray();
        missingKeys = columnList.stream()
                .mapToInt(c -> (c & 1) == 0 ? LEFT_KEY : RIGHT_KEY)
                .toArray();
        columnSets = new BitSet[sets.isEmpty() ? 0 : columnFeatures.length];
        sets.forEach((column, set) -> columnSets[column] = set);
        setFeatures = sets.values().stream()
                .flatMapToInt(BitSet::stream)
                .distinct()
                .sorted()
                .toArray();
    }

    private static double[] vectors(List<TreeEnsemble.Member> members) {
        long size = 0;
        for (TreeEnsemble.Member member : members) {
            size += member.tree().outputs() > 1
                    ? (long) member.tree().outputs() * ((member.tree().nodes() + 1) / 2)
                    : 0;
        }
        double[] vectors = new double[Math.toIntExact(size)];
        int at = 0;
        for (TreeEnsemble.Member member : members) {
            if (member.tree().outputs() > 1) {
                for (float value : member.tree().leaves()) {
                    vectors[at++] = (double) value * member.weight();
                }
            }
        }
        return vectors;
    }

    private void addVector(int leaf, int width, double[] u, int place) {
        int from = (int) values[leaf];
        for (int o = 0; o < width; o++) {
            u[place + o] = (float) (u[place + o] + vectors[from + o]);
        }
    }

    /** An integer that orders floats, with both zeros equal. */
    private static int key(float value) {
        int bits = Float.floatToRawIntBits(value + 0f);
        return bits ^ ((bits >> 31) & 0x7fff_ffff);
    }

    /** The key of a value, or that of missing ones; without a branch, which missing values would make costly. */
    private static int key(float value, int missingKey) {
        int missing = (0x7f80_0000 - (Float.floatToRawIntBits(value) & 0x7fff_ffff)) >> 31;
        return (key(value) & ~missing) | (missingKey & missing);
    }

    /** 1 if the key is larger than what goes left at the node, else 0. */
    private static int right(long node, int key) {
        return (int) (((int) node - (long) key) >>> 63);
    }

    /** The features of sets that are not 0 in a row. */
    private int[] present(float[] x, int from) {
        if (setFeatures.length == 0) {
            return setFeatures;
        }
        int count = 0;
        int[] present = new int[setFeatures.length];
        for (int feature : setFeatures) {
            if (x[from + feature] != 0) {
                present[count++] = feature;
            }
        }
        return Arrays.copyOf(present, count);
    }

    /** The key of a column; that of a split on several features is the largest of theirs, of which most are 0. */
    private int columnKey(float[] x, int from, int column, int[] present) {
        if (columnSets.length == 0 || columnSets[column] == null) {
            return key(x[from + columnFeatures[column]], missingKeys[column]);
        }
        int largest = Integer.MIN_VALUE;
        int others = columnSets[column].cardinality();
        for (int feature : present) {
            if (columnSets[column].get(feature)) {
                largest = Math.max(largest, key(x[from + feature], missingKeys[column]));
                others--;
            }
        }
        return others > 0 ? Math.max(largest, key(0f)) : largest;
    }

    void scoreRowInto(float[] x, double[] u) {
        for (int o = 0; o < u.length; o++) {
            u[o] = baseScores[o];
        }
        int[] present = present(x, 0);
        for (int t = 0; t < roots.length; t++) {
            int node = roots[t];
            while (children[node] != node) {
                long packed = nodes[node];
                int column = (int) (packed >>> 32) / ABREAST;
                node = children[node] + right(packed, columnKey(x, 0, column, present));
            }
            if (widths[t] > 1) {
                addVector(node, widths[t], u, outputs[t]);
            } else {
                u[outputs[t]] = sum(u[outputs[t]], values[node]);
            }
        }
        divide(u, 0, u.length);
    }

    private double sum(double before, double value) {
        return wide ? before + value : (float) (before + value);
    }

    private void divide(double[] u, int from, int to) {
        if (divisor > 1) {
            for (int i = from; i < to; i++) {
                u[i] /= divisor;
            }
        }
    }

    void scoreRowsInto(float[] x, int inputs, int rows, double[] u) {
        // the last rows of a block that is not full walk too, on stale keys, and are not counted
        int[] keys = new int[(Math.min(rows, BLOCK) + ABREAST - 1) / ABREAST * ABREAST * columnFeatures.length];
        int[] leaves = new int[BLOCK];
        for (int first = 0; first < rows; first += BLOCK) {
            Interrupts.check();
            int block = Math.min(BLOCK, rows - first);
            keysInto(x, first * inputs, inputs, block, keys);
            scoreBlockInto(keys, block, leaves, first * baseScores.length, u);
        }
    }

    private void keysInto(float[] x, int from, int inputs, int block, int[] keys) {
        int columns = columnFeatures.length;
        for (int row = 0; row < block; row++) {
            int base = from + row * inputs;
            int out = row / ABREAST * ABREAST * columns + row % ABREAST;
            if (columnSets.length > 0) {
                int[] present = present(x, base);
                for (int column = 0; column < columns; column++) {
                    keys[out + ABREAST * column] = columnKey(x, base, column, present);
                }
                continue;
            }
            for (int column = 0; column < columns; column++) {
                keys[out + ABREAST * column] = key(x[base + columnFeatures[column]], missingKeys[column]);
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
                if (widths[t] > 1) {
                    addVector(leaves[row], widths[t], u, place);
                } else {
                    u[place] = sum(u[place], values[leaves[row]]);
                }
                place += outputCount;
            }
        }
        divide(u, to, to + block * outputCount);
    }

    /** Takes four rows to their leaves; their steps do not wait for each other. */
    private void walk(int root, int depth, int[] keys, int row, int[] leaves) {
        long[] nodes = this.nodes;
        int[] children = this.children;
        int first = row * columnFeatures.length;
        int a = root;
        int b = root;
        int c = root;
        int d = root;
        for (int level = 0; level < depth; level++) {
            long node = nodes[a];
            a = children[a] + right(node, keys[first + (int) (node >>> 32)]);
            node = nodes[b];
            b = children[b] + right(node, keys[first + (int) (node >>> 32) + 1]);
            node = nodes[c];
            c = children[c] + right(node, keys[first + (int) (node >>> 32) + 2]);
            node = nodes[d];
            d = children[d] + right(node, keys[first + (int) (node >>> 32) + 3]);
        }
        leaves[row] = a;
        leaves[row + 1] = b;
        leaves[row + 2] = c;
        leaves[row + 3] = d;
    }
}
