package io.plumbrank.train;

import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.model.ModelChoice.Preference;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.TaskKind;
import io.plumbrank.task.Choosing.Estimate;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations.Scope;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model for a task. Immutable.
 *
 * <p>By default it tries several kinds of models, from cheap to dear, and keeps the best, or a simpler one that is about as good
 * on instances that were not fitted ({@link Contest}). {@link #withLearner} names one kind, and then validation chooses among its
 * surrogates and λ by the task's own measure; of equal ones the largest λ. The model is
 * fitted to all of the training data.
 *
 * <pre>{@code
 * Training<Ranker> training = Plumbrank.forMeasure("ndcg@10").train(QuerySource.of(Path.of("train.txt")));
 * Ranking ranking = training.predictor().rank(query);
 * }</pre>
 *
 * <p>The result is a function of the data, the configuration and the seed, unless a budget of time ends before everything was tried;
 * threads change no bit.
 *
 * @param <P> what predicts with the model
 */
public final class Trainer<P extends Predictor> {
    private final Class<P> type;
    private final Task<?> task;
    private final List<Learner> learners;
    private final Settings settings;
    private final @Nullable Budget budget;
    private final Scope scope;
    private final Preference preference;
    private final @Nullable Target target;

    private Trainer(
            Class<P> type,
            Task<?> task,
            List<Learner> learners,
            Settings settings,
            @Nullable Budget budget,
            Scope scope,
            Preference preference,
            @Nullable Target target) {
        this.type = type;
        this.task = task;
        this.learners = learners;
        this.settings = settings;
        this.budget = budget;
        this.scope = scope;
        this.preference = preference;
        this.target = target;
    }

    /** Tries kinds of models, with the usual settings. */
    public static Trainer<Predictor> of(Task<?> task) {
        return of(task, Predictor.class);
    }

    /**
     * Tries kinds of models, with the usual settings.
     *
     * @param type of the predictor
     * @throws IllegalArgumentException if the task's kind makes other predictors
     */
    public static <P extends Predictor> Trainer<P> of(Task<?> task, Class<P> type) {
        Class<?> made = TaskKind.of(task).predictorType();
        if (!type.isAssignableFrom(made)) {
            throw new IllegalArgumentException(
                    "the predictor of this task is a " + made.getSimpleName() + ", not a " + type.getSimpleName());
        }
        return new Trainer<>(type, task, List.of(), Settings.defaults(), null, Scope.of(task), Preference.BEST, null);
    }

    /**
     * A copy that fits with one learner.
     *
     * @throws IllegalArgumentException if it does not suit the task; the message is one line for the user
     */
    public Trainer<P> withLearner(Learner learner) {
        return withLearners(List.of(learner));
    }

    /**
     * A copy that chooses among some learners.
     *
     * @throws IllegalArgumentException if there are none, or one does not suit the task; the message is one line for the user
     */
    public Trainer<P> withLearners(List<? extends Learner> others) {
        if (others.isEmpty()) {
            throw new IllegalArgumentException("at least one learner is needed");
        }
        others.forEach(learner -> learner.require(task.shape(), task.outputs()));
        return new Trainer<>(type, task, List.copyOf(others), settings, budget, scope, preference, target);
    }

    /** A copy with other settings. */
    public Trainer<P> withSettings(Settings others) {
        return new Trainer<>(type, task, learners, others, budget, scope, preference, target);
    }

    /** A copy with another budget for kinds of models. */
    public Trainer<P> withBudget(Budget other) {
        return new Trainer<>(type, task, learners, settings, other, scope, preference, target);
    }

    /** A copy that varies more or less beside the kind of model. */
    public Trainer<P> withScope(Scope other) {
        return new Trainer<>(type, task, learners, settings, budget, other, preference, target);
    }

    /** A copy that prefers another one of the kinds of models that are about as good as the best. */
    public Trainer<P> withPreference(Preference other) {
        return new Trainer<>(type, task, learners, settings, budget, scope, other, target);
    }

    /**
     * A copy that tries the kinds of models alone that a system can run.
     *
     * @param name of the system, in words
     * @param check throws {@link InputException} where the system cannot run what predicts
     */
    public Trainer<P> withTarget(String name, Consumer<Predictor> check) {
        return new Trainer<>(type, task, learners, settings, budget, scope, preference, new Target(name, check));
    }

    @Nullable
    Target target() {
        return target;
    }

    /** Which kind of model is taken of those that are about as good as the best. */
    public Preference preference() {
        return preference;
    }

    /** What is to be predicted, and how it is judged. */
    public Task<?> task() {
        return task;
    }

    /** The learners to choose from; empty where kinds of models are tried. */
    public List<Learner> learners() {
        return learners;
    }

    /** Seed, threads, folds and regularisations. */
    public Settings settings() {
        return settings;
    }

    /** How much may be tried. */
    public Budget budget() {
        return budget != null ? budget : Budget.usual();
    }

    /** What may vary beside the kind of model. */
    public Scope scope() {
        return scope;
    }

    /** Trains, and chooses over folds of the data. */
    public Training<P> train(QuerySource train) {
        return train(train, null, Progress.NONE, new AtomicBoolean());
    }

    /** Trains, and chooses by the validation data. */
    public Training<P> train(QuerySource train, QuerySource valid) {
        return train(train, valid, Progress.NONE, new AtomicBoolean());
    }

    /**
     * Trains.
     *
     * @param train labelled data, which are read once per kind of model unless they are loaded
     * @param valid labelled data to choose by; null for cross-validation
     * @throws InputException if a file is not as it should be, there is too little to learn from, or the measure is undefined on
     *     all that validates
     */
    public Training<P> train(QuerySource train, @Nullable QuerySource valid, Progress progress) {
        return train(train, valid, progress, new AtomicBoolean());
    }

    /**
     * Trains until somebody stops it.
     *
     * @param stop ends the trials when it becomes true: the best so far is the model
     * @throws InputException as {@link #train(QuerySource, QuerySource, Progress)}
     */
    public Training<P> train(QuerySource train, @Nullable QuerySource valid, Progress progress, AtomicBoolean stop) {
        return train(new TrainingRun.Files(train, valid), progress, new BudgetClock(budget(), stop, System::nanoTime));
    }

    /** By a clock that is given. */
    Training<P> train(TrainingRun.Files files, Progress progress, BudgetClock clock) {
        Training<?> training =
                learners.isEmpty() ? new AutoRun(this, files, progress, clock).train() : byLearners(files, progress);
        return training.typed(type);
    }

    private Training<?> byLearners(TrainingRun.Files files, Progress progress) {
        TrainingRun<?> run =
                TrainingRun.of(this, files, QueryBlocks.of(files.train()).isEmpty(), progress);
        Worth worth = null;
        if (task.choosing().estimate(files.valid() != null) == Estimate.OVER_FOLDS) {
            run.requireEnough();
            OuterFolds folds = new OuterFolds(List.of(this), files.train(), tried -> tried.get(0));
            worth = Worth.of(task, settings, Objects.requireNonNull(folds.judge(progress)), 0);
        }
        return run.finish(run.choose(), worth, null);
    }
}
