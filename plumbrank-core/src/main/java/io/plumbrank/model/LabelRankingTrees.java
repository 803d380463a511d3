package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.model.LabelRankingTraining.Trial;
import io.plumbrank.model.TreeBoosting.Boosted;
import io.plumbrank.model.TreeBoosting.Stopped;
import io.plumbrank.target.LabelRankingTarget;
import io.plumbrank.util.InOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Boosts trees for each target and each of some parameters, stopped on the measure as {@link TreeBoosting} says, and chooses those
 * with the smallest mean loss on what stopped them.
 *
 * @param source where rows come from
 * @param parameters what to choose from, by XGBoost's names
 * @param seed of the inner folds and of the trees
 */
record LabelRankingTrees(QuerySource source, List<Map<String, String>> parameters, long seed) {
    /** Folds that stop trees where there is no validation file. */
    static final int INNER_FOLDS = 5;

    /** The parameters in words. */
    static String text(Map<String, String> parameters) {
        String all = new TreeMap<>(parameters).toString();
        return parameters.isEmpty()
                ? "trees"
                : "trees(" + all.substring(1, all.length() - 1).replace(" ", "") + ")";
    }

    /**
     * Chooses.
     *
     * @param held the validation file; null for folds of the rows
     * @param threads how many candidates are boosted at a time; each has one, so that threads change no bit
     */
    LabelRankingChoice choose(
            LabelRankingExamples rows,
            @Nullable LabelRankingExamples held,
            List<LabelRankingTarget> targets,
            int threads) {
        List<LabelRankingChoice> choices = new ArrayList<>();
        try (InOrder<LabelRankingChoice> workers = new InOrder<>(threads, "plumbrank-trees", choices::add)) {
            for (Map<String, String> each : parameters) {
                int first = 0;
                for (LabelRankingTarget target : targets) {
                    int from = first;
                    workers.submit(() -> boost(rows, held, target, from, each));
                    first += target.encodedSize();
                }
            }
            workers.finish();
        }
        List<Trial> tried = new ArrayList<>();
        LabelRankingChoice best = choices.get(0);
        for (LabelRankingChoice choice : choices) {
            tried.addAll(choice.tried());
            best = choice.loss() < best.loss() ? choice : best;
        }
        return best.outOf(tried);
    }

    private LabelRankingChoice boost(
            LabelRankingExamples rows,
            @Nullable LabelRankingExamples held,
            LabelRankingTarget target,
            int first,
            Map<String, String> each) {
        TreeSettings settings = TreeSettings.defaults().withParameters(each);
        LabelRankingTarget quick = LabelRankingChoice.quick(target);
        Boosted<LabelRankingRows> boosted = new TreeBoosting(
                        settings,
                        RidgeLearner.linear().withSeed(seed).withThreads(1),
                        held == null ? new Folds(INNER_FOLDS, seed) : null,
                        Progress.NONE)
                .boost(
                        new LabelRankingRows(source, rows, quick, first),
                        held == null ? null : new LabelRankingRows(source, held, quick, first));
        double loss = 0;
        double weight = 0;
        for (Stopped<LabelRankingRows> stopped : boosted.stopped()) {
            loss += stopped.held().loss(stopped.trees());
            weight += stopped.held().weight();
        }
        double lambda = TreeBoosting.lambda(settings);
        Trial trial = new Trial(text(each), target.form().surrogate(), lambda, loss / weight);
        return new LabelRankingChoice(
                trial.features(),
                target,
                lambda,
                trial.loss(),
                boosted.whole(),
                List.of(trial),
                List.of(boosted.note()));
    }
}
