package io.plumbrank.model;

import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.model.RankerTraining.Trial;
import java.util.List;
import java.util.Map;

/**
 * A trained ranker by pairs and how training went. Measures are those of a quick decoder
 * ({@link io.plumbrank.target.PairRankingTarget#decodeQuickly}), the best for small queries.
 *
 * @param model the model
 * @param train how it does on the training data
 * @param valid how it does on the validation file; over folds, how the models do that were fitted without a query's fold
 * @param folds how many folds; 0 with a validation file
 * @param tried every λ that validation chose from
 * @param notes what a user should know, whole sentences
 * @param seconds by what they were spent on
 */
public record PairRankerTraining(
        PairRankerModel model,
        Result train,
        Result valid,
        int folds,
        List<Trial> tried,
        List<String> notes,
        Map<String, Double> seconds) {

    public PairRankerTraining {
        tried = List.copyOf(tried);
        notes = List.copyOf(notes);
    }
}
