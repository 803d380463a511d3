package io.plumbrank.train;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Laps;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.model.FeatureInfluence;
import io.plumbrank.model.FeatureSummary;
import io.plumbrank.model.FeatureTally;
import io.plumbrank.model.KnownFeatures;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.Provenance;
import io.plumbrank.model.TalliedSource;
import io.plumbrank.model.TaskKind;
import io.plumbrank.task.Choosing;
import io.plumbrank.task.FeatureCheck;
import io.plumbrank.task.Guide;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import io.plumbrank.util.internal.InOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One training of a task by some learners, of which the best candidate is chosen. The type of the instances is the task's own.
 */
final class TrainingRun<I extends Instance> {
    /** What one of several is called. */
    private static final Map<String, String> NOUNS = Map.of("queries", "query", "rows", "row");

    private final Task<I> task;
    private final Choosing choosing;
    private final List<Learner> learners;
    private final Settings settings;
    private final boolean keepsEach;
    private final Progress progress;
    private final Laps laps = new Laps();

    private final TalliedSource trainRows;
    private final @Nullable TalliedSource validRows;
    private final Instances<I> train;
    private final @Nullable Instances<I> held;

    private TrainingRun(Task<I> task, Trainer<?> trainer, Files files, boolean keepsEach, Progress progress) {
        this.task = task;
        this.choosing = task.choosing();
        this.learners = trainer.learners();
        this.settings = trainer.settings();
        this.keepsEach = keepsEach;
        this.progress = progress;
        trainRows = new TalliedSource(files.train);
        validRows = files.valid == null ? null : new TalliedSource(files.valid);
        train = task.training(trainRows);
        held = validRows == null ? null : task.validation(validRows, train);
        if (held != null) {
            FeatureCheck.requireNames(held.name(), held.featureNames(), train.featureNames());
        }
        task.requireDefined(held == null ? train : held, held != null);
        laps.lap("read");
    }

    /** A part of a training, of another task on the same data. */
    private TrainingRun(TrainingRun<I> whole, Task<I> task, List<Learner> learners, Settings settings) {
        this.task = task;
        this.choosing = task.choosing();
        this.learners = learners;
        this.settings = settings;
        this.keepsEach = whole.keepsEach;
        this.progress = whole.progress;
        this.trainRows = whole.trainRows;
        this.validRows = whole.validRows;
        this.train = whole.train;
        this.held = whole.held;
    }

    /** Reads the data of a training. */
    static TrainingRun<?> of(Trainer<?> trainer, Files files, boolean keepsEach, Progress progress) {
        return of(trainer.task(), trainer, files, keepsEach, progress);
    }

    private static <I extends Instance> TrainingRun<I> of(
            Task<I> task, Trainer<?> trainer, Files files, boolean keepsEach, Progress progress) {
        return new TrainingRun<>(task, trainer, files, keepsEach, progress);
    }

    /** @param valid data to choose by; null for cross-validation */
    record Files(QuerySource train, @Nullable QuerySource valid) {}

    /**
     * What fitted the candidates.
     *
     * @param heldOut their outputs for instances that they were not fitted to
     * @param place of the one that was chosen among them
     * @param values of all of them on these instances; null where they are not kept
     */
    private record Origin(
            Learner learner,
            HeldOut heldOut,
            int place,
            @Nullable HeldOutValues values) {}

    /**
     * What was chosen.
     *
     * @param scorer fitted to all instances
     * @param result on what it was not fitted to
     * @param tried everything that it was chosen from
     */
    record Choice(
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

        /** What all candidates reached on instances that they were not fitted to. */
        HeldOutValues values() {
            return Objects.requireNonNull(origin.values, "values were not kept");
        }

        /** What it came to: learner, surrogate and λ, in words. */
        String settings() {
            Trial chosen = tried.stream().filter(Trial::chosen).findFirst().orElseThrow();
            return String.format(
                    Locale.ROOT, "%s, %s, lambda %.3g", chosen.learner(), chosen.surrogate(), chosen.lambda());
        }

        /** All that it was chosen from, beside other kinds of models; under the name of the kind where that says more. */
        List<Trial> tried(String kind, boolean won) {
            return tried.stream()
                    .map(trial -> new Trial(
                            kind.contains(" with ") ? kind : trial.learner(),
                            trial.surrogate(),
                            trial.lambda(),
                            trial.valid(),
                            trial.chosen() && won))
                    .toList();
        }

        /** The same without the outputs that it was chosen by, which are large. */
        private Choice judging() {
            Origin known = new Origin(origin.learner, HeldOut.by(scorer), 0, origin.values);
            return new Choice(known, candidate, variant, scorer, result, tried, notes);
        }

        private Choice outOf(List<Trial> all, @Nullable HeldOutValues values) {
            Origin known = new Origin(origin.learner, origin.heldOut, origin.place, values);
            return new Choice(known, candidate, variant, scorer, result, all, notes);
        }

        /** The same of a variant that goes by another number. */
        private Choice numbered(int number) {
            Candidate other = new Candidate(number, candidate.lambda());
            return new Choice(origin, other, variant, scorer, result, tried, notes);
        }
    }

    /**
     * How to say what was chosen among several runs.
     *
     * @param valid an honest figure, if there is one already; else that of what was chosen
     * @param choice what goes into the model's provenance; null where there was one run alone
     */
    record Ending(@Nullable Result valid, @Nullable ModelChoice choice) {}

    /** What decided, in words: so many instances. */
    String judgedOn(long instances) {
        String some =
                instances + " " + (instances == 1 ? NOUNS.getOrDefault(train.nouns(), train.nouns()) : train.nouns());
        return choosing.judgedOn(some, held != null, settings.folds());
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

    /** Chooses by the validation file or over folds, or, if the task is nested, within the training data. */
    Choice choose() {
        return choose(train, held, choosing.learnersAtATime(settings), progress, laps);
    }

    /** Makes the model of what was chosen. */
    Training<?> finish(Choice choice, Ending ending) {
        laps.skip();
        progress.begin("evaluate", Progress.ROWS, train.knownRows());
        Task<I> untuned = task.trained(choice.candidate.variant(), choice.variant, train);
        HeldOut heldOut = choice.origin.heldOut.only(choice.origin.place);
        Instances<I> judged = held == null ? train : held;
        Task<I> trained = untuned.tuned(judged, heldOut);
        Judgement onTrain = judgeFinally(trained, choice, train);
        requireCounting(onTrain, train);
        Result valid = ending.valid != null
                ? ending.valid
                : choosing.estimate(held != null) == Choosing.Estimate.ON_FILE
                        ? judgeFinally(trained, choice, Objects.requireNonNull(held))
                                .result(0)
                        : trained.equals(untuned) ? choice.result : tuned(trained, choice, judged, heldOut);
        Provenance.Features features = features(trainRows, train.featureNames(), trained, choice.scorer);
        List<String> notes = notes(choice, train, onTrain);
        if (validRows != null) {
            notes.addAll(KnownFeatures.of(features, choice.scorer, trained.view())
                    .compare(validRows.file().toString(), validRows.tally(features.names())));
        }
        Provenance provenance = Provenance.of(
                trainRows,
                features,
                onTrain.rows(),
                settings,
                new Provenance.Making(choice.learner().parameters(), ending.choice));
        laps.lap("evaluate");
        Model model = new Model(trained, choice.scorer, choice.candidate.lambda(), provenance);
        return new Training<>(
                model.predictor(),
                model,
                onTrain.result(0),
                valid,
                choosing.validation(choice.learner(), held != null, settings),
                choice.tried,
                notes,
                laps.seconds());
    }

    private Provenance.Features features(
            TalliedSource rows, List<String> names, Task<I> trained, InstanceScorer scorer) {
        FeatureTally tally = rows.tally(names);
        double[] influence = FeatureInfluence.shares(
                scorer, trained.view(), j -> tally.isPresent(j) ? (double) tally.high(j) - tally.low(j) : 0);
        return new Provenance.Features(names, FeatureSummary.of(tally, influence));
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
        TaskKind<Task<?>> kind = TaskKind.of(task);
        notes.addAll(kind.notes(task, train));
        notes.addAll(kind.notesOnChoice(task, choice.tried));
        onTrain.sameForAll().ifPresent(same -> notes.add(kind.noteOfOnePrediction(task, same)));
        double chosen = choice.candidate.lambda();
        boolean several = choice.tried.stream().anyMatch(trial -> trial.lambda() != chosen);
        if (settings.lambdas().isEmpty()
                && several
                && choice.tried.stream().noneMatch(trial -> trial.lambda() > chosen)) {
            notes.add("The best lambda, " + chosen + ", is the largest that was tried; a larger one may do better.");
        }
        return notes;
    }

    /** @param parallel how many learners fit at a time, with one thread each */
    private Choice choose(
            Instances<I> train, @Nullable Instances<I> held, int parallel, Progress follower, Laps clock) {
        return learners.stream().allMatch(FeatureLearner.class::isInstance)
                ? task.guide(train)
                        .map(guide -> byGuide(guide, held, parallel, follower, clock))
                        .orElseGet(() -> amongAll(train, held, parallel, follower, clock))
                : amongAll(train, held, parallel, follower, clock);
    }

    /** Of what the guide chooses, and of the rest with its features and λ, the better. */
    private Choice byGuide(Guide<I> guide, @Nullable Instances<I> held, int parallel, Progress follower, Laps clock) {
        Choice quick = new TrainingRun<>(this, guide.quick(), learners, settings)
                .amongAll(guide.quickTrain(), held, parallel, follower, clock);
        Choice slow = new TrainingRun<>(
                        this,
                        guide.slow(),
                        List.of(quick.learner()),
                        settings.withLambdas(List.of(quick.candidate.lambda())))
                .amongAll(guide.slowTrain(), held, 1, follower, clock)
                .numbered(guide.slowNumber());
        if (guide.quickNumber() < 0) {
            return slow;
        }
        boolean quicker = choosing.isBetter(quick.result, slow.result);
        List<Trial> tried = new ArrayList<>();
        slow.tried.forEach(trial -> tried.add(trial.chosenIf(!quicker)));
        quick.tried.forEach(trial -> tried.add(trial.chosenIf(quicker)));
        return (quicker ? quick.numbered(guide.quickNumber()) : slow)
                .outOf(tried, keepsEach ? HeldOutValues.sideBySide(List.of(slow.values(), quick.values())) : null);
    }

    private Choice amongAll(
            Instances<I> train, @Nullable Instances<I> held, int parallel, Progress follower, Laps clock) {
        List<Variant> variants = task.variants(train, held);
        int threads = choosing.threadsOfAFit(settings);
        List<Choice> choices = new ArrayList<>();
        try (InOrder<Choice> workers = new InOrder<>(parallel, "plumbrank-learners", choices::add)) {
            for (Learner learner : learners) {
                Progress own = parallel == 1 ? follower : follower.aside();
                Laps ownClock = parallel == 1 ? clock : new Laps();
                workers.submit(() -> choose(learner, variants, train, held, threads, own, ownClock));
            }
            workers.finish();
        }
        Choice best = choices.get(0);
        for (Choice choice : choices) {
            best = choosing.isBetter(choice.result, best.result) ? choice : best;
        }
        Learner chosen = best.learner();
        List<Trial> tried = choices.stream()
                .flatMap(choice -> choice.tried.stream()
                        .map(trial -> trial.chosenIf(choice.learner().equals(chosen))))
                .toList();
        return best.outOf(
                tried,
                keepsEach
                        ? HeldOutValues.sideBySide(
                                choices.stream().map(Choice::values).toList())
                        : null);
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
        Holdout<I> holdout = task.choosing().holdout(learner, held, settings);
        RoundValues<I> rounds =
                keepsEach && learner instanceof TreeLearner && !task.shape().isPaired()
                        ? new RoundValues<>(holdout.folds())
                        : null;
        Plan<I> plan = new Plan<>(
                variants,
                holdout,
                criterion(selection, variants, rounds),
                settings.withThreads(threads),
                follower,
                clock);
        Fitted fitted = learner.fit(train, plan);
        List<Candidate> candidates = fitted.candidates();
        Instances<I> judged = holdout.judged(train);
        follower.begin("validate", Progress.ROWS, judged.knownRows());
        Judgement none = new Judgement(candidates, variants, true).keepingEach(keepsEach);
        Judgement judgement = selection.of(
                judged,
                fitted.heldOut(),
                choosing.addsShares(holdout) ? none.ofTotal(weight(judged)) : none,
                task::judge,
                follower::at);
        clock.lap("validate");
        requireCounting(judgement, judged);
        int best = best(candidates, variants, judgement);
        List<Trial> tried = new ArrayList<>();
        for (int c = 0; c < candidates.size(); c++) {
            Candidate candidate = candidates.get(c);
            String surrogate = variants.get(candidate.variant()).loss().text();
            tried.add(new Trial(learner.text(), surrogate, candidate.lambda(), judgement.result(c), c == best));
        }
        Candidate chosen = candidates.get(best);
        return new Choice(
                new Origin(
                        learner,
                        fitted.heldOut(),
                        best,
                        keepsEach ? values(judgement, rounds, families(candidates, variants)) : null),
                chosen,
                variants.get(chosen.variant()),
                fitted.scorer().apply(best),
                judgement.result(best),
                tried,
                fitted.notes().apply(best));
    }

    private Plan.Criterion<I> criterion(
            Selection<I> selection, List<Variant> variants, @Nullable RoundValues<I> rounds) {
        return new Plan.Criterion<>() {
            @Override
            public Score of(int variant, List<I> instances, Outputs outputs) {
                return instances.stream().anyMatch(task::counts)
                        ? score(task, ofRound(selection, variant, instances, outputs, variants, rounds))
                        : Score.NONE;
            }

            @Override
            public Plan.@Nullable Parts<I, ?> parts(int variant) {
                return rounds != null || choosing.sumsByFold()
                        ? null
                        : new RoundParts<>(new Selection<>(task, 1), variant, variants);
            }
        };
    }

    private Result ofRound(
            Selection<I> selection,
            int variant,
            List<I> instances,
            Outputs outputs,
            List<Variant> variants,
            @Nullable RoundValues<I> rounds) {
        if (rounds == null) {
            return selection.mean(instances, outputs, variant, variants);
        }
        Judgement none = new Judgement(List.of(new Candidate(variant, 0)), variants, true).keepingEach(true);
        Judgement judgement = selection.known(instances, outputs, none, rounds.numbers(variant, instances));
        rounds.add(variant, instances, judgement.each());
        return judgement.result(0);
    }

    private static <I extends Instance> HeldOutValues values(
            Judgement judgement, @Nullable RoundValues<I> rounds, int[] families) {
        HeldOutValues ofRounds = rounds == null ? null : rounds.all();
        return ofRounds == null ? judgement.each().trimmed().inFamilies(families) : ofRounds;
    }

    /** By candidate the number of its variant from 1 on, where λ goes by the surrogate's risk; else 0. */
    private int[] families(List<Candidate> candidates, List<Variant> variants) {
        return candidates.stream()
                .mapToInt(candidate -> goesByRisk(candidate, variants) ? 1 + candidate.variant() : 0)
                .toArray();
    }

    private boolean goesByRisk(Candidate candidate, List<Variant> variants) {
        return task.choosesByRisk(variants.get(Math.max(0, candidate.variant())).loss());
    }

    /** The first of the best; of its λ that are as good the largest, since more regularisation is the simpler model. */
    private int best(List<Candidate> candidates, List<Variant> variants, Judgement judgement) {
        int best = -1;
        for (int c = 0; c < candidates.size(); c++) {
            if (goesByRisk(candidates.get(c), variants) && !hasLeastRisk(c, candidates, judgement)) {
                continue;
            }
            boolean simpler = best >= 0
                    && candidates.get(c).variant() == candidates.get(best).variant()
                    && candidates.get(c).lambda() > candidates.get(best).lambda()
                    && judgement.result(c).measure() == judgement.result(best).measure();
            best = best < 0 || simpler || choosing.isBetter(judgement.result(c), judgement.result(best)) ? c : best;
        }
        return best;
    }

    private static boolean hasLeastRisk(int c, List<Candidate> candidates, Judgement judgement) {
        double own = judgement.result(c).surrogateRisk();
        return IntStream.range(0, candidates.size())
                .filter(other ->
                        candidates.get(other).variant() == candidates.get(c).variant())
                .noneMatch(other -> judgement.result(other).surrogateRisk() < own);
    }

    static Score score(Task<?> task, Result result) {
        return new Score(task.choosing().sign() * result.measure(), result.surrogateRisk());
    }

    /** What is chosen without each fold, of a nested task; for the figure that is reported. */
    List<Choice> withoutFolds() {
        int count = train.load().size();
        progress.begin("folds", Progress.ROWS, count);
        Folds folds = folds();
        if (count < folds.count()) {
            throw train.fault(
                    count + " " + train.nouns() + " that count", "at least " + folds.count() + ", one for each fold");
        }
        requireInnerFolds(count, folds);
        List<Choice> choices = new ArrayList<>();
        try (InOrder<Choice> workers = new InOrder<>(settings.threads(), "plumbrank-folds", choice -> {
            choices.add(choice);
            progress.at((long) count * choices.size() / folds.count());
        })) {
            for (int fold = 0; fold < folds.count(); fold++) {
                int held = fold;
                workers.submit(() -> without(folds, held).judging());
            }
            workers.finish();
        }
        laps.lap("folds");
        return choices;
    }

    /** Those of the figure that is reported. */
    private Folds folds() {
        return new Folds(settings.folds(), settings.seed());
    }

    /**
     * What is chosen without each fold, among several runs of a nested task on the same data, judged on the fold.
     *
     * @param choices of each run, {@link #withoutFolds}
     * @param chooser gives the number of the run whose choice is taken
     */
    static Judgement nested(
            List<TrainingRun<?>> runs, List<List<Choice>> choices, ToIntFunction<List<Choice>> chooser) {
        List<Judgement> judged = new ArrayList<>();
        for (int fold = 0; fold < choices.get(0).size(); fold++) {
            int held = fold;
            List<Choice> ofFold = choices.stream().map(each -> each.get(held)).toList();
            int chosen = chooser.applyAsInt(ofFold);
            judged.add(runs.get(chosen).judgedOn(held, ofFold.get(chosen)));
        }
        Judgement total = judged.get(0).fresh();
        judged.forEach(total::add);
        return total;
    }

    private Choice without(Folds folds, int held) {
        return choose(some(number -> folds.of(number) != held), null, 1, progress.aside(), new Laps());
    }

    private Judgement judgedOn(int held, Choice choice) {
        Folds folds = folds();
        Instances<I> others = some(number -> folds.of(number) != held);
        Task<I> trained = task.trained(choice.candidate.variant(), choice.variant, others);
        return judgeFinally(trained, choice, some(number -> folds.of(number) == held), 1);
    }

    /** A learner that needs folds to choose on has only the others of each fold for them. */
    private void requireInnerFolds(int count, Folds folds) {
        int[] sizes = new int[folds.count()];
        IntStream.range(0, count).forEach(number -> sizes[folds.of(number)]++);
        int others = count - IntStream.of(sizes).max().orElseThrow();
        if (others < choosing.innerFolds() && !learners.stream().allMatch(Learner::leavesOutRows)) {
            throw train.fault(
                    count + " " + train.nouns() + " that count, " + others + " of them outside the largest of "
                            + folds.count() + " folds",
                    "at least " + choosing.innerFolds() + " outside each, or a validation file");
        }
    }

    private Instances<I> some(IntPredicate chosen) {
        List<I> all = train.load();
        return train.only(
                IntStream.range(0, all.size()).filter(chosen).mapToObj(all::get).toList());
    }

    /** How what was chosen does on the validation file. */
    Judgement onFile(Choice choice) {
        return judgeFinally(
                task.trained(choice.candidate.variant(), choice.variant, train),
                choice,
                Objects.requireNonNull(held, "no validation file"));
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
                        new Judgement(only, List.of(choice.variant), true).keepingEach(keepsEach),
                        trained::judgeFinally,
                        threads == 1 ? rows -> {} : progress::at);
    }
}
