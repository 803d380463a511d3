package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.classes.ClassLoss;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.rankings.LabelRankingTarget.Form;
import io.plumbrank.util.Fields;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The fields of tasks in a model file. */
final class TaskJson {
    private TaskJson() {}

    /** The value of {@code kind}. */
    static String kind(Task<?> task) {
        if (task instanceof ClassTask<?>) {
            return "class";
        }
        if (task instanceof LabelRankingTask) {
            return "label-ranking";
        }
        return task instanceof PairTask ? "pair-ranker" : "ranker";
    }

    static void write(Model model, JsonGenerator json) throws IOException {
        if (model.task() instanceof ClassTask<?> task) {
            classes(task.loss(), model, json);
        } else if (model.task() instanceof ItemTask task) {
            measure(task.measure(), task.surrogate(), task.target().decoder(), json);
            json.writeNumberField("lambda", model.lambda());
            view(task.labels(), task.view(), json);
        } else if (model.task() instanceof PairTask task) {
            measure(task.measure(), task.surrogate(), task.decoder(), json);
            json.writeNumberField("timeLimitMillis", task.timeLimit().toMillis());
            json.writeNumberField("lambda", model.lambda());
            view(task.labels(), task.view(), json);
        } else if (model.task() instanceof LabelRankingTask task) {
            measure(task.measure(), task.surrogate(), task.decoder().text(), json);
            json.writeBooleanField("complete", task.complete());
            json.writeNumberField("lambda", model.lambda());
            json.writeStringField("ranking", task.beginning());
            texts("labels", task.labels(), json);
        } else {
            throw new IllegalArgumentException(
                    "no file format for " + model.task().getClass());
        }
    }

    static Task<?> read(Fields json) {
        String kind = json.text("kind");
        return switch (kind) {
            case "class" -> new ClassTask<>(loss(json));
            case "ranker" ->
                new ItemTask(
                        measure(json), List.of(Surrogates.parse(json.text("surrogate"))), view(json), labels(json));
            case "pair-ranker" ->
                new PairTask(
                        measure(json),
                        json.text("decoder"),
                        Duration.ofMillis(json.whole("timeLimitMillis")),
                        PairTask.DEFAULT_MAX_PAIRS,
                        view(json),
                        labels(json));
            case "label-ranking" ->
                new LabelRankingTask(
                        measure(json),
                        List.of(Form.ofSurrogate(json.text("surrogate"))),
                        OrderingDecoder.parse(json.text("decoder")),
                        json.text("ranking"),
                        json.texts("labels"),
                        json.bool("complete"));
            default -> throw new IllegalArgumentException("unknown kind '" + kind + "'");
        };
    }

    private static void classes(ClassLoss<?> loss, Model model, JsonGenerator json) throws IOException {
        json.writeStringField("surrogate", model.task().surrogate());
        json.writeNumberField("lambda", model.lambda());
        if (!(loss instanceof MatrixLoss matrixLoss)) {
            json.writeStringField("loss", loss.toString());
            return;
        }
        Factorization factors = matrixLoss.factorization();
        LossMatrix matrix = factors.matrix();
        json.writeObjectFieldStart("lossMatrix");
        texts("classes", matrix.classNames(), json);
        texts("predictions", matrix.predictionNames(), json);
        ScorerJson.rows("losses", matrix.toArray(), json);
        double[] raised = new double[matrix.classes()];
        for (int y = 0; y < raised.length; y++) {
            raised[y] = matrix.raisedBy(y);
        }
        ScorerJson.numbers("raised", raised, json);
        json.writeEndObject();
        json.writeObjectFieldStart("encoder");
        json.writeNumberField("rank", factors.rank());
        json.writeNumberField("affineDimension", factors.affineDimension());
        json.writeNumberField("dimension", factors.dimension());
        ScorerJson.rows("A", factors.a(), json);
        ScorerJson.rows("B", factors.b(), json);
        ScorerJson.numbers("offsets", factors.offsets(), json);
        ScorerJson.numbers("shifts", factors.shifts(), json);
        json.writeEndObject();
    }

    private static ClassLoss<?> loss(Fields json) {
        if (json.has("loss")) {
            return ClassLosses.parse(json.text("loss"));
        }
        Fields matrix = json.object("lossMatrix");
        LossMatrix losses = LossMatrix.restore(
                matrix.rows("losses"), matrix.numbers("raised"), matrix.texts("classes"), matrix.texts("predictions"));
        Fields encoder = json.object("encoder");
        return MatrixLoss.of(Factorization.restore(
                losses,
                encoder.count("rank"),
                encoder.count("affineDimension"),
                encoder.count("dimension"),
                encoder.rows("A"),
                encoder.rows("B"),
                encoder.numbers("offsets"),
                encoder.numbers("shifts")));
    }

    private static void measure(MeasureSpec measure, String surrogate, String decoder, JsonGenerator json)
            throws IOException {
        json.writeStringField("measure", measure.typed());
        json.writeStringField("spec", measure.text());
        json.writeStringField("surrogate", surrogate);
        json.writeStringField("decoder", decoder);
    }

    private static MeasureSpec measure(Fields json) {
        return MeasureSpec.parse(json.text("spec")).typedAs(json.text("measure"));
    }

    /** What training saw of labels and features. */
    private static void view(LabelSummary labels, QueryFeatures features, JsonGenerator json) throws IOException {
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
        texts("contexts", features.contexts().stream().map(Context::text).toList(), json);
        json.writeEndObject();
    }

    private static LabelSummary labels(Fields json) {
        Fields labels = json.object("labels");
        double leastItemWeight = labels.number("leastItemWeight");
        return new LabelSummary(
                labels.whole("queries"),
                labels.has("sizes")
                        ? Arrays.stream(labels.ints("sizes")).boxed().toList()
                        : LabelSummary.upTo(labels.count("mostItems")),
                labels.bool("twoGrades"),
                leastItemWeight,
                labels.has("itemWeights")
                        ? new LabelSummary.Weighted(labels.bool("itemWeights"), labels.bool("queryWeights"))
                        : new LabelSummary.Weighted(leastItemWeight != 1, false));
    }

    private static QueryFeatures view(Fields json) {
        Fields features = json.object("queryFeatures");
        return new QueryFeatures(
                features.bool("standardised"), QueryFeatures.parseContexts(features.texts("contexts")));
    }

    static void texts(String name, List<String> values, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
