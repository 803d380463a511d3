package io.plumbrank.train;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.ModelChoice.LeftOut;
import io.plumbrank.model.ModelChoice.Preference;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.task.Choosing;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import io.plumbrank.train.TrainingRun.Files;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One training that tries several kinds of models, from cheap to dear, and keeps the one that is preferred of those about as good as
 * the best; {@link Contest} decides.
 */
final class AutoRun {
    private final Trainer<?> trainer;
    private final Task<?> task;
    private final Settings settings;
    private final Choosing choosing;
    private final Choosing.Estimate estimate;
    private Files files;
    private final Progress progress;
    private final BudgetClock clock;
    private final List<Tried> tried = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Contenders kinds;

    /** How many times as long as there is time a kind may be estimated to take, and is tried; one that ends early, and others. */
    private static final double PATIENCE = 4;

    private static final double HOPE = 1.5;

    /** Of the time that is left, what a kind takes before it ends early, while others wait. */
    private static final double MOST_FOR_ONE = 0.5;

    private static final String SPLIT =
            "There was no time for folds: a fifth of the training data took their place as a validation file, and the"
                    + " model is fitted to the others.";

    /** The part of the budget that choices take; the rest is for the estimate of what they are worth. */
    private double share;

    /** Whether estimates of seconds are those of this machine. */
    private boolean timed;

    /** Fitted to ask the target; null until it is asked. */
    private @Nullable QuerySource sample;

    /** One that was tried. */
    private record Tried(Contender contender, TrainingRun<?> run, Choice choice, double seconds) {
        Entry entry() {
            return new Entry(contender.name(), choice.settings(), new Attempt(run, choice), choice.values(), seconds);
        }
    }

    /**
     * One that there is to choose from.
     *
     * @param settings what it came to, in words
     * @param fair the values that an estimate may take
     * @param seconds that it took
     */
    private record Entry(String name, String settings, Attempt attempt, HeldOutValues fair, double seconds) {
        TrainingRun<?> run() {
            return attempt.run();
        }

        Choice choice() {
            return attempt.choice();
        }
    }

    AutoRun(Trainer<?> trainer, Files files, Progress progress, BudgetClock clock) {
        this.trainer = trainer;
        this.task = trainer.task();
        this.settings = trainer.settings();
        this.choosing = task.choosing();
        this.estimate = choosing.estimate(files.valid() != null);
        this.files = files;
        this.share = files.valid() == null ? 1 / (1 + OuterFolds.share(choosing)) : 1;
        this.progress = progress;
        this.clock = clock;
        this.kinds = new Contenders(task, trainer.scope(), settings);
    }

    Training<?> train() {
        Contender first = kinds.first();
        List<Contender> none = List.of();
        attempt(first, progress, none);
        List<Contender> all = kinds.others(size());
        List<Contender> others = planned(first, all);
        for (int i = 0; i < others.size(); i++) {
            Contender next = others.get(i);
            String why = refusal(next);
            if (why == null) {
                why = obstacle(next);
            }
            if (why == null) {
                why = attemptWatched(next, others.subList(i + 1, others.size()));
            }
            if (why != null) {
                leftOut.add(new LeftOut(next.name(), why));
            }
        }
        // from the simplest on, in whatever order they were tried
        List<String> names = all.stream().map(Contender::name).toList();
        tried.sort(Comparator.comparingInt(each -> names.indexOf(each.contender.name())));
        leftOut.sort(Comparator.comparingInt(each -> names.indexOf(each.name())));
        leaveOut(first);
        return finish();
    }

    /** Those that are worth a fit to all data, with what that is estimated to take. */
    private List<Contender> planned(Contender first, List<Contender> all) {
        if (!clock.isLimited()
                || clock.isOver(share)
                || !Pilot.isWorthwhile(
                        tried.get(0).run.rows(), tried.get(0).choice.heldOut().outputs())) {
            return all;
        }
        Pilot pilot = pilot();
        List<Contender> planned = pilot.timed(all);
        announce("", planned);
        long instances = tried.get(0).choice.values().instances();
        if (estimate == Choosing.Estimate.BY_CHOICE && pilot.isRaced(planned, instances)) {
            if (files.valid() == null) {
                files = pilot.split();
                share = 1;
                tried.clear();
                attempt(first, progress, planned);
                notes.add(SPLIT);
                pilot = pilot();
                planned = pilot.foldless(planned);
            }
            Pilot.Race race = pilot.race(first, planned, this::contest);
            leftOut.addAll(race.dropped());
            planned = race.kept();
            announce("after a race on a tenth of the data, ", planned);
        } else if (planned.stream().mapToDouble(Contender::seconds).sum() > clock.left(share)) {
            planned = planned.stream()
                    .sorted(Comparator.comparingDouble(Contender::seconds))
                    .toList();
        }
        timed = true;
        return planned;
    }

    private Pilot pilot() {
        return new Pilot(
                files,
                size -> new Contenders(task, trainer.scope(), settings).others(size),
                size(),
                settings.seed(),
                clock,
                share);
    }

    /** Nobody needs to be told of less than a second. */
    private void announce(String when, List<Contender> planned) {
        if (planned.stream().mapToDouble(Contender::seconds).sum() < 1) {
            return;
        }
        progress.plan(String.format(
                Locale.ROOT,
                "%sestimated seconds: %s; %.0f s are left",
                when,
                planned.stream()
                        .map(each -> String.format(Locale.ROOT, "%s %.1f", each.name(), each.seconds()))
                        .collect(Collectors.joining(", ")),
                clock.left(share)));
    }

    /** Leaves out the first kind, which tells how much there is to learn from, where the target cannot run it. */
    private void leaveOut(Contender first) {
        String why = obstacle(first);
        if (why != null) {
            tried.remove(0);
            leftOut.add(0, new LeftOut(first.name(), why));
        }
        if (tried.isEmpty()) {
            throw new InputException(
                    files.train().file().toString(),
                    0,
                    "no kind of model for the system among those that were tried: " + why,
                    "a larger budget, or another system");
        }
    }

    /** Why the target cannot run models of a kind, asked before one is fitted to all data. */
    private @Nullable String obstacle(Contender kind) {
        Target target = trainer.target();
        if (target == null) {
            return null;
        }
        sample = sample == null ? Target.sample(files.train()) : sample;
        return target.obstacle(kind.trainer(), sample);
    }

    private @Nullable String refusal(Contender next) {
        if (clock.isOver(share)) {
            return "no time was left";
        }
        if (tried.size() >= trainer.budget().trials()) {
            return "the budget is " + trainer.budget().trials()
                    + (trainer.budget().trials() == 1 ? " trial" : " trials");
        }
        if (timed && next.seconds() > (next.isPatient() ? PATIENCE : HOPE) * clock.left(share)) {
            return String.format(
                    Locale.ROOT, "it may take %.0f minutes; a budget of more gives it time", next.seconds() / 60 + 1);
        }
        return next.refusalForMemory();
    }

    private @Nullable String attemptWatched(Contender next, List<Contender> later) {
        BudgetWatch watch = new BudgetWatch(progress, () -> clock.left(share));
        try {
            // what ends early leaves time to the others
            attempt(next, watch.slice(timed && !later.isEmpty() ? MOST_FOR_ONE : 1), later);
            return null;
        } catch (BudgetWatch.Over e) {
            return "time ran out while it was fitted";
        } catch (InputException e) {
            return e.getMessage();
        } finally {
            watch.release();
        }
    }

    private void attempt(Contender next, Progress follower, List<Contender> later) {
        double begun = clock.elapsed();
        int number = tried.size() + 1;
        follower.kind(
                later.isEmpty() && number == 1
                        ? next.name()
                        : number + " of " + (number + later.size()) + ", " + next.name(),
                clock.left(1));
        TrainingRun<?> run = TrainingRun.of(next.trainer(), files, true, follower);
        Choice choice = run.choose();
        if (estimate == Choosing.Estimate.OVER_FOLDS) {
            run.requireEnough();
        }
        double took = clock.elapsed() - begun;
        Tried now = new Tried(next, run, choice, took);
        tried.add(now);
        announce(now.entry(), left(later));
    }

    private void announce(Entry entry, String left) {
        Estimate value =
                contest(List.of(entry.choice())).decide().standings().get(0).value();
        progress.tried(String.format(
                Locale.ROOT,
                "%s: %s %.4f ± %.4f, %.1f s%s",
                entry.name,
                choosing.criterion(),
                value.mean(),
                value.reach(),
                entry.seconds,
                left));
    }

    /** How long the others may take, by how long those took that were tried. */
    private String left(List<Contender> later) {
        double estimated =
                tried.stream().mapToDouble(each -> each.contender.seconds()).sum();
        double took = tried.stream().mapToDouble(each -> each.seconds).sum();
        double rest = later.stream().mapToDouble(Contender::seconds).sum();
        return estimated > 0 && rest > 0
                ? String.format(Locale.ROOT, "; about %.0f s left", Math.ceil(rest * took / estimated))
                : "";
    }

    private Contenders.Size size() {
        Tried first = tried.get(0);
        int features = task.view().input(first.choice.scorer().inputs());
        int fits = files.valid() == null ? settings.folds() + 1 : 1;
        return new Contenders.Size(first.run.rows(), features, fits, first.run.isGuided(), first.run.hasGaps());
    }

    private Contest contest(List<Choice> choices) {
        Preference preference = trainer.preference();
        return new Contest(
                choices.stream().map(Choice::values).toList(),
                choices.stream()
                        .mapToDouble(choice -> Costs.of(preference, choice.scorer()))
                        .toArray(),
                preference.errors(),
                choosing.larger(),
                settings.seed());
    }

    /** A sum of several kinds; null where there is none, or a simpler, smaller or faster model is preferred. */
    private Blending.@Nullable Blended blended(List<Attempt> attempts) {
        if (trainer.preference() != Preference.BEST) {
            return null;
        }
        // of what a target runs, trees alone are sure to add up to what it runs too
        return Blending.of(
                attempts,
                scorer -> trainer.target() == null
                        || (scorer instanceof RowScorer rows && rows.scorer() instanceof TreeEnsemble));
    }

    private Attempt chosen(List<Attempt> attempts) {
        List<Attempt> all = new ArrayList<>(attempts);
        Blending.Blended blend = blended(attempts);
        if (blend != null) {
            all.add(blend.attempt());
        }
        return all.get(
                contest(all.stream().map(Attempt::choice).toList()).decide().chosen());
    }

    /** All that were tried, and their sum as the least simple. */
    private List<Entry> entries() {
        List<Entry> entries = new ArrayList<>(tried.stream().map(Tried::entry).toList());
        double begun = clock.elapsed();
        Blending.Blended blend = blended(entries.stream().map(Entry::attempt).toList());
        if (blend != null) {
            double[] shares = blend.shares();
            String sum = IntStream.range(0, shares.length)
                    .filter(k -> shares[k] > 0)
                    .mapToObj(k -> String.format(Locale.ROOT, "%.2f %s", shares[k], entries.get(k).name))
                    .collect(Collectors.joining(" + "));
            Entry entry = new Entry("blend", sum, blend.attempt(), blend.fair(), clock.elapsed() - begun);
            entries.add(entry);
            announce(entry, "");
        }
        return entries;
    }

    private Training<?> finish() {
        progress.kind("", clock.left(1));
        List<Entry> entries = entries();
        Contest contest = contest(entries.stream().map(Entry::choice).toList());
        Contest.Verdict verdict = contest.decide();
        Entry winner = entries.get(verdict.chosen());
        double begun = clock.elapsed();
        Worth worth = worth(entries, winner, contest);
        double estimated = clock.elapsed() - begun;
        List<Rival> rivals = verdict.rivals(
                entries.stream().map(Entry::name).toList(),
                entries.stream().map(Entry::settings).toList());
        ModelChoice choice = new ModelChoice(
                choosing.criterion(),
                winner.run().judgedOn(contest.instances()),
                worth.value(),
                worth.by(),
                trainer.preference(),
                rivals,
                leftOut);
        Training<?> training = winner.run().finish(winner.choice(), worth, choice);
        return training.among(trials(entries, winner), laps(entries, training, estimated))
                .withNotes(notes);
    }

    private Worth worth(List<Entry> entries, Entry winner, Contest contest) {
        double range = range(entries);
        if (estimate == Choosing.Estimate.ON_FILE) {
            Judgement judged = winner.run().onFile(winner.choice());
            return Worth.of(task, settings, judged, 0, range, ModelChoice.BY_FILE);
        }
        OuterFolds.Outcome outcome = files.valid() == null ? overFolds() : null;
        if (outcome != null) {
            return Worth.of(task, settings, outcome, range);
        }
        boolean file = files.valid() != null;
        Estimate value = contest.nested(entries.stream().map(Entry::fair).toList())
                .widened(file ? 0 : OuterFolds.shared(settings), range);
        Result valid = new Result(value.mean(), winner.choice().result().surrogateRisk());
        return new Worth(value, valid, file ? ModelChoice.BY_FILE : ModelChoice.OPTIMISTIC);
    }

    private OuterFolds.@Nullable Outcome overFolds() {
        OuterFolds folds = new OuterFolds(
                tried.stream().<Trainer<?>>map(each -> each.contender.trainer()).toList(), files.train(), this::chosen);
        BudgetWatch watch = new BudgetWatch(progress, () -> clock.left(1));
        OuterFolds.Outcome outcome = folds.judge(watch);
        watch.release();
        return outcome;
    }

    /** Between the best and the worst value of anything that was tried. */
    private static double range(List<Entry> entries) {
        return entries.stream()
                .mapToDouble(each -> each.choice().values().range())
                .max()
                .orElse(0);
    }

    /** All candidates of all kinds; those of other views under names of their own. */
    private static List<Trial> trials(List<Entry> entries, Entry winner) {
        return entries.stream()
                .flatMap(each -> each.choice().tried(each.name, each.equals(winner)).stream())
                .toList();
    }

    private static Map<String, Double> laps(List<Entry> entries, Training<?> training, double estimated) {
        Map<String, Double> laps = new LinkedHashMap<>();
        entries.forEach(each -> laps.put(each.name, each.seconds));
        laps.put("estimate", estimated);
        Double evaluated = training.seconds().get("evaluate");
        if (evaluated != null) {
            laps.put("evaluate", evaluated);
        }
        return laps;
    }
}
