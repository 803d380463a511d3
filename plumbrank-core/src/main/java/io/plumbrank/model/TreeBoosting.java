package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeLearner;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Boosts trees until validation stops them: on the validation file if there is one; else each fold stops trees that are fitted
 * without it, and the trees of the final model, fitted to all, are as many as those were on average.
 */
final class TreeBoosting {
    /** The names that XGBoost has for how many rounds there are, and for when to stop before. */
    private static final Set<String> ROUNDS =
            Set.of("num_round", "num_boost_round", "n_estimators", "early_stopping_rounds");
    /** The longest array that every JVM can make. */
    private static final long LONGEST = Integer.MAX_VALUE - 8;

    private final TreeSettings settings;
    private final RidgeLearner learner;
    private final @Nullable Folds folds;
    private final Progress progress;

    /**
     * @param learner whose seed and threads count
     * @param folds null for a validation file
     */
    TreeBoosting(TreeSettings settings, RidgeLearner learner, @Nullable Folds folds, Progress progress) {
        this.settings = settings;
        this.learner = learner;
        this.folds = folds;
        this.progress = progress;
    }

    /**
     * @param whole the trees that were fitted to all of the training data
     * @param stopped these with what stopped them, or those of each fold, fitted without it
     * @param note a whole sentence
     */
    record Boosted<E>(TreeEnsemble whole, List<Stopped<E>> stopped, String note) {
        /** The trees that were stopped, in the order of the folds. */
        List<Scorer> validation() {
            return stopped.stream().<Scorer>map(Stopped::trees).toList();
        }
    }

    /**
     * @param held what trees were not fitted to
     * @param measure of their scores there, larger the better
     */
    record Stopped<E>(E held, TreeEnsemble trees, double measure) {}

    /**
     * Boosts.
     *
     * @param all what to fit to
     * @param held the validation file; null where there are folds
     */
    <E extends TreeExamples<E>> Boosted<E> boost(E all, @Nullable E held) {
        return folds == null ? stopOn(all, Objects.requireNonNull(held)) : overFolds(all, folds);
    }

    private <E extends TreeExamples<E>> Boosted<E> stopOn(E all, E held) {
        TreeFit fit = fit(validated(task(all, -1), held, -1), settings.parameters(), "boost");
        String note = trees(fit) + "; boosting " + resumed(fit) + "stopped after " + count(fit.roundsTried(), "round")
                + "." + unsplit(fit);
        return new Boosted<>(fit.ensemble(), List.of(stopped(held, fit)), note);
    }

    private <E extends TreeExamples<E>> Boosted<E> overFolds(E all, Folds split) {
        List<Stopped<E>> stopped = new ArrayList<>();
        double rounds = 0;
        for (int fold = 0; fold < split.count(); fold++) {
            int only = fold;
            E in = all.only(number -> split.of(number) == only);
            E others = all.only(number -> split.of(number) != only);
            TreeTask task = validated(task(others, fold), in, fold);
            TreeFit fit = fit(task, settings.parameters(), "boost without fold " + (fold + 1));
            stopped.add(stopped(in, fit));
            rounds += (double) fit.rounds() / split.count();
        }
        Map<String, String> parameters = new HashMap<>(settings.parameters());
        parameters.keySet().removeAll(ROUNDS);
        parameters.put("num_round", Integer.toString((int) Math.max(1, Math.rint(rounds))));
        TreeFit whole = fit(task(all, -1), parameters, "boost");
        String note = trees(whole) + "; that is how many rounds were best on the folds, on average." + unsplit(whole);
        return new Boosted<>(whole.ensemble(), stopped, note);
    }

    private static <E> Stopped<E> stopped(E held, TreeFit fit) {
        return new Stopped<>(held, fit.ensemble(), fit.measures().get(fit.rounds() - 1));
    }

    private static TreeTask task(TreeExamples<?> examples, int fold) {
        requireWeight(examples.source(), examples.weight(), fold);
        return examples.task();
    }

    private static TreeTask validated(TreeTask task, TreeExamples<?> held, int fold) {
        requireWeight(held.source(), held.weight(), fold);
        TreeTask.Validation validation = held.validation();
        return task.withValidation(validation.rows(), validation.measure());
    }

    private TreeFit fit(TreeTask rows, Map<String, String> parameters, String what) {
        progress.begin(what);
        TreeTask task = rows.withParameters(parameters)
                .withSeed(learner.seed())
                .withThreads(learner.threads())
                .withProgress((round, measure) -> progress.rows(round));
        if (settings.checkpoints() != null && folds == null) {
            task = task.withCheckpoints(settings.checkpoints(), settings.every(), settings.resume());
        }
        return TreeLearner.find().fit(task);
    }

    private String resumed(TreeFit fit) {
        if (!settings.resume()) {
            return "";
        }
        return fit.resumedAfter() > 0
                ? "went on from the checkpoint after " + count(fit.resumedAfter(), "round") + " and "
                : "found no checkpoint, began anew and ";
    }

    /** What to say of trees that are all leaves. */
    private static String unsplit(TreeFit fit) {
        boolean constant = fit.ensemble().members().stream()
                .allMatch(member -> member.tree().depth() == 0);
        return constant
                ? " No tree has a split, so all scores are equal: the features tell nothing, or min_child_weight, gamma or lambda"
                        + " (--param) are too large."
                : "";
    }

    private static String trees(TreeFit fit) {
        int outputs = fit.ensemble().outputs();
        return "The model has " + count(fit.rounds() * outputs, "tree")
                + (outputs == 1 ? "" : ", " + outputs + " a round");
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** What each regularises leaves by. */
    static double lambda(TreeSettings settings) {
        Map<String, String> parameters = settings.parameters();
        return Double.parseDouble(parameters.getOrDefault("lambda", parameters.getOrDefault("reg_lambda", "1")));
    }

    /**
     * Makes sure that there are values, and that all go into one array.
     *
     * @param width features, or outputs, a row
     */
    static void requireMatrix(QuerySource source, long rows, int width) {
        if (width < 1) {
            throw new InputException(source.file().toString(), 0, "no features", "at least one, for trees to split on");
        }
        if (rows > LONGEST / width) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    rows + " rows of " + width + " values",
                    "at most " + LONGEST + " in all for trees, which are fitted in memory; --model linear streams");
        }
    }

    /**
     * Makes sure that there is something, in every fold.
     *
     * @param what there is too little of, in the plural
     */
    void requireCount(QuerySource source, int count, String what) {
        if (count < (folds == null ? 1 : folds.count())) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    count + " " + what,
                    folds == null
                            ? "at least one"
                            : "at least one for each of the " + folds.count()
                                    + " folds (--folds), or a file for --valid");
        }
    }

    /**
     * Makes sure that something counts.
     *
     * @param weight of all rows together
     * @param fold that they are in or not in, −1 for none
     */
    private static void requireWeight(QuerySource source, double weight, int fold) {
        if (!(weight > 0)) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    "no row with a positive weight" + (fold < 0 ? "" : " for fold " + (fold + 1)),
                    fold < 0 ? "at least one" : "some in every fold: fewer --folds, or a file for --valid");
        }
    }
}
