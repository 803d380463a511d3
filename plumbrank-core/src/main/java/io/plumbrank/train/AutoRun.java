package io.plumbrank.train;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.ModelChoice.LeftOut;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.task.Choosing;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import io.plumbrank.train.TrainingRun.Files;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One training that tries several kinds of models, from cheap to dear, and keeps the simplest that is within one standard error of the
 * best; {@link Contest} decides.
 */
final class AutoRun {
    private final Trainer<?> trainer;
    private final Task<?> task;
    private final Settings settings;
    private final Choosing choosing;
    private final Choosing.Estimate estimate;
    private final Files files;
    private final Progress progress;
    private final BudgetClock clock;
    private final List<Tried> tried = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final Contenders kinds;

    /**
     * One that was tried.
     *
     * @param folds the choices without each fold, where the estimate takes fits of its own; else none
     */
    private record Tried(
            Contender contender, TrainingRun<?> run, Choice choice, List<OuterFolds<?>> folds, double seconds) {}

    AutoRun(Trainer<?> trainer, Files files, Progress progress, BudgetClock clock) {
        this.trainer = trainer;
        this.task = trainer.task();
        this.settings = trainer.settings();
        this.choosing = task.choosing();
        this.estimate = choosing.estimate(files.valid() != null);
        this.files = files;
        this.progress = progress;
        this.clock = clock;
        this.kinds = new Contenders(task, trainer.scope(), settings);
    }

    Training<?> train() {
        Contender first = kinds.first();
        List<Contender> none = List.of();
        attempt(first, progress, none);
        List<Contender> others = kinds.others(size());
        double work = 0;
        for (int i = 0; i < others.size(); i++) {
            Contender next = others.get(i);
            String why = refusal(next, work);
            if (why == null) {
                work += next.seconds();
                why = attemptWatched(next, others.subList(i + 1, others.size()));
            }
            if (why != null) {
                leftOut.add(new LeftOut(next.name(), why));
            }
        }
        return finish();
    }

    private @Nullable String refusal(Contender next, double work) {
        if (clock.isOver()) {
            return "no time was left";
        }
        if (tried.size() >= trainer.budget().trials()) {
            return "the budget is " + trainer.budget().trials()
                    + (trainer.budget().trials() == 1 ? " trial" : " trials");
        }
        if (work + next.seconds() > trainer.budget().work()) {
            return String.format(
                    Locale.ROOT, "it may take %.0f minutes; a budget of more gives it time", next.seconds() / 60 + 1);
        }
        return next.refusalForMemory();
    }

    private @Nullable String attemptWatched(Contender next, List<Contender> later) {
        BudgetWatch watch = new BudgetWatch(progress, clock::isOver);
        try {
            attempt(next, watch, later);
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
        TrainingRun<?> run = TrainingRun.of(next.trainer(), files, true, follower);
        Choice choice = run.choose();
        List<OuterFolds<?>> folds =
                estimate == Choosing.Estimate.OVER_FOLDS ? List.of(run.chooseWithoutFolds()) : List.of();
        double took = clock.elapsed() - begun;
        tried.add(new Tried(next, run, choice, folds, took));
        Estimate value = contest(List.of(choice)).decide().standings().get(0).value();
        progress.tried(String.format(
                Locale.ROOT,
                "%s: %s %.4f ± %.4f, %.1f s%s",
                next.name(),
                choosing.criterion(),
                value.mean(),
                value.reach(),
                took,
                left(later)));
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
        return new Contest(choices.stream().map(Choice::values).toList(), choosing.larger(), settings.seed());
    }

    private Training<?> finish() {
        List<Choice> choices = tried.stream().map(Tried::choice).toList();
        Contest contest = contest(choices);
        Contest.Verdict verdict = contest.decide();
        Tried winner = tried.get(verdict.chosen());
        Worth worth = worth(winner, contest);
        List<Rival> rivals = verdict.rivals(
                tried.stream().map(each -> each.contender.name()).toList(),
                choices.stream().map(Choice::settings).toList());
        ModelChoice choice = new ModelChoice(
                choosing.criterion(), winner.run.judgedOn(contest.instances()), worth.value, rivals, leftOut);
        Training<?> training = winner.run.finish(winner.choice, worth.valid, choice);
        return training.among(trials(winner), laps(training));
    }

    /** The value of the model on new data, with its error, and with the surrogate's risk. */
    private record Worth(Estimate value, Result valid) {}

    private Worth worth(Tried winner, Contest contest) {
        return switch (estimate) {
            case BY_CHOICE -> {
                Estimate value = contest.nested();
                yield new Worth(
                        value, new Result(value.mean(), winner.choice.result().surrogateRisk()));
            }
            case ON_FILE -> byMeasure(winner.run.onFile(winner.choice));
            case OVER_FOLDS ->
                byMeasure(OuterFolds.judge(
                        tried.stream().flatMap(each -> each.folds.stream()).toList(),
                        choices -> contest(choices).decide().chosen()));
        };
    }

    private Worth byMeasure(Judgement judgement) {
        Contest alone = new Contest(List.of(judgement.each()), task.largerIsBetter(), settings.seed());
        return new Worth(alone.decide().standings().get(0).value(), judgement.result(0));
    }

    /** All candidates of all kinds; those of other views under names of their own. */
    private List<Trial> trials(Tried winner) {
        return tried.stream()
                .flatMap(each -> each.choice.tried(each.contender.name(), each.equals(winner)).stream())
                .toList();
    }

    private Map<String, Double> laps(Training<?> training) {
        Map<String, Double> laps = new LinkedHashMap<>();
        tried.forEach(each -> laps.put(each.contender.name(), each.seconds));
        Double evaluated = training.seconds().get("evaluate");
        if (evaluated != null) {
            laps.put("evaluate", evaluated);
        }
        return laps;
    }
}
