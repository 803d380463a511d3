package io.plumbrank.theory.conditions;

import io.plumbrank.data.QuerySource;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.model.RowPredictor;
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
     * The diagnosis of a model on labelled data, in one pass; empty for models that decide row by row among predictions, which is exact, and where how it decodes is not known.
     *
     * @param judged the measure that judges rankings, made of the one that the model was trained for
     * @throws io.plumbrank.util.InputException if the file is not as it should be, or has other features than in training
     */
    static Optional<Diagnosis> of(
            Predictor predictor, UnaryOperator<MeasureSpec> judged, QuerySource data, int threads) {
        Optional<Ranker> ranker = predictor.as(Ranker.class);
        if (ranker.isEmpty()) {
            return predictor
                    .as(RankingPredictor.class)
                    .flatMap(labels -> labels.as(RowPredictor.class))
                    .map(labels -> LabelDiagnosis.of(labels, data));
        }
        if (ranker.get().pairs().isPresent()) {
            MeasureSpec trained = ranker.get().measure().orElseThrow();
            return Optional.of(DecodingDiagnosis.of(ranker.get(), judged.apply(trained), data, threads));
        }
        return ranker.filter(scores -> !scores.searches()).map(scores -> SortingDiagnosis.of(scores, data, threads));
    }
}
