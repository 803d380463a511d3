package io.plumbrank.imports;

import io.plumbrank.json.Fields;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.util.ArrayList;
import java.util.List;

/** Makes an ensemble of what XGBoost saves, versions 1.0 and later. */
final class XgboostModel {
    private final Fields learner;
    private final float[] baseScores;

    private XgboostModel(Fields root) {
        learner = root.object("learner");
        Fields parameters = learner.object("learner_model_param");
        int outputs = Math.max(1, Math.max(parameters.countOr("num_class", 0), parameters.countOr("num_target", 1)));
        baseScores = baseScores(parameters.text("base_score"), outputs);
    }

    static TreeModels.Named read(Fields root) {
        XgboostModel model = new XgboostModel(root);
        TreeEnsemble ensemble = model.ensemble();
        List<String> names = model.learner.has("feature_names") ? model.learner.texts("feature_names") : List.of();
        // a list of another length is no list of names for these features
        return new TreeModels.Named(ensemble, names.size() == ensemble.inputs() ? names : List.of());
    }

    private TreeEnsemble ensemble() {
        Fields booster = learner.object("gradient_booster");
        float[] dropWeights = {};
        String name = booster.text("name");
        switch (name) {
            case "gbtree" -> {}
            case "dart" -> {
                dropWeights = booster.floats("weight_drop");
                booster = booster.object("gbtree");
            }
            default ->
                throw new ModelFault("XGBoost's booster '" + name + "'", "trees: train with booster=gbtree or dart");
        }
        Fields model = booster.object("model");
        List<Fields> trees = model.objects("trees");
        int[] outputs = model.ints("tree_info");
        requireOneEach("tree_info", outputs.length, trees.size());
        if (name.equals("dart")) {
            requireOneEach("weight_drop", dropWeights.length, trees.size());
        }
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int t = 0; t < trees.size(); t++) {
            RegressionTree tree = tree(trees.get(t));
            if (name.equals("dart")) {
                tree = weighed(tree, dropWeights[t]);
            }
            members.add(new TreeEnsemble.Member(outputs[t], 1, tree));
        }
        int inputs = learner.object("learner_model_param").count("num_feature");
        return TreeEnsemble.of(inputs, baseScores, members);
    }

    private static void requireOneEach(String what, int length, int trees) {
        if (length != trees) {
            throw new IllegalArgumentException(length + " numbers in '" + what + "' for " + trees + " trees");
        }
    }

    /** One number, or since version 3.1 one for each output in brackets; in the objective's own scale. */
    private float[] baseScores(String text, int outputs) {
        String[] words = text.replaceAll("[\\[\\]\\s]", "").split(",", -1);
        float[] scores = new float[outputs];
        if (words.length != 1 && words.length != outputs) {
            throw new IllegalArgumentException(words.length + " base scores for " + outputs + " outputs");
        }
        String objective = learner.object("objective").text("name");
        for (int o = 0; o < outputs; o++) {
            try {
                scores[o] = margin(objective, Float.parseFloat(words[words.length == 1 ? 0 : o]));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("'base_score' is '" + text + "' and no number", e);
            }
        }
        return scores;
    }

    /** The inverse of the objective's transformation, which XGBoost applies to the base score before it adds trees. */
    private static float margin(String objective, float base) {
        return switch (objective) {
            case "reg:logistic", "binary:logistic" -> -(float) Math.log(1f / base - 1f);
            case "count:poisson", "reg:gamma", "reg:tweedie", "survival:cox", "survival:aft" -> (float) Math.log(base);
            default -> base;
        };
    }

    private static RegressionTree tree(Fields tree) {
        if (tree.object("tree_param").countOr("size_leaf_vector", 1) > 1) {
            throw new ModelFault(
                    "trees with a vector in each leaf",
                    "one output per tree: train with multi_strategy=one_output_per_tree");
        }
        int[] left = tree.ints("left_children");
        int[] right = tree.ints("right_children");
        int[] features = tree.ints("split_indices");
        float[] numbers = tree.floats("split_conditions");
        int[] missingLeft = tree.ints("default_left");
        float[] gains = tree.floats("loss_changes");
        float[] covers = tree.floats("sum_hessian");
        int[] kinds = tree.has("split_type") ? tree.ints("split_type") : new int[left.length];
        for (int length : new int[] {
            right.length, features.length, numbers.length, missingLeft.length, gains.length, covers.length, kinds.length
        }) {
            if (length != left.length) {
                throw new IllegalArgumentException(
                        "a tree whose arrays have " + left.length + " and " + length + " nodes");
            }
        }
        int[] order = TreeLinks.breadthFirst(left.length, node -> left[node], node -> right[node]);
        int[] orderedFeatures = new int[order.length];
        boolean[] orderedDirections = new boolean[order.length];
        for (int node = 0; node < order.length; node++) {
            int old = order[node];
            if (left[old] >= 0 && kinds[old] != 0) {
                throw new ModelFault(
                        "a categorical split", "numeric splits: encode categories as numbers, and train again");
            }
            orderedFeatures[node] = left[old] < 0 ? RegressionTree.LEAF : features[old];
            orderedDirections[node] = left[old] >= 0 && missingLeft[old] != 0;
        }
        return RegressionTree.of(
                orderedFeatures,
                ordered(numbers, order),
                orderedDirections,
                ordered(gains, order),
                ordered(covers, order));
    }

    private static float[] ordered(float[] values, int[] order) {
        float[] ordered = new float[order.length];
        for (int node = 0; node < ordered.length; node++) {
            ordered[node] = values[order[node]];
        }
        return ordered;
    }

    /** XGBoost weighs the leaves of a dart booster in floats. */
    private static RegressionTree weighed(RegressionTree tree, float weight) {
        float[] numbers = tree.numbers();
        for (int node = 0; node < numbers.length; node++) {
            if (tree.isLeaf(node)) {
                numbers[node] *= weight;
            }
        }
        return RegressionTree.of(tree.features(), numbers, tree.missingLeft(), tree.gains(), tree.covers());
    }
}
