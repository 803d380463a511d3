package io.plumbrank.learn.trees;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random trees and ensembles to test with. */
final class RandomTrees {
    private RandomTrees() {}

    static TreeEnsemble ensemble(long seed, int inputs, int outputs, int trees, int deepest) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] baseScores = new float[outputs];
        for (int o = 0; o < outputs; o++) {
            baseScores[o] = (float) random.nextDouble(-2, 2);
        }
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int t = 0; t < (outputs == 0 ? 0 : trees); t++) {
            int depth = inputs == 0 ? 0 : random.nextInt(deepest + 1);
            float weight = random.nextBoolean() ? 1 : (float) random.nextDouble(0.1, 1);
            int output = random.nextInt(outputs);
            RegressionTree tree = tree(random, inputs, depth);
            int width = random.nextInt(1, outputs - output + 1);
            members.add(new TreeEnsemble.Member(output, weight, width == 1 ? tree : withVectors(random, tree, width)));
        }
        return TreeEnsemble.of(inputs, baseScores, members);
    }

    private static RegressionTree withVectors(SplittableRandom random, RegressionTree tree, int width) {
        float[] leaves = new float[(tree.nodes() + 1) / 2 * width];
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] = (float) random.nextDouble(-2, 2);
        }
        return tree.withLeaves(leaves);
    }

    /** A tree in which three nodes in four are split as long as the depth allows; some covers are zero. */
    static RegressionTree tree(SplittableRandom random, int inputs, int deepest) {
        List<Integer> levels = new ArrayList<>(List.of(0));
        List<Float> covers = new ArrayList<>(List.of(100f));
        List<Integer> features = new ArrayList<>();
        for (int node = 0; node < levels.size(); node++) {
            boolean split = levels.get(node) < deepest && random.nextInt(4) > 0;
            features.add(split ? random.nextInt(inputs) : RegressionTree.LEAF);
            if (split) {
                float cover = covers.get(node);
                float part = random.nextInt(10) == 0 ? 0 : (float) random.nextDouble() * cover;
                levels.add(levels.get(node) + 1);
                levels.add(levels.get(node) + 1);
                covers.add(part);
                covers.add(cover - part);
            }
        }
        int nodes = features.size();
        float[] numbers = new float[nodes];
        boolean[] missingLeft = new boolean[nodes];
        float[] gains = new float[nodes];
        float[] coverArray = new float[nodes];
        for (int node = 0; node < nodes; node++) {
            numbers[node] = (float) random.nextDouble(-2, 2);
            missingLeft[node] = random.nextBoolean();
            gains[node] = (float) random.nextDouble();
            coverArray[node] = covers.get(node);
        }
        return RegressionTree.of(
                features.stream().mapToInt(Integer::intValue).toArray(), numbers, missingLeft, gains, coverArray);
    }
}
