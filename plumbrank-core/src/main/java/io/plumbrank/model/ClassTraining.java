package io.plumbrank.model;

import java.util.List;
import java.util.Map;

/**
 * A trained class model and how training went.
 *
 * @param model the model
 * @param train how it does on the training data
 * @param validLoss the mean target loss at the chosen λ on the validation file, or over the folds
 * @param validSurrogate the surrogate risk there
 * @param folds how many folds; 0 with a validation file
 * @param losses the mean target loss of every λ that was tried, by λ
 * @param notes whole sentences
 * @param seconds by what they were spent on
 */
public record ClassTraining(
        ClassModel model,
        ClassEvaluation train,
        double validLoss,
        double validSurrogate,
        int folds,
        Map<Double, Double> losses,
        List<String> notes,
        Map<String, Double> seconds) {}
