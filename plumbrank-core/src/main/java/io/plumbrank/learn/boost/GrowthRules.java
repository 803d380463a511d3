package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeUnits;
import io.plumbrank.learn.trees.TreesRefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What decides the splits of a tree and the values of its leaves, with the meaning that XGBoost's parameters have. */
final class GrowthRules {
    /** XGBoost passes over splits that gain no more, in its units. */
    private static final double LEAST_GAIN = 1e-6;

    private final int deepest;
    private final int mostLeaves;
    private final boolean bestFirst;
    private final double leastWeight;
    private final double lambda;
    private final double gamma;
    private final double smoothing;
    private final double[] shares;
    private final int[] monotone;
    private final List<int[]> interactions;

    GrowthRules(TreeParameters parameters, TreeUnits units, int features) {
        deepest = orUnlimited(parameters.whole("max_depth", 0));
        mostLeaves = orUnlimited(parameters.whole("max_leaves", 0));
        bestFirst = parameters.text("grow_policy", "depthwise").equals("lossguide");
        leastWeight = parameters.number("min_child_weight", 1);
        lambda = parameters.number("lambda", 1);
        gamma = parameters.number("gamma", 0) * units.loss();
        smoothing = parameters.number("cat_smooth", 10);
        shares = new double[] {
            parameters.number("colsample_bytree", 1),
            parameters.number("colsample_bylevel", 1),
            parameters.number("colsample_bynode", 1)
        };
        monotone = monotone(parameters.text("monotone_constraints", "()"), features);
        interactions = interactions(parameters.text("interaction_constraints", "[]"), features);
    }

    private static int orUnlimited(int most) {
        return most == 0 ? Integer.MAX_VALUE : most;
    }

    /** Checks the texts before there are data, whose number of features is not known then. */
    static void require(TreeParameters parameters) {
        monotone(parameters.text("monotone_constraints", "()"), Integer.MAX_VALUE);
        interactions(parameters.text("interaction_constraints", "[]"), Integer.MAX_VALUE);
    }

    private static int[] monotone(String text, int features) {
        int[] signs = numbers(text.strip().replaceAll("^\\(|\\)$", ""), "monotone_constraints", text);
        if (Arrays.stream(signs).anyMatch(sign -> Math.abs(sign) > 1)) {
            throw new IllegalArgumentException(
                    "monotone_constraints must be at most one of -1, 0, 1 per feature, such as (1,0,-1), got '" + text
                            + "'");
        }
        if (signs.length > features) {
            throw absent("monotone_constraints", signs.length - 1, features);
        }
        return Arrays.stream(signs).allMatch(sign -> sign == 0) ? new int[0] : signs;
    }

    private static List<int[]> interactions(String text, int features) {
        String inner = text.replaceAll("\\s", "");
        if (!inner.matches("\\[(\\[[0-9,]*\\](,\\[[0-9,]*\\])*)?\\]")) {
            throw new IllegalArgumentException(
                    "interaction_constraints must be a text such as [[0,1],[2,3]], got '" + text + "'");
        }
        List<int[]> sets = new ArrayList<>();
        for (String set : inner.substring(1, inner.length() - 1).split("\\],?")) {
            if (!set.isEmpty()) {
                int[] members = numbers(set.replace("[", ""), "interaction_constraints", text);
                Arrays.stream(members)
                        .filter(feature -> feature >= features)
                        .findFirst()
                        .ifPresent(feature -> {
                            throw absent("interaction_constraints", feature, features);
                        });
                sets.add(members);
            }
        }
        return sets;
    }

    private static TreesRefusedException absent(String constraints, int feature, int features) {
        return new TreesRefusedException(
                constraints + " of feature " + feature + " where the data have the features 0 to " + (features - 1),
                "constrain these alone");
    }

    private static int[] numbers(String list, String name, String text) {
        try {
            return list.isBlank()
                    ? new int[0]
                    : Arrays.stream(list.split(","))
                            .mapToInt(number -> Integer.parseInt(number.strip()))
                            .toArray();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " holds what is no whole number: '" + text + "'", e);
        }
    }

    int deepest() {
        return deepest;
    }

    int mostLeaves() {
        return mostLeaves;
    }

    /** Whether the leaf that gains most is split first, and not those nearest to the root. */
    boolean isBestFirst() {
        return bestFirst;
    }

    double leastWeight() {
        return leastWeight;
    }

    double lambda() {
        return lambda;
    }

    /** The weight of rows without gradient that each level of a category is mixed with, and each side of a split of levels. */
    double smoothing() {
        return smoothing;
    }

    boolean isWorthwhile(double gain) {
        return gain > LEAST_GAIN && gain >= gamma;
    }

    boolean isMonotone() {
        return monotone.length > 0;
    }

    /** 1 where scores must not fall in a feature, -1 where they must not rise, else 0. */
    int monotone(int feature) {
        return feature < monotone.length ? monotone[feature] : 0;
    }

    /** The share of features that a tree draws. */
    double ofTree() {
        return shares[0];
    }

    /** The share of those that a level draws. */
    double ofLevel() {
        return shares[1];
    }

    /** The share of those that a node draws. */
    double ofNode() {
        return shares[2];
    }

    /** Features that may follow those on the way to a node: these themselves, and every set that holds them all. */
    int[] allowed(int[] features, int[] onTheWay) {
        if (interactions.isEmpty() || onTheWay.length == 0) {
            return features;
        }
        return Arrays.stream(features)
                .filter(feature -> contains(onTheWay, feature)
                        || interactions.stream()
                                .anyMatch(set -> contains(set, feature)
                                        && Arrays.stream(onTheWay).allMatch(used -> contains(set, used))))
                .toArray();
    }

    boolean hasInteractions() {
        return !interactions.isEmpty();
    }

    private static boolean contains(int[] set, int feature) {
        return Arrays.stream(set).anyMatch(member -> member == feature);
    }
}
