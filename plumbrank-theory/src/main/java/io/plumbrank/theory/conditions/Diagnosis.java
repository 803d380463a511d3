package io.plumbrank.theory.conditions;

import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Predictor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Says whether the decoder of a model is exact for what the model predicts, and what a cheaper one would lose. */
public interface Diagnosis {
    /** Whole sentences for people. */
    List<String> sentences();

    /** Values for scripts, by name: texts, numbers, truth values, lists of texts, or further values by name. */
    Map<String, Object> facts();

    /**
     * The diagnosis of a model on labelled data, in one pass; empty for models of classes, which decode exactly.
     *
     * @param judged the measure that judges rankings, made of the one that the model was trained for
     * @throws io.plumbrank.util.InputException if the file is not as it should be, or has other features than in training
     */
    static Optional<Diagnosis> of(
            Predictor predictor, UnaryOperator<MeasureSpec> judged, QuerySource data, int threads) {
        return predictor
                .as(PairRanker.class)
                .<Diagnosis>map(pairs ->
                        DecodingDiagnosis.of(pairs, judged.apply(pairs.task().measure()), data, threads))
                .or(() -> predictor.as(ScoreRanker.class).map(scores -> SortingDiagnosis.of(scores, data, threads)))
                .or(() -> predictor.as(LabelRanker.class).map(labels -> LabelDiagnosis.of(labels, data)));
    }
}
