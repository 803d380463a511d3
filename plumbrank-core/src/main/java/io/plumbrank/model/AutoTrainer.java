package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Settings;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.ModelChoice.LeftOut;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.model.Training.Result;
import io.plumbrank.model.Training.Trial;
import io.plumbrank.model.TrainingRun.Choice;
import io.plumbrank.model.TrainingRun.Ending;
import io.plumbrank.model.TrainingRun.Files;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Trains models of several kinds, from cheap to dear, and keeps the simplest that is within one standard error of the best on
 * instances that were not fitted. See {@link Contest} for how that is decided, and for the figure that is reported, which is honest:
 * instances that measure the choice have no part in it.
 *
 * <pre>{@code
 * Training training = AutoTrainer.forMeasure("ndcg@10").train(QuerySource.of(Path.of("train.txt")));
 * ModelChoice choice = training.model().provenance().choice().orElseThrow();
 * }</pre>
 *
 * <p>The result is a function of the data, the configuration and the seed unless the budget is a time.
 *
 * @param task what is to be predicted, and how well
 * @param settings seed, threads, folds and regularisations
 * @param budget how much may be tried
 * @param scope what is open beside the kind of model
 */
public record AutoTrainer(Task<?> task, Settings settings, Budget budget, Scope scope) {
    /**
     * What is open beside the kind of model.
     *
     * @param views whether items may be seen in context, beside the task's own view of them
     * @param scaled whether features are penalised in units of their standard deviation, and not in their own
     */
    public record Scope(boolean views, boolean scaled) {}

    /** A ranker for a measure, such as {@code ndcg@10}. */
    public static AutoTrainer forMeasure(String measure) {
        return of(ItemTask.of(MeasureSpec.parse(measure)));
    }

    /** With the usual settings and budget. */
    public static AutoTrainer of(Task<?> task) {
        return new AutoTrainer(
                task, Settings.defaults(), Budget.usual(), new Scope(view(task).isPlain(), true));
    }

    /** The same with other settings. */
    public AutoTrainer withSettings(Settings others) {
        return new AutoTrainer(task, others, budget, scope);
    }

    /** The same with another budget. */
    public AutoTrainer withBudget(Budget other) {
        return new AutoTrainer(task, settings, other, scope);
    }

    private static QueryFeatures view(Task<?> task) {
        return task instanceof ItemTask items
                ? items.view()
                : task instanceof PairTask pairs ? pairs.view() : QueryFeatures.PLAIN;
    }

    /** Trains, and chooses over folds of the data. */
    public Training train(QuerySource train) {
        return train(train, null, Progress.NONE, new AtomicBoolean());
    }

    /** Trains, and chooses by the validation data. */
    public Training train(QuerySource train, QuerySource valid) {
        return train(train, valid, Progress.NONE, new AtomicBoolean());
    }

    /**
     * Trains.
     *
     * @param train labelled data, which is read once per kind of model unless it is loaded
     * @param valid labelled data to choose by; null for cross-validation
     * @param stop what ends the trials when it becomes true: the best so far is the model
     * @throws InputException if a file is not as it should be, there is too little to learn from, or the measure is undefined on
     *     all that validates
     */
    public Training train(QuerySource train, @Nullable QuerySource valid, Progress progress, AtomicBoolean stop) {
        return train(new Files(train, valid), progress, new BudgetClock(budget, stop, System::nanoTime));
    }

    /** By a clock that is given. */
    Training train(Files files, Progress progress, BudgetClock clock) {
        return new Trials(files, progress, clock).train();
    }

    /**
     * One that was tried.
     *
     * @param folds what it comes to without each fold, where the figure takes fits of its own; else none
     */
    private record Tried(Contender contender, TrainingRun<?> run, Choice choice, List<Choice> folds, double seconds) {}

    private final class Trials {
        private final Files files;
        private final Progress progress;
        private final BudgetClock clock;
        private final List<Tried> tried = new ArrayList<>();
        private final List<LeftOut> leftOut = new ArrayList<>();
        private final Contenders kinds;

        Trials(Files files, Progress progress, BudgetClock clock) {
            this.files = files;
            this.progress = progress;
            this.clock = clock;
            this.kinds = new Contenders(task, scope, settings);
        }

        /** Whether the figure takes fits of its own, one per fold. */
        private boolean isNested() {
            return task.isNested() && files.valid() == null;
        }

        Training train() {
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
            if (tried.size() >= budget.trials()) {
                return "the budget is " + budget.trials() + (budget.trials() == 1 ? " trial" : " trials");
            }
            if (work + next.seconds() > budget.work()) {
                return String.format(
                        Locale.ROOT,
                        "it may take %.0f minutes; a budget of more gives it time",
                        next.seconds() / 60 + 1);
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
            List<Choice> folds = isNested() ? run.withoutFolds() : List.of();
            double took = clock.elapsed() - begun;
            tried.add(new Tried(next, run, choice, folds, took));
            Estimate value =
                    contest(List.of(choice)).decide().standings().get(0).value();
            progress.tried(String.format(
                    Locale.ROOT,
                    "%s: %s %.4f ± %.4f, %.1f s%s",
                    next.name(),
                    criterion(),
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
            int features = view(task).input(first.choice.scorer().inputs());
            int fits = files.valid() == null ? settings.folds() + 1 : 1;
            return new Contenders.Size(first.run.rows(), features, fits, first.run.isGuided(), first.run.hasGaps());
        }

        private String criterion() {
            return task.isNested() ? "loss" : task.measureName();
        }

        private Contest contest(List<Choice> choices) {
            return new Contest(choices.stream().map(Choice::values).toList(), task.choosesLarger(), settings.seed());
        }

        private Training finish() {
            List<Choice> choices = tried.stream().map(Tried::choice).toList();
            Contest contest = contest(choices);
            Contest.Verdict verdict = contest.decide();
            Tried winner = tried.get(verdict.chosen());
            Estimate value;
            Result valid;
            if (isNested()) {
                Judgement nested = TrainingRun.nested(
                        tried.stream().<TrainingRun<?>>map(Tried::run).toList(),
                        tried.stream().map(Tried::folds).toList(),
                        others -> contest(others).decide().chosen());
                valid = nested.result(0);
                value = worth(nested);
            } else if (task.isNested()) {
                Judgement onFile = winner.run.onFile(winner.choice);
                valid = onFile.result(0);
                value = worth(onFile);
            } else {
                value = contest.nested();
                valid = new Result(value.mean(), winner.choice.result().surrogateRisk());
            }
            List<Rival> rivals = verdict.rivals(
                    tried.stream().map(each -> each.contender.name()).toList(),
                    choices.stream().map(Choice::settings).toList());
            ModelChoice choice =
                    new ModelChoice(criterion(), winner.run.judgedOn(contest.instances()), value, rivals, leftOut);
            Training training = winner.run.finish(winner.choice, new Ending(valid, choice));
            return new Training(
                    training.model(),
                    training.train(),
                    training.valid(),
                    training.folds(),
                    trials(winner),
                    training.notes(),
                    laps(training));
        }

        /** By the task's measure. */
        private Estimate worth(Judgement judgement) {
            return new Contest(List.of(judgement.each()), task.largerIsBetter(), settings.seed())
                    .decide()
                    .standings()
                    .get(0)
                    .value();
        }

        /** All candidates of all kinds; those of other views under names of their own. */
        private List<Trial> trials(Tried winner) {
            return tried.stream()
                    .flatMap(each -> each.choice.tried(each.contender.name(), each.equals(winner)).stream())
                    .toList();
        }

        private Map<String, Double> laps(Training training) {
            Map<String, Double> laps = new LinkedHashMap<>();
            tried.forEach(each -> laps.put(each.contender.name(), each.seconds));
            Double evaluated = training.seconds().get("evaluate");
            if (evaluated != null) {
                laps.put("evaluate", evaluated);
            }
            return laps;
        }
    }
}
