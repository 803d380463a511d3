package io.plumbrank.export;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.util.internal.JsonDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * The nested trees of XGBoost's {@code dump_model}, which Vespa and the plugins of OpenSearch and Elasticsearch read. A dump has no
 * place for the base score, so a tree of one leaf comes first: 0 + b = b, to the bit.
 */
final class DumpedTrees {
    private DumpedTrees() {}

    /** Writes the array of trees. */
    static void write(TreeEnsemble ensemble, IntFunction<String> names, JsonGenerator json) throws IOException {
        json.writeStartArray();
        if (ensemble.baseScores()[0] != 0) {
            node(new TreeEnsemble.Member(0, 1, XgboostFile.leaf(ensemble.baseScores()[0])), 0, 0, names, json);
        }
        for (TreeEnsemble.Member member : ensemble.members()) {
            node(member, 0, 0, names, json);
        }
        json.writeEndArray();
    }

    private static void node(
            TreeEnsemble.Member member, int node, int depth, IntFunction<String> names, JsonGenerator json)
            throws IOException {
        RegressionTree tree = member.tree();
        json.writeStartObject();
        json.writeNumberField("nodeid", node);
        if (tree.isLeaf(node)) {
            json.writeFieldName("leaf");
            Documents.number(tree.number(node) * member.weight(), json);
        } else {
            int left = tree.left(node);
            json.writeNumberField("depth", depth);
            json.writeStringField("split", names.apply(tree.feature(node)));
            json.writeFieldName("split_condition");
            Documents.number(tree.number(node), json);
            json.writeNumberField("yes", left);
            json.writeNumberField("no", left + 1);
            json.writeNumberField("missing", tree.missingGoesLeft(node) ? left : left + 1);
            json.writeArrayFieldStart("children");
            node(member, left, depth + 1, names, json);
            node(member, left + 1, depth + 1, names, json);
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** A node as it was read. */
    static final class Node {
        private final int feature;
        private final double number;
        private final boolean missingYes;
        private final List<Node> children;

        private Node(int feature, double number, boolean missingYes, List<Node> children) {
            this.feature = feature;
            this.number = number;
            this.missingYes = missingYes;
            this.children = children;
        }

        static Node of(Map<?, ?> json, ToIntFunction<String> features) {
            if (json.get("leaf") instanceof Number leaf) {
                return new Node(-1, leaf.doubleValue(), false, List.of());
            }
            List<?> children = (List<?>) field(json, "children");
            boolean inOrder = whole((Map<?, ?>) children.get(0), "nodeid") == whole(json, "yes");
            Node first = of((Map<?, ?>) children.get(0), features);
            Node second = of((Map<?, ?>) children.get(1), features);
            return new Node(
                    features.applyAsInt((String) field(json, "split")),
                    ((Number) field(json, "split_condition")).doubleValue(),
                    whole(json, "missing") == whole(json, "yes"),
                    inOrder ? List.of(first, second) : List.of(second, first));
        }

        private static Object field(Map<?, ?> json, String name) {
            return Objects.requireNonNull(json.get(name), name);
        }

        private static long whole(Map<?, ?> json, String name) {
            return ((Number) field(json, name)).longValue();
        }

        /** The leaf of a row, by floats, where a missing value goes where the dump says. */
        float floatLeaf(float[] x) {
            Node node = this;
            while (!node.children.isEmpty()) {
                float value = x[node.feature];
                boolean yes = Float.isNaN(value) ? node.missingYes : value < (float) node.number;
                node = node.children.get(yes ? 0 : 1);
            }
            return (float) node.number;
        }

        /** The leaf of a row, by doubles. */
        double doubleLeaf(float[] x) {
            Node node = this;
            while (!node.children.isEmpty()) {
                double value = x[node.feature];
                boolean yes = Double.isNaN(value) ? node.missingYes : value < node.number;
                node = node.children.get(yes ? 0 : 1);
            }
            return node.number;
        }
    }

    /** The trees of a dump. */
    static List<Node> read(byte[] content, ToIntFunction<String> features) {
        try {
            List<Node> trees = new ArrayList<>();
            for (Object tree : (List<?>) Objects.requireNonNull(JsonDocument.readDeep(content))) {
                trees.add(Node.of((Map<?, ?>) Objects.requireNonNull(tree), features));
            }
            return trees;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
