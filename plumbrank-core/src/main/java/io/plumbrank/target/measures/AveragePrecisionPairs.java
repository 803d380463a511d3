package io.plumbrank.target.measures;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.algorithms.MapDecoder;
import io.plumbrank.target.Vectors;
import io.plumbrank.target.rankings.PairRankingTarget;
import java.util.List;

/** Average precision by pairs (RAT13, section 6): α_ij = y_i y_j / ‖y‖₁ for i ≥ j, β_σij = −1/max(σ(i), σ(j)). */
record AveragePrecisionPairs<Y>(AveragePrecisionScores<Y> scores, MapDecoder decoder) implements PairRankingTarget<Y> {

    @Override
    public List<MapDecoder> decoders() {
        return Decoder.ofPredictions(MapDecoder.values());
    }

    @Override
    public PairRankingTarget<Y> decodedBy(String word) {
        return new AveragePrecisionPairs<>(scores, MapDecoder.parse(word));
    }

    @Override
    public PairIndex index() {
        return PairIndex.TRIANGLE;
    }

    /** α_ij is α_i of the scores, y_i / ‖y‖₁, where j is relevant. */
    @Override
    public void encodeInto(Y label, double[] alpha) {
        double[] single = single(label);
        index().forEach(single.length, (i, j, at) -> alpha[at] = single[j] > 0 ? single[i] : 0);
    }

    @Override
    public int[] classes(Y label) {
        return Vectors.classes(single(label));
    }

    @Override
    public double[][] alphaOfClasses(Y label) {
        return Vectors.table(Vectors.distinct(single(label)), (one, other) -> other > 0 ? one : 0);
    }

    private double[] single(Y label) {
        double[] single = new double[scores.items(label)];
        scores.encodeInto(label, single);
        return single;
    }

    @Override
    public double[] embedding(Ranking ranking) {
        double[] beta = new double[encodedSize(ranking.size())];
        index().forEach(
                        ranking.size(),
                        (i, j, at) -> beta[at] = -1.0 / (1 + Math.max(ranking.positionOf(i), ranking.positionOf(j))));
        return beta;
    }

    /**
     * All β_σ have the same entries in another order, −1/m as often as m, so ‖β_σ − β_σ'‖² = 2 (Σ 1/m − ⟨β_σ, β_σ'⟩), and the
     * product is least where the entries run against each other. O(r).
     */
    @Override
    public double largestDistance(int items) {
        double sum = 0;
        for (int m = 1; m <= items; m++) {
            sum += 1.0 / m;
        }
        int up = 1;
        int down = items;
        int upLeft = up;
        int downLeft = down;
        while (up <= items) {
            int both = Math.min(upLeft, downLeft);
            sum -= both / ((double) up * down);
            upLeft -= both;
            downLeft -= both;
            upLeft = upLeft > 0 ? upLeft : ++up;
            downLeft = downLeft > 0 ? downLeft : --down;
        }
        return Math.sqrt(2 * sum);
    }

    @Override
    public String toString() {
        return scores.toString();
    }
}
