package io.plumbrank.model;

import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Outputs;
import io.plumbrank.target.classes.ClassLoss;
import io.plumbrank.target.classes.CostsAboveBest;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.classes.RedecodedLoss;
import io.plumbrank.util.Batches;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
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
public final class Classifier implements Predictor {
    private static final int BATCH = 1024;

    private final Model model;
    private final ClassTask<?> task;

    /** Made when it is first asked for; to make it twice does no harm. */
    private volatile @Nullable CostsAboveBest<?> costs;

    Classifier(Model model, ClassTask<?> task) {
        this.model = model;
        this.task = task;
    }

    @Override
    public Optional<Model> model() {
        return Optional.of(model);
    }

    ClassTask<?> task() {
        return task;
    }

    /** Whether its outputs give a probability for each class, as those of log-loss do, so that any loss can be decided by them. */
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
        Predictor predictor = Predictor.read(file);
        return predictor
                .classifier()
                .orElseThrow(() -> new InputException(file.toString(), 0, predictor.words(), "a model of classes"));
    }

    /**
     * Makes sure that data have the features that training had.
     *
     * @throws InputException if they go by other names
     */
    public void requireFeaturesOf(QuerySource data) {
        FeatureCheck.requireNames(data, model.provenance().featureNames());
    }

    @Override
    public Optional<Classifier> classifier() {
        return Optional.of(this);
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
        return Reading.rows(Labels.ignored());
    }

    @Override
    public List<PredictionFormat> formats() {
        return List.of(PredictionFormat.TSV, PredictionFormat.JSONL);
    }

    @Override
    public List<String> featureNames() {
        return model.provenance().featureNames();
    }

    @Override
    public QuerySource watching(QuerySource data) {
        return new FeatureWatch(
                data, KnownFeatures.of(model.provenance().features(), model.scorer(), QueryFeatures.PLAIN));
    }

    /**
     * The prediction for one row, by its name.
     *
     * @param x as many features as in training, NaN for missing; those of LETOR text count from 1, so that {@code x[0]} is none
     * @throws IllegalArgumentException if there are more or fewer
     */
    public String predict(float[] x) {
        FeatureCheck.requireWidth(x.length, model);
        return names(task, model.scorer().score(x, 1), 1).get(0);
    }

    /** Whether there are few enough predictions for {@link #costsAboveBest}. */
    public boolean knowsCosts() {
        return CostsAboveBest.isKnown(loss());
    }

    /**
     * What each prediction is expected to cost above the cheapest, by its name, in their natural order; by {@link CostsAboveBest}.
     *
     * @param x as for {@link #predict}
     * @throws IllegalArgumentException if there are more or fewer features, or too many predictions
     */
    public Map<String, Double> costsAboveBest(float[] x) {
        FeatureCheck.requireWidth(x.length, model);
        return priced(task, model.scorer().score(x, 1));
    }

    @SuppressWarnings("unchecked") // made of the loss of this very task
    private <T> Map<String, Double> priced(ClassTask<T> of, double[] u) {
        CostsAboveBest<T> known = (CostsAboveBest<T>) costs;
        if (known == null) {
            known = CostsAboveBest.of(of.loss());
            costs = known;
        }
        double[] above = known.of(holdsProbabilities() ? encoded(of.loss(), probabilities(u, 0)) : u);
        Map<String, Double> byName = new LinkedHashMap<>();
        for (int t = 0; t < above.length; t++) {
            byName.put(of.loss().predictionName(known.predictions().get(t)), above[t]);
        }
        return byName;
    }

    /** Σ_y p_y α_y. */
    private static double[] encoded(ClassLoss<?> loss, double[] p) {
        double[] mean = new double[loss.encodedSize()];
        double[] alpha = new double[mean.length];
        for (int y = 0; y < p.length; y++) {
            loss.encodeInto(y, alpha);
            for (int i = 0; i < mean.length; i++) {
                mean[i] += p[y] * alpha[i];
            }
        }
        return mean;
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
    public double[] probabilities(float[] x) {
        FeatureCheck.requireWidth(x.length, model);
        return probabilities(model.scorer().score(x, 1), 0);
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
                                        + " outputs that the model was fitted to tell: train with the surrogate logistic, whose"
                                        + " probabilities decide for any costs, or with these costs"));
        ClassTask<Integer> redecided = new ClassTask<>(other, task.surrogates()).withMap(task.map());
        return new Classifier(new Model(redecided, model.scorer(), model.lambda(), model.provenance()), redecided);
    }

    @Override
    public void write(QuerySource data, PredictionFormat format, int threads, Consumer<String> text) {
        if (holdsProbabilities()) {
            writeDecisions(loss(), data, format, threads, text);
            return;
        }
        if (task.loss() instanceof MatrixLoss matrix) {
            format.requireFit(matrix.factorization().matrix().predictionNames());
        }
        if (format == PredictionFormat.TSV) {
            text.accept("row\tprediction\n");
        }
        long[] row = {0};
        forEachBatch(data, threads, (rows, outputs) -> names(task, outputs.u()[0], rows.size()), names -> {
            for (String name : names) {
                row[0]++;
                text.accept(
                        format == PredictionFormat.TSV
                                ? row[0] + "\t" + name + "\n"
                                : "{\"row\":" + row[0] + ",\"prediction\":" + PredictionFormat.quoted(name) + "}\n");
            }
        });
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
        writer.begin();
        forEachBatch(
                data,
                threads,
                (rows, outputs) -> IntStream.range(0, rows.size())
                        .mapToObj(i -> probabilities(outputs.u()[0], i))
                        .toList(),
                batch -> batch.forEach(writer::write));
    }

    /** Makes something of some rows and their outputs. */
    @FunctionalInterface
    interface Work<R> {
        R of(List<QueryInstance> rows, Outputs outputs);
    }

    /** Scores the rows of a file in batches, on several threads, and hands results on in file order. */
    <R> void forEachBatch(QuerySource data, int threads, Work<R> work, Consumer<R> consumer) {
        requireFeaturesOf(data);
        QuerySource watched = data instanceof FeatureWatch ? data : watching(data);
        QueryInstances instances = task.training(watched);
        HeldOut scorer = HeldOut.by(model.scorer());
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
