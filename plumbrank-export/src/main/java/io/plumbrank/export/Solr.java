package io.plumbrank.export;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.export.Exported.Companion;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.util.internal.JsonDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A model of Solr's learning-to-rank module, with its feature store: a {@code MultipleAdditiveTreesModel} or a {@code LinearModel},
 * with the fields that all versions from 6.4 on know.
 *
 * <p><b>Trees.</b> Solr goes left where x ≤ float(s + 1e-6f) for the s of the file. Rules of the form x ≤ c are nested, so one is the
 * same as x &lt; t for every x if it takes the float before t to the left and t to the right: this certificate is checked for every
 * split. Where t is small, s + 1e-6f steps over it. Then the feature is multiplied by a power of two, by a
 * {@code StandardNormalizer}: that is exact, and moves its thresholds to where floats are far apart.
 *
 * <p><b>Linear models.</b> A {@code StandardNormalizer} subtracts the reference, which keeps digits, and a feature that is always 1
 * carries the intercept.
 *
 * <p><b>Missing values.</b> Versions before 9.2 know none. The feature store puts in what goes the same way.
 */
public record Solr() implements ExportFormat {
    private static final String FEATURES = "-features.json";
    private static final String PACKAGE = "org.apache.solr.ltr.";
    private static final String INTERCEPT = "plumbrank_intercept";
    private static final float SLACK = 1e-6f;

    /** The exponent to which the largest threshold of a feature is moved. */
    private static final int LARGEST_EXPONENT = 126;

    /** The largest power of two whose inverse is a normal float. */
    private static final int LARGEST_POWER = 126;

    @Override
    public String name() {
        return "solr";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        model.requireOneScore(name());
        String title = Exported.stem(fileName);
        List<String> notes = new ArrayList<>();
        byte[] content;
        if (model.scorer() instanceof TreeEnsemble ensemble) {
            notes.addAll(XgboostFile.rounded(ensemble));
            content = trees(ensemble, model, title, notes);
        } else if (model.scorer() instanceof LinearScorer linear) {
            content = linear(linear, model, title);
        } else {
            throw model.neitherLinearNorTrees(name());
        }
        MissingValues missing = MissingValues.of(model);
        notes.addAll(missing.notes(model, "the feature store"));
        boolean intercept = model.scorer() instanceof LinearScorer;
        return new Exported(
                content, List.of(new Companion(FEATURES, features(model, title, missing, intercept))), notes);
    }

    private static byte[] features(Exportable model, String title, MissingValues missing, boolean intercept) {
        return Documents.json(true, json -> {
            json.writeStartArray();
            for (int feature : model.usedFeatures()) {
                String name = model.engineName(feature);
                String field = name.replace("\\", "\\\\").replace("\"", "\\\"");
                json.writeStartObject();
                json.writeStringField("store", title);
                json.writeStringField("name", name);
                json.writeStringField("class", PACKAGE + "feature.SolrFeature");
                json.writeObjectFieldStart("params");
                json.writeStringField("q", "{!func}def(field(\"" + field + "\")," + missing.standIn(feature) + ")");
                json.writeEndObject();
                json.writeEndObject();
            }
            if (intercept) {
                json.writeStartObject();
                json.writeStringField("store", title);
                json.writeStringField("name", INTERCEPT);
                json.writeStringField("class", PACKAGE + "feature.ValueFeature");
                json.writeObjectFieldStart("params");
                json.writeStringField("value", "1");
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static byte[] linear(LinearScorer linear, Exportable model, String title) {
        float[] reference = linear.reference();
        return Documents.json(true, json -> {
            begin("LinearModel", title, json);
            for (int feature : model.usedFeatures()) {
                feature(model.engineName(feature), reference[feature], 1, json);
            }
            feature(INTERCEPT, 0, 1, json);
            json.writeEndArray();
            json.writeObjectFieldStart("params");
            json.writeObjectFieldStart("weights");
            for (int feature : model.usedFeatures()) {
                json.writeFieldName(model.engineName(feature));
                Documents.number((float) linear.weight(0, feature), json);
            }
            json.writeFieldName(INTERCEPT);
            Documents.number((float) linear.intercepts()[0], json);
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static byte[] trees(TreeEnsemble ensemble, Exportable model, String title, List<String> notes) {
        int[] powers = powers(ensemble);
        List<String> inexact = inexact(ensemble, model, powers);
        if (!inexact.isEmpty()) {
            notes.add(inexact.size()
                    + " splits have thresholds that Solr cannot meet, and differ for values next to them: "
                    + String.join(", ", inexact.subList(0, Math.min(3, inexact.size()))));
        }
        return Documents.json(false, json -> {
            begin("MultipleAdditiveTreesModel", title, json);
            for (int feature : model.usedFeatures()) {
                feature(model.engineName(feature), 0, inverse(powers[feature]), json);
            }
            json.writeEndArray();
            json.writeObjectFieldStart("params");
            json.writeArrayFieldStart("trees");
            if (ensemble.baseScores()[0] != 0) {
                tree(new TreeEnsemble.Member(0, 1, XgboostFile.leaf(ensemble.baseScores()[0])), model, powers, json);
            }
            for (TreeEnsemble.Member member : ensemble.members()) {
                tree(member, model, powers, json);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static void begin(String type, String title, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("class", PACKAGE + "model." + type);
        json.writeStringField("name", title);
        json.writeStringField("store", title);
        json.writeArrayFieldStart("features");
    }

    private static void feature(String name, float average, float deviation, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        if (average != 0 || deviation != 1) {
            json.writeObjectFieldStart("norm");
            json.writeStringField("class", PACKAGE + "norm.StandardNormalizer");
            json.writeObjectFieldStart("params");
            json.writeStringField("avg", Float.toString(average));
            json.writeStringField("std", Float.toString(deviation));
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void tree(TreeEnsemble.Member member, Exportable model, int[] powers, JsonGenerator json)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("weight", Float.toString(member.weight()));
        json.writeFieldName("root");
        node(member.tree(), 0, model, powers, json);
        json.writeEndObject();
    }

    private static void node(RegressionTree tree, int node, Exportable model, int[] powers, JsonGenerator json)
            throws IOException {
        json.writeStartObject();
        if (tree.isLeaf(node)) {
            json.writeStringField("value", Float.toString(tree.number(node)));
        } else {
            int feature = tree.feature(node);
            json.writeStringField("feature", model.engineName(feature));
            json.writeStringField("threshold", Float.toString(written(tree.number(node), powers[feature])));
            json.writeFieldName("left");
            node(tree, tree.left(node), model, powers, json);
            json.writeFieldName("right");
            node(tree, tree.left(node) + 1, model, powers, json);
        }
        json.writeEndObject();
    }

    /** For each feature the power of two that it is multiplied by: 0 where its thresholds can be met as they are. */
    private static int[] powers(TreeEnsemble ensemble) {
        int[] powers = new int[ensemble.inputs()];
        boolean[] move = new boolean[ensemble.inputs()];
        int[] largest = new int[ensemble.inputs()];
        Arrays.fill(largest, Float.MIN_EXPONENT);
        forEachSplit(ensemble, (feature, threshold) -> {
            move[feature] |= !isExact(threshold, 0);
            if (Float.isFinite(threshold)) {
                largest[feature] = Math.max(largest[feature], Math.getExponent(threshold));
            }
        });
        for (int feature = 0; feature < powers.length; feature++) {
            if (move[feature]) {
                powers[feature] = Math.min(LARGEST_POWER, Math.max(0, LARGEST_EXPONENT - largest[feature]));
            }
        }
        return powers;
    }

    private static List<String> inexact(TreeEnsemble ensemble, Exportable model, int[] powers) {
        List<String> splits = new ArrayList<>();
        forEachSplit(ensemble, (feature, threshold) -> {
            if (!isExact(threshold, powers[feature])) {
                splits.add(model.engineName(feature) + " < " + threshold);
            }
        });
        return splits;
    }

    @FunctionalInterface
    private interface SplitVisitor {
        void visit(int feature, float threshold);
    }

    private static void forEachSplit(TreeEnsemble ensemble, SplitVisitor visitor) {
        for (TreeEnsemble.Member member : ensemble.members()) {
            RegressionTree tree = member.tree();
            for (int node = 0; node < tree.nodes(); node++) {
                if (!tree.isLeaf(node)) {
                    visitor.visit(tree.feature(node), tree.number(node));
                }
            }
        }
    }

    private static float inverse(int power) {
        return Math.scalb(1f, -power);
    }

    /** Whether what is written for a threshold sends all floats where the threshold does. */
    private static boolean isExact(float threshold, int power) {
        return isExact(threshold, power, written(threshold, power));
    }

    /** The two floats around t tell for all, since what goes left is an interval from below. */
    private static boolean isExact(float threshold, int power, float written) {
        float below = Math.nextDown(threshold + 0f);
        boolean left = Float.isNaN(below) || below == Float.NEGATIVE_INFINITY || goesLeft(below, power, written);
        return left && !goesLeft(threshold, power, written);
    }

    private static boolean goesLeft(float x, int power, float written) {
        return x / inverse(power) <= written + SLACK;
    }

    /** The number for the file: of the floats near what is wanted less the slack, one that meets it, or else the nearest. */
    private static float written(float threshold, int power) {
        float wanted = Math.nextDown(threshold + 0f) / inverse(power);
        if (power > 0 && threshold == 0) {
            // any negative number will do that no feature comes near
            wanted = -0x1p-43f;
        }
        float guess = wanted - SLACK;
        float candidate = guess;
        for (int step = 0; step < 4; step++) {
            candidate = Math.nextDown(candidate);
        }
        float best = guess;
        for (int step = 0; step < 9; step++) {
            if (isExact(threshold, power, candidate)) {
                return candidate;
            }
            if (Math.abs((candidate + SLACK) - wanted) < Math.abs((best + SLACK) - wanted)) {
                best = candidate;
            }
            candidate = Math.nextUp(candidate);
        }
        return best;
    }

    /** Scores as {@code MultipleAdditiveTreesModel} and {@code LinearModel} do, in floats. */
    @Override
    public Replay replay(Exported files, Exportable model) {
        Map<String, Integer> byName = model.byEngineName();
        Map<String, Float> standIns = standIns(files.companion(FEATURES));
        Map<?, ?> json = (Map<?, ?>) parsed(files.content());
        List<Input> inputs = new ArrayList<>();
        Map<String, Integer> places = new HashMap<>();
        for (Object element : list(json, "features")) {
            Map<?, ?> feature = (Map<?, ?>) element;
            String name = text(feature, "name");
            places.put(name, inputs.size());
            float average = 0;
            float deviation = 1;
            if (feature.get("norm") instanceof Map<?, ?> norm) {
                average = Float.parseFloat(text(object(norm, "params"), "avg"));
                deviation = Float.parseFloat(text(object(norm, "params"), "std"));
            }
            inputs.add(new Input(byName.getOrDefault(name, -1), standIns.getOrDefault(name, 1f), average, deviation));
        }
        Map<?, ?> params = object(json, "params");
        float[] row = new float[inputs.size()];
        if (text(json, "class").endsWith("LinearModel")) {
            float[] weights = new float[row.length];
            object(params, "weights")
                    .forEach((name, weight) -> weights[Objects.requireNonNull(places.get((String) name))] =
                            ((Number) weight).floatValue());
            return (x, u) -> {
                normalise(x, inputs, row);
                float sum = 0;
                for (int i = 0; i < row.length; i++) {
                    sum += row[i] * weights[i];
                }
                u[0] = sum;
            };
        }
        List<ReadTree> trees = list(params, "trees").stream()
                .map(tree -> ReadTree.of((Map<?, ?>) tree, places))
                .toList();
        return (x, u) -> {
            normalise(x, inputs, row);
            float sum = 0;
            for (ReadTree tree : trees) {
                sum += tree.weight * tree.root.leaf(row);
            }
            u[0] = sum;
        };
    }

    /** Where a number of the vector comes from: a feature or, by −1, none, what stands in for it, and how it is normalised. */
    private record Input(int feature, float standIn, float average, float deviation) {}

    private static void normalise(float[] x, List<Input> inputs, float[] row) {
        for (int i = 0; i < row.length; i++) {
            Input input = inputs.get(i);
            float value = input.feature < 0 || Float.isNaN(x[input.feature]) ? input.standIn : x[input.feature];
            row[i] = (value - input.average) / input.deviation;
        }
    }

    /** The default of the feature store by feature: the last number of {@code {!func}def(field("f3"),0.0)}. */
    private static Map<String, Float> standIns(byte[] features) {
        Map<String, Float> values = new LinkedHashMap<>();
        for (Object element : (List<?>) parsed(features)) {
            Map<?, ?> feature = (Map<?, ?>) element;
            Map<?, ?> params = object(feature, "params");
            if (params.get("q") instanceof String query) {
                values.put(
                        text(feature, "name"),
                        Float.parseFloat(query.substring(query.lastIndexOf(',') + 1, query.length() - 1)));
            }
        }
        return values;
    }

    private record ReadTree(float weight, ReadNode root) {
        static ReadTree of(Map<?, ?> json, Map<String, Integer> places) {
            return new ReadTree(Float.parseFloat(text(json, "weight")), ReadNode.of(object(json, "root"), places));
        }
    }

    private record ReadNode(
            int place,
            float number,
            @Nullable ReadNode left,
            @Nullable ReadNode right) {
        static ReadNode of(Map<?, ?> json, Map<String, Integer> places) {
            if (json.get("value") instanceof String value) {
                return new ReadNode(-1, Float.parseFloat(value), null, null);
            }
            return new ReadNode(
                    Objects.requireNonNull(places.get(text(json, "feature"))),
                    Float.parseFloat(text(json, "threshold")) + SLACK,
                    of(object(json, "left"), places),
                    of(object(json, "right"), places));
        }

        float leaf(float[] row) {
            ReadNode node = this;
            while (node.left != null && node.right != null) {
                node = row[node.place] <= node.number ? node.left : node.right;
            }
            return node.number;
        }
    }

    private static Object parsed(byte[] content) {
        try {
            return Objects.requireNonNull(JsonDocument.readDeep(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Map<?, ?> json, String name) {
        return (String) Objects.requireNonNull(json.get(name), name);
    }

    private static Map<?, ?> object(Map<?, ?> json, String name) {
        return (Map<?, ?>) Objects.requireNonNull(json.get(name), name);
    }

    private static List<?> list(Map<?, ?> json, String name) {
        Object value = Objects.requireNonNull(json.get(name), name);
        return value instanceof List<?> list ? list : List.of();
    }
}
