package io.plumbrank.model;

import io.plumbrank.data.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.GroupGradient;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeLearner;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.model.RankerFits.Candidate;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.UtilityRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fits boosted trees to a surrogate, and stops on the measure itself: on the validation file if there is one; else each fold
 * stops trees that are fitted without it, and the trees of the final model, fitted to all, are as many as those were on
 * average.
 */
final class TreeFitting {
    private final RankerTrainer trainer;
    private final TreeSettings settings;
    private final TreeLearner learner;
    private final SurrogateSpec spec;
    private final RankingTarget<double[]> target;
    private final QueryFeatures features;
    private final @Nullable Folds folds;

    /**
     * @param trainer with one surrogate
     * @param folds null for none
     */
    TreeFitting(RankerTrainer trainer, TreeSettings settings, RankingTarget<double[]> target, @Nullable Folds folds) {
        this.trainer = trainer;
        this.settings = settings;
        this.learner = TreeLearner.find();
        this.spec = trainer.surrogates().get(0);
        this.target = target;
        this.features = trainer.features();
        this.folds = folds;
    }

    /** @param valid null to validate on folds */
    RankerFits fit(QuerySource train, @Nullable QuerySource valid, Progress progress, Map<String, Double> seconds) {
        long start = System.nanoTime();
        progress.begin("load");
        QueryLabels labels = new QueryLabels(target, train);
        List<Query> queries = new ArrayList<>();
        List<double[]> utilities = new ArrayList<>();
        load(train, labels, queries, utilities);
        QueryLabels validLabels = new QueryLabels(target, train);
        List<Query> validQueries = new ArrayList<>();
        if (valid != null) {
            load(valid, validLabels, validQueries, new ArrayList<>());
        }
        UtilityRange range = target.utilityRange(Math.max(
                        labels.summary().mostItems(), validLabels.summary().mostItems()))
                .orElseGet(() -> labels.range().including(validLabels.range()));
        Surrogate surrogate = spec.trained(spec.needsRange() ? range : UtilityRange.ZERO);
        int inputs = queries.stream().mapToInt(Query::featureCount).max().orElse(0);
        start = Laps.lap(seconds, "load", start);

        List<Scorer> validation = new ArrayList<>();
        TreeEnsemble whole;
        int[] all = IntStream.range(0, queries.size()).toArray();
        if (folds == null) {
            Part part = new Part(queries, utilities, all, inputs);
            whole = fit(part, surrogate, new RowMeasure(validQueries, inputs), 0, progress, "boost")
                    .ensemble();
            validation.add(whole);
        } else {
            double rounds = 0;
            for (int fold = 0; fold < folds.count(); fold++) {
                int without = fold;
                int[] in = IntStream.of(all).filter(q -> folds.of(q) != without).toArray();
                List<Query> out = IntStream.of(all)
                        .filter(q -> folds.of(q) == without)
                        .mapToObj(queries::get)
                        .toList();
                Part part = new Part(queries, utilities, in, inputs);
                TreeFit fit = fit(
                        part, surrogate, new RowMeasure(out, inputs), 0, progress, "boost without fold " + (fold + 1));
                validation.add(fit.ensemble());
                rounds += (double) fit.rounds() / folds.count();
            }
            Part part = new Part(queries, utilities, all, inputs);
            int mean = (int) Math.max(1, Math.rint(rounds));
            whole = fit(part, surrogate, null, mean, progress, "boost").ensemble();
        }
        Laps.lap(seconds, "boost", start);
        Candidate candidate = new Candidate(surrogate, lambda());
        List<String> notes = List.of(whole.members().size() + " trees");
        return new RankerFits(List.of(candidate), validation, only -> whole, labels, only -> notes);
    }

    private double lambda() {
        return Double.parseDouble(settings.parameters().getOrDefault("lambda", "1"));
    }

    private void load(QuerySource source, QueryLabels labels, List<Query> queries, List<double[]> utilities) {
        source.visit(query -> {
            queries.add(query);
            utilities.add(labels.encode(query));
        });
        if (queries.isEmpty() || (folds != null && queries.size() < folds.count())) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    queries.size() + " queries",
                    folds == null
                            ? "at least one"
                            : "at least one for each of the " + folds.count()
                                    + " folds (--folds), or a file for --valid");
        }
    }

    /** Some queries as one matrix. */
    private final class Part {
        private final TreeRows rows;
        private final double[] targets;
        private final double[] weights;
        private final int[] groups;

        Part(List<Query> queries, List<double[]> utilities, int[] chosen, int inputs) {
            this.groups = IntStream.of(chosen).map(q -> queries.get(q).size()).toArray();
            int count = IntStream.of(groups).sum();
            this.rows = matrix(IntStream.of(chosen).mapToObj(queries::get).toList(), inputs);
            this.targets = new double[count];
            this.weights = new double[count];
            int row = 0;
            for (int q : chosen) {
                Query query = queries.get(q);
                for (int item = 0; item < query.size(); item++) {
                    targets[row] = utilities.get(q)[item];
                    weights[row++] = query.weight() * query.itemWeight(item);
                }
            }
        }
    }

    private TreeRows matrix(List<Query> queries, int inputs) {
        int width = features.width(inputs);
        long count = queries.stream().mapToLong(Query::size).sum();
        float[] x = new float[Math.toIntExact(count * width)];
        int at = 0;
        for (Query query : queries) {
            float[] rows = features.rows(query, inputs);
            System.arraycopy(rows, 0, x, at, rows.length);
            at += rows.length;
        }
        return new TreeRows(x, width, (int) count);
    }

    /** The measure of validation queries from the scores of their rows; larger is better. */
    private final class RowMeasure {
        private final List<Query> queries;
        private final TreeRows rows;

        RowMeasure(List<Query> queries, int inputs) {
            this.queries = queries;
            this.rows = matrix(queries, inputs);
        }

        double of(double[] scores) {
            double mean = QueryMeans.of(
                    trainer.measure().measure(),
                    queries,
                    scores,
                    trainer.learner().threads());
            return trainer.measure().largerIsBetter() ? mean : -mean;
        }
    }

    private TreeFit fit(
            Part part, Surrogate surrogate, @Nullable RowMeasure valid, int rounds, Progress progress, String what) {
        progress.begin(what);
        Map<String, String> parameters = new HashMap<>(settings.parameters());
        if (rounds > 0) {
            parameters.remove("early_stopping_rounds");
            parameters.put("num_round", Integer.toString(rounds));
        }
        TreeTask task = TreeTask.of(part.rows, part.targets, 1)
                .withWeights(part.weights)
                .withParameters(parameters)
                .withSeed(trainer.learner().seed())
                .withThreads(trainer.learner().threads())
                .withProgress((round, measure) -> progress.rows(round));
        if (surrogate.squareForm().filter(form -> !form.centred()).isEmpty()) {
            task = task.withSurrogate(part.groups, gradients(surrogate));
        }
        if (valid != null) {
            task = task.withValidation(valid.rows, valid::of);
        }
        if (settings.checkpoints() != null && folds == null) {
            task = task.withCheckpoints(settings.checkpoints(), settings.every(), settings.resume());
        }
        return learner.fit(task);
    }

    private static Supplier<GroupGradient> gradients(Surrogate surrogate) {
        return () -> {
            Scratch scratch = new Scratch();
            return (scores, targets, rows, gradient, curvature) -> {
                surrogate.gradientInto(scores, targets, rows, scratch, gradient);
                surrogate.curvatureInto(scores, targets, rows, scratch, curvature);
            };
        };
    }
}
