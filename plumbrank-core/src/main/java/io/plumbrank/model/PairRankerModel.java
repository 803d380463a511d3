package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.Decoder;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.RankerModel.LabelSummary;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.PairRankingTarget;
import io.plumbrank.target.RegretBound;
import io.plumbrank.util.InputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Ranks the items of a query by what it predicts of their pairs, with a decoder that has to search. Immutable and thread-safe.
 *
 * <pre>{@code
 * PairRankerModel model = (PairRankerModel) ModelFile.read(Path.of("model.json"));
 * DecodeResult decoded = model.decode(query, model.limits());
 * decoded.ranking();
 * decoded.gap(); // how far from the best ranking for the predicted pairs it may be
 * }</pre>
 *
 * @param measure what it was trained for
 * @param decoder the name of the decoder
 * @param timeLimit of the decoder, for each query
 * @param scores u, one output
 * @param features what u sees of an item
 * @param lambda the regularisation that validation chose
 * @param labels what the training labels were like
 * @param provenance where it comes from
 */
public record PairRankerModel(
        MeasureSpec measure,
        String decoder,
        Duration timeLimit,
        PairScores scores,
        QueryFeatures features,
        double lambda,
        LabelSummary labels,
        Provenance provenance)
        implements Model {
    /** @throws IllegalArgumentException if the decoder is not for the measure, or u has several outputs */
    public PairRankerModel {
        if (scores.pairs().outputs() != 1) {
            throw new IllegalArgumentException("a scorer of " + scores.pairs().outputs() + " outputs for one a pair");
        }
        decoder = decoderOf(measure, decoder);
        if (PairRankingTarget.ofQueries(measure).antisymmetric()
                != scores.pairs().antisymmetric()) {
            throw new IllegalArgumentException("the scorer of pairs is not one for " + measure.typed());
        }
    }

    /**
     * The name of a decoder for the measure, as the decoder spells it.
     *
     * @throws IllegalArgumentException if there is none of that name, or it is one that sorts by sums, for which scores do
     */
    static String decoderOf(MeasureSpec measure, String word) {
        return PairRankingTarget.ofQueries(measure).decodedBy(word).decoder().text();
    }

    /** The target that the measure is. */
    public PairRankingTarget<Query> target() {
        return PairRankingTarget.ofQueries(measure).decodedBy(decoder);
    }

    /** Whether the decoder is a rule with a theorem of its own, and not a search. */
    public boolean isCheap() {
        return target().decoder().promise().kind() == Decoder.Kind.RULE;
    }

    /**
     * For queries as large as the largest in training. Training divides the sum over a query's pairs by its number r of items, so
     * the constant is √r times that of the sum.
     */
    @Override
    public Guarantee guarantee() {
        PairRankingTarget<Query> target = target();
        Guarantee guarantee = target.guarantee(labels.mostItems());
        List<String> notPromised = new ArrayList<>(guarantee.notPromised());
        if (!features.contexts().isEmpty()) {
            notPromised.remove(target.singlePairCaveat());
        }
        if (guarantee.calibration() == Calibration.ALWAYS) {
            notPromised.add(
                    "the best ranking for the predicted pairs where decoder " + decoder
                            + " does not prove it in its time: the gap that comes with a prediction says how far off it may be.");
        }
        RegretBound bound = guarantee.bound();
        return guarantee.with(
                bound == null ? null : new RegretBound(bound.constant() * Math.sqrt(labels.mostItems())), notPromised);
    }

    /** The decoder's time limit, with seed 1. */
    public DecodeLimits limits() {
        return DecodeLimits.defaults().withTimeLimit(timeLimit);
    }

    /**
     * Makes sure that data have the features that training had.
     *
     * @throws InputException if they go by other names
     */
    public void requireFeaturesOf(QuerySource data) {
        FeatureCheck.requireNames(data, provenance.featureNames());
    }

    /** u of a query, in the order of the target's α. Features that training never saw do not count. */
    public double[] predict(Query query) {
        int inputs = features.input(scores.pairs().itemInputs());
        return scores.of(features.rows(query, inputs), query.size())[0];
    }

    /** The ranking, and what the decoder knows about it. */
    public DecodeResult decode(Query query, DecodeLimits limits) {
        return target().decode(predict(query), limits);
    }

    /** The items, best first. */
    public Ranking rank(Query query) {
        return decode(query, limits()).ranking();
    }

    /** The same, to be judged by another measure that takes the same predictions. */
    public PairRankerModel withMeasure(MeasureSpec measure) {
        return new PairRankerModel(measure, decoder, timeLimit, scores, features, lambda, labels, provenance);
    }

    /** The same with another decoder and time limit. */
    public PairRankerModel withDecoder(String decoder, Duration timeLimit) {
        return new PairRankerModel(measure, decoder, timeLimit, scores, features, lambda, labels, provenance);
    }

    /** Scores that sort as a ranking does: r for the first of r items, 1 for the last. */
    public static double[] scoresOf(Ranking ranking) {
        double[] scores = new double[ranking.size()];
        for (int item = 0; item < scores.length; item++) {
            scores[item] = scores.length - ranking.positionOf(item);
        }
        return scores;
    }
}
