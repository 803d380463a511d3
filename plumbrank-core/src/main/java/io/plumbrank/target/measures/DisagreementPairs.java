package io.plumbrank.target.measures;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.target.rankings.PairRankingTarget;
import java.util.Arrays;
import java.util.List;

/**
 * Pairwise disagreement by pairs (RAT13, section 7): α_ij = m κ (y_ij − y_ji) for i &lt; j, β_σij = 1(σ(i) &gt; σ(j)) / m.
 *
 * <p>κ divides by the weight of all pairs, so κ (y_ij − y_ji) shrinks with the square of the number of items r. A function of two items
 * does not know r: without m, the few pairs of small queries set the target, and the many pairs of large queries set the features'
 * second moments. With m = r(r−1)/2 the mean |α_ij| of a query is at most 1, whatever its size. m depends on r alone, so it changes
 * no best ranking. The regret bound becomes √(r(r−1)/2) / m.
 *
 * @param multiplied whether m is r(r−1)/2; else it is 1
 */
record DisagreementPairs<Y>(DisagreementScores<Y> scores, OrderingDecoder decoder, boolean multiplied)
        implements PairRankingTarget<Y> {

    DisagreementPairs {
        if (decoder.promise().kind() == Decoder.Kind.VOTE) {
            throw new IllegalArgumentException("decoder '" + decoder
                    + "' is for votes, and would waste what pairs know; possible: "
                    + String.join(", ", Decoder.texts(Decoder.ofPredictions(OrderingDecoder.values()))));
        }
    }

    @Override
    public String meaning() {
        return scores.meaningOfPairs();
    }

    @Override
    public List<OrderingDecoder> decoders() {
        return Decoder.ofPredictions(OrderingDecoder.values());
    }

    @Override
    public PairRankingTarget<Y> decodedBy(String word) {
        return new DisagreementPairs<>(scores, OrderingDecoder.parse(word), multiplied);
    }

    @Override
    public PairIndex index() {
        return PairIndex.STRICT;
    }

    @Override
    public void encodeInto(Y label, double[] alpha) {
        scores.differencesInto(label, alpha);
        int items = scores.items(label);
        multiply(alpha, index().size(items), multiplier(items));
    }

    private double multiplier(int items) {
        return multiplied ? Math.max(1, index().count(items)) : 1;
    }

    private static void multiply(double[] values, int count, double factor) {
        for (int k = 0; k < count; k++) {
            values[k] *= factor;
        }
    }

    @Override
    public int[] classes(Y label) {
        return scores.classes(label);
    }

    @Override
    public double[][] alphaOfClasses(Y label) {
        double[][] alpha = scores.differencesOfClasses(label);
        double multiplier = multiplier(scores.items(label));
        for (double[] row : alpha) {
            multiply(row, row.length, multiplier);
        }
        return alpha;
    }

    @Override
    public double[] embedding(Ranking ranking) {
        double[] beta = new double[encodedSize(ranking.size())];
        double below = 1 / multiplier(ranking.size());
        index().forEach(
                        ranking.size(),
                        (i, j, at) -> beta[at] = ranking.positionOf(i) > ranking.positionOf(j) ? below : 0);
        return beta;
    }

    /** The value of the result is what the measure loses, less what it loses for any ranking. */
    @Override
    public DecodeResult decode(double[] u, DecodeLimits limits) {
        double multiplier = multiplier(index().items(u.length));
        return decoder.decode(Arrays.stream(u).map(value -> value / multiplier).toArray(), limits);
    }

    /** That of a ranking and its reverse. */
    @Override
    public double largestDistance(int items) {
        return Math.sqrt(index().count(items)) / multiplier(items);
    }

    @Override
    public DisagreementPairs<Y> plain() {
        return new DisagreementPairs<>(scores, decoder, false);
    }

    @Override
    public String toString() {
        return scores.toString();
    }
}
