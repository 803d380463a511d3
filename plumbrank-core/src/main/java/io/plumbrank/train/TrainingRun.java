package io.plumbrank.train;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.instances.Plan.Laps;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.Provenance;
import io.plumbrank.model.TalliedSource;
import io.plumbrank.model.TaskKind;
import io.plumbrank.task.Choosing;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import io.plumbrank.task.checks.FeatureCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One training with some learners: reads the data, chooses the best candidate and makes its model. */
final class TrainingRun<I extends Instance> {
    /** What one of several is called. */
    private static final Map<String, String> NOUNS = Map.of("queries", "query", "rows", "row");

    private final Task<I> task;
    private final Settings settings;
    private final Search<I> search;
    private final Progress progress;
    private final Laps laps = new Laps();

    private final TalliedSource trainRows;
    private final @Nullable TalliedSource validRows;
    private final Instances<I> train;
    private final @Nullable Instances<I> held;

    private TrainingRun(Search<I> search, Files files, Progress progress) {
        this.task = search.task();
        this.settings = search.settings();
        this.search = search;
        this.progress = progress;
        trainRows = TalliedSource.of(files.train);
        validRows = files.valid == null ? null : TalliedSource.of(files.valid);
        train = task.training(trainRows);
        held = validRows == null ? null : task.validation(validRows, train);
        if (held != null) {
            FeatureCheck.requireNames(held.name(), held.featureNames(), train.featureNames());
        }
        task.requireDefined(judged(), held != null);
        laps.lap("read");
    }

    /**
     * Reads the data of a training.
     *
     * @param keepsEach whether the values of all candidates are kept, instance by instance
     */
    static TrainingRun<?> of(Trainer<?> trainer, Files files, boolean keepsEach, Progress progress) {
        return of(trainer.task(), trainer, files, keepsEach, progress);
    }

    private static <I extends Instance> TrainingRun<I> of(
            Task<I> task, Trainer<?> trainer, Files files, boolean keepsEach, Progress progress) {
        return new TrainingRun<>(
                new Search<>(task, trainer.learners(), trainer.settings(), keepsEach), files, progress);
    }

    /** @param valid data to choose by; null for cross-validation */
    record Files(QuerySource train, @Nullable QuerySource valid) {}

    /** What decided, in words: so many instances. */
    String judgedOn(long instances) {
        String some =
                instances + " " + (instances == 1 ? NOUNS.getOrDefault(train.nouns(), train.nouns()) : train.nouns());
        return task.choosing().judgedOn(some, held != null, settings.folds());
    }

    /** How many rows there are to fit, after they were visited. */
    long rows() {
        return trainRows.knownRows();
    }

    /** Whether what chooses features and λ is another task. */
    boolean isGuided() {
        return task.guide(train).isPresent();
    }

    /** Whether rows do not know some of their targets. */
    boolean hasGaps() {
        return train.hasGaps();
    }

    /** The instances that chose. */
    Instances<I> judged() {
        return held == null ? train : held;
    }

    /** Whether they are in blocks, which may be on other machines. */
    boolean isInBlocks() {
        return judged().blocks().isPresent();
    }

    Instances.Shape shape() {
        return task.shape();
    }

    QueryFeatures view() {
        return task.view();
    }

    long seed() {
        return settings.seed();
    }

    boolean isLargerBetter() {
        return task.choosing().larger();
    }

    double sign() {
        return task.choosing().sign();
    }

    /** Whether one choice is better than another. */
    boolean isBetter(Choice one, Choice other) {
        return task.choosing().isBetter(one.result(), other.result());
    }

    /** The surrogates of the task. */
    List<Variant> variants() {
        return task.variants(train, held);
    }

    /** The outputs for each instance that chose, in their order. */
    List<double[]> outputs(HeldOut heldOut) {
        List<double[]> all = new ArrayList<>();
        selection().outputs(judged(), heldOut, all::addAll);
        return all;
    }

    /** The values of outputs for each instance that chose. */
    Judgement judgeHeldOut(Candidate candidate, HeldOut heldOut) {
        Judgement none = new Judgement(List.of(candidate)).keepingEach(true);
        return selection().of(judged(), heldOut, none, task::judge, rows -> {});
    }

    /** The values of what was chosen for each instance that chose. */
    Judgement judgeHeldOut(Choice choice) {
        return judgeHeldOut(choice.candidate(), choice.heldOut());
    }

    /**
     * The values of several candidates, whose outputs are known.
     *
     * @param numbers of the instances in their file
     */
    HeldOutValues judgeKnown(List<I> instances, long[] numbers, Outputs outputs, List<Candidate> candidates) {
        return selection()
                .known(instances, outputs, new Judgement(candidates).keepingEach(true), numbers)
                .each();
    }

    private Selection<I> selection() {
        return new Selection<>(task, settings.threads());
    }

    /** Chooses by the validation file or over folds, or, if the task is nested, within the training data. */
    Choice choose() {
        return choose(task.choosing().learnersAtATime(settings));
    }

    /** Makes the same choice, so many learners at a time. */
    Choice choose(int parallel) {
        return search.choose(train, held, parallel, progress, laps);
    }

    /** Refuses training data that are too few to choose without each fold. */
    void requireEnough() {
        Folds folds = new Folds(settings.folds(), settings.seed());
        int count = train.load().size();
        if (count < folds.count()) {
            throw train.fault(
                    count + " " + train.nouns() + " that count", "at least " + folds.count() + ", one for each fold");
        }
        int others = IntStream.range(0, folds.count())
                .map(fold -> folds.numbers(count, fold, false).length)
                .min()
                .orElseThrow();
        int inner = task.choosing().innerFolds();
        if (others < inner && !search.learners().stream().allMatch(Learner::leavesOutRows)) {
            throw train.fault(
                    count + " " + train.nouns() + " that count, " + others + " of them outside the largest of "
                            + folds.count() + " folds",
                    "at least " + inner + " outside each, or a validation file");
        }
    }

    /** The values of what was chosen on other data, as the model decides. */
    Judgement judge(Choice choice, QuerySource others) {
        Task<I> trained = choice.trained(task, train).tuned(judged(), choice.heldOut());
        return judge(trained, choice, task.validation(others, train));
    }

    /** The values of what was chosen on the validation file. */
    Judgement onFile(Choice choice) {
        return judge(choice.trained(task, train), choice, Objects.requireNonNull(held, "no validation file"));
    }

    private Judgement judge(Task<I> trained, Choice choice, Instances<I> data) {
        return judge(trained, choice, data, true);
    }

    private Judgement judge(Task<I> trained, Choice choice, Instances<I> data, boolean keepsEach) {
        return new Selection<>(trained, settings.threads()).ofModel(choice, data, keepsEach, progress::at);
    }

    /**
     * Makes the model of what was chosen.
     *
     * @param worth its value on new data; null where that is estimated by what chose it
     * @param among what it was chosen among; null for one run alone
     */
    Training<?> finish(Choice choice, @Nullable Worth worth, @Nullable ModelChoice among) {
        laps.skip();
        progress.begin("evaluate", Progress.ROWS, train.knownRows());
        Task<I> untuned = choice.trained(task, train);
        Task<I> trained = untuned.tuned(judged(), choice.heldOut());
        Judgement onTrain = judge(trained, choice, train, false);
        new Selection<>(task, 1).requireCounting(onTrain, train);
        Worth expected = worth != null ? worth : worth(untuned, trained, choice);
        Provenance.Features features = trainRows.features(train.featureNames(), choice.scorer(), trained.view());
        List<String> notes = notes(choice, trained, onTrain);
        if (validRows != null) {
            notes.addAll(validRows.comparedWith(features, choice.scorer(), trained.view()));
        }
        Provenance provenance = Provenance.of(
                trainRows,
                features,
                onTrain.rows(),
                settings,
                new Provenance.Making(choice.learner().parameters(), among));
        laps.lap("evaluate");
        Model model = new Model(trained, choice.scorer(), choice.candidate().lambda(), provenance);
        return new Training<>(
                model.predictor(),
                model,
                onTrain.result(0),
                expected.valid(),
                expected.value(),
                expected.by(),
                task.choosing().validation(choice.learner(), held != null, settings),
                choice.tried(),
                notes,
                laps.seconds());
    }

    /**
     * By the values that chose, each candidate judged where others chose it; models over folds were fitted to what chooses, so that the
     * value is then somewhat too good.
     */
    private Worth worth(Task<I> untuned, Task<I> trained, Choice choice) {
        Choosing choosing = task.choosing();
        boolean file = held != null;
        if (choosing.estimate(file) == Choosing.Estimate.ON_FILE) {
            return Worth.of(task, settings, judge(trained, choice, judged()), 0, 0, ModelChoice.BY_FILE);
        }
        if (!search.keepsEach()) {
            Estimate value = new Estimate(choice.result().measure(), Double.NaN, 0);
            return new Worth(
                    value,
                    choice.result(),
                    choosing.validation(choice.learner(), file, settings).data());
        }
        double shared = file ? 0 : OuterFolds.shared(settings);
        double range = choice.values().range();
        boolean chosen = choice.values().candidates() > 1;
        String data =
                choosing.validation(choice.learner(), file, settings).data() + (chosen ? ModelChoice.ALSO_CHOSE : "");
        if (!trained.equals(untuned)) {
            Judgement judged = new Selection<>(trained, settings.threads()).ofHeldOut(choice, judged(), progress::at);
            return Worth.of(
                    task, settings, judged, shared, range, file ? ModelChoice.BY_FILE + ModelChoice.ALSO_CHOSE : data);
        }
        Contest contest = new Contest(List.of(choice.values()), choosing.larger(), settings.seed());
        return new Worth(contest.nested().widened(shared, range), choice.result(), file ? ModelChoice.BY_FILE : data);
    }

    private List<String> notes(Choice choice, Task<I> trained, Judgement onTrain) {
        List<String> notes = new ArrayList<>(choice.notes());
        TaskKind<Task<?>> kind = TaskKind.of(task);
        notes.addAll(kind.notes(task, train));
        notes.addAll(kind.notesOnChoice(task, choice.tried()));
        onTrain.sameForAll().ifPresent(same -> notes.add(kind.noteOfOnePrediction(trained, same)));
        double chosen = choice.candidate().lambda();
        double[] tried =
                choice.tried().stream().mapToDouble(Trial::lambda).sorted().toArray();
        if (settings.lambdas().isEmpty() && tried[0] < chosen && tried[tried.length - 1] == chosen) {
            notes.add("The best lambda, " + chosen + ", is the largest that was tried; a larger one may do better.");
        }
        return notes;
    }
}
