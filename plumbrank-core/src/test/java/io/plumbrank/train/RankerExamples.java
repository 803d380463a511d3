package io.plumbrank.train;

import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.Provenance;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.task.LabelSummary;
import java.util.List;
import java.util.Map;

/** Rankers with weights of our own choice. */
public final class RankerExamples {
    private RankerExamples() {}

    public static Provenance provenance(long rows, List<String> features) {
        return new Provenance(
                new Provenance.DataFile("train.csv", "crc32c:00000000"), null, rows, features, 1, "test 1", Map.of());
    }

    public static ScoreRanker linear(QueryFeatures view, List<String> names, double... weights) {
        return ranker(LinearScorer.of(new float[weights.length], new double[1], new double[][] {weights}), view, names);
    }

    public static ScoreRanker ranker(Scorer scorer, QueryFeatures view, List<String> names) {
        ItemTask task = new ItemTask(
                MeasureSpec.parse("ndcg@5"),
                List.of(Surrogates.parse("squared")),
                view,
                new LabelSummary(10, List.of(8), false, 1, LabelSummary.Weighted.NOTHING));
        return new Model(task, RowScorer.of(scorer), 0.1, provenance(80, names))
                .predictor()
                .as(ScoreRanker.class)
                .orElseThrow();
    }
}
