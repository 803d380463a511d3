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
        json.writeObjectFieldStart("labels");
        json.writeNumberField("queries", model.labels().queries());
        json.writeNumberField("mostItems", model.labels().mostItems());
        json.writeBooleanField("twoGrades", model.labels().twoGrades());
        json.writeNumberField("leastItemWeight", model.labels().leastItemWeight());
        json.writeEndObject();
        json.writeObjectFieldStart("queryFeatures");
        json.writeBooleanField("standardised", model.features().standardised());
        ModelJson.texts(
                "contexts",
                model.features().contexts().stream().map(Context::text).toList(),
                json);
        json.writeEndObject();
        ModelJson.scorer(model.scorer(), json);
    }

    static RankerModel read(JsonReader json) {
        JsonReader labels = json.object("labels");
        JsonReader features = json.object("queryFeatures");
        return new RankerModel(
                MeasureSpec.parse(json.text("spec")).typedAs(json.text("measure")),
                Surrogates.parse(json.text("surrogate")).trained(UtilityRange.ZERO),
                ModelJson.scorer(json.object("scorer")),
                new QueryFeatures(
                        features.bool("standardised"), QueryFeatures.parseContexts(features.texts("contexts"))),
                json.number("lambda"),
                new LabelSummary(
                        labels.whole("queries"),
                        labels.count("mostItems"),
                        labels.bool("twoGrades"),
                        labels.number("leastItemWeight")),
                ModelJson.provenance(json.object("provenance")));
    }
}
