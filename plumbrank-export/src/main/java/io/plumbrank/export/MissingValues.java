package io.plumbrank.export;

import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * What a system that knows no missing values must be sent in place of one. A linear model takes the reference of the feature. A
 * tree takes any value that goes where missing values go at every split of the feature: with L the largest threshold at which
 * they go right and H the smallest at which they go left, all of [L, H) do, and where that is empty none does.
 */
final class MissingValues {
    private final Map<Integer, Float> standIns = new TreeMap<>();
    private final List<Integer> without = new ArrayList<>();

    private MissingValues() {}

    static MissingValues of(Exportable model) {
        MissingValues values = new MissingValues();
        int[] used = model.usedFeatures();
        if (model.scorer() instanceof LinearScorer linear) {
            float[] reference = linear.reference();
            for (int feature : used) {
                values.standIns.put(feature, reference[feature] + 0f);
            }
            return values;
        }
        float[] low = new float[model.inputs()];
        float[] high = new float[model.inputs()];
        Arrays.fill(low, Float.NEGATIVE_INFINITY);
        Arrays.fill(high, Float.POSITIVE_INFINITY);
        for (TreeEnsemble.Member member : model.ensemble("trees").members()) {
            RegressionTree tree = member.tree();
            for (int node = 0; node < tree.nodes(); node++) {
                if (!tree.isLeaf(node)) {
                    int feature = tree.feature(node);
                    if (tree.missingGoesLeft(node)) {
                        high[feature] = Math.min(high[feature], tree.number(node));
                    } else {
                        low[feature] = Math.max(low[feature], tree.number(node));
                    }
                }
            }
        }
        for (int feature : used) {
            float nearest = low[feature] <= 0 && 0 < high[feature]
                    ? 0
                    : low[feature] > 0 ? low[feature] : Math.nextDown(high[feature]);
            if (low[feature] <= nearest && nearest < high[feature] && Float.isFinite(nearest)) {
                values.standIns.put(feature, nearest);
            } else {
                values.without.add(feature);
            }
        }
        return values;
    }

    /** The value to send for a missing one; 0, as engines send by default, if there is none. */
    float standIn(int feature) {
        return standIns.getOrDefault(feature, 0f);
    }

    /** Notes to read before the files are used. */
    List<String> notes(Exportable model, String where) {
        List<String> notes = new ArrayList<>();
        List<Integer> filled = standIns.entrySet().stream()
                .filter(entry -> entry.getValue() != 0)
                .map(Map.Entry::getKey)
                .toList();
        if (!filled.isEmpty()) {
            notes.add("the system has no missing values: where one is missing, send the value that " + where
                    + " has for the feature (" + filled.size()
                    + (filled.size() == 1 ? " of these values is" : " of these values are") + " not 0)");
        }
        if (!without.isEmpty()) {
            notes.add("no value can replace a missing one at all splits of " + names(without, model)
                    + ": rows without it get another score there; fill it in before training, or use xgboost-json,"
                    + " onnx or java");
        }
        return notes;
    }

    private static String names(List<Integer> features, Exportable model) {
        String some = features.stream().limit(3).map(model::engineName).collect(Collectors.joining(", "));
        return features.size() > 3 ? some + " and " + (features.size() - 3) + " more features" : some;
    }

    /** The features with what stands in for a missing value, as lines of text. */
    String table(Exportable model, IntFunction<String> number) {
        StringBuilder text = new StringBuilder("feature\tname\tmissing\n");
        for (int feature : model.usedFeatures()) {
            text.append(number.apply(feature))
                    .append('\t')
                    .append(model.engineName(feature).replaceAll("\\s", " "))
                    .append('\t')
                    .append(standIn(feature))
                    .append('\n');
        }
        return text.toString();
    }

    /** Reads {@link #table}: the value that stands in, by the number of the feature. */
    static Map<String, Float> parseTable(byte[] content) {
        Map<String, Float> values = new TreeMap<>();
        new String(content, StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .forEach(words -> values.put(words[0], Float.parseFloat(words[words.length - 1])));
        return values;
    }
}
