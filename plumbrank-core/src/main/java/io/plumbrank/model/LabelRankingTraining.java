package io.plumbrank.model;

import java.util.List;
import java.util.Map;

/**
 * A trained label ranking model and how training went.
 *
 * @param model the model
 * @param train the mean of the measure on the training data
 * @param surrogateRisk the mean of ‖u − α‖² there
 * @param valid the mean of the measure on the validation file, or over folds: each fold is ranked by a model that was fitted,
 *     and whose features, surrogate and λ were chosen, without it
 * @param folds how many folds; 0 with a validation file
 * @param features what the chosen model is linear in, in words
 * @param tried what the final model was chosen from, in the order of trial
 * @param notes what a user should know, whole sentences
 * @param seconds by what they were spent on
 */
public record LabelRankingTraining(
        LabelRankingModel model,
        double train,
        double surrogateRisk,
        double valid,
        int folds,
        String features,
        List<Trial> tried,
        List<String> notes,
        Map<String, Double> seconds) {

    public LabelRankingTraining {
        tried = List.copyOf(tried);
        notes = List.copyOf(notes);
    }

    /**
     * One candidate.
     *
     * @param features what it is linear in, in words
     * @param surrogate {@code pairs} or {@code squared}
     * @param loss the mean shortfall of the measure on the training rows, each ranked by the fit without it
     */
    public record Trial(String features, String surrogate, double lambda, double loss) {}
}
