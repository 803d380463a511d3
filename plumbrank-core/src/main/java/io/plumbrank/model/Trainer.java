package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.FeatureLearner;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Learner;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Laps;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Training.Result;
import io.plumbrank.model.Training.Trial;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.util.InOrder;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model: the task encodes labels, learners fit them, and what is best by the task's own <em>measure</em> is chosen, on the
 * validation file if there is one, else over folds of the training data; of equal ones what was tried first, and of its λ the
 * largest. The final model is fitted to all of the training data.
 *
 * <p>A nested task chooses within the training data, leaving out a row at a time where that takes no further fit, else over
 * {@value #INNER_FOLDS} folds. A validation file then takes part in no choice, save that it stops trees.
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
    private static final int INNER_FOLDS = 5;

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
        return new Run<>(task, progress).train(train, valid);
    }

    /**
     * What fitted the candidates.
     *
     * @param heldOut their outputs for instances that they were not fitted to
     * @param place of the one that was chosen among them
     */
    private record Origin(Learner learner, HeldOut heldOut, int place) {}

    /**
     * What was chosen.
     *
     * @param scorer fitted to all instances
     * @param result on what it was not fitted to
     * @param tried everything that it was chosen from
     */
    private record Choice(
            Origin origin,
            Candidate candidate,
            Variant variant,
            InstanceScorer scorer,
            Result result,
            List<Trial> tried,
            List<String> notes) {

        Learner learner() {
            return origin.learner;
        }

        Choice outOf(List<Trial> all) {
            return new Choice(origin, candidate, variant, scorer, result, all, notes);
        }
    }

    /** One training. The type of the instances is the task's own. */
    private final class Run<I extends Instance> {
        private final Task<I> task;
        private final Progress progress;
        private final Laps laps = new Laps();

        Run(Task<I> task, Progress progress) {
            this.task = task;
            this.progress = progress;
        }

        Training train(QuerySource trainFile, @Nullable QuerySource validFile) {
            TalliedSource trainRows = new TalliedSource(trainFile);
            TalliedSource validRows = validFile == null ? null : new TalliedSource(validFile);
            Instances<I> train = task.training(trainRows);
            Instances<I> held = validRows == null ? null : task.validation(validRows, train);
            if (held != null) {
                FeatureCheck.requireNames(held.name(), held.featureNames(), train.featureNames());
            }
            task.requireDefined(held == null ? train : held, held != null);
            laps.lap("read");
            Result nested = task.isNested() && held == null ? nested(train) : null;
            Choice choice = choose(train, held, task.isNested() ? settings.threads() : 1, progress, laps);

            progress.begin("evaluate", Progress.ROWS, train.knownRows());
            Task<I> untuned = task.trained(choice.candidate.variant(), choice.variant, train);
            HeldOut heldOut = choice.origin.heldOut.only(choice.origin.place);
            Instances<I> judged = held == null ? train : held;
            Task<I> trained = untuned.tuned(judged, heldOut);
            Judgement onTrain = judgeFinally(trained, choice, train);
            requireCounting(onTrain, train);
            Result valid = nested != null
                    ? nested
                    : task.isNested() && held != null
                            ? judgeFinally(trained, choice, held).result(0)
                            : trained.equals(untuned) ? choice.result : tuned(trained, choice, judged, heldOut);
            Provenance.Features features = features(trainRows, train.featureNames(), trained, choice.scorer);
            List<String> notes = notes(choice, train, onTrain);
            if (validRows != null) {
                notes.addAll(KnownFeatures.of(features, choice.scorer, view(trained))
                        .compare(validRows.file().toString(), validRows.tally(features.names())));
            }
            Provenance provenance = Provenance.of(
                    trainFile,
                    features,
                    onTrain.rows(),
                    settings,
                    choice.learner().parameters());
            laps.lap("evaluate");
            return new Training(
                    new Model(trained, choice.scorer, choice.candidate.lambda(), provenance),
                    onTrain.result(0),
                    valid,
                    held == null && (task.isNested() || !choice.learner().judgesOutOfBag()) ? settings.folds() : 0,
                    choice.tried,
                    notes,
                    laps.seconds());
        }

        private Provenance.Features features(
                TalliedSource rows, List<String> names, Task<I> trained, InstanceScorer scorer) {
            FeatureTally tally = rows.tally(names);
            double[] influence = FeatureInfluence.shares(
                    scorer, view(trained), j -> tally.isPresent(j) ? (double) tally.high(j) - tally.low(j) : 0);
            return new Provenance.Features(names, FeatureSummary.of(tally, influence));
        }

        private QueryFeatures view(Task<I> trained) {
            return trained instanceof ItemTask items
                    ? items.view()
                    : trained instanceof PairTask pairs ? pairs.view() : QueryFeatures.PLAIN;
        }

        private double weight(Instances<I> data) {
            return data.load().stream().mapToDouble(Instance::weight).sum();
        }

        private void requireCounting(Judgement judgement, Instances<I> data) {
            if (Double.isNaN(judgement.result(0).measure())) {
                throw data.fault(
                        "nothing that counts in " + task.measureName() + " among its " + data.nouns(),
                        "some with a positive weight and a label on which it is defined");
            }
        }

        private List<String> notes(Choice choice, Instances<I> train, Judgement onTrain) {
            List<String> notes = new ArrayList<>(choice.notes);
            notes.addAll(task.notes(train));
            notes.addAll(task.notesOnChoice(choice.tried));
            onTrain.sameForAll().ifPresent(same -> notes.add(task.noteOfOnePrediction(same)));
            double chosen = choice.candidate.lambda();
            boolean several = choice.tried.stream().anyMatch(trial -> trial.lambda() != chosen);
            if (settings.lambdas().isEmpty()
                    && several
                    && choice.tried.stream().noneMatch(trial -> trial.lambda() > chosen)) {
                notes.add(
                        "The best lambda, " + chosen + ", is the largest that was tried; a larger one may do better.");
            }
            return notes;
        }

        /** @param parallel how many learners fit at a time, with one thread each */
        private Choice choose(
                Instances<I> train, @Nullable Instances<I> held, int parallel, Progress follower, Laps clock) {
            List<Variant> variants = task.variants(train, held);
            int threads = task.isNested() ? 1 : settings.threads();
            List<Choice> choices = new ArrayList<>();
            try (InOrder<Choice> workers = new InOrder<>(parallel, "plumbrank-learners", choices::add)) {
                for (Learner learner : learners) {
                    Progress own = parallel == 1 ? follower : Progress.NONE;
                    Laps ownClock = parallel == 1 ? clock : new Laps();
                    workers.submit(() -> choose(learner, variants, train, held, threads, own, ownClock));
                }
                workers.finish();
            }
            Choice best = choices.get(0);
            for (Choice choice : choices) {
                best = isBetter(choice.result, best.result) ? choice : best;
            }
            Learner chosen = best.learner();
            return best.outOf(choices.stream()
                    .flatMap(choice -> choice.tried.stream()
                            .map(trial -> trial.chosenIf(choice.learner().equals(chosen))))
                    .toList());
        }

        private Choice choose(
                Learner learner,
                List<Variant> variants,
                Instances<I> train,
                @Nullable Instances<I> held,
                int threads,
                Progress follower,
                Laps clock) {
            Selection<I> selection = new Selection<>(task, threads);
            Holdout<I> holdout = holdout(learner, held);
            Plan<I> plan = new Plan<>(
                    variants,
                    holdout,
                    (variant, instances, outputs) -> instances.stream().anyMatch(task::counts)
                            ? score(selection.mean(instances, outputs, variant, variants))
                            : TreeProblem.Score.NONE,
                    settings.withThreads(threads),
                    follower,
                    clock);
            Fitted fitted = learner.fit(train, plan);
            List<Candidate> candidates = fitted.candidates();
            Instances<I> judged = holdout instanceof Holdout.InFile<I> in ? in.instances() : train;
            follower.begin("validate", Progress.ROWS, judged.knownRows());
            Judgement none = new Judgement(candidates, variants, true);
            Judgement judgement = selection.of(
                    judged,
                    fitted.heldOut(),
                    task.isNested() && holdout instanceof Holdout.EachRow<I> ? none.ofTotal(weight(judged)) : none,
                    task::judge,
                    follower::at);
            clock.lap("validate");
            requireCounting(judgement, judged);
            int best = best(candidates, judgement);
            List<Trial> tried = new ArrayList<>();
            for (int c = 0; c < candidates.size(); c++) {
                Candidate candidate = candidates.get(c);
                String surrogate = variants.get(candidate.variant()).loss().text();
                tried.add(new Trial(learner.text(), surrogate, candidate.lambda(), judgement.result(c), c == best));
            }
            Candidate chosen = candidates.get(best);
            return new Choice(
                    new Origin(learner, fitted.heldOut(), best),
                    chosen,
                    variants.get(chosen.variant()),
                    fitted.scorer().apply(best),
                    judgement.result(best),
                    tried,
                    fitted.notes().apply(best));
        }

        /** The first of the best; of its λ that are as good the largest, since more regularisation is the simpler model. */
        private int best(List<Candidate> candidates, Judgement judgement) {
            int best = 0;
            for (int c = 1; c < candidates.size(); c++) {
                boolean simpler = candidates.get(c).variant()
                                == candidates.get(best).variant()
                        && candidates.get(c).lambda() > candidates.get(best).lambda()
                        && judgement.result(c).measure()
                                == judgement.result(best).measure();
                best = simpler || isBetter(judgement.result(c), judgement.result(best)) ? c : best;
            }
            return best;
        }

        private Holdout<I> holdout(Learner learner, @Nullable Instances<I> held) {
            if ((task.isNested() && learner.leavesOutRows()) || (held == null && learner.judgesOutOfBag())) {
                return new Holdout.EachRow<>();
            }
            return held != null
                    ? new Holdout.InFile<>(held)
                    : new Holdout.InFolds<>(
                            new Folds(task.isNested() ? INNER_FOLDS : settings.folds(), settings.seed()));
        }

        private boolean isBetter(Result one, Result other) {
            return sign() * one.measure() > sign() * other.measure();
        }

        private TreeProblem.Score score(Result result) {
            return new TreeProblem.Score(sign() * result.measure(), result.surrogateRisk());
        }

        private double sign() {
            return task.choosesLarger() ? 1 : -1;
        }

        /** What is chosen without each fold, judged on it. */
        private Result nested(Instances<I> train) {
            List<I> all = train.load();
            progress.begin("folds", Progress.ROWS, train.only(all).knownRows());
            Folds folds = new Folds(settings.folds(), settings.seed());
            if (all.size() < folds.count()) {
                throw train.fault(
                        all.size() + " " + train.nouns() + " that count",
                        "at least " + folds.count() + ", one for each fold");
            }
            requireInnerFolds(train, all.size(), folds);
            List<Judgement> judged = new ArrayList<>();
            try (InOrder<Judgement> workers = new InOrder<>(settings.threads(), "plumbrank-folds", fold -> {
                judged.add(fold);
                progress.at(judged.stream().mapToLong(Judgement::rows).sum());
            })) {
                for (int fold = 0; fold < folds.count(); fold++) {
                    int held = fold;
                    workers.submit(() -> {
                        Instances<I> others = some(train, all, number -> folds.of(number) != held);
                        Choice choice = choose(others, null, 1, Progress.NONE, new Laps());
                        Task<I> trained = task.trained(choice.candidate.variant(), choice.variant, others);
                        return judgeFinally(trained, choice, some(train, all, number -> folds.of(number) == held), 1);
                    });
                }
                workers.finish();
            }
            Judgement total = judged.get(0).fresh();
            judged.forEach(total::add);
            laps.lap("folds");
            return total.result(0);
        }

        /** A learner that needs folds to choose on has only the others of each fold for them. */
        private void requireInnerFolds(Instances<I> train, int count, Folds folds) {
            int[] sizes = new int[folds.count()];
            IntStream.range(0, count).forEach(number -> sizes[folds.of(number)]++);
            int others = count - IntStream.of(sizes).max().orElseThrow();
            if (others < INNER_FOLDS && !learners.stream().allMatch(Learner::leavesOutRows)) {
                throw train.fault(
                        count + " " + train.nouns() + " that count, " + others + " of them outside the largest of "
                                + folds.count() + " folds",
                        "at least " + INNER_FOLDS + " outside each, or a validation file");
            }
        }

        private Instances<I> some(Instances<I> train, List<I> all, IntPredicate chosen) {
            return train.only(IntStream.range(0, all.size())
                    .filter(chosen)
                    .mapToObj(all::get)
                    .toList());
        }

        /** How what was chosen does with what was fitted to the outputs that judge it. */
        private Result tuned(Task<I> trained, Choice choice, Instances<I> judged, HeldOut heldOut) {
            Judgement none =
                    new Judgement(List.of(new Candidate(0, choice.candidate.lambda())), List.of(choice.variant), true);
            return new Selection<>(trained, settings.threads())
                    .of(judged, heldOut, none, trained::judge, progress::at)
                    .result(0);
        }

        private Judgement judgeFinally(Task<I> trained, Choice choice, Instances<I> data) {
            return judgeFinally(trained, choice, data, settings.threads());
        }

        private Judgement judgeFinally(Task<I> trained, Choice choice, Instances<I> data, int threads) {
            List<Candidate> only = List.of(new Candidate(0, choice.candidate.lambda()));
            return new Selection<>(trained, threads)
                    .of(
                            data,
                            HeldOut.by(choice.scorer),
                            new Judgement(only, List.of(choice.variant), true),
                            trained::judgeFinally,
                            threads == 1 ? rows -> {} : progress::at);
        }
    }
}
