package io.plumbrank.learn.trees;

import io.plumbrank.learn.Checkpoints;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Boosts trees to all instances, and stops them on a file, or on folds that they were not fitted to. */
public final class Boosting<I extends Instance> {
    /** The names that XGBoost has for how many rounds there are, and for when to stop before. */
    private static final Set<String> ROUNDS =
            Set.of("num_round", "num_boost_round", "n_estimators", "early_stopping_rounds");

    /** The time of the boosting of all rows, which are more than those without a fold; 1 is that of a fold. */
    private static final double WHOLE = 1.25;

    private static final String OUT_OF_TIME = ", when no time was left";

    private final BoostingSpec spec;
    private final Plan<I> plan;
    private final Progress clock;

    /** @param share of the time that is left, which the boosting may take */
    public Boosting(BoostingSpec spec, Plan<I> plan, double share) {
        this.spec = spec;
        this.plan = plan;
        this.clock = plan.progress().patient().slice(share);
    }

    /** Instances as rows of trees, by their numbers. */
    public interface View {
        Instances<?> source();

        /** The weight of all rows together. */
        double weight(int[] numbers);

        /** What to fit: rows, targets, weights and surrogate. */
        TreeProblem problem(int[] numbers);

        /** What stops: rows, and the measure of their scores, larger the better. */
        TreeProblem.Validation validation(int[] numbers);
    }

    /**
     * @param whole the trees that were fitted to all instances
     * @param stopped those of each fold, fitted without it; empty where a file stopped the whole
     * @param note a whole sentence
     */
    public record Result(TreeEnsemble whole, List<TreeEnsemble> stopped, String note) {
        /** The trees that were not fitted to an instance. */
        TreeEnsemble without(int fold) {
            return stopped.isEmpty() ? whole : stopped.get(fold);
        }
    }

    /** Fits trees to instances, wherever they are. */
    @FunctionalInterface
    public interface Fits {
        /**
         * @param fold that is held out; −1 for none
         * @param stopped whether boosting is stopped, by the fold, or by the file where there is none
         * @param progress told after each round
         */
        TreeFit fit(int fold, boolean stopped, Map<String, String> parameters, TreeProblem.Progress progress);
    }

    /** On instances that are in memory. */
    public Result boost(View train, View held, int[] all, int[] stopping) {
        return boost((fold, stopped, parameters, progress) -> {
            boolean whole = fold < 0;
            TreeProblem problem = problem(train, whole ? all : numbers(all.length, fold, false), fold);
            if (stopped) {
                problem = whole
                        ? validated(problem, held, stopping, -1)
                        : validated(problem, train, numbers(all.length, fold, true), fold);
            }
            return fit(problem.withProgress(progress), parameters);
        });
    }

    private int[] numbers(int count, int fold, boolean in) {
        return Objects.requireNonNull(plan.holdout().folds()).numbers(count, fold, in);
    }

    /** On instances anywhere. */
    public Result boost(Fits fits) {
        Folds folds = plan.holdout().folds();
        if (folds != null) {
            return overFolds(fits, folds);
        }
        Ending ending = new Ending(clock, "boost", spec.parameters());
        TreeFit fit = fits.fit(-1, true, spec.parameters(), ending);
        String note = trees(fit) + "; boosting " + resumed(fit) + "stopped after " + count(fit.roundsTried(), "round")
                + (ending.over ? OUT_OF_TIME : "") + "." + unsplit(fit);
        return new Result(fit.ensemble(), List.of(), note);
    }

    private Result overFolds(Fits fits, Folds folds) {
        List<TreeEnsemble> stopped = new ArrayList<>();
        double rounds = 0;
        boolean over = false;
        for (int fold = 0; fold < folds.count(); fold++) {
            Map<String, String> own = spec.parameters();
            Progress part = clock.slice(1 / (folds.count() - fold + WHOLE));
            Ending ending = new Ending(part, "boost without fold " + (fold + 1), own);
            TreeFit fit = fits.fit(fold, true, own, ending);
            stopped.add(fit.ensemble());
            rounds += (double) fit.rounds() / folds.count();
            over |= ending.over;
        }
        Map<String, String> parameters = new HashMap<>(spec.parameters());
        parameters.keySet().removeAll(ROUNDS);
        parameters.put("num_round", Integer.toString((int) Math.max(1, Math.rint(rounds))));
        TreeFit whole = fits.fit(-1, false, parameters, new Ending(clock, "boost", parameters));
        String note = trees(whole) + "; that is how many rounds were best on the folds, on average"
                + (over ? OUT_OF_TIME : "") + "." + unsplit(whole);
        return new Result(whole.ensemble(), stopped, note);
    }

    /** Ends boosting when no time is left, after a round at least. */
    private static final class Ending implements TreeProblem.Progress {
        private final Progress clock;
        private boolean over;

        Ending(Progress clock, String what, Map<String, String> parameters) {
            this.clock = clock;
            clock.begin(what, "rounds", rounds(parameters));
        }

        @Override
        public void round(int round, double measure) {
            clock.at(round);
            clock.measure(measure);
            over = clock.isOver();
        }

        @Override
        public boolean isOver() {
            return over;
        }
    }

    private TreeProblem problem(View view, int[] numbers, int fold) {
        requireWeight(view, numbers, fold);
        return view.problem(numbers);
    }

    private TreeProblem validated(TreeProblem problem, View view, int[] numbers, int fold) {
        requireWeight(view, numbers, fold);
        TreeProblem.Validation validation = view.validation(numbers);
        if (Double.isNaN(validation.measure(new double[validation.rows().rows() * problem.outputs()]))) {
            throw nothingToStopOn(view.source(), fold);
        }
        return problem.withValidation(validation);
    }

    /** The fault of instances on which the measure is undefined; fold −1 where they are not a fold. */
    public static InputException nothingToStopOn(Instances<?> source, int fold) {
        return source.fault(
                "nothing to stop trees on" + (fold < 0 ? "" : " in fold " + (fold + 1))
                        + ": the measure is undefined on all of it",
                fold < 0 ? "labels that the measure can tell apart" : inEveryFold());
    }

    private static String inEveryFold() {
        return "some in every fold: take fewer folds, or a validation file";
    }

    private static void requireWeight(View view, int[] numbers, int fold) {
        if (!(view.weight(numbers) > 0)) {
            throw withoutWeight(view.source(), fold);
        }
    }

    /** The fault of instances that weigh nothing; fold −1 where they are not what is held out, or left, of a fold. */
    public static InputException withoutWeight(Instances<?> source, int fold) {
        return source.fault(
                "no row with a positive weight" + (fold < 0 ? "" : " for fold " + (fold + 1)),
                fold < 0 ? "at least one" : inEveryFold());
    }

    private TreeFit fit(TreeProblem rows, Map<String, String> parameters) {
        TreeProblem problem = rows.withParameters(parameters)
                .withSeed(plan.settings().seed())
                .withThreads(plan.settings().threads());
        Checkpoints kept = spec.checkpoints();
        if (kept != null && !plan.holdout().hasFolds()) {
            problem = problem.withCheckpoints(kept.directory(), kept.every(), kept.resume());
        }
        return spec.engine().fit(problem);
    }

    /** How many rounds there will be at most. */
    private static long rounds(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .filter(parameter -> ROUNDS.contains(parameter.getKey())
                        && !parameter.getKey().equals("early_stopping_rounds"))
                .mapToLong(parameter -> Long.parseLong(parameter.getValue().strip()))
                .findFirst()
                .orElse(TreeEngine.DEFAULT_ROUNDS);
    }

    private String resumed(TreeFit fit) {
        Checkpoints kept = spec.checkpoints();
        if (kept == null || !kept.resume()) {
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
                ? " No tree has a split, so all scores are equal: the features tell nothing, or the parameters min_child_weight,"
                        + " gamma or lambda are too large."
                : "";
    }

    private static String trees(TreeFit fit) {
        int outputs = fit.ensemble().outputs();
        int trees = fit.ensemble().members().size();
        return "The model has " + count(trees, "tree")
                + (trees > fit.rounds()
                        ? ", " + outputs + " per round"
                        : outputs > 1 ? ", each with " + outputs + " outputs" : "");
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
