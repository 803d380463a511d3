package io.plumbrank.model;

import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.Reading;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.model.RankingPredictor.Contrast;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.task.checks.FeatureCheck;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.Batches;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * Ranks the items of queries.
 *
 * <pre>{@code
 * Ranker ranker = Ranker.read(Path.of("model.json"));
 * Ranking ranking = ranker.rank(query);
 * String best = query.itemId(ranking.itemAt(0));
 * }</pre>
 */
public abstract class Ranker implements RankingPredictor {
    /** How many queries a thread takes at a time; a decoder that searches takes one, so that none waits for the others. */
    private static final int BATCH = 64;

    /**
     * Reads a ranker of ours, of XGBoost, of LightGBM or of RankLib.
     *
     * @throws InputException if the file is damaged, or no ranker
     */
    public static Ranker read(Path file) {
        return Predictor.read(file, Ranker.class, "a ranker, such as train makes for a measure");
    }

    /**
     * What is predicted for a query.
     *
     * @param ranking the items, best first
     * @param scores one per item, which sort as the ranking does; equal where nothing tells items apart
     * @param gap how far from the best ranking for what is predicted of pairs it may be; 0 where items are sorted
     * @param proven whether it is proven to be the best
     */
    public record Ranked(Ranking ranking, double[] scores, double gap, boolean proven) {}

    /**
     * How a ranker decodes that scores pairs of items.
     *
     * @param target what it predicts of pairs
     * @param decoder its name
     */
    public record Pairs(PairRankingTarget<Query> target, String decoder) {}

    /** How it decodes pairs of items; empty where it does not score them. */
    public Optional<Pairs> pairs() {
        return Optional.empty();
    }

    /** Whether its decoder searches, so that a ranking may have a gap to the best one, and a query may take seconds. */
    public abstract boolean searches();

    /**
     * Decodes what {@link #outputs} gave for a query.
     *
     * @param limits of a decoder that searches; scoring has been done
     */
    public abstract Ranked decode(Query query, double[] outputs, DecodeLimits limits);

    /** Scores by what {@link #outputs} gave, by a quick rule where the decoder searches. */
    protected abstract double[] quickScores(Query query, double[] outputs);

    /** Scores a query and decodes it, within limits where the decoder searches. */
    public Ranked decode(Query query, DecodeLimits limits) {
        return decode(query, outputs(query), limits);
    }

    /** The items, best first; of equal scores the first in {@link io.plumbrank.data.blocks.BlindOrder}. */
    public Ranking rank(Query query) {
        return decode(query, limits()).ranking();
    }

    @Override
    public double[] scores(Query query) {
        return decode(query, limits()).scores();
    }

    @Override
    public Function<float[], double[]> scoresBy(Query query, int input) {
        float[] rows = view().rows(query, inputs());
        return values -> {
            view().replaceInto(values, input, rows);
            return quickScores(query, scorer().score(rows, query.size()));
        };
    }

    @Override
    public Optional<Contrast> contrast(Query query, QuerySource data) {
        Ranking ranking = rank(query);
        return contrast(query, ranking.itemAt(0), ranking.itemAt(1));
    }

    /** Why one item of a query is above another; empty where the model does not tell. */
    public Optional<Contrast> contrast(Query query, int above, int below) {
        if (!(rowScorer().orElse(null) instanceof ExplainedScorer explained)) {
            return Optional.empty();
        }
        int width = explained.inputs();
        float[] rows = view().rows(query, inputs());
        return Optional.of(new Contrast(
                query.itemId(above),
                query.itemId(below),
                explained,
                new double[] {1},
                IntStream.range(0, width).mapToObj(this::featureName).toList(),
                Arrays.copyOfRange(rows, above * width, (above + 1) * width),
                Arrays.copyOfRange(rows, below * width, (below + 1) * width)));
    }

    /**
     * The surrogate of a query of the data by its outputs, NaN where training leaves the query out; empty where it is not known.
     */
    public Optional<ToDoubleBiFunction<Query, double[]>> risk(QuerySource data) {
        return Optional.empty();
    }

    /** Whether it does not tell what its features count from, so that {@link #countedFrom} must. */
    public boolean hasOpenBase() {
        return false;
    }

    /**
     * The ranker for LETOR text, where it does not tell what it was trained on.
     *
     * @param base 1 if that was text too, so that numbers are the same; 0 if it was an array, whose column 0 is feature 1 of text
     * @throws IllegalArgumentException unless it {@link #hasOpenBase}
     */
    public Ranker countedFrom(int base) {
        throw new IllegalArgumentException("only a ranker of XGBoost does not know what its features count from");
    }

    /**
     * The ranker for CSV: columns by the names that its file has, else in their order, where that is known to be that of the array
     * that it was trained on.
     *
     * @throws IllegalArgumentException unless it {@link #hasOpenBase}
     */
    public Ranker inColumns() {
        throw new IllegalArgumentException("only a ranker of XGBoost can be read by columns or by numbers");
    }

    /**
     * u of a query, as the scorer gives it. Features of a file that training never saw do not count.
     *
     * @throws IllegalArgumentException if the query comes from arrays with more or fewer columns than the model has inputs
     */
    public double[] outputs(Query query) {
        FeatureCheck.requireWidth(query, inputs(), featureNames());
        double[] outputs = scorer().score(query, view());
        QueryFault.requireFinite(query, outputs);
        return outputs;
    }

    /** A feature for people: an input by its name or number, or what is derived from it. */
    public String featureName(int feature) {
        return view().name(feature, inputName(view().input(feature)));
    }

    @Override
    public String words() {
        return "a ranker";
    }

    @Override
    public boolean isComparableWith(Predictor other) {
        return other.as(Ranker.class).isPresent();
    }

    @Override
    public QuerySource judged(QuerySource data) {
        requireFeaturesOf(data);
        return data;
    }

    @Override
    public Reading reading() {
        return Reading.queries(Labels.ignored()).withAbsent(absent());
    }

    @Override
    public List<PredictionFormat> formats() {
        return List.of(PredictionFormat.TREC, PredictionFormat.TSV, PredictionFormat.JSONL);
    }

    @Override
    public void write(QuerySource data, PredictionFormat format, int threads, Consumer<String> text) {
        requireFeaturesOf(data);
        QuerySource watched = watching(data);
        if (format == PredictionFormat.TSV) {
            text.accept("query\titem\trank\tscore" + (searches() ? "\tgap" : "") + "\n");
        }
        forEach(
                watched,
                threads,
                query -> {
                    Ranked ranked = decode(query, limits());
                    return format.lines(
                            data,
                            query,
                            ranked.ranking,
                            ranked.scores,
                            searches() ? String.format(Locale.ROOT, "%.6g", ranked.gap) : "");
                },
                text);
    }

    /**
     * Makes something of every query of a file on several threads, and hands it on in file order in the calling thread.
     *
     * @param work called on any thread
     */
    public <T> void forEach(QuerySource data, int threads, Function<Query, T> work, Consumer<T> consumer) {
        Batches.inOrder(
                data::visit,
                searches() ? 1 : BATCH,
                threads,
                "plumbrank-scorer",
                batch -> batch.items().stream()
                        .map(query -> {
                            try {
                                return work.apply(query);
                            } catch (QueryFault e) {
                                throw e.in(data.file());
                            }
                        })
                        .toList(),
                results -> results.forEach(consumer));
    }
}
