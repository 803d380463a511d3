package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.LabelRankingTarget;
import io.plumbrank.target.LabelRankingTarget.Form;
import java.io.IOException;
import java.util.List;

/** The fields of a label ranking model in its file. The guarantee is written for readers; on reading it is derived again. */
final class LabelRankingModelJson {
    private LabelRankingModelJson() {}

    static void write(LabelRankingModel model, JsonGenerator json) throws IOException {
        LabelRankingTarget target = model.target();
        ModelJson.provenance(model.provenance(), json);
        ModelJson.guarantee(model.guarantee(), json);
        json.writeStringField("measure", target.measure().typed());
        json.writeStringField("spec", target.measure().text());
        json.writeStringField("surrogate", target.form().surrogate());
        json.writeStringField("decoder", target.decoder().text());
        json.writeBooleanField("complete", target.complete());
        json.writeNumberField("lambda", model.lambda());
        json.writeStringField("ranking", model.beginning());
        ModelJson.texts("labels", model.labels(), json);
        ModelJson.scorer(model.scorer(), json);
    }

    static LabelRankingModel read(JsonReader json) {
        List<String> labels = json.texts("labels");
        return new LabelRankingModel(
                new LabelRankingTarget(
                        MeasureSpec.parse(json.text("spec")).typedAs(json.text("measure")),
                        labels.size(),
                        Form.ofSurrogate(json.text("surrogate")),
                        OrderingDecoder.parse(json.text("decoder")),
                        json.bool("complete")),
                json.text("ranking"),
                labels,
                ModelJson.scorer(json.object("scorer")),
                json.number("lambda"),
                ModelJson.provenance(json.object("provenance")));
    }
}
