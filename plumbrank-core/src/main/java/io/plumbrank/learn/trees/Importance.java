package io.plumbrank.learn.trees;

import java.util.Arrays;

/**
 * What the splits on each feature did in training, summed over an ensemble. The gain and cover of a split on several features are shared
 * equally by them.
 *
 * @param gains how much they lowered the training loss; XGBoost's {@code total_gain}
 * @param covers the weight of the training rows that they divided; {@code total_cover}
 * @param splits how many there are; {@code weight}
 */
public record Importance(double[] gains, double[] covers, int[] splits) {
    /** Of an ensemble, over all outputs. Gains and covers are NaN throughout where the ensemble's file does not tell them. */
    public static Importance of(TreeEnsemble ensemble) {
        double[] gains = new double[ensemble.inputs()];
        double[] covers = new double[ensemble.inputs()];
        int[] splits = new int[ensemble.inputs()];
        boolean known = ensemble.hasStatistics();
        for (TreeEnsemble.Member member : ensemble.members()) {
            RegressionTree tree = member.tree();
            for (int node = 0; node < tree.nodes(); node++) {
                if (!tree.isLeaf(node)) {
                    int[] features = tree.splitFeatures(node);
                    for (int feature : features) {
                        splits[feature]++;
                        gains[feature] += known ? tree.gain(node) / features.length : 0;
                        covers[feature] += known ? tree.cover(node) / features.length : 0;
                    }
                }
            }
        }
        if (!known) {
            Arrays.fill(gains, Double.NaN);
            Arrays.fill(covers, Double.NaN);
        }
        return new Importance(gains, covers, splits);
    }
}
