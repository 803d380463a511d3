package io.plumbrank.learn.trees;

/**
 * Algorithm 2 of Lundberg, Erion and Lee (2018) for one row and tree. A path holds each feature once, with the part of the training
 * rows that went this way (zero), whether this row did (one), and the weight of coalitions of each size.
 */
final class TreeShap {
    private final RegressionTree tree;
    private final double treeWeight;
    private final float[] x;
    private final double[] contributions;
    private final int to;

    /** One path after another, of lengths 1, 2, …: each level of the recursion extends a copy of the one above. */
    private final int[] features;

    private final double[] zeros;
    private final double[] ones;
    private final double[] weights;

    private TreeShap(TreeEnsemble.Member member, float[] x, Room room, double[] contributions) {
        tree = member.tree();
        treeWeight = member.weight();
        this.x = x;
        this.contributions = contributions;
        to = member.output() * (x.length + 1);
        features = room.features;
        zeros = room.zeros;
        ones = room.ones;
        weights = room.weights;
    }

    /** Memory for the paths of trees up to a depth, used for one tree after another. */
    static final class Room {
        private final int[] features;
        private final double[] zeros;
        private final double[] ones;
        private final double[] weights;

        Room(int deepest) {
            int size = (deepest + 1) * (deepest + 2) / 2;
            features = new int[size];
            zeros = new double[size];
            ones = new double[size];
            weights = new double[size];
        }
    }

    /** Adds the contributions to one tree. */
    static void add(TreeEnsemble.Member member, float[] x, Room room, double[] contributions) {
        new TreeShap(member, x, room, contributions).visit(0, 0, 0, 1, 1, RegressionTree.LEAF);
    }

    /**
     * @param length how many features the path above has, the empty one at the root included
     * @param above where the path above begins
     * @param zero what the step to this node multiplies the part of the training rows by
     * @param one 1 if the row itself takes the step, else 0
     */
    private void visit(int node, int length, int above, double zero, double one, int feature) {
        if (zero == 0 && one == 0) {
            return;
        }
        int path = above + length;
        System.arraycopy(features, above, features, path, length);
        System.arraycopy(zeros, above, zeros, path, length);
        System.arraycopy(ones, above, ones, path, length);
        System.arraycopy(weights, above, weights, path, length);
        extend(path, length, zero, one, feature);
        if (tree.isLeaf(node)) {
            for (int i = 1; i <= length; i++) {
                double part = unwoundSum(path, length, i) * (ones[path + i] - zeros[path + i]) * treeWeight;
                int place = to + features[path + i];
                for (int o = 0; o < tree.outputs(); o++) {
                    contributions[place + o * (x.length + 1)] += part * tree.value(node, o);
                }
            }
            return;
        }
        int split = tree.feature(node);
        int left = tree.left(node);
        boolean goesLeft = tree.goesLeft(node, x);
        double zeroSoFar = 1;
        double oneSoFar = 1;
        int last = length;
        for (int i = 1; i <= length; i++) {
            if (features[path + i] == split) {
                zeroSoFar = zeros[path + i];
                oneSoFar = ones[path + i];
                unwind(path, length, i);
                last--;
                break;
            }
        }
        double leftShare = TreeContributions.share(tree, node, left);
        double rightShare = TreeContributions.share(tree, node, left + 1);
        visit(left, last + 1, path, zeroSoFar * leftShare, goesLeft ? oneSoFar : 0, split);
        visit(left + 1, last + 1, path, zeroSoFar * rightShare, goesLeft ? 0 : oneSoFar, split);
    }

    private void extend(int path, int length, double zero, double one, int feature) {
        features[path + length] = feature;
        zeros[path + length] = zero;
        ones[path + length] = one;
        weights[path + length] = length == 0 ? 1 : 0;
        for (int i = length - 1; i >= 0; i--) {
            weights[path + i + 1] += one * weights[path + i] * (i + 1) / (length + 1);
            weights[path + i] = zero * weights[path + i] * (length - i) / (length + 1);
        }
    }

    private void unwind(int path, int length, int index) {
        double one = ones[path + index];
        double zero = zeros[path + index];
        double next = weights[path + length];
        for (int i = length - 1; i >= 0; i--) {
            if (one != 0) {
                double old = weights[path + i];
                weights[path + i] = next * (length + 1) / ((i + 1) * one);
                next = old - weights[path + i] * zero * (length - i) / (length + 1);
            } else {
                weights[path + i] = weights[path + i] * (length + 1) / (zero * (length - i));
            }
        }
        for (int i = index; i < length; i++) {
            features[path + i] = features[path + i + 1];
            zeros[path + i] = zeros[path + i + 1];
            ones[path + i] = ones[path + i + 1];
        }
    }

    /** The sum of the weights that {@link #unwind} would leave. */
    private double unwoundSum(int path, int length, int index) {
        double one = ones[path + index];
        double zero = zeros[path + index];
        double next = weights[path + length];
        double total = 0;
        for (int i = length - 1; i >= 0; i--) {
            if (one != 0) {
                double weight = next * (length + 1) / ((i + 1) * one);
                total += weight;
                next = weights[path + i] - weight * zero * (length - i) / (length + 1);
            } else {
                total += weights[path + i] * (length + 1) / (zero * (length - i));
            }
        }
        return total;
    }
}
