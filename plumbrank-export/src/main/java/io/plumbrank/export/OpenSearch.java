package io.plumbrank.export;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.export.Exported.Companion;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.util.internal.JsonDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body that creates a model in the learning-to-rank plugin of OpenSearch or Elasticsearch, with the feature set that comes first.
 * The plugin goes left where threshold &gt; x, adds floats, and knows neither a base score nor an intercept nor, in most versions, a
 * missing value. So the base score is a tree of one leaf, the intercept the weight of a feature that is always 1, and the feature
 * set puts in what goes the way of missing values.
 */
public sealed class OpenSearch implements ExportFormat permits OpenSearchRankLib {
    private static final String FEATURES = "-features.json";
    private static final String INTERCEPT = "plumbrank_intercept";

    @Override
    public String name() {
        return "opensearch";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        model.requireOneScore(name());
        String title = Exported.stem(fileName);
        List<String> notes = new ArrayList<>();
        byte[] content;
        boolean intercept = false;
        if (model.scorer() instanceof TreeEnsemble ensemble) {
            notes.addAll(XgboostFile.weighted(ensemble));
            content = trees(title, ensemble, model);
        } else if (model.scorer() instanceof LinearScorer linear) {
            intercept = true;
            content = linear(title, linear, model);
        } else {
            throw model.neitherLinearNorTrees(name());
        }
        MissingValues missing = MissingValues.of(model);
        notes.addAll(missing.notes(model, "the feature set"));
        boolean negative = Arrays.stream(model.usedFeatures()).anyMatch(f -> missing.standIn(f) < 0);
        if (negative) {
            notes.add(
                    "the plugin's host takes no negative scores, so a feature that stands in by a negative number needs a"
                            + " query of your own, such as a script_feature");
        }
        return new Exported(content, List.of(new Companion(FEATURES, features(model, missing, intercept))), notes);
    }

    /** The body of a model of trees. */
    byte[] trees(String title, TreeEnsemble ensemble, Exportable model) {
        return body(title, "model/xgboost+json", dump(ensemble, model), null, model);
    }

    /** The body of a linear model. */
    byte[] linear(String title, LinearScorer linear, Exportable model) {
        return body(title, "model/linear", weights(linear, model), linear, model);
    }

    private static String dump(TreeEnsemble ensemble, Exportable model) {
        return text(Documents.json(false, json -> {
            json.writeStartObject();
            json.writeStringField("objective", "rank:pairwise");
            json.writeFieldName("splits");
            DumpedTrees.write(ensemble, model::engineName, json);
            json.writeEndObject();
        }));
    }

    private static String weights(LinearScorer linear, Exportable model) {
        return text(Documents.json(false, json -> {
            json.writeStartObject();
            for (int feature : model.usedFeatures()) {
                json.writeFieldName(model.engineName(feature));
                Documents.number((float) linear.weight(0, feature), json);
            }
            json.writeFieldName(INTERCEPT);
            Documents.number((float) linear.intercepts()[0], json);
            json.writeEndObject();
        }));
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8).strip();
    }

    static byte[] body(
            String title, String type, String definition, @Nullable LinearScorer normalised, Exportable model) {
        return Documents.json(true, json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("model");
            json.writeStringField("name", title);
            json.writeObjectFieldStart("model");
            json.writeStringField("type", type);
            json.writeStringField("definition", definition);
            if (normalised != null) {
                float[] reference = normalised.reference();
                json.writeObjectFieldStart("feature_normalizers");
                for (int feature : model.usedFeatures()) {
                    json.writeObjectFieldStart(model.engineName(feature));
                    json.writeObjectFieldStart("standard");
                    json.writeFieldName("mean");
                    Documents.number(reference[feature], json);
                    json.writeNumberField("standard_deviation", 1);
                    json.writeEndObject();
                    json.writeEndObject();
                }
                json.writeEndObject();
            }
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /** Features that are fields of the documents; who computes them by queries writes these in. */
    private static byte[] features(Exportable model, MissingValues missing, boolean intercept) {
        return Documents.json(true, json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("featureset");
            json.writeArrayFieldStart("features");
            for (int feature : model.usedFeatures()) {
                json.writeStartObject();
                json.writeStringField("name", model.engineName(feature));
                beginTemplate(json);
                json.writeObjectFieldStart("function_score");
                json.writeObjectFieldStart("field_value_factor");
                json.writeStringField("field", model.engineName(feature));
                json.writeFieldName("missing");
                Documents.number(missing.standIn(feature), json);
                json.writeEndObject();
                json.writeEndObject();
                json.writeEndObject();
                json.writeEndObject();
            }
            if (intercept) {
                json.writeStartObject();
                json.writeStringField("name", INTERCEPT);
                beginTemplate(json);
                json.writeObjectFieldStart("match_all");
                json.writeNumberField("boost", 1.0);
                json.writeEndObject();
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static void beginTemplate(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("params");
        json.writeEndArray();
        json.writeStringField("template_language", "mustache");
        json.writeObjectFieldStart("template");
    }

    /** Scores as the plugin does, in floats. */
    @Override
    public Replay replay(Exported files, Exportable model) {
        List<Input> inputs = inputs(files.companion(FEATURES), model);
        Fields body = Fields.root(parsed(files.content())).object("model").object("model");
        byte[] definition = body.text("definition").getBytes(StandardCharsets.UTF_8);
        Map<String, Integer> places = new HashMap<>();
        for (int place = 0; place < inputs.size(); place++) {
            places.put(inputs.get(place).name, place);
        }
        float[] row = new float[inputs.size()];
        switch (body.text("type")) {
            case "model/linear" -> {
                return linear(definition, body.object("feature_normalizers"), inputs, row);
            }
            case "model/ranklib" -> {
                Replay trees = RankLib.trees(definition, 1 + row.length);
                float[] fromOne = new float[1 + row.length];
                return (x, u) -> {
                    fill(x, inputs, row);
                    System.arraycopy(row, 0, fromOne, 1, row.length);
                    trees.scoreInto(fromOne, u);
                };
            }
            default -> {
                List<DumpedTrees.Node> trees = new ArrayList<>();
                for (Object tree : splits(definition)) {
                    trees.add(DumpedTrees.Node.of(
                            (Map<?, ?>) tree, name -> Objects.requireNonNull(places.get(name), name)));
                }
                return (x, u) -> {
                    fill(x, inputs, row);
                    float sum = 0;
                    for (DumpedTrees.Node tree : trees) {
                        sum += tree.floatLeaf(row);
                    }
                    u[0] = sum;
                };
            }
        }
    }

    private static List<?> splits(byte[] definition) {
        Map<?, ?> json = (Map<?, ?>) parsed(definition);
        return json.get("splits") instanceof List<?> list ? list : List.of();
    }

    private static Replay linear(byte[] definition, Fields normalizers, List<Input> inputs, float[] row) {
        Fields weights = Fields.root(parsed(definition));
        float[] means = new float[row.length];
        float[] w = new float[row.length];
        for (int i = 0; i < row.length; i++) {
            String name = inputs.get(i).name;
            w[i] = (float) weights.number(name);
            if (normalizers.has(name)) {
                means[i] = (float) normalizers.object(name).object("standard").number("mean");
            }
        }
        return (x, u) -> {
            fill(x, inputs, row);
            float sum = 0;
            for (int i = 0; i < row.length; i++) {
                sum += w[i] * (row[i] - means[i]);
            }
            u[0] = sum;
        };
    }

    /** A feature of the set: which of ours it is, −1 for none, and what it is where that is missing. */
    private record Input(String name, int feature, float missing) {}

    private static List<Input> inputs(byte[] features, Exportable model) {
        Map<String, Integer> byName = model.byEngineName();
        List<Input> inputs = new ArrayList<>();
        for (Fields feature : Fields.root(parsed(features)).object("featureset").objects("features")) {
            String name = feature.text("name");
            Fields template = feature.object("template");
            float missing = template.has("match_all")
                    ? (float) template.object("match_all").number("boost")
                    : (float) template.object("function_score")
                            .object("field_value_factor")
                            .number("missing");
            inputs.add(new Input(name, template.has("match_all") ? -1 : byName.getOrDefault(name, -1), missing));
        }
        return inputs;
    }

    private static void fill(float[] x, List<Input> inputs, float[] row) {
        for (int i = 0; i < row.length; i++) {
            Input input = inputs.get(i);
            row[i] = input.feature < 0 || Float.isNaN(x[input.feature]) ? input.missing : x[input.feature];
        }
    }

    private static Object parsed(byte[] content) {
        try {
            return Objects.requireNonNull(JsonDocument.readDeep(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
