package io.plumbrank.kind.classes;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.model.Model;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Predictor.RowFunction;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.model.kinds.DecisionWriter;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LinearDecision;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.CostsAboveBest;
import io.plumbrank.target.classes.ExpectedCosts;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.classes.RedecodedLoss;
import io.plumbrank.task.QueryInstance;
import io.plumbrank.task.QueryInstances;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.Batches;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Predicts classes at the smallest expected loss: x ↦ pred*(f(x)) of RAT13, Theorem 3, or the least expected cost by probabilities.
 *
 * <pre>{@code
 * Classifier classifier = Classifier.read(Path.of("model.json"));
 * String prediction = classifier.predict(features);
 * }</pre>
 */
public final class Classifier extends RowPredictor {
    private static final int BATCH = 1024;

    /** A loss of 256 classes is taken apart in less than a second. */
    private static final int MOST_COSTS = 1 << 16;

    private final ClassTask<?> task;

    /** Made when it is first asked for; to make it twice does no harm. */
    private volatile @Nullable RowCosts costs;

    private volatile @Nullable ToDoubleFunction<double[]> leastCost;

    Classifier(Model model, ClassTask<?> task) {
        super(model);
        this.task = task;
    }

    @Override
    public String kind() {
        return "classes";
    }

    public ClassTask<?> task() {
        return task;
    }

    /** As the outputs of log-loss do, so that any loss can be decided by them. */
    @Override
    public boolean holdsProbabilities() {
        return task.holdsProbabilities();
    }

    /** What it was trained for. */
    public ClassLoss<?> loss() {
        return task.loss();
    }

    /**
     * Reads a model of classes.
     *
     * @throws InputException if the file is damaged, or another kind of model
     */
    public static Classifier read(Path file) {
        return Predictor.read(file, Classifier.class, "a model of classes");
    }

    @Override
    public boolean isComparableWith(Predictor other) {
        return other instanceof Classifier;
    }

    @Override
    public String words() {
        return "a model of classes";
    }

    @Override
    public Reading reading() {
        return Reading.rows(Labels.ignored()).withAbsent(absent());
    }

    /**
     * The prediction for one row, by its name.
     *
     * @param x as many features as in training, NaN for missing; those of LETOR text count from 1, so that {@code x[0]} is none
     * @throws IllegalArgumentException if there are more or fewer
     */
    public String predict(float[] x) {
        return names(task, outputs(x), 1).get(0);
    }

    /**
     * The predictions for some rows, by their names.
     *
     * @param x one row after another, each as for {@link #predict}
     */
    public List<String> predictAll(float[] x, int rows) {
        return names(task, scorer().score(x, rows), rows);
    }

    /** Whether there are few enough predictions to tell the cost of each in every answer. */
    public boolean knowsCosts() {
        return loss().isListable()
                && (long) loss().classes() * loss().predictions().size() <= MOST_COSTS;
    }

    /**
     * The names of all predictions in their natural order.
     *
     * @throws IllegalStateException if there are too many to list
     */
    public List<String> predictionNames() {
        return rowCosts().names();
    }

    /**
     * What each prediction is expected to cost above the cheapest, in the order of {@link #predictionNames}: by probabilities where it
     * {@link #holdsProbabilities}, else by {@link CostsAboveBest}.
     *
     * @param x as for {@link #predict}
     * @throws IllegalStateException if there are too many to list
     */
    public double[] costsAboveBest(float[] x) {
        double[] u = outputs(x);
        return rowCosts().aboveBest().apply(holdsProbabilities() ? probabilities(u, 0) : u);
    }

    /**
     * By what each output of the model is multiplied in the expected cost of one prediction above another, both by their place among
     * {@link #predictionNames}; empty by log-loss, where costs are not linear in the outputs.
     */
    public Optional<double[]> costFactors(int more, int less) {
        return rowCosts().factors().map(factors -> factors.apply(more, less));
    }

    private RowCosts rowCosts() {
        RowCosts known = costs;
        if (known == null) {
            known = RowCosts.of(task);
            costs = known;
        }
        return known;
    }

    /**
     * The costs of all predictions.
     *
     * @param names of the predictions
     * @param aboveBest of a row, by its probabilities or else by its outputs
     * @param factors as {@link #costFactors} gives them
     */
    private record RowCosts(
            List<String> names,
            UnaryOperator<double[]> aboveBest,
            Optional<BiFunction<Integer, Integer, double[]>> factors) {
        static <T> RowCosts of(ClassTask<T> task) {
            ClassLoss<T> loss = task.loss();
            List<String> names = Classifier.names(loss);
            if (task.holdsProbabilities()) {
                ExpectedCosts<T> expected = ExpectedCosts.of(loss);
                return new RowCosts(names, p -> aboveLeast(expected.costs(p)), Optional.empty());
            }
            CostsAboveBest<T> costs = CostsAboveBest.of(loss);
            return new RowCosts(names, costs::of, Optional.of(costs::difference));
        }

        private static double[] aboveLeast(double[] costs) {
            double least = Arrays.stream(costs).min().orElseThrow();
            return Arrays.stream(costs).map(cost -> cost - least).toArray();
        }
    }

    private static <T> List<String> names(ClassTask<T> task, double[] u, int rows) {
        ClassLoss<T> loss = task.loss();
        return task.decodeAll(u, rows).stream().map(loss::predictionName).toList();
    }

    /**
     * The probabilities of the classes of one row, in the order of the loss's classes.
     *
     * @param x as {@link #predict} takes it
     * @throws IllegalStateException unless it {@link #holdsProbabilities}
     */
    @Override
    public double[] probabilities(float[] x) {
        return probabilities(outputs(x), 0);
    }

    /**
     * What the prediction is expected to cost by the probabilities of the classes.
     *
     * @param probabilities as {@link #probabilities(float[])} gives them
     * @throws IllegalStateException unless it {@link #holdsProbabilities}
     */
    public double expectedCost(double[] probabilities) {
        if (!holdsProbabilities()) {
            throw new IllegalStateException("a model by least squares knows costs above the best alone");
        }
        ToDoubleFunction<double[]> known = leastCost;
        if (known == null) {
            known = leastCost(loss());
            leastCost = known;
        }
        return known.applyAsDouble(probabilities);
    }

    private static <T> ToDoubleFunction<double[]> leastCost(ClassLoss<T> loss) {
        ExpectedCosts<T> expected = ExpectedCosts.of(loss);
        return p -> expected.decide(p).cost();
    }

    private double[] probabilities(double[] u, int row) {
        if (!holdsProbabilities()) {
            throw new IllegalStateException("a model by least squares holds no probabilities");
        }
        double[] p = new double[loss().classes()];
        task.map().probabilitiesInto(u, row * p.length, p);
        return p;
    }

    /**
     * What decides for other costs by the same fit. Probabilities decide for any; least squares for those that are affine in what it
     * was fitted to.
     *
     * @param costs for the same classes by name, in any order; one without names in this one's order
     * @throws IllegalArgumentException if the classes are others, or the fit does not tell what the costs need; the message is one
     *     line for the user
     */
    public Classifier decidingBy(LossMatrix costs) {
        LossMatrix ordered = ClassLabels.ordered(ClassLabels.countedAs(costs, loss()), loss());
        ClassLoss<Integer> other = holdsProbabilities()
                ? MatrixLoss.of(ordered)
                : RedecodedLoss.of(loss(), ordered)
                        .orElseThrow(() ->
                                new IllegalArgumentException("these costs need more than the " + loss().encodedSize()
                                        + " outputs that the model was fitted to tell: train with the surrogate"
                                        + " logistic, whose probabilities decide for any costs, or with these costs"));
        ClassTask<Integer> redecided = new ClassTask<>(other, task.surrogates()).withMap(task.map());
        Model own = model().orElseThrow();
        return new Classifier(new Model(redecided, own.scorer(), own.lambda(), own.provenance()), redecided);
    }

    @Override
    public Optional<Classifier> withCosts(LossMatrix costs) {
        return Optional.of(decidingBy(costs));
    }

    /** The class, whose name is a number. */
    @Override
    public Optional<double[]> numbers(float[] x) {
        return Optional.of(new double[] {Double.parseDouble(predict(x))});
    }

    @Override
    public RowFunction rowFunction(String file) {
        if (holdsProbabilities()) {
            throw new InputException(
                    file,
                    0,
                    "a model of probabilities (surrogate logistic), whose decision no format holds",
                    "a model by least squares: train with the surrogate squared; plumbrank predict takes both");
        }
        LinearDecision decision = CostsAboveBest.table(loss())
                .orElseThrow(() -> new InputException(
                        file,
                        0,
                        "a loss whose predictions do not make a table (" + loss() + ")",
                        "a loss given as a matrix of at most a million costs: train with a file of costs"));
        return new RowFunction(rowScorer().orElseThrow(), Optional.of(decision));
    }

    @Override
    public Map<String, List<String>> vocabulary() {
        return loss().isListable() ? Map.of("predictions", names(loss())) : Map.of();
    }

    private static <T> List<String> names(ClassLoss<T> loss) {
        return loss.predictions().stream().map(loss::predictionName).toList();
    }

    /** The prediction, the costs above it where they are few enough, and probabilities where there are some. */
    @Override
    public void answer(float[] x, JsonGenerator json) throws IOException {
        json.writeStringField("prediction", predict(x));
        if (knowsCosts()) {
            numbers("costs", predictionNames(), costsAboveBest(x), json);
        }
        if (holdsProbabilities()) {
            double[] probabilities = probabilities(x);
            JsonArrays.number("expectedCost", expectedCost(probabilities), json);
            List<String> classes = IntStream.range(0, probabilities.length)
                    .mapToObj(loss()::className)
                    .toList();
            numbers("probabilities", classes, probabilities, json);
        }
    }

    private static void numbers(String name, List<String> names, double[] values, JsonGenerator json)
            throws IOException {
        json.writeObjectFieldStart(name);
        for (int i = 0; i < values.length; i++) {
            JsonArrays.number(names.get(i), values[i], json);
        }
        json.writeEndObject();
    }

    @Override
    public void write(QuerySource data, PredictionFormat format, int threads, Consumer<String> text) {
        if (holdsProbabilities()) {
            writeDecisions(loss(), data, format, threads, text);
            return;
        }
        record Named(List<QueryInstance> rows, List<String> names) {}
        String header = "row\tprediction\n";
        long[] row = {0};
        forEachBatch(
                data, threads, (rows, outputs) -> new Named(rows, names(task, outputs.u()[0], rows.size())), batch -> {
                    format.requireFit("the model", batch.names);
                    for (int i = 0; i < batch.names.size(); i++) {
                        String name = batch.names.get(i);
                        String id = id(batch.rows.get(i));
                        if (row[0]++ == 0 && format == PredictionFormat.TSV) {
                            text.accept(format.withId(header, id == null ? null : "id"));
                        }
                        text.accept(format.withId(
                                format == PredictionFormat.TSV
                                        ? row[0] + "\t" + name + "\n"
                                        : "{\"row\":" + row[0] + ",\"prediction\":" + PredictionFormat.quoted(name)
                                                + "}\n",
                                id));
                    }
                });
        if (row[0] == 0 && format == PredictionFormat.TSV) {
            text.accept(header);
        }
    }

    /** The name of a row. */
    private static @Nullable String id(QueryInstance row) {
        return row.query().hasItemId(0) ? row.query().itemId(0) : null;
    }

    private void requireFinite(QuerySource data, List<Query> rows, Outputs outputs) {
        double[] u = outputs.u()[0];
        int each = u.length / rows.size();
        try {
            for (int row = 0; row < rows.size(); row++) {
                QueryFault.requireFinite(rows.get(row), Arrays.copyOfRange(u, row * each, (row + 1) * each));
            }
        } catch (QueryFault e) {
            throw new InputException(data.file().toString(), e.line(), e.found(), e.expected(), e);
        }
    }

    private <T> void writeDecisions(
            ClassLoss<T> decided, QuerySource data, PredictionFormat format, int threads, Consumer<String> text) {
        DecisionWriter<T> writer = new DecisionWriter<>(decided, format, text);
        record Likely(@Nullable String id, double[] probabilities) {}
        forEachBatch(
                data,
                threads,
                (rows, outputs) -> IntStream.range(0, rows.size())
                        .mapToObj(i -> new Likely(id(rows.get(i)), probabilities(outputs.u()[0], i)))
                        .toList(),
                batch -> batch.forEach(row -> writer.write(row.id, row.probabilities)));
        writer.end();
    }

    /** Makes something of some rows and their outputs. */
    @FunctionalInterface
    public interface Work<R> {
        R of(List<QueryInstance> rows, Outputs outputs);
    }

    /** Scores the rows of a file in batches, on several threads, and hands results on in file order. */
    public <R> void forEachBatch(QuerySource data, int threads, Work<R> work, Consumer<R> consumer) {
        requireFeaturesOf(data);
        QuerySource watched = watching(data);
        QueryInstances instances = task.training(watched);
        HeldOut scorer = HeldOut.by(scorer());
        Batches.<Query, R>inOrder(
                watched::visit,
                BATCH,
                threads,
                "plumbrank-scorer",
                batch -> {
                    List<QueryInstance> rows = batch.items().stream()
                            .map(row -> new QueryInstance(instances, row))
                            .toList();
                    Outputs outputs = scorer.score(rows, 0);
                    requireFinite(data, batch.items(), outputs);
                    return work.of(rows, outputs);
                },
                consumer);
    }
}
