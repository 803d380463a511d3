package io.plumbrank.task;

/**
 * The data that a model and its trials were judged on.
 *
 * @param folds the number of folds; 0 with a validation file, or where a forest was judged out of bag
 * @param data in words, such as {@code 5 folds} or {@code valid}
 * @param trials how trials were compared, in words that follow their measure, such as {@code " on valid"}
 */
public record Validation(int folds, String data, String trials) {}
