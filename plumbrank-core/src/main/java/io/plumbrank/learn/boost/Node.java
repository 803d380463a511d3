package io.plumbrank.learn.boost;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A node of a tree that grows: its rows, what they sum to, and how it is split. */
final class Node {
    /** The rows, as places in the grower's order. */
    final int from;

    final int to;
    final int depth;
    /** Tells the node apart from all others of the tree, whatever the order in which they are made. */
    final long path;
    /** Gradients and curvature, as {@link RoundedGradients} has them. */
    final long[] sums;
    /** Bounds of leaves below by monotone constraints; empty without any. */
    final double[] lower;

    final double[] upper;
    /** Features on the way from the root, where that matters. */
    final int[] onTheWay;

    /** Kept while it may be needed, for the node's own split and for its children. */
    long @Nullable [] histogram;

    @Nullable
    Split split;

    @Nullable
    Node left;

    @Nullable
    Node right;

    private Node(int[] place, long path, long[] sums, double[] lower, double[] upper, int[] onTheWay) {
        from = place[0];
        to = place[1];
        depth = place[2];
        this.path = path;
        this.sums = sums;
        this.lower = lower;
        this.upper = upper;
        this.onTheWay = onTheWay;
    }

    /** @param outputs that are bounded, 0 without monotone constraints */
    static Node root(int rows, long[] sums, int outputs) {
        double[] lower = new double[outputs];
        double[] upper = new double[outputs];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        return new Node(new int[] {0, rows, 0}, 1, sums, lower, upper, new int[0]);
    }

    Node child(boolean onLeft, int begin, int end, long[] childSums, double[] low, double[] high, int[] way) {
        long childPath = Mixing.mix(path, onLeft ? 1 : 2);
        return new Node(new int[] {begin, end, depth + 1}, childPath, childSums, low, high, way);
    }

    int rows() {
        return to - from;
    }

    boolean isSplit() {
        return left != null;
    }

    /**
     * What divides the rows of a node: bins up to one go left, others right, and missing values where it says. A split on several features
     * sends a row left if each of them does.
     *
     * @param set the features of a split on several, ascending; empty for one feature
     * @param gain how much it lowers the loss
     * @param left what the rows on the left sum to
     */
    record Split(int feature, int[] set, int bin, boolean missingLeft, double gain, long[] left)
            implements Serializable {
        private static final long serialVersionUID = 1;

        boolean goesLeft(int code, int bins) {
            return code == bins ? missingLeft : code <= bin;
        }
    }
}
