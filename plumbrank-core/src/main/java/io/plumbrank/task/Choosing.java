package io.plumbrank.task;

import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How the best of several candidates is chosen for a task.
 *
 * <p>By default candidates are judged on the validation file, or over folds of the training data. Where data are small, choices are
 * <em>nested</em>: they are made within the training data, leaving out one row at a time where a learner can, else over inner folds. A
 * validation file, or the folds around the choice, then take no part in it and estimate what was chosen.
 *
 * @param criterion what candidates are compared by, in words
 * @param larger whether a larger value of {@link Task#judge} is better
 * @param innerFolds how many folds a nested choice takes; 0 where choices are not nested
 */
public record Choosing(String criterion, boolean larger, int innerFolds) implements Serializable {
    /** By the validation file or over folds. */
    public static Choosing by(String criterion, boolean larger) {
        return new Choosing(criterion, larger, 0);
    }

    /** Within the training data, by a loss. */
    public static Choosing nested(int innerFolds) {
        return new Choosing("loss", false, innerFolds);
    }

    private boolean isNested() {
        return innerFolds > 0;
    }

    /** How the value on new data is estimated. */
    public enum Estimate {
        /** By the values that chose. */
        BY_CHOICE,
        /** On the validation file, which took no part in the choice. */
        ON_FILE,
        /** Over folds, each with a choice of its own. */
        OVER_FOLDS
    }

    /** How the value of what was chosen is estimated; {@code file} tells whether there is a validation file. */
    public Estimate estimate(boolean file) {
        return !isNested() ? Estimate.BY_CHOICE : file ? Estimate.ON_FILE : Estimate.OVER_FOLDS;
    }

    /** Whether candidates are compared by the measure that is reported, and not by a loss of their own. */
    public boolean isByMeasure() {
        return !isNested();
    }

    /** 1 where larger values are better, else −1. */
    public double sign() {
        return larger ? 1 : -1;
    }

    /** Whether one candidate is better than another. */
    public boolean isBetter(Result one, Result other) {
        return sign() * one.measure() > sign() * other.measure();
    }

    /**
     * What candidates of a learner are judged on.
     *
     * @param held the validation data; null where there are none
     */
    public <I extends Instance> Holdout<I> holdout(Learner learner, @Nullable Instances<I> held, Settings settings) {
        if ((isNested() && learner.leavesOutRows()) || (held == null && learner.judgesOutOfBag())) {
            return Holdout.each();
        }
        return held != null
                ? Holdout.inFile(held)
                : Holdout.inFolds(new Folds(isNested() ? innerFolds : settings.folds(), settings.seed()));
    }

    /** How many learners fit at a time; small data leave threads idle within one fit. */
    public int learnersAtATime(Settings settings) {
        return isNested() ? settings.threads() : 1;
    }

    public int threadsOfAFit(Settings settings) {
        return isNested() ? 1 : settings.threads();
    }

    /** Whether the values of a fold are one sum in the order of its instances, in place of sums over batches or blocks. */
    public boolean sumsByFold() {
        return isNested();
    }

    /** Whether each instance adds its share of the mean, in place of its weighted value. */
    public boolean addsShares(Holdout<?> holdout) {
        return isNested() && holdout.leavesOutEach();
    }

    /** Whether hyperparameters of a learner, such as bandwidths and depths, are chosen too, which takes a fit each. */
    public boolean variesLearners() {
        return isNested();
    }

    /**
     * What decided among kinds of models, in words.
     *
     * @param instances so many, with their noun
     * @param file whether there is a validation file
     */
    public String judgedOn(String instances, boolean file, int folds) {
        return isNested()
                ? instances + ", each left out"
                : instances + (file ? " of the validation file" : " in " + folds + " folds");
    }

    /**
     * The data that a model of this learner and its trials are judged on.
     *
     * @param file whether there is a validation file
     */
    public Validation validation(Learner learner, boolean file, Settings settings) {
        boolean outOfBag = learner.judgesOutOfBag();
        if (file || (outOfBag && !isNested())) {
            String judged = file ? " on the validation file" : " out of bag";
            return new Validation(0, file ? "valid" : "out of bag", isNested() ? compared(learner, judged) : judged);
        }
        String folds = settings.folds() + " folds";
        return isNested()
                ? new Validation(
                        settings.folds(),
                        folds + ", all choices made without them",
                        compared(learner, ", by inner folds"))
                : new Validation(settings.folds(), folds, " on " + folds);
    }

    /** How a nested choice compares the candidates of a learner. */
    private static String compared(Learner learner, String otherwise) {
        return learner.judgesOutOfBag()
                ? ", by trees without the row"
                : learner.leavesOutRows() ? ", each row left out" : otherwise;
    }
}
