package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.learn.FeatureReference;
import io.plumbrank.learn.FourierFeatures;
import io.plumbrank.learn.FourierScorer;
import io.plumbrank.learn.KernelScorer;
import io.plumbrank.learn.LaplaceKernel;
import io.plumbrank.learn.LinearScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.model.Provenance.LabelFile;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The fields that all kinds of models have in their files. */
final class ModelJson {
    private ModelJson() {}

    static void provenance(Provenance from, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("provenance");
        json.writeStringField("program", from.program());
        json.writeStringField("data", from.data());
        json.writeStringField("checksum", from.checksum());
        json.writeNumberField("rows", from.rows());
        json.writeNumberField("seed", from.seed());
        texts("featureNames", from.featureNames(), json);
        if (from.labels() != null) {
            json.writeObjectFieldStart("labels");
            json.writeStringField("file", from.labels().file());
            json.writeStringField("checksum", from.labels().checksum());
            json.writeEndObject();
        }
        if (!from.parameters().isEmpty()) {
            json.writeObjectFieldStart("parameters");
            for (Map.Entry<String, String> given : new TreeMap<>(from.parameters()).entrySet()) {
                json.writeStringField(given.getKey(), given.getValue());
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    static Provenance provenance(JsonReader from) {
        JsonReader labels = from.has("labels") ? from.object("labels") : null;
        return new Provenance(
                from.text("data"),
                from.text("checksum"),
                from.whole("rows"),
                from.texts("featureNames"),
                from.whole("seed"),
                from.text("program"),
                labels == null ? null : new LabelFile(labels.text("file"), labels.text("checksum")),
                from.has("parameters") ? from.object("parameters").allTexts() : Map.of());
    }

    static void guarantee(Guarantee guarantee, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("guarantee");
        json.writeStringField("calibrated", guarantee.calibration().toString());
        json.writeStringField("theorem", guarantee.theorem());
        json.writeStringField("condition", guarantee.condition());
        RegretBound bound = guarantee.bound();
        if (bound != null) {
            json.writeNumberField("regretConstant", bound.constant());
            json.writeNumberField("slack", bound.slack());
        }
        texts("notPromised", guarantee.notPromised(), json);
        json.writeEndObject();
    }

    static void scorer(Scorer scorer, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("scorer");
        if (scorer instanceof LinearScorer linear) {
            json.writeStringField("model", "linear");
            floats("reference", linear.reference(), json);
            numbers("intercepts", linear.intercepts(), json);
            rows("weights", linear.weights(), json);
        } else if (scorer instanceof FourierScorer fourier) {
            FourierFeatures features = fourier.features();
            json.writeStringField("model", "fourier");
            json.writeNumberField("inputs", fourier.inputs());
            json.writeNumberField("features", features.count());
            json.writeNumberField("bandwidth", features.bandwidth());
            json.writeNumberField("seed", features.seed());
            floats("reference", features.reference().values(), json);
            numbers("scales", features.reference().scales(), json);
            numbers("intercepts", fourier.intercepts(), json);
            rows("weights", fourier.weights(), json);
        } else if (scorer instanceof TreeEnsemble ensemble) {
            json.writeStringField("model", "trees");
            TreesJson.write(ensemble, json);
        } else if (scorer instanceof KernelScorer kernel) {
            json.writeStringField("model", "kernel");
            json.writeNumberField("inputs", kernel.inputs());
            json.writeNumberField("bandwidth", kernel.kernel().bandwidth());
            floats("reference", kernel.kernel().reference().values(), json);
            numbers("scales", kernel.kernel().reference().scales(), json);
            json.writeArrayFieldStart("landmarks");
            for (float[] landmark : kernel.kernel().landmarks()) {
                floats(landmark, json);
            }
            json.writeEndArray();
            numbers("intercepts", kernel.intercepts(), json);
            rows("weights", kernel.weights(), json);
        } else {
            throw new IllegalArgumentException("no file format for " + scorer.getClass());
        }
        json.writeEndObject();
    }

    static Scorer scorer(JsonReader json) {
        String model = json.text("model");
        return switch (model) {
            case "linear" ->
                LinearScorer.of(json.floats("reference"), json.numbers("intercepts"), json.rows("weights"));
            case "fourier" ->
                FourierScorer.of(
                        new FourierFeatures(
                                FeatureReference.of(json.floats("reference"), json.numbers("scales")),
                                json.count("features"),
                                json.number("bandwidth"),
                                json.whole("seed")),
                        json.count("inputs"),
                        json.numbers("intercepts"),
                        json.rows("weights"));
            case "trees" -> TreesJson.read(json);
            case "kernel" ->
                KernelScorer.of(
                        LaplaceKernel.of(
                                FeatureReference.of(json.floats("reference"), json.numbers("scales")),
                                json.number("bandwidth"),
                                json.floatRows("landmarks")),
                        json.count("inputs"),
                        json.numbers("intercepts"),
                        json.rows("weights"));
            default -> throw new IllegalArgumentException("unknown model '" + model + "'");
        };
    }

    static void texts(String name, List<String> values, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    static void rows(String name, double[][] rows, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (double[] row : rows) {
            json.writeArray(row, 0, row.length);
        }
        json.writeEndArray();
    }

    static void numbers(String name, double[] values, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeArray(values, 0, values.length);
    }

    static void floats(String name, float[] values, JsonGenerator json) throws IOException {
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
