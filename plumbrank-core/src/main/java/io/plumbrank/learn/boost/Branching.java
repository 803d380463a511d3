package io.plumbrank.learn.boost;

import java.util.Arrays;
import java.util.stream.IntStream;

/** What is drawn and decided for the nodes of one tree, wherever their rows are. */
final class Branching {
    private final Cuts cuts;
    private final RoundedGradients gradients;
    private final GrowthRules rules;
    private final long key;
    private final int[] ofTree;
    private final boolean[] groups;

    /** @param key of everything that is drawn */
    Branching(Cuts cuts, RoundedGradients gradients, GrowthRules rules, long key) {
        this.cuts = cuts;
        this.gradients = gradients;
        this.rules = rules;
        this.key = key;
        int[] all = IntStream.range(0, cuts.features()).toArray();
        ofTree = Mixing.draw(all, rules.ofTree(), Mixing.mix(key, 1));
        groups = new boolean[BinnedRows.groups(cuts)];
        for (int feature : ofTree) {
            groups[feature / BinnedRows.ABREAST] = true;
        }
    }

    /** The features that the tree may split on. */
    int[] ofTree() {
        return ofTree;
    }

    /** Of each group of features, whether the tree may split on one of them. */
    boolean[] groups() {
        return groups;
    }

    Node root(int rows, long[] sums) {
        return Node.root(rows, sums, rules.isMonotone() ? gradients.outputs() : 0);
    }

    boolean maySplit(Node node) {
        return node.depth < rules.deepest()
                && node.rows() > 1
                && gradients.curvature(node.sums, 0) >= 2 * rules.leastWeight();
    }

    /** The features that a node may be split on. */
    int[] features(Node node) {
        int[] ofLevel = Mixing.draw(ofTree, rules.ofLevel(), Mixing.mix(key, 2, node.depth));
        int[] allowed = rules.allowed(ofLevel, node.onTheWay);
        return allowed.length == 0 ? allowed : Mixing.draw(allowed, rules.ofNode(), Mixing.mix(key, 3, node.path));
    }

    SplitSearch search(Node node) {
        return new SplitSearch(gradients, rules, cuts, node);
    }

    /** What the rows on the right sum to. */
    static long[] rest(Node node, Node.Split split) {
        long[] rest = node.sums.clone();
        for (int i = 0; i < rest.length; i++) {
            rest[i] -= split.left()[i];
        }
        return rest;
    }

    /** Gives a node its children, with so many rows each. */
    void split(Node node, Node.Split split, int onLeft, int onRight) {
        int middle = node.from + onLeft;
        long[] rest = rest(node, split);
        int[] way = rules.hasInteractions() ? with(node.onTheWay, split.feature()) : node.onTheWay;
        double[][] bounds = bounds(node, split, rest);
        node.left = node.child(true, node.from, middle, split.left(), bounds[0], bounds[1], way);
        node.right = node.child(false, middle, middle + onRight, rest, bounds[2], bounds[3], way);
    }

    private static int[] with(int[] way, int feature) {
        int[] longer = Arrays.copyOf(way, way.length + 1);
        longer[way.length] = feature;
        return longer;
    }

    /** Of left and right, lower and upper: what lies between the children bounds both from then on. */
    private double[][] bounds(Node node, Node.Split split, long[] rest) {
        double[][] bounds = {
            node.lower.clone(), node.upper.clone(), node.lower.clone(), node.upper.clone(),
        };
        int sign = rules.monotone(split.feature());
        for (int o = 0; o < node.lower.length && sign != 0; o++) {
            double middle = (GrownTree.value(split.left(), o, node, gradients, rules)
                            + GrownTree.value(rest, o, node, gradients, rules))
                    / 2;
            bounds[sign > 0 ? 1 : 0][o] = middle;
            bounds[sign > 0 ? 2 : 3][o] = middle;
        }
        return bounds;
    }
}
