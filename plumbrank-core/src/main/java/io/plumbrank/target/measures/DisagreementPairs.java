package io.plumbrank.target.measures;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.target.rankings.PairRankingTarget;
import java.util.List;

/** Pairwise disagreement by pairs (RAT13, section 7): α_ij = κ (y_ij − y_ji) for i &lt; j, β_σij = 1(σ(i) &gt; σ(j)). */
record DisagreementPairs<Y>(DisagreementScores<Y> scores, OrderingDecoder decoder) implements PairRankingTarget<Y> {

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
        return new DisagreementPairs<>(scores, OrderingDecoder.parse(word));
    }

    @Override
    public PairIndex index() {
        return PairIndex.STRICT;
    }

    @Override
    public void encodeInto(Y label, double[] alpha) {
        scores.differencesInto(label, alpha);
    }

    @Override
    public int[] classes(Y label) {
        return scores.classes(label);
    }

    @Override
    public double[][] alphaOfClasses(Y label) {
        return scores.differencesOfClasses(label);
    }

    @Override
    public double[] embedding(Ranking ranking) {
        double[] beta = new double[encodedSize(ranking.size())];
        index().forEach(ranking.size(), (i, j, at) -> beta[at] = ranking.positionOf(i) > ranking.positionOf(j) ? 1 : 0);
        return beta;
    }

    /** That of a ranking and its reverse. */
    @Override
    public double largestDistance(int items) {
        return Math.sqrt(items * (items - 1.0) / 2);
    }

    @Override
    public String toString() {
        return scores.toString();
    }
}
