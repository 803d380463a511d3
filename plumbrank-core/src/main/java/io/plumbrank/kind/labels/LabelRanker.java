package io.plumbrank.kind.labels;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.Reading;
import io.plumbrank.data.blocks.BlindOrder;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Predictor.RowFunction;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.model.RankingPredictor.Contrast;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.task.checks.FeatureCheck;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
public final class LabelRanker extends RowPredictor implements RankingPredictor {
    /** An exchange costs O(labels²) to price. */
    private static final int MOST_EXCHANGED = 100;

    private final LabelRankingTask task;
    private final Consumer<DecodeResult> decoded;

    LabelRanker(Model model, LabelRankingTask task) {
        this(model, task, result -> {});
    }

    private LabelRanker(Model model, LabelRankingTask task, Consumer<DecodeResult> decoded) {
        super(model);
        this.task = task;
        this.decoded = decoded;
    }

    @Override
    public LabelRanker countedBy(Consumer<DecodeResult> counted) {
        return new LabelRanker(model().orElseThrow(), task, counted);
    }

    @Override
    public String kind() {
        return "labels";
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
        Ranking best = open.ranking();
        return new Predicted(best, open.scores(), ranking -> task.target().costAbove(u, ranking, best));
    }

    /**
     * A ranking of the labels.
     *
     * @param ranking as {@link #rank} gives it
     * @param scores as {@link #scores} gives them
     * @param costs by how much another ranking is expected to fall short of this one; empty where the model does not tell
     */
    public record Predicted(Ranking ranking, double[] scores, Function<Ranking, OptionalDouble> costs) {}

    private OpenTies.Open decode(float[] x) {
        return decode(x, outputs(x));
    }

    @Override
    protected double[] outputs(float[] x) {
        double[] u = super.outputs(x);
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
        try {
            return rank(row.features());
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

    /** Items are the labels with known positions, or all where missing ones are at the bottom. */
    @Override
    public QuerySource judged(QuerySource source) {
        LabelRankings data = task.read(source);
        FeatureCheck.requireNames(source.file().toString(), data.featureNames(), featureNames());
        return data.asQueries();
    }

    @Override
    public boolean isComparableWith(Predictor predictor) {
        return predictor instanceof LabelRanker other
                && labels().equals(other.labels())
                && task.beginning().equals(other.task.beginning())
                && featureNames().equals(other.featureNames());
    }

    /** Those of the labels that are items of the query. */
    @Override
    public double[] scores(Query query) {
        return scores(query, features(query));
    }

    private double[] scores(Query query, float[] x) {
        double[] u = super.outputs(x);
        QueryFault.requireFinite(query, u);
        double[] ofLabels = decode(x, u).scores();
        return IntStream.range(0, query.size())
                .mapToDouble(item -> ofLabels[labels().indexOf(query.itemId(item))])
                .toArray();
    }

    private float[] features(Query query) {
        float[] x = new float[inputs()];
        query.featuresInto(0, x);
        return x;
    }

    /** All labels share the features. */
    @Override
    public int rows(Query query) {
        return 1;
    }

    @Override
    public Function<float[], double[]> scoresBy(Query query, int input) {
        float[] x = features(query);
        return values -> {
            x[input] = values[0];
            return scores(query, x);
        };
    }

    /** Against an average row of the data, since all labels share the features. */
    @Override
    public Optional<Contrast> contrast(Query query, QuerySource data) {
        if (!(rowScorer().orElse(null) instanceof ExplainedScorer explained)) {
            return Optional.empty();
        }
        float[] x = features(query);
        Ranking ranking = rank(x);
        int above = ranking.itemAt(0);
        int below = ranking.itemAt(1);
        return Optional.of(new Contrast(
                labels().get(above),
                labels().get(below),
                explained,
                margin(above, below),
                featureNames(),
                x,
                Contrast.meanRow(LabelRankings.read(data, task.beginning()).rows().stream()
                        .map(Row::features)
                        .toList())));
    }

    @Override
    public String compareExpectations(QuerySource data, Seen seen) {
        LabelRankingTarget target = task.target();
        double[] alpha = new double[target.encodedSize()];
        for (Row row : task.read(data).rows()) {
            if (row.known() < 2) {
                continue;
            }
            double[] u = scorer().score(row.features(), 1);
            target.encodeInto(row.positions(), alpha);
            boolean[] known = target.known(row.positions());
            for (int at = 0; at < u.length; at++) {
                if (known[at]) {
                    seen.add(u[at], alpha[at], row.weight());
                }
            }
        }
        boolean byPairs = target.encodedSize() != labels().size() || target.form() == LabelRankingTarget.Form.PAIRS;
        return (byPairs ? "Numbers of pairs of labels" : "Numbers of labels") + ", as they enter "
                + task.measure().typed();
    }

    @Override
    public List<float[]> rows(QuerySource data) {
        LabelRankings read = LabelRankings.readAny(data, task.beginning());
        FeatureCheck.requireNames(data.file().toString(), read.featureNames(), featureNames());
        return read.rows().stream().map(Row::features).toList();
    }

    /** One score per label. */
    @Override
    public Optional<double[]> numbers(float[] x) {
        return Optional.of(scores(x));
    }

    @Override
    public Alternatives alternatives(String file) {
        return new Alternatives() {
            @Override
            public String word() {
                return "label";
            }

            @Override
            public List<String> names() {
                return labels();
            }

            @Override
            public Ranking rank(float[] x) {
                return LabelRanker.this.rank(x);
            }

            @Override
            public double[] weights(int above, int below) {
                return margin(above, below);
            }

            @Override
            public Optional<String> search() {
                LabelRankingTarget target = task.target();
                return target.form() == LabelRankingTarget.Form.SCORES
                        ? Optional.empty()
                        : Optional.of(target.decoding());
            }
        };
    }

    @Override
    public RowFunction rowFunction(String file) {
        throw new InputException(
                file,
                0,
                "a model of label rankings, whose outputs become a ranking by a decoder that no format holds",
                "a ranker of items or a model of classes; plumbrank predict ranks labels");
    }

    @Override
    public Map<String, List<String>> vocabulary() {
        return Map.of("labels", labels());
    }

    /** The ranking with scores, and what neighbours are expected to cost in the other order. */
    @Override
    public void answer(float[] x, JsonGenerator json) throws IOException {
        Predicted predicted = predict(x);
        Ranking ranking = predicted.ranking();
        json.writeArrayFieldStart("ranking");
        for (int position = 0; position < ranking.size(); position++) {
            int label = ranking.itemAt(position);
            json.writeStartObject();
            json.writeStringField("label", labels().get(label));
            json.writeNumberField("rank", position + 1);
            JsonArrays.number("score", predicted.scores()[label], json);
            if (position + 1 < ranking.size() && ranking.size() <= MOST_EXCHANGED) {
                OptionalDouble cost = predicted.costs().apply(exchanged(ranking, position));
                if (cost.isPresent()) {
                    JsonArrays.number("exchangeCost", cost.getAsDouble(), json);
                }
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** With the label at a position and the next one exchanged. */
    private static Ranking exchanged(Ranking ranking, int position) {
        int[] items = ranking.toItems();
        items[position] = ranking.itemAt(position + 1);
        items[position + 1] = ranking.itemAt(position);
        return Ranking.ofItems(items);
    }

    private List<String> names(Ranking ranking) {
        return Arrays.stream(ranking.toItems()).mapToObj(labels()::get).toList();
    }

    @Override
    public void write(QuerySource source, PredictionFormat format, int threads, Consumer<String> text) {
        LabelRankings data = LabelRankings.readAny(watching(source), task.beginning());
        FeatureCheck.requireNames(source.file().toString(), data.featureNames(), featureNames());
        format.requireFit("the model", labels());
        boolean tsv = format == PredictionFormat.TSV;
        List<Row> rows = data.rows();
        if (tsv) {
            boolean named = !rows.isEmpty() && rows.get(0).id() != null;
            text.accept(format.withId("row\tranking\n", named ? "id" : null));
        }
        for (int row = 0; row < rows.size(); row++) {
            List<String> best = names(rank(source, rows.get(row)));
            text.accept(format.withId(
                    tsv
                            ? (row + 1) + "\t" + String.join(">", best) + "\n"
                            : "{\"row\":" + (row + 1) + ",\"ranking\":["
                                    + best.stream()
                                            .map(PredictionFormat::quoted)
                                            .collect(Collectors.joining(","))
                                    + "]}\n",
                    rows.get(row).id()));
        }
    }
}
