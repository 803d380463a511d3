package io.plumbrank.train;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.task.Choosing;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Judgement;
import io.plumbrank.train.TrainingRun.Files;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.InOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Estimates what a choice among kinds of models is worth by nested cross-validation: all that is fitted and chosen is fitted and chosen
 * anew without each fold of the training data, which then judges it. No label of the fold takes part in anything that it judges, so that
 * the estimate is that of the same training with fewer data.
 */
final class OuterFolds {
    /** The time of one fold, as a share of what fits and choices on all data take: a fifth less data, and fewer inner folds. */
    private static final double SHARE = 0.5;

    /** The time of a fold whose choice is made as on all data. */
    private static final double SHARE_OF_NESTED = 0.9;

    /** Over which a choice within the others of a fold is made, where the task has no number of its own. */
    private static final int INNER_FOLDS = 3;

    /** How many times as many instances all folds judge as each model was trained on. */
    static double shared(Settings settings) {
        return (double) settings.folds() / (settings.folds() - 1);
    }

    private final List<Trainer<?>> kinds;
    private final QuerySource train;
    private final Settings settings;
    private final Choosing choosing;
    private final Function<List<Attempt>, Attempt> chooser;

    /**
     * @param kinds to choose from
     * @param chooser takes one of at least one, or blends some
     */
    OuterFolds(List<Trainer<?>> kinds, QuerySource train, Function<List<Attempt>, Attempt> chooser) {
        this.kinds = kinds;
        this.train = train;
        this.settings = kinds.get(0).settings();
        this.choosing = kinds.get(0).task().choosing();
        this.chooser = chooser;
    }

    /** The time of the first fold, as a share of what fits and choices on all data take. */
    static double share(Choosing choosing) {
        return choosing.estimate(false) == Choosing.Estimate.OVER_FOLDS ? SHARE_OF_NESTED : SHARE;
    }

    /**
     * What the choices without some of the folds are worth on these folds.
     *
     * @param folds how many of the folds are judged
     * @param values of each instance
     * @param sums over all of them
     * @param shared how many times as many instances are judged as each model was trained on
     */
    record Outcome(int folds, HeldOutValues values, Judgement sums, double shared) {}

    /**
     * Judges folds, until there is no time for more. The first one keeps what could be fitted in time.
     *
     * @return null where none was judged, since there was no time or nothing can be fitted without the first
     */
    @Nullable
    Outcome judge(Progress progress) {
        Folds folds = new Folds(settings.folds(), settings.seed());
        List<Judgement> judged = new ArrayList<>();
        try (InOrder<Judgement> workers =
                new InOrder<>(choosing.learnersAtATime(settings), "plumbrank-folds", judgement -> {
                    judged.add(judgement);
                    progress.at(judged.size());
                })) {
            progress.begin("estimate", "folds", folds.count());
            judged.add(judge(folds, 0, progress.aside(), choosing.learnersAtATime(settings)));
            progress.at(1);
            for (int fold = 1; fold < folds.count(); fold++) {
                int held = fold;
                workers.submit(() -> judge(folds, held, whole(progress.aside()), 1));
            }
            workers.finish();
        } catch (BudgetWatch.Over e) {
            // those that were judged are the estimate
        } catch (InputException e) {
            if (isRequired()) {
                throw e;
            }
        }
        return judged.isEmpty() ? null : together(judged);
    }

    private boolean isRequired() {
        return choosing.estimate(false) == Choosing.Estimate.OVER_FOLDS;
    }

    private Outcome together(List<Judgement> judged) {
        Judgement sums = judged.get(0).keepingEach(false);
        judged.forEach(sums::add);
        return new Outcome(
                judged.size(),
                HeldOutValues.interleaved(judged.stream().map(Judgement::each).toList()),
                sums,
                (double) judged.size() / (settings.folds() - 1));
    }

    /** A follower that leaves work when time is over, and lets none of it end early. */
    private static Progress whole(Progress progress) {
        return new Progress() {
            @Override
            public void begin(String part, String unit, long total) {
                progress.begin(part, unit, total);
            }

            @Override
            public void at(long done) {
                progress.at(done);
            }

            @Override
            public Progress aside() {
                return whole(progress.aside());
            }
        };
    }

    private Judgement judge(Folds folds, int fold, Progress progress, int parallel) {
        QuerySource others = new FoldSource(train, folds, fold, false);
        List<Attempt> attempts = new ArrayList<>();
        InputException fault = null;
        int tried = 0;
        for (Trainer<?> kind : kinds) {
            if (fold == 0 && !attempts.isEmpty() && progress.isOver()) {
                break;
            }
            boolean first = kind.equals(kinds.get(0));
            Progress own =
                    first && isRequired() && fold == 0 ? Progress.NONE : progress.slice(1.0 / (kinds.size() - tried++));
            try {
                TrainingRun<?> run = TrainingRun.of(inner(kind), new Files(others, null), true, own);
                attempts.add(new Attempt(run, run.choose(parallel)));
            } catch (InputException e) {
                fault = e;
            } catch (BudgetWatch.Over e) {
                if (attempts.isEmpty() || fold > 0) {
                    throw e;
                }
                break;
            }
        }
        if (fault != null && (attempts.isEmpty() || isRequired())) {
            throw fault;
        }
        if (fold == 0 && progress instanceof BudgetWatch watch) {
            watch.release();
        }
        Attempt chosen = chooser.apply(attempts);
        return chosen.run().judge(chosen.choice(), new FoldSource(train, folds, fold, true));
    }

    private Trainer<?> inner(Trainer<?> kind) {
        return isRequired() ? kind : kind.withSettings(settings.withFolds(Math.min(settings.folds(), INNER_FOLDS)));
    }
}
