package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A tree that was grown, on bins; nodes breadth first, as {@link RegressionTree} has them. */
final class GrownTree {
    private final List<Node> nodes = new ArrayList<>();
    private final Cuts cuts;
    private final RoundedGradients gradients;
    private final GrowthRules rules;

    GrownTree(Node root, Cuts cuts, RoundedGradients gradients, GrowthRules rules) {
        this.cuts = cuts;
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
        return value(gradients.gradient(sums, 0, output), gradients.curvature(sums, 0), output, bounds, rules);
    }

    private static double value(double gradient, double curvature, int output, Node bounds, GrowthRules rules) {
        if (curvature < rules.leastWeight() || curvature <= 0) {
            return 0;
        }
        double free = -gradient / (curvature + rules.lambda());
        return bounds.lower.length == 0 ? free : Math.max(bounds.lower[output], Math.min(bounds.upper[output], free));
    }

    /** The tree in the scores of the surrogate; values are multiplied by eta. */
    RegressionTree tree(double eta, TreeUnits units) {
        return tree(eta, units, new Exact() {
            @Override
            public int outputs() {
                return gradients.outputs();
            }

            @Override
            public double gradient(int node, int output) {
                return gradients.gradient(nodes.get(node).sums, 0, output);
            }

            @Override
            public double gain(int node, double found) {
                return found;
            }
        });
    }

    /** What the gradients of each node sum to. */
    private interface Exact {
        int outputs();

        double gradient(int node, int output);

        /** The gain of a split for which the search found this. */
        double gain(int node, double found);
    }

    /** The same for splits found by a sketch; {@code leafSums} of nodes other than leaves are overwritten. */
    RegressionTree tree(double eta, TreeUnits units, double[][] leafSums) {
        int[] firstChild = new int[nodes.size()];
        int next = 1;
        for (int at = 0; at < nodes.size(); at++) {
            if (nodes.get(at).isSplit()) {
                firstChild[at] = next;
                next += 2;
            }
        }
        for (int at = nodes.size() - 1; at >= 0; at--) {
            if (nodes.get(at).isSplit()) {
                double[] left = leafSums[firstChild[at]];
                double[] right = leafSums[firstChild[at] + 1];
                double[] sum = left.clone();
                Arrays.setAll(sum, o -> left[o] + right[o]);
                leafSums[at] = sum;
            }
        }
        return tree(eta, units, new Exact() {
            @Override
            public int outputs() {
                return leafSums[0].length;
            }

            @Override
            public double gradient(int node, int output) {
                return leafSums[node][output];
            }

            @Override
            public double gain(int node, double found) {
                return gainOf(firstChild[node]) + gainOf(firstChild[node] + 1) - gainOf(node);
            }

            private double gainOf(int node) {
                double squares = 0;
                for (double gradient : leafSums[node]) {
                    squares += gradient * gradient;
                }
                return squares / (gradients.curvature(nodes.get(node).sums, 0) + rules.lambda());
            }
        });
    }

    private RegressionTree tree(double eta, TreeUnits units, Exact exact) {
        int count = nodes.size();
        int outputs = exact.outputs();
        int[] features = new int[count];
        int[][] sets = new int[features.length][0];
        float[] numbers = new float[count];
        boolean[] missingLeft = new boolean[count];
        float[] gains = new float[count];
        float[] covers = new float[count];
        float[] leaves = new float[(count + 1) / 2 * outputs];
        int leaf = 0;
        for (int at = 0; at < count; at++) {
            Node node = nodes.get(at);
            Node.Split split = node.split;
            double curvature = gradients.curvature(node.sums, 0);
            covers[at] = (float) curvature;
            if (node.isSplit() && split != null) {
                features[at] = split.feature();
                sets[at] = split.set();
                numbers[at] = cuts.threshold(split.feature(), split.bin());
                missingLeft[at] = split.missingLeft();
                gains[at] = (float) (exact.gain(at, split.gain()) / units.loss());
            } else {
                features[at] = RegressionTree.LEAF;
                for (int o = 0; o < outputs; o++) {
                    leaves[leaf * outputs + o] =
                            (float) (eta * value(exact.gradient(at, o), curvature, o, node, rules) * units.score());
                }
                numbers[at] = leaves[leaf++ * outputs];
            }
        }
        RegressionTree tree = RegressionTree.of(features, numbers, missingLeft, gains, covers);
        return (outputs == 1 ? tree : tree.withLeaves(leaves)).withSets(sets);
    }
}
