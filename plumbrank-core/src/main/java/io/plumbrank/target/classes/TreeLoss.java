package io.plumbrank.target.classes;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import java.util.Arrays;
import java.util.Objects;

/**
 * The length of the path between y and t, both leaves of a tree: confusing a spaniel with a terrier costs less than
 * confusing it with a tulip.
 *
 * <p><b>Closed form.</b> Let w_e be the length of edge e and a_ye = 1 if leaf y hangs below it. The path uses e iff
 * a_ye ≠ a_te, so ℓ = Σ_e w_e (a_ye + a_te − 2 a_ye a_te) and α_ye = √w_e a_ye, β_te = −2 √w_e a_te, b_t = Σ_e w_e a_te,
 * for every edge of positive length that has some leaves, but not all, below it. A learner sees "how likely is a class
 * of this branch". The decoder adds w_e − 2√w_e u_e from the root down and takes the smallest leaf: O(nodes).
 * ‖β_t − β_t'‖² = 4 Σ w_e over the path, so D = 2 √(longest path between leaves).
 *
 * <p>The {@linkplain #dimension dimension} is one less than the number of leaves that are apart, since for Σ x = 0,
 * −Σ x_y x_t ℓ(y,t) = 2 Σ_e w_e (Σ_y x_y a_ye)², which is 0 only if no group of coinciding leaves has weight. The
 * encoding is longer (a binary tree of n leaves has 2n − 2 edges): it keeps to the branches of the tree.
 */
final class TreeLoss implements GuessLoss {
    private final String text;
    private final NewickTree tree;
    /** For each node the place of its edge in α, or −1. */
    private final int[] place;

    private final int encodedSize;
    private final int dimension;
    private final double longestPath;

    private TreeLoss(String text, NewickTree tree) {
        this.text = text;
        this.tree = tree;
        int nodes = tree.parents.length;
        int[] leavesBelow = new int[nodes];
        for (int leaf : tree.leaves) {
            leavesBelow[leaf] = 1;
        }
        for (int node = nodes - 1; node > 0; node--) {
            leavesBelow[tree.parents[node]] += leavesBelow[node];
        }
        this.place = new int[nodes];
        int places = 0;
        for (int node = 0; node < nodes; node++) {
            boolean splits = node > 0 && tree.lengths[node] > 0 && leavesBelow[node] < classes();
            place[node] = splits ? places++ : -1;
        }
        this.encodedSize = places;
        this.dimension = distinctLeaves() - 1;
        this.longestPath = longestPath();
    }

    /**
     * Reads a tree in Newick notation: {@code ((spaniel:1,terrier:1):2,tulip:3)}. A branch is in parentheses, its
     * members are separated by commas, and {@code :w} after a member is the length of the edge above it, 1 if left out.
     * Leaves are the classes, in the order of the text; names of branches are allowed and ignored.
     *
     * @throws IllegalArgumentException if the text is not such a tree
     */
    public static TreeLoss parse(String newick) {
        return new TreeLoss(newick.strip(), NewickTree.parse(newick));
    }

    @Override
    public double loss(Integer label, Integer prediction) {
        int a = tree.leaves[Objects.checkIndex(label, classes())];
        int b = tree.leaves[Objects.checkIndex(prediction, classes())];
        double sum = 0;
        while (a != b) {
            // A parent has the smaller number, so the larger of the two is not above the other.
            int lower = Math.max(a, b);
            sum += tree.lengths[lower];
            a = Math.min(a, b);
            b = tree.parents[lower];
        }
        return sum;
    }

    @Override
    public int classes() {
        return tree.leaves.length;
    }

    @Override
    public int encodedSize() {
        return encodedSize;
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public void encodeInto(Integer label, double[] alpha) {
        Arrays.fill(alpha, 0, encodedSize, 0);
        for (int node = tree.leaves[label]; node > 0; node = tree.parents[node]) {
            if (place[node] >= 0) {
                alpha[place[node]] = Math.sqrt(tree.lengths[node]);
            }
        }
    }

    @Override
    public Integer decode(double[] u) {
        Vectors.requireSize(u, encodedSize);
        double[] sums = new double[place.length];
        for (int node = 1; node < sums.length; node++) {
            sums[node] = sums[tree.parents[node]];
            if (place[node] >= 0) {
                double length = tree.lengths[node];
                sums[node] += length - 2 * Math.sqrt(length) * u[place[node]];
            }
        }
        int best = 0;
        for (int t = 1; t < classes(); t++) {
            best = sums[tree.leaves[t]] < sums[tree.leaves[best]] ? t : best;
        }
        return best;
    }

    @Override
    public String className(int label) {
        return tree.names.get(label);
    }

    @Override
    public Guarantee guarantee() {
        return Promises.exact(2 * Math.sqrt(longestPath));
    }

    @Override
    public String toString() {
        return "tree" + text;
    }

    /** Leaves coincide iff they hang, over edges of length 0, from the same node. */
    private int distinctLeaves() {
        int[] top = new int[place.length];
        for (int node = 1; node < top.length; node++) {
            top[node] = tree.lengths[node] == 0 ? top[tree.parents[node]] : node;
        }
        return (int)
                Arrays.stream(tree.leaves).map(leaf -> top[leaf]).distinct().count();
    }

    /** The longest path between leaves bends at one node and takes the two deepest branches below it. */
    private double longestPath() {
        double[] deepest = new double[place.length];
        Arrays.fill(deepest, Double.NEGATIVE_INFINITY);
        for (int leaf : tree.leaves) {
            deepest[leaf] = 0;
        }
        double longest = 0;
        for (int node = place.length - 1; node > 0; node--) {
            int parent = tree.parents[node];
            double depth = deepest[node] + tree.lengths[node];
            longest = Math.max(longest, deepest[parent] + depth);
            deepest[parent] = Math.max(deepest[parent], depth);
        }
        return longest;
    }
}
