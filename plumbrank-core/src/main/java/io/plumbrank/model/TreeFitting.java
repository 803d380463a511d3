package io.plumbrank.model;

import io.plumbrank.data.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.trees.GroupGradient;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.model.RankerFits.Candidate;
import io.plumbrank.model.TreeBoosting.Boosted;
import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.UtilityRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Fits boosted trees to a surrogate, and stops on the measure itself, as {@link TreeBoosting} says. */
final class TreeFitting {
    private final RankerTrainer trainer;
    private final TreeSettings settings;
    private final SurrogateSpec spec;
    private final RankingTarget<Query> target;
    private final QueryFeatures features;
    private final @Nullable Folds folds;

    /**
     * @param trainer with one surrogate
     * @param folds null for none
     */
    TreeFitting(RankerTrainer trainer, TreeSettings settings, RankingTarget<Query> target, @Nullable Folds folds) {
        this.trainer = trainer;
        this.settings = settings;
        this.spec = trainer.surrogates().get(0);
        this.target = target;
        this.features = trainer.features();
        this.folds = folds;
    }

    /** @param valid null to validate on folds */
    RankerFits fit(QuerySource train, @Nullable QuerySource valid, Progress progress, Map<String, Double> seconds) {
        long start = System.nanoTime();
        progress.begin("load");
        Part all = load(train);
        Part held = valid == null ? all : load(valid);
        int inputs = all.queries.stream().mapToInt(Query::featureCount).max().orElse(0);
        Surrogate surrogate = spec.trained(spec.needsRange() ? range(all.labels, held.labels) : UtilityRange.ZERO);
        for (Part part : List.of(all, held)) {
            TreeBoosting.requireMatrix(part.source(), part.labels.rows(), features.width(inputs));
            requireItemWeights(part, surrogate);
        }
        start = Laps.lap(seconds, "load", start);

        Boosted boosted = new TreeBoosting(settings, trainer.learner(), folds, progress).boost(fold -> {
            if (fold < 0) {
                TreeTask task = task(all, fold, surrogate, inputs);
                return valid == null ? task : validated(task, held, fold, inputs);
            }
            return validated(task(all.of(fold, false), fold, surrogate, inputs), all.of(fold, true), fold, inputs);
        });
        Laps.lap(seconds, "boost", start);
        return new RankerFits(
                List.of(new Candidate(surrogate, TreeBoosting.lambda(settings))),
                boosted.validation(),
                only -> boosted.whole(),
                all.labels,
                only -> List.of(boosted.note()));
    }

    /** Some queries of a file and their utilities. */
    private final class Part {
        private final QueryLabels labels;
        private final List<Query> queries = new ArrayList<>();
        private final List<double[]> utilities = new ArrayList<>();

        Part(QueryLabels labels) {
            this.labels = labels;
        }

        QuerySource source() {
            return labels.data();
        }

        /** The queries that are in a fold, or those that are not. */
        Part of(int fold, boolean in) {
            Part part = new Part(labels);
            for (int q = 0; q < queries.size(); q++) {
                if (folds != null && (folds.of(q) == fold) == in) {
                    part.queries.add(queries.get(q));
                    part.utilities.add(utilities.get(q));
                }
            }
            return part;
        }

        int rows() {
            return queries.stream().mapToInt(Query::size).sum();
        }

        TreeRows matrix(int inputs) {
            int width = features.width(inputs);
            float[] x = new float[rows() * width];
            int at = 0;
            for (Query query : queries) {
                float[] rows = features.rows(query, inputs);
                System.arraycopy(rows, 0, x, at, rows.length);
                at += rows.length;
            }
            return TreeRows.of(x, width);
        }
    }

    private Part load(QuerySource source) {
        Part part = new Part(new QueryLabels(target, source));
        source.visit(query -> {
            part.queries.add(query);
            part.utilities.add(part.labels.encode(query));
        });
        int count = part.queries.size();
        if (count == 0 || (folds != null && count < folds.count())) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    count + (count == 1 ? " query" : " queries"),
                    folds == null
                            ? "at least one"
                            : "at least one for each of the " + folds.count()
                                    + " folds (--folds), or a file for --valid");
        }
        return part;
    }

    private UtilityRange range(QueryLabels labels, QueryLabels others) {
        int mostItems = Math.max(labels.summary().mostItems(), others.summary().mostItems());
        return target.utilityRange(mostItems).orElseGet(() -> labels.range().including(others.range()));
    }

    /** A gradient is multiplied by the weight of its item, which is right for sums over items alone. */
    private static void requireItemWeights(Part part, Surrogate surrogate) {
        if (part.labels.hasItemWeights() && !(surrogate instanceof PointwiseSurrogate)) {
            throw new InputException(
                    part.source().file().toString(),
                    0,
                    "weights of items",
                    "none with trees and " + surrogate.text()
                            + ": surrogates of single items, such as squared, take them");
        }
    }

    private TreeTask task(Part part, int fold, Surrogate surrogate, int inputs) {
        double[] targets = new double[part.rows()];
        double[] weights = new double[targets.length];
        double sum = 0;
        int row = 0;
        for (int q = 0; q < part.queries.size(); q++) {
            Query query = part.queries.get(q);
            for (int item = 0; item < query.size(); item++) {
                targets[row] = part.utilities.get(q)[item];
                weights[row] = query.weight() * query.itemWeight(item);
                sum += weights[row++];
            }
        }
        TreeBoosting.requireWeight(part.source(), sum, fold);
        TreeTask task = TreeTask.of(part.matrix(inputs), targets, 1).withWeights(weights);
        return isLeastSquares(surrogate)
                ? task
                : task.withSurrogate(part.queries.stream().mapToInt(Query::size).toArray(), gradients(surrogate));
    }

    /** Whether it is least squares on the utilities as they are. */
    private static boolean isLeastSquares(Surrogate surrogate) {
        return surrogate
                .squareForm()
                .map(form -> form.targetFactor() == 1 && !form.centred())
                .orElse(false);
    }

    private TreeTask validated(TreeTask task, Part held, int fold, int inputs) {
        TreeBoosting.requireWeight(
                held.source(), held.queries.stream().mapToDouble(Query::weight).sum(), fold);
        double sign = trainer.measure().largerIsBetter() ? 1 : -1;
        return task.withValidation(
                held.matrix(inputs),
                scores -> sign
                        * QueryMeans.of(
                                trainer.measure().measure(),
                                held.queries,
                                scores,
                                trainer.learner().threads()));
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
