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
    private static final int ROWS = 1024;
    private static final int QUERIES = 64;

    /** By the validation file or over folds. */
    public static Choosing by(String criterion, boolean larger) {
        return new Choosing(criterion, larger, 0);
    }

    /** Within the training data, by a loss. */
    public static Choosing nested(int innerFolds) {
        return new Choosing("loss", false, innerFolds);
    }

    /** Whether choices are made within the training data, so that an honest estimate takes folds around them. */
    public boolean isNested() {
        return innerFolds > 0;
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
            return new Holdout.EachRow<>();
        }
        return held != null
                ? new Holdout.InFile<>(held)
                : new Holdout.InFolds<>(new Folds(isNested() ? innerFolds : settings.folds(), settings.seed()));
    }

    /** How many learners fit at a time; small data leave threads idle within one fit. */
    public int learnersAtATime(Settings settings) {
        return isNested() ? settings.threads() : 1;
    }

    /** How many threads one fit has. */
    public int threadsOfAFit(Settings settings) {
        return isNested() ? 1 : settings.threads();
    }

    /** How many instances are judged at a time: the loss of a nested choice is a sum over all of them, in one order. */
    public int batch(Instances.Shape shape) {
        return isNested() ? Integer.MAX_VALUE : shape == Instances.Shape.ROWS ? ROWS : QUERIES;
    }

    /** Whether bandwidths of feature maps are chosen too, which takes a fit each. */
    public boolean triesBandwidths() {
        return isNested();
    }

    /**
     * What decided, in words.
     *
     * @param instances so many, with their noun
     * @param file whether there is a validation file
     */
    public String judgedOn(String instances, boolean file, int folds) {
        return isNested()
                ? instances + ", each left out"
                : instances + (file ? " of the validation file" : " in " + folds + " folds");
    }
}
