package io.plumbrank.learn.trees;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * A binary tree of numeric splits: a row with x[feature] &lt; threshold goes left, else right, and one where the feature is
 * missing goes where the split says. A split on several features ({@link #withSets}) sends a row left if it does so by each of them,
 * which parts the levels of a category that has a feature for each. Immutable: accessors copy arrays.
 *
 * <p>Nodes are numbered breadth first, the root is 0 and siblings are neighbours. So the k-th split, counted from 0 in node
 * order, has its children at 2k + 1 and 2k + 2, and the list of features alone tells the shape.
 *
 * <p>A leaf has one value, or a vector of them, one per output ({@link #withLeaves}). Values may be doubles ({@link #withDoubles}), for
 * tools that store these; {@link #number} is then the nearest float.
 */
public final class RegressionTree implements Serializable {
    private static final long serialVersionUID = 1;

    /** What stands for the feature of a leaf. */
    public static final int LEAF = -1;

    private static final float[] NONE = {};
    private static final double[] NO_DOUBLES = {};
    private static final int[][] NO_SETS = {};

    private final int[] features;
    private final float[] numbers;
    private final boolean[] missingLeft;
    private final float[] gains;
    private final float[] covers;
    private final int[] left;
    private final int depth;
    /** The vectors of the leaves, in node order; empty where leaves have one value. */
    private final float[] leaves;
    /** Where the vector of each leaf begins; empty where leaves have one value. */
    private final int[] vectorAt;
    /** The values of the leaves by node; empty where these are floats. */
    private final double[] doubles;
    /** The features of each split on several, empty for other nodes; empty where there is no such split. */
    private final int[][] sets;

    private RegressionTree(
            int[] features,
            float[] numbers,
            boolean[] missingLeft,
            float[] gains,
            float[] covers,
            int[] left,
            float[] leaves,
            double[] doubles,
            int[][] sets) {
        this.features = features;
        this.numbers = numbers;
        this.missingLeft = missingLeft;
        this.gains = gains;
        this.covers = covers;
        this.left = left;
        this.depth = depth(left);
        this.leaves = leaves;
        this.doubles = doubles;
        this.sets = sets;
        vectorAt = new int[leaves.length == 0 ? 0 : features.length];
        int leaf = 0;
        for (int node = 0; node < vectorAt.length; node++) {
            vectorAt[node] = features[node] == LEAF ? outputs() * leaf++ : 0;
        }
    }

    /**
     * From its nodes in the order of the class; the arrays are copied.
     *
     * @param features the 0-based feature of a split, {@link #LEAF} for a leaf
     * @param numbers the threshold of a split, the value of a leaf
     * @param missingLeft whether a missing value goes left
     * @param gains how much each split lowered the training loss; empty if unknown
     * @param covers the weight of the training rows at each node; empty if unknown, as are the gains then
     * @throws IllegalArgumentException if these make no tree or a number is not finite
     */
    public static RegressionTree of(
            int[] features, float[] numbers, boolean[] missingLeft, float[] gains, float[] covers) {
        int nodes = features.length;
        if (nodes == 0) {
            throw new IllegalArgumentException("a tree needs a node");
        }
        requireLength("numbers", numbers.length, nodes);
        requireLength("directions", missingLeft.length, nodes);
        if (gains.length + covers.length > 0) {
            requireLength("gains", gains.length, nodes);
            requireLength("covers", covers.length, nodes);
        }
        int[] left = new int[nodes];
        int splits = 0;
        for (int node = 0; node < nodes; node++) {
            if (node > 2 * splits) {
                throw new IllegalArgumentException("node " + node + " of a tree has no parent");
            }
            if (features[node] < LEAF) {
                throw new IllegalArgumentException("a feature must be at least 0, got " + features[node]);
            }
            // XGBoost splits the largest floats from missing values at infinity
            if (features[node] == LEAF ? !Float.isFinite(numbers[node]) : Float.isNaN(numbers[node])) {
                throw new IllegalArgumentException(
                        "leaves must be finite and thresholds not NaN, got " + numbers[node]);
            }
            left[node] = features[node] == LEAF ? node : 2 * splits++ + 1;
        }
        if (2 * splits + 1 != nodes) {
            throw new IllegalArgumentException(splits + " splits make " + (2L * splits + 1) + " nodes, got " + nodes);
        }
        requireStatistics("gains", gains, false);
        requireStatistics("covers", covers, true);
        return new RegressionTree(
                features.clone(),
                numbers.clone(),
                missingLeft.clone(),
                gains.clone(),
                covers.clone(),
                left,
                NONE,
                NO_DOUBLES,
                NO_SETS);
    }

    /**
     * The same splits with a vector in each leaf, in place of its value.
     *
     * @param vectors those of the leaves in node order, one after another; copied
     * @throws IllegalArgumentException if they are not equally many numbers for each leaf, or one is not finite
     */
    public RegressionTree withLeaves(float[] vectors) {
        int count = (features.length + 1) / 2;
        if (vectors.length == 0 || vectors.length % count != 0) {
            throw new IllegalArgumentException(vectors.length + " numbers for " + count + " leaves");
        }
        for (float value : vectors) {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("leaves must be finite, got " + value);
            }
        }
        float[] thresholds = numbers.clone();
        for (int node = 0; node < thresholds.length; node++) {
            thresholds[node] = isLeaf(node) ? 0 : thresholds[node];
        }
        return new RegressionTree(
                features, thresholds, missingLeft, gains, covers, left, vectors.clone(), NO_DOUBLES, sets);
    }

    /**
     * A copy whose leaves have these doubles as values.
     *
     * @param values by node; those of splits do not matter
     * @throws IllegalArgumentException if a leaf's value is not finite as a float
     */
    public RegressionTree withDoubles(double[] values) {
        requireLength("values", values.length, features.length);
        float[] rounded = numbers.clone();
        for (int node = 0; node < rounded.length; node++) {
            rounded[node] = isLeaf(node) ? (float) values[node] : rounded[node];
        }
        RegressionTree checked = of(features, rounded, missingLeft, gains, covers);
        return new RegressionTree(
                checked.features, checked.numbers, missingLeft, gains, covers, left, NONE, values.clone(), sets);
    }

    /**
     * A copy in which some splits are on several features.
     *
     * @param features by node, ascending and the first that of the split; empty for other nodes
     */
    public RegressionTree withSets(int[][] features) {
        requireLength("sets", features.length, this.features.length);
        int[][] copied = new int[features.length][];
        boolean any = false;
        for (int node = 0; node < copied.length; node++) {
            copied[node] = features[node].clone();
            any |= copied[node].length > 0;
            if (copied[node].length > 0 && (isLeaf(node) || copied[node][0] != this.features[node])) {
                throw new IllegalArgumentException("a set of features at node " + node + ", which has no such split");
            }
            for (int i = 1; i < copied[node].length; i++) {
                if (copied[node][i] <= copied[node][i - 1]) {
                    throw new IllegalArgumentException("the features of a set must ascend");
                }
            }
        }
        return new RegressionTree(
                this.features, numbers, missingLeft, gains, covers, left, leaves, doubles, any ? copied : NO_SETS);
    }

    /** The same with the values of one output in its leaves. */
    RegressionTree ofOutput(int output) {
        float[] own = numbers.clone();
        for (int node = 0; node < own.length; node++) {
            own[node] = isLeaf(node) ? value(node, output) : own[node];
        }
        RegressionTree scalar = of(features, own, missingLeft, gains, covers);
        return hasSets() ? scalar.withSets(sets) : scalar;
    }

    /** The same without gains and covers. */
    public static RegressionTree of(int[] features, float[] numbers, boolean[] missingLeft) {
        return of(features, numbers, missingLeft, NONE, NONE);
    }

    /** A copy with other numbers of features. */
    RegressionTree renumbered(IntUnaryOperator number) {
        int[] moved = features.clone();
        for (int node = 0; node < moved.length; node++) {
            moved[node] = isLeaf(node) ? moved[node] : number.applyAsInt(moved[node]);
        }
        RegressionTree counted = of(moved, numbers, missingLeft, gains, covers);
        if (hasSets()) {
            counted = counted.withSets(Arrays.stream(sets)
                    .map(set -> Arrays.stream(set).map(number).toArray())
                    .toArray(int[][]::new));
        }
        if (doubles.length > 0) {
            return counted.withDoubles(doubles);
        }
        return leaves.length == 0 ? counted : counted.withLeaves(leaves);
    }

    private static void requireLength(String what, int length, int nodes) {
        if (length != nodes) {
            throw new IllegalArgumentException(length + " " + what + " for " + nodes + " nodes");
        }
    }

    private static void requireStatistics(String what, float[] values, boolean positive) {
        for (float value : values) {
            if (!Float.isFinite(value) || (positive && value < 0)) {
                throw new IllegalArgumentException(
                        what + " must be finite" + (positive ? " and not negative" : "") + ", got " + value);
            }
        }
    }

    private static int depth(int[] left) {
        int[] levels = new int[left.length];
        int deepest = 0;
        for (int node = 0; node < left.length; node++) {
            deepest = Math.max(deepest, levels[node]);
            if (left[node] != node) {
                levels[left[node]] = levels[node] + 1;
                levels[left[node] + 1] = levels[node] + 1;
            }
        }
        return deepest;
    }

    public int nodes() {
        return features.length;
    }

    /** The largest number of splits on a way to a leaf. */
    public int depth() {
        return depth;
    }

    public boolean isLeaf(int node) {
        return features[node] == LEAF;
    }

    /** The feature of a split, {@link #LEAF} for a leaf. */
    public int feature(int node) {
        return features[node];
    }

    /** The threshold of a split; the value of a leaf, 0 where it has a vector. */
    public float number(int node) {
        return numbers[node];
    }

    /** How many outputs a leaf has values for. */
    public int outputs() {
        return leaves.length == 0 ? 1 : leaves.length / ((features.length + 1) / 2);
    }

    /** The value of a leaf for one of its outputs. */
    public float value(int leaf, int output) {
        return leaves.length == 0 ? numbers[leaf] : leaves[vectorAt[leaf] + output];
    }

    /** Whether the values of leaves are doubles. */
    public boolean hasDoubles() {
        return doubles.length > 0;
    }

    /** The value of a leaf of one output. */
    public double leaf(int node) {
        return doubles.length == 0 ? numbers[node] : doubles[node];
    }

    /** The values of the leaves, leaf by leaf in node order, a fresh array. */
    public float[] leaves() {
        if (leaves.length > 0) {
            return leaves.clone();
        }
        float[] values = new float[(features.length + 1) / 2];
        int leaf = 0;
        for (int node = 0; node < features.length; node++) {
            if (isLeaf(node)) {
                values[leaf++] = numbers[node];
            }
        }
        return values;
    }

    public boolean missingGoesLeft(int node) {
        return missingLeft[node];
    }

    /** The left child of a split; the right one is the next node. A leaf gives itself. */
    public int left(int node) {
        return left[node];
    }

    /** Whether gains and covers are known. */
    public boolean hasStatistics() {
        return covers.length > 0;
    }

    /** How much a split lowered the training loss. */
    public float gain(int node) {
        return gains[node];
    }

    /** The weight of the training rows that came to a node. */
    public float cover(int node) {
        return covers[node];
    }

    public int[] features() {
        return features.clone();
    }

    public float[] numbers() {
        return numbers.clone();
    }

    public boolean[] missingLeft() {
        return missingLeft.clone();
    }

    public float[] gains() {
        return gains.clone();
    }

    public float[] covers() {
        return covers.clone();
    }

    /** The largest feature of a split; {@link #LEAF} where there is none. */
    public int largestFeature() {
        int ofSets = Arrays.stream(sets).flatMapToInt(Arrays::stream).max().orElse(LEAF);
        return Math.max(ofSets, Arrays.stream(features).max().orElse(LEAF));
    }

    /** Whether a split is on several features. */
    public boolean hasSets() {
        return sets.length > 0;
    }

    /** The features of a split, one or several; none for a leaf. */
    public int[] splitFeatures(int node) {
        return isLeaf(node)
                ? new int[0]
                : hasSets() && sets[node].length > 0 ? sets[node].clone() : new int[] {features[node]};
    }

    /** Whether a row goes left at a split. */
    boolean goesLeft(int node, float[] x) {
        if (!hasSets() || sets[node].length == 0) {
            return goesLeft(node, x[features[node]]);
        }
        for (int feature : sets[node]) {
            if (!goesLeft(node, x[feature])) {
                return false;
            }
        }
        return true;
    }

    private boolean goesLeft(int node, float value) {
        return Float.isNaN(value) ? missingLeft[node] : value < numbers[node];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RegressionTree that
                && Arrays.equals(features, that.features)
                && Arrays.equals(numbers, that.numbers)
                && Arrays.equals(missingLeft, that.missingLeft)
                && Arrays.equals(gains, that.gains)
                && Arrays.equals(covers, that.covers)
                && Arrays.equals(leaves, that.leaves)
                && Arrays.equals(doubles, that.doubles)
                && Arrays.deepEquals(sets, that.sets);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(features) + Arrays.hashCode(numbers)) + Arrays.hashCode(leaves);
    }
}
