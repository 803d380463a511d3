package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.classes.ClassLoss;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.Isotonic;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.classes.ProbabilityMap;
import io.plumbrank.target.classes.Temperature;
import io.plumbrank.target.rankings.LabelRankingTarget.Form;
import io.plumbrank.target.rankings.Missing;
import io.plumbrank.util.Fields;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The fields of tasks in a model file. */
final class TaskJson {
    /** A year. */
    private static final long LONGEST_MILLIS = 365L * 24 * 60 * 60 * 1000;

    /** More than any query that fits into memory. */
    private static final int MOST_ITEMS = 10_000_000;

    /** The encoder of a large loss matrix of full rank. */
    private static final String SIMPLEX = "simplex";

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
            calibration(task.map(), json);
        } else if (model.task() instanceof ItemTask task) {
            measure(task.measure(), task.surrogate(), task.target().decoder(), json);
            json.writeNumberField("lambda", model.lambda());
            view(task.labels(), task.view(), json);
        } else if (model.task() instanceof PairTask task) {
            measure(task.measure(), task.surrogate(), task.decoder(), json);
            limits(task.limits(), json);
            json.writeNumberField("lambda", model.lambda());
            view(task.labels(), task.view(), json);
        } else if (model.task() instanceof LabelRankingTask task) {
            measure(task.measure(), task.surrogate(), task.decoder().text(), json);
            json.writeBooleanField("complete", task.complete());
            if (task.missing() != Missing.LABEL) {
                json.writeStringField("missing", task.missing().text());
            }
            json.writeNumberField("lambda", model.lambda());
            json.writeStringField("ranking", task.beginning());
            texts("labels", task.labels(), json);
        } else {
            throw new IllegalArgumentException(
                    "no file format for " + model.task().getClass());
        }
    }

    static Task<?> read(Fields json) {
        Task<?> task = task(json);
        requireSame(json, "surrogate", task.surrogate());
        if (task instanceof ItemTask items) {
            requireSame(json, "decoder", items.target().decoder());
        }
        return task;
    }

    /** What is written for readers must be what it comes to. */
    private static void requireSame(Fields json, String name, String derived) {
        if (!json.text(name).equals(derived)) {
            throw new IllegalArgumentException("'" + name + "' is not '" + derived + "'");
        }
    }

    private static Task<?> task(Fields json) {
        String kind = json.text("kind");
        return switch (kind) {
            case "class" -> classes(json);
            case "ranker" ->
                new ItemTask(
                        measure(json), List.of(Surrogates.parse(json.text("surrogate"))), view(json), labels(json));
            case "pair-ranker" ->
                new PairTask(
                        measure(json),
                        json.text("decoder"),
                        limits(json),
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
                        json.bool("complete"),
                        json.has("missing") ? Missing.parse(json.text("missing")) : Missing.LABEL);
            default -> throw new IllegalArgumentException("unknown kind '" + kind + "'");
        };
    }

    private static void limits(DecodeLimits limits, JsonGenerator json) throws IOException {
        if (limits.steps() < Long.MAX_VALUE) {
            json.writeNumberField("decoderSteps", limits.steps());
        }
        if (limits.usesClock()) {
            json.writeNumberField("timeLimitMillis", limits.timeLimit().toMillis());
        }
    }

    /** Files of earlier versions have a clock alone. */
    private static DecodeLimits limits(Fields json) {
        long steps = json.has("decoderSteps") ? json.whole("decoderSteps", 0, Long.MAX_VALUE) : Long.MAX_VALUE;
        DecodeLimits limits = DecodeLimits.ofSteps(steps);
        return json.has("timeLimitMillis") || !json.has("decoderSteps")
                ? limits.withTimeLimit(Duration.ofMillis(json.whole("timeLimitMillis", 0, LONGEST_MILLIS)))
                        .withSteps(steps)
                : limits;
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
        if (factors.simplex()) {
            json.writeStringField("basis", SIMPLEX);
        } else {
            ScorerJson.rows("A", factors.a(), json);
            ScorerJson.rows("B", factors.b(), json);
            ScorerJson.numbers("offsets", factors.offsets(), json);
            ScorerJson.numbers("shifts", factors.shifts(), json);
        }
        json.writeEndObject();
    }

    private static ClassTask<?> classes(Fields json) {
        return new ClassTask<>(loss(json), ClassSurrogate.parse(json.text("surrogate"))).withMap(map(json));
    }

    /** What makes probabilities of outputs, where it is more than a softmax. */
    private static void calibration(ProbabilityMap map, JsonGenerator json) throws IOException {
        if (map instanceof Temperature temperature) {
            json.writeObjectFieldStart("calibration");
            json.writeStringField("method", map.text());
            json.writeNumberField("temperature", temperature.temperature());
            json.writeEndObject();
        } else if (map instanceof Isotonic isotonic) {
            json.writeObjectFieldStart("calibration");
            json.writeStringField("method", map.text());
            ScorerJson.rows(
                    "at", isotonic.curves().stream().map(Isotonic.Curve::at).toArray(double[][]::new), json);
            ScorerJson.rows(
                    "values",
                    isotonic.curves().stream().map(Isotonic.Curve::values).toArray(double[][]::new),
                    json);
            json.writeEndObject();
        }
    }

    private static ProbabilityMap map(Fields json) {
        if (!json.has("calibration")) {
            return ProbabilityMap.NONE;
        }
        Fields calibration = json.object("calibration");
        String method = calibration.text("method");
        if (method.equals("temperature")) {
            return new Temperature(calibration.number("temperature"));
        }
        if (!method.equals("isotonic")) {
            throw new IllegalArgumentException("unknown calibration '" + method + "'");
        }
        double[][] at = calibration.rows("at");
        double[][] values = calibration.rows("values");
        if (at.length != values.length) {
            throw new IllegalArgumentException(at.length + " curves with the values of " + values.length);
        }
        return new Isotonic(IntStream.range(0, at.length)
                .mapToObj(y -> new Isotonic.Curve(at[y], values[y]))
                .toList());
    }

    private static ClassLoss<?> loss(Fields json) {
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
                count(encoder, "rank"),
                count(encoder, "affineDimension"),
                count(encoder, "dimension"),
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
        Factorization factors = Factorization.onSimplex(losses, count(encoder, "rank"));
        if (count(encoder, "affineDimension") != factors.affineDimension()
                || count(encoder, "dimension") != factors.dimension()) {
            throw new IllegalArgumentException(
                    "the encoder's dimensions are not " + factors.affineDimension() + " and " + factors.dimension());
        }
        return MatrixLoss.of(factors);
    }

    private static void measure(MeasureSpec measure, String surrogate, String decoder, JsonGenerator json)
            throws IOException {
        json.writeStringField("measure", measure.typed());
        json.writeStringField("spec", measure.text());
        json.writeStringField("surrogate", surrogate);
        json.writeStringField("decoder", decoder);
    }

    private static MeasureSpec measure(Fields json) {
        MeasureSpec spec = MeasureSpec.parse(json.text("spec"));
        String typed = json.text("measure");
        if (!MeasureSpec.parse(typed).isNamedAs(spec)) {
            throw new IllegalArgumentException("'measure' is " + typed + ", but 'spec' is " + spec.text());
        }
        return spec.typedAs(typed);
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

    private static QueryFeatures view(Fields json) {
        Fields features = json.object("queryFeatures");
        return new QueryFeatures(
                features.bool("standardised"), QueryFeatures.parseContexts(features.texts("contexts")));
    }

    /** As {@link Fields#count}, but no text. */
    static int count(Fields json, String name) {
        return (int) json.whole(name, 0, Integer.MAX_VALUE);
    }

    static void texts(String name, List<String> values, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
