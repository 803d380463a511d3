package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.FeatureLearner;
import io.plumbrank.learn.Learner;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.util.InputException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model: the task encodes labels, learners fit them, and what is best by the task's own <em>measure</em> is chosen, on the
 * validation file if there is one, else over folds of the training data; of equal ones what was tried first, and of its λ the
 * largest. The final model is fitted to all of the training data.
 *
 * <p>A nested task chooses within the training data, leaving out a row at a time where that takes no further fit, else over
 * five folds. A validation file then takes part in no choice, save that it stops trees.
 *
 * <pre>{@code
 * Training training = Trainer.forMeasure("ndcg@10").train(QuerySource.of(Path.of("train.txt")));
 * Ranker ranker = training.model().ranker();
 * }</pre>
 *
 * <p>The result is a function of the data, the configuration and the seed; threads change no bit.
 *
 * @param task what is to be predicted, and how well
 * @param learners what to choose from, at least one
 * @param settings seed, threads, folds and regularisations
 */
public record Trainer(Task<?> task, List<Learner> learners, Settings settings) {
    /** @throws IllegalArgumentException if a learner does not suit the task; the message is one line for the user */
    public Trainer {
        learners = List.copyOf(learners);
        if (learners.isEmpty()) {
            throw new IllegalArgumentException("at least one learner is needed");
        }
        for (Learner learner : learners) {
            learner.require(task.shape(), task.outputs());
        }
    }

    /**
     * A linear ranker for a measure, such as {@code ndcg@10}, with the better of its squared surrogates.
     *
     * @throws IllegalArgumentException if the text names no measure, or one that scores cannot be true to
     */
    public static Trainer forMeasure(String measure) {
        return of(ItemTask.of(MeasureSpec.parse(measure)));
    }

    /**
     * A linear model that predicts at the smallest expected cost; labels are the numbers of classes, from 0.
     *
     * @param costs a row per class, a column per prediction
     */
    public static Trainer forCosts(double[][] costs) {
        return of(new ClassTask<>(MatrixLoss.of(LossMatrix.of(costs))));
    }

    /** A linear model, with the usual settings. */
    public static Trainer of(Task<?> task) {
        return new Trainer(task, List.of(FeatureLearner.linear()), Settings.defaults());
    }

    /** The same with other learners to choose from. */
    public Trainer withLearners(List<? extends Learner> others) {
        return new Trainer(task, List.copyOf(others), settings);
    }

    /** The same with another learner. */
    public Trainer withLearner(Learner other) {
        return withLearners(List.of(other));
    }

    /** The same with other settings. */
    public Trainer withSettings(Settings others) {
        return new Trainer(task, learners, others);
    }

    /** Trains, and chooses over folds of the data. */
    public Training train(QuerySource train) {
        return train(train, null, Progress.NONE);
    }

    /** Trains, and chooses by the validation data. */
    public Training train(QuerySource train, QuerySource valid) {
        return train(train, valid, Progress.NONE);
    }

    /**
     * Trains.
     *
     * @param train labelled data
     * @param valid labelled data to choose by; null for cross-validation
     * @throws InputException if a file is not as it should be, there is too little to learn from, or the measure is undefined on
     *     all that validates
     */
    public Training train(QuerySource train, @Nullable QuerySource valid, Progress progress) {
        TrainingRun<?> run = TrainingRun.of(this, new TrainingRun.Files(train, valid), false, progress);
        Training.Result nested = task.isNested() && valid == null
                ? TrainingRun.nested(List.of(run), List.of(run.withoutFolds()), choices -> 0)
                        .result(0)
                : null;
        return run.finish(run.choose(), new TrainingRun.Ending(nested, null));
    }
}
