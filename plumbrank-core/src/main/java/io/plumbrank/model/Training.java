package io.plumbrank.model;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A trained model and how training went.
 *
 * @param model the model
 * @param train how it does on the training data
 * @param valid how it does on the validation file; over folds, how the models do that were fitted, and if the task is nested also
 *     chosen, without an instance's fold
 * @param folds how many folds; 0 with a validation file, or where a forest was judged out of bag
 * @param tried everything that validation chose from, in the order of trial
 * @param notes what a user should know, whole sentences
 * @param seconds by what they were spent on
 */
public record Training(
        Model model,
        Result train,
        Result valid,
        int folds,
        List<Trial> tried,
        List<String> notes,
        Map<String, Double> seconds) {

    public Training {
        tried = List.copyOf(tried);
        notes = List.copyOf(notes);
    }

    /** What validation chose. */
    public Trial chosen() {
        return tried.stream().filter(Trial::chosen).findFirst().orElseThrow();
    }

    /** The λ that was chosen, in words, where nothing else was to choose; empty where several learners or surrogates were tried. */
    String lambdaIfAlone() {
        boolean alone = tried.size() > 1
                && tried.stream()
                                .map(trial -> List.of(trial.learner(), trial.surrogate()))
                                .distinct()
                                .count()
                        == 1;
        return alone ? String.format(Locale.ROOT, ", lambda %.3g", model.lambda()) : "";
    }

    /**
     * On some data.
     *
     * @param measure the mean of the measure or loss, by weight
     * @param surrogateRisk the mean of the surrogate, by weight
     */
    public record Result(double measure, double surrogateRisk) {}

    /**
     * One candidate.
     *
     * @param learner what fitted it, in words
     * @param surrogate what was minimised, in words
     * @param lambda the regularisation
     * @param valid how it did on instances that it was not fitted to
     * @param chosen whether it is what the model was fitted with
     */
    public record Trial(String learner, String surrogate, double lambda, Result valid, boolean chosen) {
        /** The same, chosen no more unless its learner was. */
        Trial chosenIf(boolean learnerChosen) {
            return new Trial(learner, surrogate, lambda, valid, chosen && learnerChosen);
        }
    }
}
