package io.plumbrank.train;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.ModelChoice.LeftOut;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import io.plumbrank.train.Search.Rung;
import io.plumbrank.train.SearchLedger.Entry;
import io.plumbrank.train.SearchSpace.Setting;
import io.plumbrank.train.TrainingRun.Choice;
import io.plumbrank.train.TrainingRun.Files;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One search; see {@link Search}. */
final class SearchRun {
    /** Settings of a bracket, and of them those that go on to the second rung. */
    private static final int DRAWN = 9;

    private static final int SECOND = 3;

    /** One of so many training queries judges what goes on. */
    private static final int JUDGES = 5;

    /** Queries that a part has at least, where there are as many. */
    private static final int FEWEST = 20;

    /** Rows without some features are copied, and made dense; not where they are very wide. */
    private static final int MOST_FEATURES = 2000;

    private static final BitSet NOTHING = new BitSet();

    private final Trainer<?> search;
    private final Files files;
    private final Progress progress;
    private final BudgetClock clock;
    private final SearchLedger ledger;
    private final SearchSpace space;
    private final Folds judges;

    private final List<Tried> tried = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final Set<Setting> drawn = new HashSet<>();
    private List<Search.Group> groups = List.of();

    SearchRun(Trainer<?> search, Files files, Progress progress, BudgetClock clock) {
        this.search = search;
        this.files = files;
        this.progress = progress;
        this.clock = clock;
        this.ledger = SearchLedger.of(search, files);
        this.space = new SearchSpace(search.task(), search.scope());
        this.judges = new Folds(JUDGES, search.settings().seed() ^ JUDGES);
    }

    /**
     * What is to be tried.
     *
     * @param setting null for one of the kinds of models
     * @param without features that are left out
     */
    private record Spec(
            String name,
            Rung rung,
            Trainer<?> trainer,
            @Nullable Setting setting,
            BitSet without) {
        String key() {
            return rung + " " + name + " "
                    + trainer.learners().stream().map(Learner::text).toList() + " " + without;
        }
    }

    /**
     * What was tried.
     *
     * @param choice what came of it; null where it is known from before, or was fitted to a part
     */
    private record Tried(
            Spec spec,
            Entry entry,
            @Nullable TrainingRun<?> run,
            @Nullable Choice choice) {}

    Training<?> search() {
        try {
            kinds();
            Tried best = null;
            for (int bracket = 0; ; bracket++) {
                Tried own = halve(bracket, best);
                if (own == null) {
                    break; // all came to nothing, and so would others
                }
                best = best == null || isBetter(own, best) ? own : best;
                if (bracket == 0) {
                    leaveOutFeatures(best);
                }
            }
        } catch (BudgetWatch.Over e) {
            progress.begin("choose");
        }
        return finish();
    }

    private void kinds() {
        Contenders kinds = new Contenders(search.task(), search.scope(), search.settings());
        Dataset data = files.train().load();
        int fits = files.valid() == null ? search.settings().folds() + 1 : 1;
        List<Contender> all = new ArrayList<>(List.of(kinds.first()));
        all.addAll(kinds.others(new Contenders.Size(data.rows(), data.featureCount(), fits, false, false)));
        for (Contender kind : all) {
            String refusal = kind.refusalForMemory();
            if (refusal == null) {
                attempt(new Spec(kind.name(), Rung.WHOLE, kind.trainer(), null, NOTHING));
            } else {
                leftOut.add(new LeftOut(kind.name(), refusal));
            }
        }
    }

    /** Tries some settings by successive halving; gives the best on the second rung, null where there is none. */
    private @Nullable Tried halve(int bracket, @Nullable Tried best) {
        SplittableRandom random = new SplittableRandom(search.settings().seed() * 0x9E3779B97F4A7C15L + bracket);
        List<Tried> first = new ArrayList<>();
        for (int i = 0; i < DRAWN; i++) {
            Setting near = best == null || i % 2 == 1 ? null : best.spec.setting;
            Setting next;
            do {
                next = near == null ? space.drawn(random) : space.near(near, random);
            } while (!drawn.add(next) && drawn.size() < space.size());
            first.add(attempt(spec(next, drawn.size(), Rung.FIRST)));
        }
        List<Tried> second = new ArrayList<>();
        for (Tried each : best(first, SECOND)) {
            second.add(attempt(again(each.spec, Rung.SECOND, each.spec.name, NOTHING)));
        }
        List<Tried> one = best(second, 1);
        if (one.isEmpty()) {
            return null;
        }
        attempt(again(one.get(0).spec, Rung.WHOLE, one.get(0).spec.name, NOTHING));
        return one.get(0);
    }

    private List<Tried> best(List<Tried> all, int count) {
        return all.stream()
                .filter(each -> !each.entry.hasFailed())
                .sorted(Comparator.comparingDouble(each -> -sign() * value(each).mean()))
                .limit(count)
                .toList();
    }

    private boolean isBetter(Tried one, Tried other) {
        return sign() * value(one).mean() > sign() * value(other).mean();
    }

    private double sign() {
        return search.task().choosing().larger() ? 1 : -1;
    }

    private Spec spec(Setting setting, int number, Rung rung) {
        Task<?> task = space.task(setting);
        String view = !task.view().equals(search.task().view()) ? " with " + Contenders.words() : "";
        Trainer<?> trainer = trainer(task, setting, rung);
        return new Spec("setting " + number + view, rung, trainer, setting, NOTHING);
    }

    private Trainer<?> trainer(Task<?> task, Setting setting, Rung rung) {
        return Trainer.of(task).withSettings(search.settings()).withLearner(space.learner(setting, rung.steps()));
    }

    /** The same setting with more or less of the data. */
    private Spec again(Spec spec, Rung rung, String name, BitSet without) {
        Setting setting = spec.setting;
        if (setting == null) {
            throw new IllegalArgumentException(spec.name + " is no setting");
        }
        Trainer<?> trainer = trainer(spec.trainer.task(), setting, rung);
        return new Spec(name, rung, trainer, setting, without);
    }

    /** Backward elimination: groups of features are left out, the cheapest first, for as long as it costs nothing that can be told. */
    private void leaveOutFeatures(Tried best) {
        Dataset data = files.train().load();
        Map<String, BitSet> all = data.featureCount() > MOST_FEATURES ? Map.of() : FeatureGroups.of(data);
        List<Search.Group> costs = new ArrayList<>();
        try {
            for (Map.Entry<String, BitSet> group : all.entrySet()) {
                costs.add(new Search.Group(group.getKey(), cost(best, group.getKey(), group.getValue()), false));
            }
            List<Search.Group> cheapest = costs.stream()
                    .filter(group -> group.cost().mean() <= group.cost().error())
                    .sorted(Comparator.comparingDouble(group -> group.cost().mean()))
                    .limit(Math.max(0, all.size() - 1))
                    .toList();
            BitSet without = new BitSet();
            List<String> names = new ArrayList<>();
            for (Search.Group next : cheapest) {
                BitSet more = (BitSet) without.clone();
                more.or(all.getOrDefault(next.name(), NOTHING));
                names.add(next.name());
                Estimate cost = names.size() == 1 ? next.cost() : cost(best, String.join(", ", names), more);
                if (!(cost.mean() <= cost.error())) {
                    names.remove(names.size() - 1);
                    break;
                }
                without = more;
            }
            if (!names.isEmpty()) {
                Tried less = attempt(
                        again(best.spec, Rung.WHOLE, best.spec.name + " without " + String.join(", ", names), without));
                if (less.entry.hasFailed()) {
                    return;
                }
                costs.replaceAll(group -> new Search.Group(group.name(), group.cost(), names.contains(group.name())));
            }
        } finally {
            groups = costs;
        }
    }

    private Estimate cost(Tried whole, String name, BitSet without) {
        Tried less = attempt(again(whole.spec, Rung.SECOND, whole.spec.name + " without " + name, without));
        return less.entry.hasFailed()
                ? new Estimate(Double.POSITIVE_INFINITY, 0)
                : ofValues(List.of(whole.entry.values(), less.entry.values())).lead(0, 1);
    }

    private Contest ofValues(List<HeldOutValues> values) {
        return new Contest(
                values, search.task().choosing().larger(), search.settings().seed());
    }

    private Estimate value(Tried each) {
        return each.entry.hasFailed()
                ? new Estimate(Double.NaN, Double.NaN)
                : ofValues(List.of(each.entry.values()))
                        .decide()
                        .standings()
                        .get(0)
                        .value();
    }

    /** @throws BudgetWatch.Over if the budget allows no more */
    private Tried attempt(Spec spec) {
        int number = tried.size();
        if (number >= search.budget().trials()) {
            throw new BudgetWatch.Over();
        }
        Entry known = ledger.entry(number, spec.key());
        Tried done = known == null ? fit(spec) : new Tried(spec, known, null, null);
        if (number == 0 && done.entry.hasFailed()) {
            throw new InputException(files.train().file().toString(), 0, done.entry.failure(), "data to learn from");
        }
        if (known == null) {
            ledger.add(done.entry);
        }
        tried.add(done);
        clock.keep(refit());
        progress.tried(told(done));
        return done;
    }

    private Tried fit(Spec spec) {
        double begun = clock.elapsed();
        boolean first = tried.isEmpty();
        if (!first && clock.isOver()) {
            throw new BudgetWatch.Over();
        }
        BudgetWatch watch = new BudgetWatch(progress, clock::isOver);
        try {
            TrainingRun<?> run = TrainingRun.of(spec.trainer, files(spec), true, first ? progress : watch);
            Choice choice = run.choose();
            boolean whole = spec.rung == Rung.WHOLE;
            HeldOutValues values =
                    whole && files.valid() == null ? choice.values().without(place -> isJudge(place)) : choice.values();
            Contest alone = ofValues(List.of(values));
            Entry entry = new Entry(
                    spec.key(),
                    choice.settings(),
                    choice.tried(spec.name, true),
                    whole ? alone.decisive(0) : alone.crossFitted(0),
                    clock.elapsed() - begun,
                    "");
            return new Tried(spec, entry, whole ? run : null, whole ? choice : null);
        } catch (InputException e) {
            if (first) {
                throw e;
            }
            double took = clock.elapsed() - begun;
            return new Tried(
                    spec,
                    new Entry(spec.key(), "", List.of(), new HeldOutValues(0), took, "" + e.getMessage()),
                    null,
                    null);
        } finally {
            watch.release();
        }
    }

    /** Whether a training query judges what goes on; it is told by its place, so that nothing of its place decides more. */
    private boolean isJudge(long number) {
        return judges.of(number % HeldOutValues.MOST) == 0;
    }

    private Files files(Spec spec) {
        QuerySource valid = files.valid();
        if (spec.rung == Rung.WHOLE) {
            return spec.without.isEmpty()
                    ? files
                    : new Files(
                            new PartSource(files.train(), number -> true, spec.without),
                            valid == null ? null : new PartSource(valid, number -> true, spec.without));
        }
        int count = files.train().load().queries().size();
        double others = Math.max(1, count - (double) count / JUDGES);
        double share = Math.min(1, Math.max(spec.rung.share(), FEWEST / others));
        SplittableRandom random = new SplittableRandom(search.settings().seed());
        double[] draws = random.doubles(count).toArray();
        LongPredicate fitted = number -> !isJudge(number) && draws[(int) number] < share;
        return new Files(
                new PartSource(files.train(), fitted, spec.without),
                new PartSource(files.train(), this::isJudge, spec.without));
    }

    private String told(Tried done) {
        Estimate value = value(done);
        int most = search.budget().trials();
        double spent = clock.elapsed();
        int fresh = tried.size() - Math.min(tried.size(), ledger.resumed());
        double left = clock.left() < Double.POSITIVE_INFINITY
                ? clock.left()
                : fresh == 0 ? Double.NaN : spent / fresh * (most - tried.size());
        return String.format(
                Locale.ROOT,
                "trial %d%s, %s on %s of the data: %s%s",
                tried.size(),
                most == Integer.MAX_VALUE ? "" : " of " + most,
                done.spec.name,
                done.spec.rung.text(),
                done.entry.hasFailed()
                        ? done.entry.failure()
                        : String.format(
                                Locale.ROOT,
                                "%s %.4f ± %.4f, %.1f s",
                                search.task().measureName(),
                                value.mean(),
                                value.reach(),
                                done.entry.seconds()),
                left > 0 ? String.format(Locale.ROOT, "; about %.0f s left", Math.ceil(left)) : "");
    }

    /** Seconds to make a model of what would be chosen now: those of its trial where that was done before, by another process. */
    private double refit() {
        List<Tried> whole = whole();
        Tried winner = whole.get(contest(whole).decide().chosen());
        return winner.run == null ? winner.entry.seconds() : 0;
    }

    /** What was tried on all of the data, from simple to complex. */
    private List<Tried> whole() {
        return tried.stream()
                .filter(each -> each.spec.rung == Rung.WHOLE && !each.entry.hasFailed())
                .sorted(Comparator.comparingInt(this::complexity))
                .toList();
    }

    private Contest contest(List<Tried> whole) {
        return ofValues(whole.stream().map(each -> each.entry.values()).toList());
    }

    private Training<?> finish() {
        List<Tried> whole = whole();
        tried.stream()
                .filter(each -> each.entry.hasFailed())
                .forEach(each -> leftOut.add(new LeftOut(each.spec.name, each.entry.failure())));
        Contest contest = contest(whole);
        Contest.Verdict verdict = contest.decide();
        Tried winner = whole.get(verdict.chosen());
        TrainingRun<?> run = winner.run;
        Choice choice = winner.choice;
        if (run == null || choice == null) {
            run = TrainingRun.of(winner.spec.trainer, files(winner.spec), true, progress);
            choice = run.choose();
        }
        Estimate value = contest.nested();
        ModelChoice made = new ModelChoice(
                search.task().measureName(),
                run.judgedOn(contest.instances()),
                value,
                verdict.rivals(
                        whole.stream().map(each -> each.spec.name).toList(),
                        whole.stream().map(each -> each.entry.settings()).toList()),
                leftOut);
        Training<?> training = run.finish(
                choice,
                new TrainingRun.Ending(new Result(value.mean(), choice.result().surrogateRisk()), made));
        List<Search.Attempt> attempts = tried.stream()
                .map(each -> new Search.Attempt(
                        each.spec.name,
                        each.entry.hasFailed() ? each.entry.failure() : each.entry.settings(),
                        each.spec.rung,
                        value(each)))
                .toList();
        return training.among(
                trials(whole, winner),
                laps(training),
                new Search(attempts, groups, expectedGain(whole, verdict), clock.isStopped()));
    }

    /** What other settings would bring beyond the best: that over the settings that were drawn, less what these are behind. */
    private double expectedGain(List<Tried> whole, Contest.Verdict verdict) {
        List<HeldOutValues> first = tried.stream()
                .filter(each -> each.spec.rung == Rung.FIRST && !each.entry.hasFailed())
                .map(each -> each.entry.values())
                .toList();
        double behind = IntStream.range(0, whole.size())
                .filter(i -> whole.get(i).spec.setting != null)
                .mapToDouble(i -> verdict.standings().get(i).behind().mean())
                .min()
                .orElse(0);
        return Math.max(
                0, SearchOutlook.expectedGain(first, search.task().choosing().larger()) - behind);
    }

    /** Kinds of models in their order; then settings by how many features they see and how many leaves their trees have. */
    private int complexity(Tried each) {
        Setting setting = each.spec.setting;
        if (setting == null) {
            return 0;
        }
        int inputs = files.train().load().featureCount() - each.spec.without.cardinality();
        int views = 1 + each.spec.trainer.task().view().contexts().size();
        return 1 + Math.min(1 << 20, inputs * views) * 512 + space.leaves(setting);
    }

    private static List<Trial> trials(List<Tried> whole, Tried winner) {
        return whole.stream()
                .flatMap(each -> each.entry.tried().stream().map(trial -> trial.chosenIf(each.equals(winner))))
                .toList();
    }

    private Map<String, Double> laps(Training<?> training) {
        Map<String, Double> laps = new LinkedHashMap<>();
        for (Rung rung : Rung.values()) {
            laps.put(
                    rung.text() + " of the data",
                    tried.stream()
                            .filter(each -> each.spec.rung == rung)
                            .mapToDouble(each -> each.entry.seconds())
                            .sum());
        }
        Double evaluated = training.seconds().get("evaluate");
        if (evaluated != null) {
            laps.put("evaluate", evaluated);
        }
        return laps;
    }
}
