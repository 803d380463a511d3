package io.plumbrank.learn.trees;

import io.plumbrank.util.internal.Interrupts;
import java.util.Arrays;
import java.util.List;

/**
 * How much each feature adds to a score: Shapley values of the game in which a coalition of features is worth the mean of
 * the leaves that a row can reach when the others are unknown, weighed by the training rows that went there (Lundberg, Erion
 * and Lee 2018, Algorithm 2; XGBoost's {@code pred_contribs}). With the last place, the mean of the ensemble, they sum to
 * the score, up to the rounding of its floats. O(leaves · depth²) a row.
 *
 * <p>Immutable and thread-safe.
 */
public final class TreeContributions {
    private final TreeEnsemble ensemble;
    private final List<TreeEnsemble.Member> members;
    /** Base score plus the means of the trees of each output. */
    private final double[] means;

    private final int deepest;

    private TreeContributions(TreeEnsemble ensemble) {
        this.ensemble = ensemble;
        members = ensemble.members();
        float[] baseScores = ensemble.baseScores();
        means = new double[baseScores.length];
        for (int o = 0; o < means.length; o++) {
            means[o] = baseScores[o];
        }
        int depth = 0;
        for (TreeEnsemble.Member member : members) {
            addMeans(member);
            depth = Math.max(depth, member.tree().depth());
        }
        deepest = depth;
    }

    /** @throws IllegalArgumentException if the ensemble's file did not tell how many training rows went where */
    public static TreeContributions of(TreeEnsemble ensemble) {
        if (!ensemble.hasStatistics()) {
            throw new IllegalArgumentException("contributions need the training weight of every node,"
                    + " which RankLib's files do not hold; use a model trained here or by XGBoost");
        }
        return new TreeContributions(ensemble);
    }

    /** How many numbers {@link #contributionsInto} writes: for each output one per feature, and the mean. */
    public int size() {
        return ensemble.outputs() * (ensemble.inputs() + 1);
    }

    /**
     * Writes the contributions to the scores of a row: for each output those of the features, then the mean.
     *
     * @param x as many features as the ensemble has inputs, NaN for missing
     * @param contributions {@link #size} places
     * @throws IllegalArgumentException if a length differs
     */
    public void contributionsInto(float[] x, double[] contributions) {
        if (x.length != ensemble.inputs() || contributions.length != size()) {
            throw new IllegalArgumentException("a row of " + x.length + " features and room for " + contributions.length
                    + " contributions, expected " + ensemble.inputs() + " and " + size());
        }
        Arrays.fill(contributions, 0);
        TreeShap.Room room = new TreeShap.Room(deepest);
        for (TreeEnsemble.Member member : members) {
            Interrupts.check();
            TreeShap.add(member, x, room, contributions);
        }
        for (int o = 0; o < means.length; o++) {
            contributions[(o + 1) * (x.length + 1) - 1] = means[o];
        }
    }

    private void addMeans(TreeEnsemble.Member member) {
        RegressionTree tree = member.tree();
        double[] mean = new double[tree.outputs()];
        double[] reach = new double[tree.nodes()];
        reach[0] = 1;
        for (int node = 0; node < reach.length; node++) {
            if (tree.isLeaf(node)) {
                for (int o = 0; o < mean.length; o++) {
                    mean[o] += reach[node] * tree.value(node, o);
                }
            } else {
                int left = tree.left(node);
                reach[left] = reach[node] * share(tree, node, left);
                reach[left + 1] = reach[node] * share(tree, node, left + 1);
            }
        }
        for (int o = 0; o < mean.length; o++) {
            means[member.output() + o] += member.weight() * mean[o];
        }
    }

    /** The part of the training weight at a node that went to a child; half where there was none. */
    static double share(RegressionTree tree, int node, int child) {
        int left = tree.left(node);
        double both = (double) tree.cover(left) + tree.cover(left + 1);
        return both > 0 ? tree.cover(child) / both : 0.5;
    }
}
