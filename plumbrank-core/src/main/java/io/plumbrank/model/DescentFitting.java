package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.DescentLearner;
import io.plumbrank.learn.DescentPath;
import io.plumbrank.learn.FeatureMap;
import io.plumbrank.learn.GroupLoss;
import io.plumbrank.learn.GroupedRows;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RidgeLearner;
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
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fits a convex surrogate that is no square, for all λ, by L-BFGS over rows in memory. Where items have weights, each is a
 * group of its own, which surrogates of single items do not see.
 */
final class DescentFitting {
    /** One a decade: each costs a descent. */
    private static final double[] LAMBDAS = {1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1e3, 1e4, 1e5};

    private final SurrogateSpec spec;
    private final boolean takesItemWeights;
    private final RidgeLearner ridge;
    private final DescentLearner learner;
    private final QueryFeatures features;
    private final RankingTarget<Query> target;
    private final @Nullable Folds folds;
    private final double[] lambdas;

    /**
     * @param trainer with one surrogate
     * @param folds null for none
     */
    DescentFitting(RankerTrainer trainer, RankingTarget<Query> target, @Nullable Folds folds) {
        this.spec = trainer.surrogates().get(0);
        UtilityRange any = spec.needsRange() ? new UtilityRange(0, 1) : UtilityRange.ZERO;
        this.takesItemWeights = QueryLoss.takesItemWeights(spec.trained(any));
        this.ridge = trainer.learner();
        DescentLearner scaled = DescentLearner.of(trainer.learner());
        this.learner = trainer.standardise() ? scaled : scaled.withoutScaling();
        this.features = trainer.features();
        this.target = target;
        this.folds = folds;
        this.lambdas = trainer.lambdas().isEmpty()
                ? LAMBDAS
                : trainer.lambdas().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The rows of all queries, the query of each group, how much a query weighs, and the rows that fix the feature map. */
    private record Rows(GroupedRows groups, int[] queryOf, double[] queryWeights, FeatureMap map) {}

    /** @param valid whose utilities count for η too; null if there is none */
    RankerFits fit(QuerySource train, @Nullable QuerySource valid, Progress progress, Map<String, Double> seconds) {
        long start = System.nanoTime();
        progress.begin("load");
        QueryLabels labels = new QueryLabels(target, train);
        Rows rows = rows(train, labels, progress);
        Surrogate surrogate = spec.trained(range(labels, valid));
        start = Laps.lap(seconds, "load", start);

        progress.begin("fit");
        List<DescentPath> paths = new ArrayList<>(List.of(fit(rows, -1, surrogate)));
        DescentPath whole = paths.get(0);
        List<Scorer> validation = new ArrayList<>();
        if (folds == null) {
            validation.add(whole.stackedScorer());
        } else {
            for (int fold = 0; fold < folds.count(); fold++) {
                progress.begin("fit without fold " + (fold + 1));
                DescentPath path = fit(rows, fold, surrogate);
                paths.add(path);
                validation.add(path.stackedScorer());
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
                chosen -> notes(paths, chosen, surrogate));
    }

    private Rows rows(QuerySource train, QueryLabels labels, Progress progress) {
        GroupedRows.Builder builder = new GroupedRows.Builder();
        FeatureSample sample = new FeatureSample(ridge.seed());
        List<Integer> queryOf = new ArrayList<>();
        List<Double> queryWeights = new ArrayList<>();
        double[] weightOfFold = new double[folds == null ? 1 : folds.count()];
        train.visit(query -> {
            int number = Math.toIntExact(labels.queries());
            double[] utilities = labels.encode(query);
            if (query.hasItemWeights() && !takesItemWeights) {
                throw QueryLoss.noItemWeights(train, query, spec.name().text());
            }
            int inputs = query.featureCount();
            int width = features.width(inputs);
            float[] x = features.rows(query, inputs);
            queryWeights.add(query.weight());
            for (int item = 0; item < query.size(); item++) {
                if (item == 0 || query.hasItemWeights()) {
                    builder.startGroup(query.weight() * (query.hasItemWeights() ? query.itemWeight(item) : 1));
                    queryOf.add(number);
                }
                float[] row = Arrays.copyOfRange(x, item * width, (item + 1) * width);
                weightOfFold[folds == null ? 0 : folds.of(number)] += query.weight() * query.itemWeight(item);
                sample.add(row);
                builder.add(row, utilities[item]);
            }
            progress.rows(labels.rows());
        });
        if (Arrays.stream(weightOfFold).anyMatch(weight -> !(weight > 0))) {
            throw Folds.tooFew(train, labels.queries(), folds);
        }
        return new Rows(
                builder.build(),
                queryOf.stream().mapToInt(Integer::intValue).toArray(),
                queryWeights.stream().mapToDouble(Double::doubleValue).toArray(),
                sample.map(ridge));
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
        IntPredicate in = query -> folds == null || folds.of(query) != without;
        GroupedRows chosen = rows.groups.subset(group -> in.test(rows.queryOf[group]));
        double queryWeight = IntStream.range(0, rows.queryWeights.length)
                .filter(in)
                .mapToDouble(query -> rows.queryWeights[query])
                .sum();
        double groupWeight =
                IntStream.range(0, chosen.groups()).mapToDouble(chosen::weight).sum();
        double[] scaled = Arrays.stream(lambdas)
                .map(lambda -> lambda * queryWeight / groupWeight)
                .toArray();
        return learner.fit(chosen, rows.map, loss(surrogate), scaled);
    }

    private static Supplier<GroupLoss> loss(Surrogate surrogate) {
        return () -> {
            Scratch scratch = new Scratch();
            return (scores, targets, items, gradient) ->
                    surrogate.gradientInto(scores, targets, items, scratch, gradient);
        };
    }

    private static List<String> notes(List<DescentPath> paths, int chosen, Surrogate surrogate) {
        boolean finished =
                paths.stream().allMatch(path -> path.solutions().get(chosen).converged());
        return finished
                ? List.of()
                : List.of(surrogate.text()
                        + " was not minimised to the end: it has a kink or no minimum there; a larger lambda helps.");
    }
}
