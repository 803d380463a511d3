package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.RankerModel.LabelSummary;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.UtilityRange;
import java.io.IOException;

/** The fields of a ranker in its file. The guarantee is written for readers; on reading it is derived again. */
final class RankerModelJson {
    private RankerModelJson() {}

    static void write(RankerModel model, JsonGenerator json) throws IOException {
        ModelJson.provenance(model.provenance(), json);
        ModelJson.guarantee(model.guarantee(), json);
        json.writeStringField("measure", model.measure().typed());
        json.writeStringField("spec", model.measure().text());
        json.writeStringField("surrogate", model.surrogate().text());
        json.writeStringField("decoder", model.target().decoder());
        json.writeNumberField("lambda", model.lambda());
        view(model.labels(), model.features(), json);
        ModelJson.scorer(model.scorer(), json);
    }

    /** What training saw of labels and features. */
    static void view(LabelSummary labels, QueryFeatures features, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("labels");
        json.writeNumberField("queries", labels.queries());
        json.writeNumberField("mostItems", labels.mostItems());
        json.writeBooleanField("twoGrades", labels.twoGrades());
        json.writeEndObject();
        json.writeObjectFieldStart("queryFeatures");
        json.writeBooleanField("standardised", features.standardised());
        ModelJson.texts(
                "contexts", features.contexts().stream().map(Context::text).toList(), json);
        json.writeEndObject();
    }

    static LabelSummary labels(JsonReader json) {
        JsonReader labels = json.object("labels");
        return new LabelSummary(labels.whole("queries"), labels.count("mostItems"), labels.bool("twoGrades"));
    }

    static QueryFeatures features(JsonReader json) {
        JsonReader features = json.object("queryFeatures");
        return new QueryFeatures(
                features.bool("standardised"), QueryFeatures.parseContexts(features.texts("contexts")));
    }

    static RankerModel read(JsonReader json) {
        return new RankerModel(
                MeasureSpec.parse(json.text("spec")).typedAs(json.text("measure")),
                Surrogates.parse(json.text("surrogate")).trained(UtilityRange.ZERO),
                ModelJson.scorer(json.object("scorer")),
                features(json),
                json.number("lambda"),
                labels(json),
                ModelJson.provenance(json.object("provenance")));
    }
}
