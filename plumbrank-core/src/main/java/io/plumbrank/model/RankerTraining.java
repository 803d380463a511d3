package io.plumbrank.model;

import java.util.List;
import java.util.Map;

/**
 * A trained ranker and how training went.
 *
 * @param model the model
 * @param train how it does on the training data
 * @param valid how it does on the validation file; over folds, how the models do that were fitted without a query's fold
 * @param folds how many folds; 0 with a validation file
 * @param tried every surrogate and λ that validation chose from, in the order of trial
 * @param notes what a user should know, whole sentences
 * @param seconds by what they were spent on
 */
public record RankerTraining(
        RankerModel model,
        Result train,
        Result valid,
        int folds,
        List<Trial> tried,
        List<String> notes,
        Map<String, Double> seconds) {

    public RankerTraining {
        tried = List.copyOf(tried);
        notes = List.copyOf(notes);
    }

    /**
     * On some data.
     *
     * @param measure the mean of the measure, by weight of the queries
     * @param surrogateRisk the mean of the surrogate, likewise
     */
    public record Result(double measure, double surrogateRisk) {}

    /**
     * One candidate.
     *
     * @param surrogate its text
     * @param valid on the validation data
     */
    public record Trial(String surrogate, double lambda, Result valid) {}
}
