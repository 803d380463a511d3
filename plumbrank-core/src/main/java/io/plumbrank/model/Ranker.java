package io.plumbrank.model;

import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.Reading;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.task.FeatureCheck;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.Batches;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

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

    /**
     * Reads a ranker of ours, of XGBoost or of RankLib.
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
    @SuppressWarnings("ArrayRecordComponent") // a carrier that nobody compares
    public record Ranked(Ranking ranking, double[] scores, double gap, boolean proven) {}

    /** What f sees of an item. */
    public abstract QueryFeatures view();

    /** f. */
    public abstract InstanceScorer scorer();

    @Override
    public abstract List<String> featureNames();

    /** Decodes what f says of a query, within limits where the decoder searches. */
    public abstract Ranked decode(Query query, DecodeLimits limits);

    /** The items, best first; of equal scores the first in {@link io.plumbrank.data.BlindOrder}. */
    public Ranking rank(Query query) {
        return decode(query, limits()).ranking();
    }

    @Override
    public double[] scores(Query query) {
        return decode(query, limits()).scores();
    }

    /** How many features queries had in training. */
    public int inputs() {
        return view().input(scorer().inputs());
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

    /** What the model knows of features. */
    protected KnownFeatures knownFeatures() {
        return model().map(trained -> KnownFeatures.of(trained.provenance().features(), scorer(), view()))
                .orElseGet(() -> KnownFeatures.of(featureNames(), scorer(), view()));
    }

    @Override
    public QuerySource watching(QuerySource data) {
        return new FeatureWatch(data, knownFeatures());
    }

    /** A feature for people: an input by its name or number, or what is derived from it. */
    public String featureName(int feature) {
        return view().name(feature, inputName(view().input(feature)));
    }

    /** An input by its name or, where features have none, its number. */
    public String inputName(int input) {
        return featureNames().isEmpty()
                ? Integer.toString(input)
                : featureNames().get(input);
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
        return Reading.queries(Labels.ignored());
    }

    @Override
    public List<PredictionFormat> formats() {
        return List.of(PredictionFormat.TREC, PredictionFormat.TSV, PredictionFormat.JSONL);
    }

    /** How many queries a thread takes at a time. */
    protected abstract int batch();

    /** The gap of a prediction in words; empty where there is none. */
    protected abstract String gap(Ranked ranked);

    @Override
    public void write(QuerySource data, PredictionFormat format, int threads, Consumer<String> text) {
        requireFeaturesOf(data);
        QuerySource watched = data instanceof FeatureWatch ? data : watching(data);
        if (format == PredictionFormat.TSV) {
            text.accept("query\titem\trank\tscore" + header() + "\n");
        }
        forEach(
                watched,
                threads,
                query -> {
                    Ranked ranked = decode(query, limits());
                    return format.lines(data, query, ranked.ranking, ranked.scores, gap(ranked));
                },
                text);
    }

    /** Further columns of tables, each after a tab. */
    protected String header() {
        return "";
    }

    /**
     * Makes something of every query of a file on several threads, and hands it on in file order in the calling thread.
     *
     * @param work called on any thread
     */
    public <T> void forEach(QuerySource data, int threads, Function<Query, T> work, Consumer<T> consumer) {
        Batches.inOrder(
                data::visit,
                batch(),
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
