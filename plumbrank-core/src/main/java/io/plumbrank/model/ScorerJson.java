package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Query;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.FourierFeatures;
import io.plumbrank.learn.features.LaplaceKernel;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.pairs.FourierPairs;
import io.plumbrank.learn.pairs.PairFeatures;
import io.plumbrank.learn.pairs.PairFunction;
import io.plumbrank.learn.pairs.PairScorer;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.pairs.ProductPairs;
import io.plumbrank.learn.trees.LogForest;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.util.internal.Fields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The fields of fitted functions in a model file: {@code scorer} for rows, {@code pairScorer} for pairs of rows. */
final class ScorerJson {
    /** Stands for an infinite threshold, since JSON has no infinity; as a float it is infinite again. */
    private static final double BEYOND_FLOATS = 1e39;

    /** Weights up to this times a float, and sums of such, are numbers; losses up to 10¹⁵⁰ over scales of floats give less. */
    private static final double LARGEST = 1e200;

    private ScorerJson() {}

    static void write(InstanceScorer scorer, JsonGenerator json) throws IOException {
        if (scorer instanceof RowScorer rows) {
            rows(rows.scorer(), json);
        } else if (scorer instanceof PairScores pairs) {
            if (pairs.single() != null) {
                rows(pairs.single(), json);
            }
            json.writeObjectFieldStart("pairScorer");
            pairs(pairs.pairs(), json);
            json.writeEndObject();
        } else {
            throw new IllegalArgumentException("no file format for " + scorer.getClass());
        }
    }

    static InstanceScorer read(Fields json) {
        if (!json.has("pairScorer")) {
            return RowScorer.of(rows(json.object("scorer")));
        }
        PairFunction pairs = pairs(json.object("pairScorer"));
        return new PairScores(pairs.antisymmetric() ? null : rows(json.object("scorer")), pairs);
    }

    private static void rows(Scorer scorer, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("scorer");
        if (scorer instanceof LinearScorer linear) {
            json.writeStringField("model", "linear");
            floats("reference", linear.reference(), json);
            affine(linear.intercepts(), linear.weights(), json);
        } else if (scorer instanceof MappedScorer mapped) {
            map(mapped, json);
            affine(mapped.intercepts(), mapped.weights(), json);
        } else if (scorer instanceof TreeEnsemble ensemble) {
            json.writeStringField("model", "trees");
            trees(ensemble, json);
        } else if (scorer instanceof LogForest forest) {
            json.writeStringField("model", "log-forest");
            json.writeNumberField("floor", forest.floor());
            trees(forest.shares(), json);
        } else {
            throw new IllegalArgumentException("no file format for " + scorer.getClass());
        }
        json.writeEndObject();
    }

    private static void map(MappedScorer scorer, JsonGenerator json) throws IOException {
        FeatureReference reference = scorer.map().reference();
        if (scorer.map() instanceof FourierFeatures features) {
            json.writeStringField("model", "fourier");
            json.writeNumberField("inputs", scorer.inputs());
            fourier(features, json);
            reference(reference, reference.inputs(), json);
        } else if (scorer.map() instanceof LaplaceKernel kernel) {
            json.writeStringField("model", "kernel");
            json.writeNumberField("inputs", scorer.inputs());
            json.writeNumberField("bandwidth", kernel.bandwidth());
            reference(reference, reference.inputs(), json);
            json.writeArrayFieldStart("landmarks");
            for (float[] landmark : kernel.landmarks()) {
                floats(landmark, json);
            }
            json.writeEndArray();
        } else {
            throw new IllegalArgumentException(
                    "no file format for " + scorer.map().getClass());
        }
    }

    private static Scorer rows(Fields json) {
        String model = json.text("model");
        return switch (model) {
            case "linear" ->
                LinearScorer.of(
                        json.floats("reference"), json.numbers("intercepts", LARGEST), json.rows("weights", LARGEST));
            case "fourier" ->
                MappedScorer.of(
                        fourier(reference(json), json),
                        inputs(json),
                        json.numbers("intercepts", LARGEST),
                        json.rows("weights", LARGEST));
            case "kernel" ->
                MappedScorer.of(
                        LaplaceKernel.of(reference(json), json.number("bandwidth"), json.floatRows("landmarks")),
                        inputs(json),
                        json.numbers("intercepts", LARGEST),
                        json.rows("weights", LARGEST));
            case "trees" -> trees(json);
            case "log-forest" -> new LogForest(trees(json), json.number("floor"));
            default -> throw new IllegalArgumentException("unknown model '" + model + "'");
        };
    }

    private static void pairs(PairFunction function, JsonGenerator json) throws IOException {
        if (function instanceof TreePairs pairs) {
            json.writeStringField("model", "trees");
            json.writeBooleanField("antisymmetric", pairs.antisymmetric());
            trees(pairs.trees(), json);
        } else if (function instanceof PairScorer scorer) {
            PairFeatures features = scorer.features();
            json.writeStringField("model", features instanceof FourierPairs ? "fourier" : "products");
            json.writeBooleanField("antisymmetric", features.antisymmetric());
            reference(features.reference(), features.itemInputs(), json); // the other half is the same
            if (features instanceof FourierPairs fourier) {
                fourier(fourier.features(), json);
            } else if (features instanceof ProductPairs products) {
                json.writeBooleanField("products", products.products());
            }
            affine(scorer.intercepts(), scorer.weights(), json);
        } else {
            throw new IllegalArgumentException("no file format for " + function.getClass());
        }
    }

    private static PairFunction pairs(Fields json) {
        boolean antisymmetric = json.bool("antisymmetric");
        String model = json.text("model");
        if (model.equals("trees")) {
            return new TreePairs(trees(json), antisymmetric);
        }
        FeatureReference items = reference(json);
        PairFeatures features = switch (model) {
            case "products" -> new ProductPairs(items, antisymmetric, json.bool("products"));
            case "fourier" -> new FourierPairs(fourier(PairFeatures.twice(items), json), antisymmetric);
            default -> throw new IllegalArgumentException("unknown model '" + model + "' of pairs");
        };
        return PairScorer.of(features, json.numbers("intercepts", LARGEST), json.rows("weights", LARGEST));
    }

    private static void fourier(FourierFeatures features, JsonGenerator json) throws IOException {
        json.writeNumberField("features", features.count());
        json.writeNumberField("bandwidth", features.bandwidth());
        json.writeNumberField("seed", features.seed());
    }

    private static FourierFeatures fourier(FeatureReference reference, Fields json) {
        int features = TaskFields.count(json, "features");
        for (double[] row : json.rows("weights")) {
            // before so many are drawn
            if (row.length != features) {
                throw new IllegalArgumentException(row.length + " weights for " + features + " features");
            }
        }
        return new FourierFeatures(reference, features, json.number("bandwidth"), json.whole("seed"));
    }

    private static void reference(FeatureReference reference, int inputs, JsonGenerator json) throws IOException {
        floats("reference", Arrays.copyOf(reference.values(), inputs), json);
        TaskFields.numbers("scales", Arrays.copyOf(reference.scales(), inputs), json);
    }

    private static FeatureReference reference(Fields json) {
        return FeatureReference.of(json.floats("reference"), json.numbers("scales"));
    }

    private static void affine(double[] intercepts, double[][] weights, JsonGenerator json) throws IOException {
        TaskFields.numbers("intercepts", intercepts, json);
        TaskFields.rows("weights", weights, json);
    }

    /** One object per tree, its nodes as columns; {@code leaves} holds vectors leaf by leaf, where there are any. */
    private static void trees(TreeEnsemble ensemble, JsonGenerator json) throws IOException {
        json.writeNumberField("inputs", ensemble.inputs());
        floats("baseScores", ensemble.baseScores(), json);
        json.writeArrayFieldStart("trees");
        for (Member member : ensemble.members()) {
            RegressionTree tree = member.tree();
            json.writeStartObject();
            // a reader that knows no vectors misses the output, and does not take the numbers of leaves for scores
            if (tree.outputs() == 1) {
                json.writeNumberField("output", member.output());
            } else {
                json.writeNumberField("firstOutput", member.output());
            }
            json.writeNumberField("weight", member.weight());
            json.writeFieldName("features");
            json.writeArray(tree.features(), 0, tree.features().length);
            json.writeArrayFieldStart("numbers");
            for (float number : tree.numbers()) {
                if (Float.isInfinite(number)) {
                    json.writeNumber(Math.copySign(BEYOND_FLOATS, number));
                } else {
                    json.writeNumber(number);
                }
            }
            json.writeEndArray();
            json.writeArrayFieldStart("missingLeft");
            for (boolean left : tree.missingLeft()) {
                json.writeNumber(left ? 1 : 0);
            }
            json.writeEndArray();
            floats("gains", tree.gains(), json);
            floats("covers", tree.covers(), json);
            if (tree.outputs() > 1) {
                floats("leaves", tree.leaves(), json);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static TreeEnsemble trees(Fields json) {
        List<Member> members = new ArrayList<>();
        for (Fields tree : json.objects("trees")) {
            double[] left = tree.numbers("missingLeft");
            boolean[] missingLeft = new boolean[left.length];
            for (int node = 0; node < missingLeft.length; node++) {
                if (left[node] != 0 && left[node] != 1) {
                    throw new IllegalArgumentException("'missingLeft' has " + left[node] + ", and not 0 or 1");
                }
                missingLeft[node] = left[node] == 1;
            }
            RegressionTree scalar = RegressionTree.of(
                    tree.ints("features"),
                    tree.floats("numbers"),
                    missingLeft,
                    tree.floats("gains"),
                    tree.floats("covers"));
            boolean vectors = tree.has("leaves");
            members.add(new Member(
                    TaskFields.count(tree, vectors ? "firstOutput" : "output"),
                    (float) tree.number("weight"),
                    vectors ? scalar.withLeaves(tree.floats("leaves")) : scalar));
        }
        return TreeEnsemble.of(inputs(json), json.floats("baseScores"), members);
    }

    private static int inputs(Fields json) {
        return (int) json.whole("inputs", 0, Query.MOST_FEATURES);
    }

    private static void floats(String name, float[] values, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        floats(values, json);
    }

    private static void floats(float[] values, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (float value : values) {
            json.writeNumber(value);
        }
        json.writeEndArray();
    }
}
