package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeUnits;
import java.util.ArrayList;
import java.util.List;

/** A tree that was grown, on bins; nodes breadth first, as {@link RegressionTree} has them. */
final class GrownTree {
    private final List<Node> nodes = new ArrayList<>();
    private final BinnedRows bins;
    private final RoundedGradients gradients;
    private final GrowthRules rules;

    GrownTree(Node root, BinnedRows bins, RoundedGradients gradients, GrowthRules rules) {
        this.bins = bins;
        this.gradients = gradients;
        this.rules = rules;
        nodes.add(root);
        for (int at = 0; at < nodes.size(); at++) {
            Node node = nodes.get(at);
            if (node.left != null && node.right != null) {
                nodes.add(node.left);
                nodes.add(node.right);
            }
        }
    }

    List<Node> nodes() {
        return nodes;
    }

    /** The best value for an output of rows that sum to this, within a node's bounds; 0 where they weigh too little. */
    static double value(long[] sums, int output, Node bounds, RoundedGradients gradients, GrowthRules rules) {
        double curvature = gradients.curvature(sums, 0);
        if (curvature < rules.leastWeight() || curvature <= 0) {
            return 0;
        }
        double free = -gradients.gradient(sums, 0, output) / (curvature + rules.lambda());
        return bounds.lower.length == 0 ? free : Math.max(bounds.lower[output], Math.min(bounds.upper[output], free));
    }

    /**
     * In the scores of the surrogate.
     *
     * @param eta what values are multiplied by
     */
    RegressionTree tree(double eta, TreeUnits units) {
        int count = nodes.size();
        int outputs = gradients.outputs();
        int[] features = new int[count];
        float[] numbers = new float[count];
        boolean[] missingLeft = new boolean[count];
        float[] gains = new float[count];
        float[] covers = new float[count];
        float[] leaves = new float[(count + 1) / 2 * outputs];
        int leaf = 0;
        for (int at = 0; at < count; at++) {
            Node node = nodes.get(at);
            Node.Split split = node.split;
            covers[at] = (float) gradients.curvature(node.sums, 0);
            if (node.isSplit() && split != null) {
                features[at] = split.feature();
                numbers[at] = bins.cuts().threshold(split.feature(), split.bin());
                missingLeft[at] = split.missingLeft();
                gains[at] = (float) (split.gain() / units.loss());
            } else {
                features[at] = RegressionTree.LEAF;
                for (int o = 0; o < outputs; o++) {
                    leaves[leaf * outputs + o] =
                            (float) (eta * value(node.sums, o, node, gradients, rules) * units.score());
                }
                numbers[at] = leaves[leaf++ * outputs];
            }
        }
        RegressionTree tree = RegressionTree.of(features, numbers, missingLeft, gains, covers);
        return outputs == 1 ? tree : tree.withLeaves(leaves);
    }
}
