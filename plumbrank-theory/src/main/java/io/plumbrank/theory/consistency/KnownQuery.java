package io.plumbrank.theory.consistency;

import io.plumbrank.data.Query;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.SplittableRandom;

/** A generated query whose p(y|x) is known: a row of features per item, and judgements with their probabilities. */
public record KnownQuery(String id, float[][] features, LabelDistribution<double[]> grades) {

    /** Up to so many items the best ranking for expected pairs takes a moment. */
    static final int FEW_ITEMS = 12;

    public int items() {
        return features.length;
    }

    /** The query with one judgement drawn from the distribution. */
    public Query draw(SplittableRandom random) {
        double left = random.nextDouble();
        int label = 0;
        while (label < grades.size() - 1 && left >= grades.probability(label)) {
            left -= grades.probability(label++);
        }
        return Query.of(id, grades.label(label), features);
    }

    /** The query without a judgement: all grades 0. */
    public Query unjudged() {
        return Query.of(id, new double[items()], features);
    }

    /** E[α], the best scores wherever least squares is calibrated. */
    public double[] expectedEncoding(RankingTarget<double[]> target) {
        return grades.mean(items(), target::encodeInto);
    }

    /** The ranking that is best for the expected pairs, and so for the expected loss. */
    public Ranking best(PairRankingTarget<double[]> target) {
        return target.decode(grades.mean(target.encodedSize(items()), target::encodeInto));
    }

    /** The expectation of a measure over all judgements. */
    public double expectedMeasure(Measure measure, double[] scores) {
        return grades.expectation(label -> measure.evaluate(JudgedList.ofScores(scores, label)));
    }
}
