package io.plumbrank.model.kinds;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.task.LabelSummary;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fields of model files that several kinds of tasks have. */
public final class TaskFields {
    /** More than any query that fits into memory. */
    private static final int MOST_ITEMS = 10_000_000;

    /** The note where all items of every query are tied. */
    public static final String ALL_TIED =
            "The model tells no items of a query apart, so that all its rankings are ties. Try"
                    + " other features, another model, or a smaller lambda.";

    private TaskFields() {}

    /** A measure for scripts. */
    public static Map<String, Object> facts(MeasureSpec measure) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("spec", measure.text());
        facts.put("largerIsBetter", measure.largerIsBetter());
        return facts;
    }

    /** What is written for readers must be what it comes to. */
    public static void requireDerived(Fields json, String name, String derived) {
        if (!json.text(name).equals(derived)) {
            throw new IllegalArgumentException("'" + name + "' is not '" + derived + "'");
        }
    }

    public static void measure(MeasureSpec measure, String surrogate, String decoder, JsonGenerator json)
            throws IOException {
        json.writeStringField("measure", measure.typed());
        json.writeStringField("spec", measure.text());
        json.writeStringField("surrogate", surrogate);
        json.writeStringField("decoder", decoder);
    }

    public static MeasureSpec measure(Fields json) {
        MeasureSpec spec = MeasureSpec.parse(json.text("spec"));
        String typed = json.text("measure");
        if (!MeasureSpec.parse(typed).isNamedAs(spec)) {
            throw new IllegalArgumentException("'measure' is " + typed + ", but 'spec' is " + spec.text());
        }
        return spec.typedAs(typed);
    }

    /** What training saw of labels and features. */
    public static void view(LabelSummary labels, QueryFeatures features, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("labels");
        json.writeNumberField("queries", labels.queries());
        json.writeNumberField("mostItems", labels.mostItems());
        json.writeBooleanField("twoGrades", labels.twoGrades());
        json.writeNumberField("leastItemWeight", labels.leastItemWeight());
        json.writeArrayFieldStart("sizes");
        for (int size : labels.sizes()) {
            json.writeNumber(size);
        }
        json.writeEndArray();
        json.writeBooleanField("itemWeights", labels.weighted().items());
        json.writeBooleanField("queryWeights", labels.weighted().queries());
        json.writeEndObject();
        json.writeObjectFieldStart("queryFeatures");
        json.writeBooleanField("standardised", features.standardised());
        JsonArrays.texts(
                "contexts", features.contexts().stream().map(Context::text).toList(), json);
        json.writeEndObject();
    }

    public static LabelSummary labels(Fields json) {
        Fields labels = json.object("labels");
        double leastItemWeight = labels.magnitude("leastItemWeight");
        return new LabelSummary(
                labels.whole("queries", 0, Long.MAX_VALUE),
                sizes(labels),
                labels.bool("twoGrades"),
                leastItemWeight,
                labels.has("itemWeights")
                        ? new LabelSummary.Weighted(labels.bool("itemWeights"), labels.bool("queryWeights"))
                        : new LabelSummary.Weighted(leastItemWeight != 1, false));
    }

    private static List<Integer> sizes(Fields labels) {
        int most = (int) labels.whole("mostItems", 0, MOST_ITEMS);
        if (!labels.has("sizes")) {
            return LabelSummary.upTo(most);
        }
        int[] sizes = labels.ints("sizes");
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] < 1 || (i > 0 && sizes[i] <= sizes[i - 1])) {
                throw new IllegalArgumentException("'sizes' are not positive and ascending");
            }
        }
        if ((sizes.length == 0 ? 0 : sizes[sizes.length - 1]) != most) {
            throw new IllegalArgumentException("'mostItems' is not the largest of 'sizes'");
        }
        return Arrays.stream(sizes).boxed().toList();
    }

    public static QueryFeatures view(Fields json) {
        Fields features = json.object("queryFeatures");
        return new QueryFeatures(
                features.bool("standardised"), QueryFeatures.parseContexts(features.texts("contexts")));
    }
}
