package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.target.Factorization;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.MatrixLoss;
import java.io.IOException;

/** The fields of a class model in its file. The guarantee is written for readers; on reading it is derived again. */
final class ClassModelJson {
    private ClassModelJson() {}

    static void write(ClassModel model, JsonGenerator json) throws IOException {
        ModelJson.provenance(model.provenance(), json);
        ModelJson.guarantee(model.guarantee(), json);
        json.writeStringField("surrogate", "squared");
        json.writeNumberField("lambda", model.lambda());
        Factorization factors = model.loss().factorization();
        LossMatrix matrix = factors.matrix();
        json.writeObjectFieldStart("lossMatrix");
        ModelJson.texts("classes", matrix.classNames(), json);
        ModelJson.texts("predictions", matrix.predictionNames(), json);
        ModelJson.rows("losses", matrix.toArray(), json);
        double[] raised = new double[matrix.classes()];
        for (int y = 0; y < raised.length; y++) {
            raised[y] = matrix.raisedBy(y);
        }
        ModelJson.numbers("raised", raised, json);
        json.writeEndObject();
        json.writeObjectFieldStart("encoder");
        json.writeNumberField("rank", factors.rank());
        json.writeNumberField("affineDimension", factors.affineDimension());
        json.writeNumberField("dimension", factors.dimension());
        ModelJson.rows("A", factors.a(), json);
        ModelJson.rows("B", factors.b(), json);
        ModelJson.numbers("offsets", factors.offsets(), json);
        ModelJson.numbers("shifts", factors.shifts(), json);
        json.writeEndObject();
        ModelJson.scorer(model.scorer(), json);
    }

    static ClassModel read(JsonReader json) {
        JsonReader matrix = json.object("lossMatrix");
        LossMatrix losses = LossMatrix.restore(
                matrix.rows("losses"), matrix.numbers("raised"), matrix.texts("classes"), matrix.texts("predictions"));
        JsonReader encoder = json.object("encoder");
        Factorization factors = Factorization.restore(
                losses,
                encoder.count("rank"),
                encoder.count("affineDimension"),
                encoder.count("dimension"),
                encoder.rows("A"),
                encoder.rows("B"),
                encoder.numbers("offsets"),
                encoder.numbers("shifts"));
        return new ClassModel(
                MatrixLoss.of(factors),
                ModelJson.scorer(json.object("scorer")),
                json.number("lambda"),
                ModelJson.provenance(json.object("provenance")));
    }
}
