package io.plumbrank.model;

import io.plumbrank.data.InputException;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.DescentLearner;
import io.plumbrank.learn.DescentPath;
import io.plumbrank.learn.GroupLoss;
import io.plumbrank.learn.GroupedRows;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Scorer;
import io.plumbrank.model.RankerFits.Candidate;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.UtilityRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fits a convex surrogate that is no square, for all λ, by L-BFGS over rows in memory. Where items have weights, each is a
 * group of its own, which surrogates of single items do not see.
 */
final class DescentFitting {
    /** One a decade: each costs a descent. */
    private static final double[] LAMBDAS = {1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000};

    private final SurrogateSpec spec;
    private final DescentLearner learner;
    private final QueryFeatures features;
    private final RankingTarget<double[]> target;
    private final @Nullable Folds folds;
    private final double[] lambdas;

    /**
     * @param trainer with one surrogate
     * @param folds null for none
     */
    DescentFitting(RankerTrainer trainer, RankingTarget<double[]> target, @Nullable Folds folds) {
        this.spec = trainer.surrogates().get(0);
        DescentLearner scaled = DescentLearner.of(trainer.learner());
        this.learner = trainer.standardise() ? scaled : scaled.withoutScaling();
        this.features = trainer.features();
        this.target = target;
        this.folds = folds;
        this.lambdas = trainer.lambdas().isEmpty()
                ? LAMBDAS
                : trainer.lambdas().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The rows of all queries; the query of each group; and how much all queries weigh over how much all groups do. */
    private record Rows(GroupedRows groups, int[] queryOf, double weightRatio) {}

    /** @param valid whose utilities count for η too; null if there is none */
    RankerFits fit(QuerySource train, @Nullable QuerySource valid, Progress progress, Map<String, Double> seconds) {
        long start = System.nanoTime();
        progress.begin("load");
        QueryLabels labels = new QueryLabels(target, train);
        Rows rows = rows(train, labels, progress);
        Surrogate surrogate = spec.trained(range(labels, valid));
        start = Laps.lap(seconds, "load", start);

        List<String> notes = new ArrayList<>();
        progress.begin("fit");
        DescentPath whole = fit(rows, -1, surrogate);
        noteUnfinished(whole, surrogate, notes);
        List<Scorer> validation = new ArrayList<>();
        if (folds == null) {
            validation.add(whole.stackedScorer());
        } else {
            for (int fold = 0; fold < folds.count(); fold++) {
                progress.begin("fit without fold " + (fold + 1));
                validation.add(fit(rows, fold, surrogate).stackedScorer());
            }
        }
        Laps.lap(seconds, "fit", start);
        return new RankerFits(
                Arrays.stream(lambdas)
                        .mapToObj(lambda -> new Candidate(surrogate, lambda))
                        .toList(),
                validation,
                whole::scorer,
                labels,
                notes);
    }

    private Rows rows(QuerySource train, QueryLabels labels, Progress progress) {
        GroupedRows.Builder builder = new GroupedRows.Builder();
        List<Integer> queryOf = new ArrayList<>();
        double[] weights = new double[2];
        train.visit(query -> {
            int number = Math.toIntExact(labels.queries());
            double[] utilities = labels.encode(query);
            int inputs = query.featureCount();
            int width = features.width(inputs);
            float[] x = features.rows(query, inputs);
            weights[0] += query.weight();
            for (int item = 0; item < query.size(); item++) {
                if (item == 0 || query.hasItemWeights()) {
                    double weight = query.weight() * query.itemWeight(item);
                    builder.startGroup(query.hasItemWeights() ? weight : query.weight());
                    weights[1] += query.hasItemWeights() ? weight : query.weight();
                    queryOf.add(number);
                }
                builder.add(Arrays.copyOfRange(x, item * width, (item + 1) * width), utilities[item]);
            }
            progress.rows(labels.rows());
        });
        if (!(weights[1] > 0) || (folds != null && labels.queries() < folds.count())) {
            throw new InputException(
                    train.file().toString(),
                    0,
                    "too few queries with a positive weight",
                    folds == null
                            ? "at least one"
                            : "at least one for each of the " + folds.count()
                                    + " folds (--folds), or a file for --valid");
        }
        return new Rows(
                builder.build(), queryOf.stream().mapToInt(Integer::intValue).toArray(), weights[0] / weights[1]);
    }

    /** Bounds on the utilities of all labels that training and validation meet. */
    private UtilityRange range(QueryLabels labels, @Nullable QuerySource valid) {
        if (!spec.needsRange()) {
            return UtilityRange.ZERO;
        }
        QueryLabels others = new QueryLabels(target, valid == null ? labels.data() : valid);
        if (valid != null) {
            valid.visit(others::encode);
        }
        int mostItems = Math.max(labels.summary().mostItems(), others.summary().mostItems());
        return target.utilityRange(mostItems).orElseGet(() -> labels.range().including(others.range()));
    }

    /** @param without a fold to leave out, −1 for none */
    private DescentPath fit(Rows rows, int without, Surrogate surrogate) {
        GroupedRows chosen = without < 0 || folds == null
                ? rows.groups
                : rows.groups.subset(group -> folds.of(rows.queryOf[group]) != without);
        double[] scaled =
                Arrays.stream(lambdas).map(lambda -> lambda * rows.weightRatio).toArray();
        return learner.fit(chosen, loss(surrogate), scaled);
    }

    private static Supplier<GroupLoss> loss(Surrogate surrogate) {
        return () -> {
            Scratch scratch = new Scratch();
            return (scores, targets, items, gradient) ->
                    surrogate.gradientInto(scores, targets, items, scratch, gradient);
        };
    }

    private void noteUnfinished(DescentPath path, Surrogate surrogate, List<String> notes) {
        long unfinished = path.solutions().stream()
                .filter(solution -> !solution.converged())
                .count();
        if (unfinished > 0) {
            String which = IntStream.range(0, lambdas.length)
                    .filter(l -> !path.solutions().get(l).converged())
                    .mapToObj(l -> String.format(Locale.ROOT, "%.3g", lambdas[l]))
                    .reduce((a, b) -> a + ", " + b)
                    .orElse("");
            notes.add(surrogate.text() + " was not minimised to the end for lambda " + which
                    + ": it has a kink or no minimum there; a larger lambda helps");
        }
    }
}
