package io.plumbrank.learn.trees;

import io.plumbrank.learn.splits.RowTest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** Takes splits on sets of features and on tests apart, into splits that compare one feature with a threshold. */
final class PlainTrees {
    private final int inputs;
    private final List<RowTest> tests;

    private PlainTrees(int inputs, List<RowTest> tests) {
        this.inputs = inputs;
        this.tests = tests;
    }

    /**
     * An ensemble with the same scores; empty if it would have more nodes.
     *
     * @param ensemble with a value in each leaf
     * @param tests those of features {@code inputs}, {@code inputs + 1}, …
     */
    static Optional<TreeEnsemble> of(TreeEnsemble ensemble, int inputs, List<RowTest> tests, int mostNodes) {
        PlainTrees plain = new PlainTrees(inputs, tests);
        double left = mostNodes;
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (TreeEnsemble.Member member : ensemble.withScalarLeaves().members()) {
            Branch root = plain.branch(member.tree(), 0);
            left -= root.nodes;
            if (left < 0) {
                return Optional.empty();
            }
            members.add(new TreeEnsemble.Member(
                    member.output(), member.weight(), flat(root, member.tree().hasDoubles())));
        }
        return Optional.of(ensemble.with(inputs, members));
    }

    /** A branch of a plain tree; branches are shared until it is made flat. */
    private record Branch(
            int feature, float number, double leaf, boolean missingLeft, List<Branch> sides, double nodes) {}

    private Branch branch(RegressionTree tree, int node) {
        if (tree.isLeaf(node)) {
            return new Branch(RegressionTree.LEAF, tree.number(node), tree.leaf(node), false, List.of(), 1);
        }
        Branch left = branch(tree, tree.left(node));
        Branch right = branch(tree, tree.left(node) + 1);
        float threshold = tree.number(node);
        boolean missingLeft = tree.missingGoesLeft(node);
        if (tree.feature(node) >= inputs) {
            return tests.get(tree.feature(node) - inputs).plain(threshold, missingLeft, left, right, PlainTrees::split);
        }
        Branch all = left;
        int[] features = tree.splitFeatures(node);
        for (int i = features.length - 1; i >= 0; i--) {
            all = split(features[i], threshold, all, right, missingLeft);
        }
        return all;
    }

    private static Branch split(int feature, float threshold, Branch left, Branch right, boolean missingLeft) {
        return new Branch(feature, threshold, 0, missingLeft, List.of(left, right), 1 + left.nodes + right.nodes);
    }

    private static RegressionTree flat(Branch root, boolean doubles) {
        int nodes = (int) root.nodes;
        int[] features = new int[nodes];
        float[] numbers = new float[nodes];
        double[] leaves = new double[nodes];
        boolean[] missingLeft = new boolean[nodes];
        Queue<Branch> waiting = new ArrayDeque<>(List.of(root));
        for (int node = 0; node < nodes; node++) {
            Branch branch = waiting.remove();
            features[node] = branch.feature;
            numbers[node] = branch.number;
            leaves[node] = branch.leaf;
            missingLeft[node] = branch.missingLeft;
            waiting.addAll(branch.sides);
        }
        RegressionTree tree = RegressionTree.of(features, numbers, missingLeft);
        return doubles ? tree.withDoubles(leaves) : tree;
    }
}
