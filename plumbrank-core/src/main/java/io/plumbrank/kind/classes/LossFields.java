package io.plumbrank.kind.classes;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import java.io.IOException;

/** The fields of losses and of calibrated probabilities in a model file. */
final class LossFields {
    /** The encoder of a large loss matrix of full rank. */
    private static final String SIMPLEX = "simplex";

    private LossFields() {}

    static void loss(ClassLoss<?> loss, JsonGenerator json) throws IOException {
        if (!(loss instanceof MatrixLoss matrixLoss)) {
            json.writeStringField("loss", loss.toString());
            return;
        }
        Factorization factors = matrixLoss.factorization();
        LossMatrix matrix = factors.matrix();
        json.writeObjectFieldStart("lossMatrix");
        JsonArrays.texts("classes", matrix.classNames(), json);
        JsonArrays.texts("predictions", matrix.predictionNames(), json);
        JsonArrays.rows("losses", matrix.toArray(), json);
        double[] raised = new double[matrix.classes()];
        for (int y = 0; y < raised.length; y++) {
            raised[y] = matrix.raisedBy(y);
        }
        JsonArrays.numbers("raised", raised, json);
        json.writeEndObject();
        json.writeObjectFieldStart("encoder");
        json.writeNumberField("rank", factors.rank());
        json.writeNumberField("affineDimension", factors.affineDimension());
        json.writeNumberField("dimension", factors.dimension());
        if (factors.simplex()) {
            json.writeStringField("basis", SIMPLEX);
        } else {
            JsonArrays.rows("A", factors.a(), json);
            JsonArrays.rows("B", factors.b(), json);
            JsonArrays.numbers("offsets", factors.offsets(), json);
            JsonArrays.numbers("shifts", factors.shifts(), json);
        }
        json.writeEndObject();
    }

    static ClassLoss<?> loss(Fields json) {
        if (json.has("loss")) {
            return ClassLosses.parse(json.text("loss"));
        }
        Fields matrix = json.object("lossMatrix");
        LossMatrix losses = LossMatrix.restore(
                matrix.rows("losses"), matrix.numbers("raised"), matrix.texts("classes"), matrix.texts("predictions"));
        Fields encoder = json.object("encoder");
        if (encoder.has("basis")) {
            return onSimplex(losses, encoder);
        }
        Factorization factors = Factorization.restore(
                losses,
                encoder.size("rank"),
                encoder.size("affineDimension"),
                encoder.size("dimension"),
                encoder.rows("A"),
                encoder.rows("B"),
                encoder.numbers("offsets"),
                encoder.numbers("shifts"));
        factors.requireDerived();
        return MatrixLoss.of(factors);
    }

    /** All parts follow from the matrix. */
    private static ClassLoss<?> onSimplex(LossMatrix losses, Fields encoder) {
        if (!encoder.text("basis").equals(SIMPLEX)) {
            throw new IllegalArgumentException("unknown basis '" + encoder.text("basis") + "'");
        }
        Factorization factors = Factorization.onSimplex(losses, encoder.size("rank"));
        if (encoder.size("affineDimension") != factors.affineDimension()
                || encoder.size("dimension") != factors.dimension()) {
            throw new IllegalArgumentException(
                    "the encoder's dimensions are not " + factors.affineDimension() + " and " + factors.dimension());
        }
        return MatrixLoss.of(factors);
    }
}
