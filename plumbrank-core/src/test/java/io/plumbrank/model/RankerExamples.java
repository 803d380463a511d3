package io.plumbrank.model;

import io.plumbrank.learn.LinearScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Scorer;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.RankerModel.LabelSummary;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.UtilityRange;
import java.util.List;

/** Rankers with weights of our own choice. */
final class RankerExamples {
    private RankerExamples() {}

    static RankerModel linear(QueryFeatures features, List<String> names, double... weights) {
        return ranker(
                LinearScorer.of(new float[weights.length], new double[1], new double[][] {weights}), features, names);
    }

    static RankerModel ranker(Scorer scorer, QueryFeatures features, List<String> names) {
        MeasureSpec measure = MeasureSpec.parse("ndcg@5");
        return new RankerModel(
                measure,
                Surrogates.parse("squared").surrogate(UtilityRange.ZERO),
                scorer,
                features,
                0.1,
                new LabelSummary(10, 8, false, 1),
                new Provenance("train.csv", "crc32c:00000000", 80, names, 1, "test 1"));
    }
}
