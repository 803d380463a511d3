package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.learn.FeatureReference;
import io.plumbrank.learn.FourierFeatures;
import io.plumbrank.learn.FourierPairs;
import io.plumbrank.learn.PairFeatures;
import io.plumbrank.learn.PairFunction;
import io.plumbrank.learn.PairScorer;
import io.plumbrank.learn.ProductPairs;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.measure.MeasureSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/** The fields of a ranker by pairs in its file. The guarantee is written for readers; on reading it is derived again. */
final class PairRankerModelJson {
    private PairRankerModelJson() {}

    static void write(PairRankerModel model, JsonGenerator json) throws IOException {
        ModelJson.provenance(model.provenance(), json);
        ModelJson.guarantee(model.guarantee(), json);
        json.writeStringField("measure", model.measure().typed());
        json.writeStringField("spec", model.measure().text());
        json.writeStringField("surrogate", "pairs");
        json.writeStringField("decoder", model.decoder());
        json.writeNumberField("timeLimitMillis", model.timeLimit().toMillis());
        json.writeNumberField("lambda", model.lambda());
        RankerModelJson.view(model.labels(), model.features(), json);
        Scorer single = model.scores().single();
        if (single != null) {
            ModelJson.scorer(single, json);
        }
        pairs(model.scores().pairs(), json);
    }

    private static void pairs(PairFunction function, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("pairScorer");
        if (function instanceof TreePairs pairs) {
            json.writeStringField("model", "trees");
            json.writeBooleanField("antisymmetric", pairs.antisymmetric());
            TreesJson.write(pairs.trees(), json);
        } else if (function instanceof PairScorer scorer) {
            fields(scorer, json);
        } else {
            throw new IllegalArgumentException("no file format for " + function.getClass());
        }
        json.writeEndObject();
    }

    private static void fields(PairScorer scorer, JsonGenerator json) throws IOException {
        PairFeatures features = scorer.features();
        FeatureReference reference = features.reference();
        int m = features.itemInputs();
        json.writeStringField("model", features instanceof FourierPairs ? "fourier" : "products");
        json.writeBooleanField("antisymmetric", features.antisymmetric());
        // the other half is the same
        ModelJson.floats("reference", Arrays.copyOf(reference.values(), m), json);
        ModelJson.numbers("scales", Arrays.copyOf(reference.scales(), m), json);
        if (features instanceof FourierPairs fourier) {
            json.writeNumberField("features", fourier.features().count());
            json.writeNumberField("bandwidth", fourier.features().bandwidth());
            json.writeNumberField("seed", fourier.features().seed());
        } else if (features instanceof ProductPairs products) {
            json.writeBooleanField("products", products.products());
        }
        ModelJson.numbers("intercepts", scorer.intercepts(), json);
        ModelJson.rows("weights", scorer.weights(), json);
    }

    static PairRankerModel read(JsonReader json) {
        PairFunction pairs = pairs(json.object("pairScorer"));
        return new PairRankerModel(
                MeasureSpec.parse(json.text("spec")).typedAs(json.text("measure")),
                json.text("decoder"),
                Duration.ofMillis(json.whole("timeLimitMillis")),
                new PairScores(pairs.antisymmetric() ? null : ModelJson.scorer(json.object("scorer")), pairs),
                RankerModelJson.features(json),
                json.number("lambda"),
                RankerModelJson.labels(json),
                ModelJson.provenance(json.object("provenance")));
    }

    private static PairFunction pairs(JsonReader json) {
        boolean antisymmetric = json.bool("antisymmetric");
        String model = json.text("model");
        if (model.equals("trees")) {
            return new TreePairs(TreesJson.read(json), antisymmetric);
        }
        FeatureReference items = FeatureReference.of(json.floats("reference"), json.numbers("scales"));
        PairFeatures features = switch (model) {
            case "products" -> new ProductPairs(items, antisymmetric, json.bool("products"));
            case "fourier" ->
                new FourierPairs(
                        new FourierFeatures(
                                PairFeatures.twice(items),
                                json.count("features"),
                                json.number("bandwidth"),
                                json.whole("seed")),
                        antisymmetric);
            default -> throw new IllegalArgumentException("unknown model '" + model + "' of pairs");
        };
        return PairScorer.of(features, json.numbers("intercepts"), json.rows("weights"));
    }
}
