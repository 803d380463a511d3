package io.plumbrank.export;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.LaplaceKernel;
import io.plumbrank.learn.trees.Blend;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.Trees;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Predictor.RowFunction;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LinearDecision;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A model that can leave: a function of one row, and what is decided by it. Immutable. */
public final class Exportable {
    /** Some 100 MB of text in most formats. */
    private static final int MOST_NODES = 2_000_000;

    private final String file;
    private final String predicted;
    private final Scorer scorer;
    private final List<String> featureNames;
    private final Optional<LinearDecision> decision;
    private final Map<String, String> facts;
    private final int[] usedFeatures;

    private Exportable(
            String file,
            String predicted,
            Scorer scorer,
            List<String> featureNames,
            Optional<LinearDecision> decision,
            Map<String, String> facts) {
        this.file = file;
        this.predicted = predicted;
        this.scorer = plain(scorer);
        this.featureNames = featureNames;
        this.decision = decision;
        this.facts = facts;
        this.usedFeatures = usedFeatures(this.scorer);
    }

    /**
     * What predicts, made ready to leave.
     *
     * @param file where it comes from, for messages
     * @throws InputException if a prediction takes more than one row, with the nearest that does not
     */
    public static Exportable of(Predictor predictor, String file) {
        Optional<Model> model = predictor.model();
        List<String> names =
                model.map(trained -> trained.provenance().featureNames()).orElse(List.of());
        Map<String, String> facts = model.map(Exportable::facts).orElse(Map.of());
        RowFunction function = predictor.rowFunction(file);
        return new Exportable(file, predictor.words(), function.scorer(), names, function.decision(), facts);
    }

    /** A function alone, of rows whose features go by numbers. */
    public static Exportable of(Scorer scorer, String file) {
        return new Exportable(file, "a function", scorer, List.of(), Optional.empty(), Map.of());
    }

    private Scorer plain(Scorer given) {
        if (given instanceof Blend blend) {
            List<Scorer> parts =
                    blend.parts().stream().map(part -> plain(part.scorer())).toList();
            boolean changed = IntStream.range(0, parts.size())
                    .anyMatch(i -> !parts.get(i).equals(blend.parts().get(i).scorer()));
            return changed
                    ? Blend.of(IntStream.range(0, parts.size())
                            .mapToObj(i -> new Blend.Part(
                                    blend.parts().get(i).weight(),
                                    blend.parts().get(i).step(),
                                    parts.get(i)))
                            .toList())
                    : given;
        }
        return given instanceof Trees trees ? plain(trees) : given;
    }

    /** Systems know splits on one feature: a set of categories becomes several of these. */
    private TreeEnsemble plain(Trees trees) {
        TreeEnsemble plain = trees.plain(MOST_NODES)
                .orElseThrow(() -> refused(
                        "splits on categories that take more than " + MOST_NODES + " nodes as splits on numbers",
                        "smaller trees, or categories with fewer levels, for an export"));
        return plain.withScalarLeaves();
    }

    private static Map<String, String> facts(Model model) {
        Guarantee guarantee = model.guarantee();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("measure", model.task().measureName());
        facts.put("surrogate", model.task().surrogate());
        facts.put("calibrated", guarantee.calibration().toString());
        facts.put("theorem", guarantee.theorem());
        if (guarantee.condition() != null) {
            facts.put("condition", guarantee.condition());
        }
        facts.put("program", model.provenance().program());
        facts.put("data", model.provenance().data().checksum());
        return facts;
    }

    /** x ↦ u. */
    public Scorer scorer() {
        return scorer;
    }

    /** The names of the predictions, in the order of their numbers; empty for a ranker. */
    public List<String> predictions() {
        return decision.map(LinearDecision::labels).orElse(List.of());
    }

    /** The decision by the outputs; empty where they are scores. */
    public Optional<LinearDecision> decision() {
        return decision;
    }

    /** Metadata for formats that carry it: measure, theorem, condition, program. */
    public Map<String, String> facts() {
        return facts;
    }

    /** How many features a row has. */
    public int inputs() {
        return scorer.inputs();
    }

    /** How many scores a row gets. */
    public int outputs() {
        return scorer.outputs();
    }

    /** Whether features have names, and are not numbered as in LETOR text. */
    public boolean hasNames() {
        return !featureNames.isEmpty();
    }

    /** The names of all features; none where they go by numbers. */
    public List<String> featureNames() {
        return featureNames;
    }

    /** The name of a feature in an engine: its own, or {@code f3}. */
    public String engineName(int feature) {
        return hasNames() ? featureNames.get(feature) : "f" + feature;
    }

    /** The features by what engines call them. */
    Map<String, Integer> byEngineName() {
        Map<String, Integer> features = new HashMap<>();
        for (int feature = 0; feature < inputs(); feature++) {
            features.put(engineName(feature), feature);
        }
        return features;
    }

    /** The features that the scores depend on, ascending. */
    public int[] usedFeatures() {
        return usedFeatures.clone();
    }

    private static int[] usedFeatures(Scorer scorer) {
        if (scorer instanceof TreeEnsemble ensemble) {
            boolean[] used = new boolean[scorer.inputs()];
            for (TreeEnsemble.Member member : ensemble.members()) {
                for (int feature : member.tree().features()) {
                    if (feature >= 0) {
                        used[feature] = true;
                    }
                }
            }
            return IntStream.range(0, used.length).filter(j -> used[j]).toArray();
        }
        if (scorer instanceof LinearScorer linear) {
            return IntStream.range(0, scorer.inputs()).filter(linear::uses).toArray();
        }
        return IntStream.range(0, scorer.inputs()).toArray();
    }

    /** The fault of a format that cannot hold it. */
    public InputException refused(String found, String expected) {
        return new InputException(file, 0, found, expected);
    }

    /** Makes sure that it is one score, for formats that have no place for more. */
    public void requireOneScore(String format) {
        if (decision.isPresent()) {
            throw refused(
                    predicted
                            + (outputs() == 1
                                    ? ", which decides"
                                    : ", whose " + outputs() + " outputs decide together"),
                    "a ranker for " + format + ": export decisions to onnx or java");
        }
        if (outputs() != 1) {
            throw refused(outputs() + " outputs", "one score for " + format + ": export it to onnx or java");
        }
    }

    /** The trees. */
    TreeEnsemble ensemble(String format) {
        if (scorer instanceof TreeEnsemble ensemble) {
            return ensemble;
        }
        throw refused(words(), "trees for " + format + ": train trees" + elsewhere());
    }

    /**
     * Builds something from a tree, from its leaves to its root.
     *
     * @param <T> what is built, such as a text
     */
    public interface TreeBuilder<T> {
        /** Makes a leaf. */
        T leaf(double value);

        /**
         * Makes a split of its branches.
         *
         * @param below the branch of rows whose feature is below the threshold
         * @param others the branch of the other rows
         * @param missingBelow whether rows without the feature take the branch below
         */
        T split(int feature, float threshold, T below, T others, boolean missingBelow);
    }

    /**
     * Builds something from each tree of a score that is the sum of their leaves, in the order of addition; empty for other functions.
     */
    public <T> Optional<List<T>> trees(TreeBuilder<T> builder) {
        if (!(scorer instanceof TreeEnsemble ensemble) || outputs() != 1) {
            return Optional.empty();
        }
        List<T> trees = new ArrayList<>();
        if (ensemble.baseScores()[0] != 0) {
            trees.add(builder.leaf(ensemble.baseScores()[0]));
        }
        ensemble.members().forEach(member -> trees.add(built(member, 0, builder)));
        return Optional.of(trees);
    }

    private static <T> T built(TreeEnsemble.Member member, int node, TreeBuilder<T> builder) {
        RegressionTree tree = member.tree();
        if (tree.isLeaf(node)) {
            return builder.leaf((double) tree.number(node) * member.weight());
        }
        int left = tree.left(node);
        return builder.split(
                tree.feature(node),
                tree.number(node),
                built(member, left, builder),
                built(member, left + 1, builder),
                tree.missingGoesLeft(node));
    }

    /** f in words. */
    public String words() {
        if (scorer instanceof TreeEnsemble) {
            return "trees";
        }
        if (scorer instanceof LinearScorer) {
            return "a linear model";
        }
        if (scorer instanceof MappedScorer mapped && mapped.map() instanceof FourierFeatures) {
            return "a model on Fourier features";
        }
        if (scorer instanceof MappedScorer mapped && mapped.map() instanceof LaplaceKernel) {
            return "a kernel at landmarks";
        }
        if (scorer instanceof Blend) {
            return "a blend of several models";
        }
        return "a model of the type '" + ScorerCodec.nameOf(scorer) + "'";
    }

    /** The fault of a scorer that is neither linear nor trees, where a format takes these. */
    InputException neitherLinearNorTrees(String format) {
        return refused(words(), "a linear model or trees for " + format + ": train for " + format + elsewhere());
    }

    /** The formats that hold a model which another format refuses, as the end of a sentence; empty if there are none. */
    String elsewhere() {
        if (scorer instanceof Blend) {
            return ", or export it to java";
        }
        if (scorer instanceof LinearScorer
                || (scorer instanceof MappedScorer mapped && mapped.map() instanceof FourierFeatures)) {
            return ", or export it to onnx or java";
        }
        return "";
    }
}
