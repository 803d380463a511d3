package io.plumbrank.export;

import io.plumbrank.export.Exported.Companion;
import io.plumbrank.imports.TreeModels;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What XGBoost 1.6 and later save and load, as JSON or UBJSON. Trees are a {@code gbtree}: x &lt; t goes left, missing values where
 * {@code default_left} says. A linear model is a {@code gblinear}, whose numbers are floats and for which a missing value is 0.
 *
 * <p>The objective is one whose margin is its prediction. A leaf stands in {@code split_conditions}, where XGBoost reads it, and in
 * {@code base_weights}, where the raw parser of OpenSearch's plugin does. The base score is one number there, so where outputs
 * begin at several, a tree of one leaf per output comes first: 0 + b = b, to the bit.
 */
abstract class XgboostFile implements ExportFormat {
    private static final String FEATURES = "-features.tsv";
    private static final int NO_PARENT = Integer.MAX_VALUE;

    /** Writes the document. */
    abstract byte[] bytes(Map<String, Object> document);

    /** Reads what {@link #bytes} wrote. */
    abstract @Nullable Object read(byte[] content) throws IOException;

    @Override
    public Exported write(Exportable model, String fileName) {
        if (model.scorer() instanceof TreeEnsemble ensemble) {
            List<String> notes = new ArrayList<>();
            List<String> names = names(model.featureNames(), notes);
            if (model.decision().isPresent()) {
                notes.add(
                        "the file gives the " + model.outputs() + " outputs and decides nothing; onnx and java decide");
            }
            notes.addAll(weighted(ensemble));
            return Exported.of(bytes(document(ensemble, names, model.facts())), notes);
        }
        if (model.scorer() instanceof LinearScorer linear) {
            model.requireOneScore(name());
            List<String> notes = new ArrayList<>();
            List<String> names = names(model.featureNames(), notes);
            MissingValues missing = MissingValues.of(model);
            notes.addAll(missing.notes(model, "the table of features"));
            return new Exported(
                    bytes(document(linear, names, model.facts())),
                    List.of(Companion.of(FEATURES, missing.table(model, Integer::toString))),
                    notes);
        }
        throw model.neitherLinearNorTrees(name());
    }

    /** XGBoost's text form of trees has these signs of its own, so it refuses them in names. */
    private static List<String> names(List<String> names, List<String> notes) {
        if (names.stream().anyMatch(name -> name.matches(".*[\\[\\]<\\s].*"))) {
            notes.add("XGBoost takes no names with spaces, brackets or <, so features are named by their place");
            return List.of();
        }
        return names;
    }

    /** A note where leaves are rounded once more than here. */
    static List<String> weighted(TreeEnsemble ensemble) {
        if (ensemble.isOfDoubles()) {
            return rounded(ensemble);
        }
        return ensemble.members().stream().allMatch(member -> member.weight() == 1)
                ? List.of()
                : List.of("trees have weights, which are multiplied into the leaves and rounded to floats");
    }

    /** A note where floats are added in place of doubles. */
    static List<String> rounded(TreeEnsemble ensemble) {
        return ensemble.isOfDoubles()
                ? List.of("the model adds doubles, as LightGBM does: its leaves are rounded to floats")
                : List.of();
    }

    private static Map<String, Object> document(TreeEnsemble ensemble, List<String> names, Map<String, String> facts) {
        float[] bases = ensemble.baseScores();
        boolean oneBase = IntStream.range(0, bases.length).allMatch(o -> bases[o] == bases[0]);
        List<TreeEnsemble.Member> members = new ArrayList<>();
        if (!oneBase) {
            for (int o = 0; o < bases.length; o++) {
                members.add(new TreeEnsemble.Member(o, 1, leaf(bases[o])));
            }
        }
        members.addAll(ensemble.members());
        List<Object> trees = new ArrayList<>();
        for (int t = 0; t < members.size(); t++) {
            trees.add(tree(members.get(t), t, ensemble.inputs()));
        }
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("gbtree_model_param", texts("num_parallel_tree", "1", "num_trees", Integer.toString(members.size())));
        model.put("iteration_indptr", wholes(IntStream.rangeClosed(0, members.size())));
        model.put("tree_info", wholes(members.stream().mapToInt(TreeEnsemble.Member::output)));
        model.put("trees", trees);
        Map<String, Object> booster = new LinkedHashMap<>();
        booster.put("model", model);
        booster.put("name", "gbtree");
        return document(
                booster, oneBase && bases.length > 0 ? bases[0] : 0, bases.length, names, ensemble.inputs(), facts);
    }

    /** As single values: XGBoost takes no typed array here. */
    private static List<Object> wholes(IntStream values) {
        return values.mapToObj(value -> (Object) (long) value).toList();
    }

    /** A tree of one leaf. */
    static RegressionTree leaf(float value) {
        return RegressionTree.of(new int[] {RegressionTree.LEAF}, new float[] {value}, new boolean[1]);
    }

    private static Map<String, Object> document(
            Map<String, Object> booster,
            float base,
            int outputs,
            List<String> names,
            int inputs,
            Map<String, String> facts) {
        Map<String, Object> learner = new LinkedHashMap<>();
        Map<String, Object> attributes = new LinkedHashMap<>();
        facts.forEach((name, value) -> attributes.put("plumbrank." + name, value));
        learner.put("attributes", attributes);
        learner.put("feature_names", List.copyOf(names));
        learner.put("feature_types", names.stream().map(name -> "float").toList());
        learner.put("gradient_booster", booster);
        learner.put(
                "learner_model_param",
                texts(
                        "base_score",
                        Float.toString(base),
                        "boost_from_average",
                        "0",
                        "num_class",
                        "0",
                        "num_feature",
                        Integer.toString(inputs),
                        "num_target",
                        Integer.toString(outputs)));
        Map<String, Object> objective = new LinkedHashMap<>();
        if (outputs == 1) {
            // OpenSearch's plugin knows no squared error
            objective.put("lambdarank_param", texts("lambdarank_pair_method", "topk"));
            objective.put("name", "rank:pairwise");
        } else {
            objective.put("name", "reg:squarederror");
            objective.put("reg_loss_param", texts("scale_pos_weight", "1"));
        }
        learner.put("objective", objective);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("learner", learner);
        document.put("version", List.of(3L, 0L, 0L));
        return document;
    }

    private static Map<String, Object> tree(TreeEnsemble.Member member, int id, int inputs) {
        RegressionTree tree = member.tree();
        int nodes = tree.nodes();
        float[] numbers = new float[nodes];
        int[] left = new int[nodes];
        int[] right = new int[nodes];
        int[] parents = new int[nodes];
        int[] features = new int[nodes];
        byte[] missingLeft = new byte[nodes];
        float[] weights = new float[nodes];
        parents[0] = NO_PARENT;
        for (int node = 0; node < nodes; node++) {
            if (tree.isLeaf(node)) {
                numbers[node] = tree.number(node) * member.weight();
                weights[node] = numbers[node];
                left[node] = -1;
                right[node] = -1;
            } else {
                numbers[node] = tree.number(node);
                left[node] = tree.left(node);
                right[node] = tree.left(node) + 1;
                parents[left[node]] = node;
                parents[right[node]] = node;
                features[node] = tree.feature(node);
                missingLeft[node] = (byte) (tree.missingGoesLeft(node) ? 1 : 0);
            }
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("base_weights", weights);
        fields.put("categories", new int[0]);
        fields.put("categories_nodes", new int[0]);
        fields.put("categories_segments", new long[0]);
        fields.put("categories_sizes", new long[0]);
        fields.put("default_left", missingLeft);
        fields.put("id", (long) id);
        fields.put("left_children", left);
        fields.put("loss_changes", tree.hasStatistics() ? tree.gains() : new float[nodes]);
        fields.put("parents", parents);
        fields.put("right_children", right);
        fields.put("split_conditions", numbers);
        fields.put("split_indices", features);
        fields.put("split_type", new byte[nodes]);
        fields.put("sum_hessian", tree.hasStatistics() ? tree.covers() : new float[nodes]);
        fields.put(
                "tree_param",
                texts(
                        "num_deleted",
                        "0",
                        "num_feature",
                        Integer.toString(inputs),
                        "num_nodes",
                        Integer.toString(nodes),
                        "size_leaf_vector",
                        "1"));
        return fields;
    }

    /** Σ w·x + (b − Σ w·reference), the bracket in doubles. */
    private static Map<String, Object> document(LinearScorer linear, List<String> names, Map<String, String> facts) {
        float[] reference = linear.reference();
        double[] w = linear.weights()[0];
        float[] weights = new float[w.length + 1];
        double bias = linear.intercepts()[0];
        for (int j = 0; j < w.length; j++) {
            weights[j] = (float) w[j];
            bias -= w[j] * reference[j];
        }
        weights[w.length] = (float) bias;
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("boosted_rounds", 1L);
        model.put("weights", weights);
        Map<String, Object> booster = new LinkedHashMap<>();
        booster.put("model", model);
        booster.put("name", "gblinear");
        return document(booster, 0, 1, names, w.length, facts);
    }

    private static Map<String, Object> texts(String... pairs) {
        Map<String, Object> texts = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            texts.put(pairs[i], pairs[i + 1]);
        }
        return texts;
    }

    /** Trees by the reader of models that XGBoost trained. */
    @Override
    public Replay replay(Exported files, Exportable model) {
        if (files.companions().isEmpty()) {
            return TreeModels.parse(files.content(), name())::scoreInto;
        }
        Fields learner = Fields.root(parsed(files.content())).object("learner");
        float[] weights = learner.object("gradient_booster").object("model").floats("weights");
        float base = Float.parseFloat(learner.object("learner_model_param").text("base_score"));
        float[] standIns = new float[weights.length - 1];
        MissingValues.parseTable(files.companion(FEATURES))
                .forEach((feature, value) -> standIns[Integer.parseInt(feature)] = value);
        return (x, u) -> {
            float sum = weights[weights.length - 1] + base;
            for (int j = 0; j < x.length; j++) {
                if (weights[j] != 0) {
                    sum += (Float.isNaN(x[j]) ? standIns[j] : x[j]) * weights[j];
                }
            }
            u[0] = sum;
        };
    }

    private @Nullable Object parsed(byte[] content) {
        try {
            return read(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
