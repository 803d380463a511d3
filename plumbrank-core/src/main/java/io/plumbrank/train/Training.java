package io.plumbrank.train;

import io.plumbrank.model.Model;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.TaskKind;
import io.plumbrank.task.Result;
import io.plumbrank.task.Trial;
import io.plumbrank.task.Validation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A trained model and the course of its training.
 *
 * @param predictor what predicts with the model
 * @param model the model
 * @param train how it does on the training data
 * @param valid how it does on the validation file; over folds, how the models do that were fitted, and if choices are nested also
 *     chosen, without an instance's fold
 * @param expected the value of the model on new data, an estimate
 * @param expectedBy how that was estimated, in words
 * @param validation what {@code valid} and {@code tried} were judged on
 * @param tried everything that validation chose from, in the order of trial
 * @param notes what a user should know, whole sentences
 * @param seconds by what they were spent on
 * @param <P> the type of the predictor
 */
public record Training<P extends Predictor>(
        P predictor,
        Model model,
        Result train,
        Result valid,
        Estimate expected,
        String expectedBy,
        Validation validation,
        List<Trial> tried,
        List<String> notes,
        Map<String, Double> seconds) {

    public Training {
        tried = List.copyOf(tried);
        notes = List.copyOf(notes);
    }

    /** The number of folds; 0 with a validation file, or where a forest was judged out of bag. */
    public int folds() {
        return validation.folds();
    }

    /** The candidate that validation chose. */
    public Trial chosen() {
        return tried.stream().filter(Trial::chosen).findFirst().orElseThrow();
    }

    /** What the model was trained on and for, in words that complete "Trained on …". */
    public String summary() {
        return TaskKind.of(model.task()).summary(model.task(), model);
    }

    /** A copy with more to tell the user. */
    public Training<P> withNotes(List<String> others) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(others);
        return new Training<>(predictor, model, train, valid, expected, expectedBy, validation, tried, all, seconds);
    }

    /** A copy with a predictor of this type, which is known to be one. */
    <Q extends Predictor> Training<Q> typed(Class<Q> type) {
        return new Training<>(
                type.cast(predictor), model, train, valid, expected, expectedBy, validation, tried, notes, seconds);
    }

    /** A copy that tells of the trials of several kinds of models. */
    Training<P> among(List<Trial> trials, Map<String, Double> laps) {
        return new Training<>(predictor, model, train, valid, expected, expectedBy, validation, trials, notes, laps);
    }
}
