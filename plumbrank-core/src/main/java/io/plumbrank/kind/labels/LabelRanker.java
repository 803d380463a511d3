package io.plumbrank.kind.labels;

import io.plumbrank.data.BlindOrder;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.Reading;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.DecodeTally;
import io.plumbrank.model.FeatureWatch;
import io.plumbrank.model.KnownFeatures;
import io.plumbrank.model.Model;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.task.FeatureCheck;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Ranks a fixed set of labels for a feature vector.
 *
 * <pre>{@code
 * LabelRanker ranker = LabelRanker.read(Path.of("model.json"));
 * Ranking ranking = ranker.rank(features);
 * String best = ranker.labels().get(ranking.itemAt(0));
 * }</pre>
 */
public final class LabelRanker implements RankingPredictor {
    private final Model model;
    private final LabelRankingTask task;
    private final Consumer<DecodeResult> decoded;

    LabelRanker(Model model, LabelRankingTask task) {
        this(model, task, result -> {});
    }

    private LabelRanker(Model model, LabelRankingTask task, Consumer<DecodeResult> decoded) {
        this.model = model;
        this.task = task;
        this.decoded = decoded;
    }

    @Override
    public LabelRanker countedBy(DecodeTally tally) {
        return new LabelRanker(model, task, tally::add);
    }

    @Override
    public Optional<Model> model() {
        return Optional.of(model);
    }

    /** What it ranks for. */
    public LabelRankingTask task() {
        return task;
    }

    /** The names of the labels. */
    public List<String> labels() {
        return task.labels();
    }

    @Override
    public String words() {
        return "a model of label rankings";
    }

    @Override
    public Reading reading() {
        return Reading.rankings(task.beginning());
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
     * The labels, best first; what is predicted of them alike stands in the order of {@link BlindOrder}.
     *
     * @param x as many features as in training, NaN for missing
     * @throws IllegalArgumentException if there are more or fewer, or so large that the model gives no finite numbers
     */
    public Ranking rank(float[] x) {
        return decode(x).ranking();
    }

    /**
     * One score per label, which sort as {@link #rank} does; equal where nothing tells labels apart.
     *
     * @param x as many features as in training, NaN for missing
     * @throws IllegalArgumentException as {@link #rank}
     */
    public double[] scores(float[] x) {
        return decode(x).scores();
    }

    /**
     * What its outputs say of two labels alone.
     *
     * @return one weight per output; the weighted sum is above 0 where the one would stand above the other
     */
    public double[] margin(int above, int below) {
        return task.target().margin(above, below);
    }

    /**
     * What is predicted for one row.
     *
     * @param x as many features as in training, NaN for missing
     * @throws IllegalArgumentException as {@link #rank}
     */
    public Predicted predict(float[] x) {
        double[] u = outputs(x);
        OpenTies.Open open = decode(x, u);
        return new Predicted(
                open.ranking(), open.scores(), other -> task.target().costAbove(u, other, open.ranking()));
    }

    /**
     * A ranking of the labels.
     *
     * @param ranking as {@link #rank} gives it
     * @param scores as {@link #scores} gives them
     * @param costs by how much another ranking is expected to fall short of this one; empty where the model does not tell
     */
    @SuppressWarnings("ArrayRecordComponent") // an answer that nobody compares
    public record Predicted(Ranking ranking, double[] scores, Function<Ranking, OptionalDouble> costs) {}

    private OpenTies.Open decode(float[] x) {
        return decode(x, outputs(x));
    }

    private double[] outputs(float[] x) {
        FeatureCheck.requireWidth(
                x.length, model.scorer().inputs(), model.provenance().featureNames());
        double[] u = model.scorer().score(x, 1);
        for (double value : u) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("features for which the model gives " + value);
            }
        }
        return u;
    }

    private OpenTies.Open decode(float[] x, double[] u) {
        return task.target().decode(u, BlindOrder.ofLabels(labels(), x), decoded);
    }

    /**
     * The ranking of the labels for a row of a file.
     *
     * @throws InputException if the model gives no numbers for it
     */
    public Ranking rank(QuerySource source, Row row) {
        return decode(source, row).ranking();
    }

    private OpenTies.Open decode(QuerySource source, Row row) {
        try {
            return decode(row.features());
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    source.file().toString(),
                    row.line(),
                    "" + e.getMessage(),
                    "values near those in training: check the data, and train again if they are right",
                    e);
        }
    }

    /**
     * Reads a model of label rankings.
     *
     * @throws InputException if the file is damaged, or another kind of model
     */
    public static LabelRanker read(Path file) {
        return Predictor.read(file, LabelRanker.class, "a model of label rankings");
    }

    @Override
    public Optional<MeasureSpec> measure() {
        return Optional.of(task.measure());
    }

    /** Items are the labels with known positions. */
    @Override
    public QuerySource judged(QuerySource source) {
        LabelRankings data = LabelRankings.read(source, task.beginning()).withLabels(labels());
        FeatureCheck.requireNames(
                source.file().toString(),
                data.featureNames(),
                model.provenance().featureNames());
        return data.asQueries();
    }

    @Override
    public boolean isComparableWith(Predictor predictor) {
        return predictor instanceof LabelRanker other
                && labels().equals(other.labels())
                && task.beginning().equals(other.task.beginning())
                && model.provenance()
                        .featureNames()
                        .equals(other.model.provenance().featureNames());
    }

    /** Those of the labels that are items of the query. */
    @Override
    public double[] scores(Query query) {
        float[] x = new float[model.scorer().inputs()];
        query.featuresInto(0, x);
        return scores(query, x);
    }

    /** The same for other features than the query's. */
    public double[] scores(Query query, float[] x) {
        FeatureCheck.requireWidth(
                x.length, model.scorer().inputs(), model.provenance().featureNames());
        double[] u = model.scorer().score(x, 1);
        QueryFault.requireFinite(query, u);
        double[] ofLabels = decode(x, u).scores();
        return IntStream.range(0, query.size())
                .mapToDouble(item -> ofLabels[labels().indexOf(query.itemId(item))])
                .toArray();
    }

    @Override
    public void write(QuerySource source, PredictionFormat format, int threads, Consumer<String> text) {
        LabelRankings data =
                LabelRankings.readAny(source instanceof FeatureWatch ? source : watching(source), task.beginning());
        FeatureCheck.requireNames(
                source.file().toString(),
                data.featureNames(),
                model.provenance().featureNames());
        format.requireFit("the model", labels());
        boolean tsv = format == PredictionFormat.TSV;
        if (tsv) {
            text.accept("row\tranking\n");
        }
        List<Row> rows = data.rows();
        for (int row = 0; row < rows.size(); row++) {
            Ranking ranking = decode(source, rows.get(row)).ranking();
            List<String> best = IntStream.range(0, ranking.size())
                    .mapToObj(position -> labels().get(ranking.itemAt(position)))
                    .toList();
            text.accept(
                    tsv
                            ? (row + 1) + "\t" + String.join(">", best) + "\n"
                            : "{\"row\":" + (row + 1) + ",\"ranking\":["
                                    + best.stream()
                                            .map(PredictionFormat::quoted)
                                            .collect(Collectors.joining(","))
                                    + "]}\n");
        }
    }
}
