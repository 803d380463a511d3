package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.BlockSums;
import io.plumbrank.learn.FeatureMap;
import io.plumbrank.learn.GroupSums;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.learn.RidgeProblem;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.SumsPass;
import io.plumbrank.model.RankerFits.Candidate;
import io.plumbrank.surrogate.SquareForm;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Fits all surrogates that are squares, and all λ, from one pass over the queries. */
final class RidgeFitting {
    private final RankerTrainer trainer;
    private final RidgeLearner learner;
    private final QueryFeatures features;
    private final RankingTarget<Query> target;
    private final @Nullable Folds folds;
    private final List<Surrogate> surrogates;
    private final double targetFactor;

    /**
     * @param trainer whose surrogates are squares of equally scaled targets
     * @param folds null for none
     */
    RidgeFitting(RankerTrainer trainer, RankingTarget<Query> target, @Nullable Folds folds) {
        this.trainer = trainer;
        this.learner = trainer.learner();
        this.features = trainer.features();
        this.target = target;
        this.folds = folds;
        this.surrogates = trainer.surrogates().stream()
                .map(spec -> spec.trained(UtilityRange.ZERO))
                .toList();
        this.targetFactor = form(surrogates.get(0)).targetFactor();
    }

    /** Whether all surrogates are squares, of equally scaled targets and equally scaled themselves. */
    static boolean areSquares(List<SurrogateSpec> surrogates) {
        List<Optional<SquareForm>> forms = surrogates.stream()
                .map(spec -> spec.needsRange()
                        ? Optional.<SquareForm>empty()
                        : spec.trained(UtilityRange.ZERO).squareForm())
                .map(form -> form.map(square -> new SquareForm(square.targetFactor(), square.lossFactor(), false)))
                .distinct()
                .toList();
        return forms.size() == 1 && forms.get(0).isPresent();
    }

    private static SquareForm form(Surrogate surrogate) {
        return surrogate.squareForm().orElseThrow();
    }

    RankerFits fit(QuerySource train, Progress progress, Map<String, Double> seconds) {
        long start = System.nanoTime();
        progress.begin("sum");
        QueryLabels labels = new QueryLabels(target, train);
        List<GroupSums> sums = sums(train, labels, progress);
        start = Laps.lap(seconds, "sum", start);

        double[] lambdas = lambdas();
        List<RidgePath> whole = paths(sum(sums, -1));
        List<Scorer> validation = new ArrayList<>();
        if (folds == null) {
            validation.add(stacked(whole, lambdas));
        } else {
            for (int fold = 0; fold < folds.count(); fold++) {
                validation.add(stacked(paths(sum(sums, fold)), lambdas));
            }
        }
        Laps.lap(seconds, "solve", start);

        List<Candidate> candidates = new ArrayList<>();
        for (Surrogate surrogate : surrogates) {
            Arrays.stream(lambdas).forEach(lambda -> candidates.add(new Candidate(surrogate, lambda)));
        }
        return new RankerFits(
                candidates,
                validation,
                c -> {
                    int surrogate = c / lambdas.length;
                    return stacked(List.of(whole.get(surrogate)), List.of(surrogates.get(surrogate)), new double[] {
                        lambdas[c % lambdas.length]
                    });
                },
                labels,
                chosen -> List.of());
    }

    /**
     * 25 values from 10⁻⁸ to 10⁴, two a decade: the loss of a query is a sum over its items, so the grid reaches as far up
     * above {@link RidgePath#defaultLambdas} as queries have items.
     */
    private double[] lambdas() {
        if (!trainer.lambdas().isEmpty()) {
            return trainer.lambdas().stream().mapToDouble(Double::doubleValue).toArray();
        }
        return IntStream.rangeClosed(-16, 8)
                .mapToDouble(half -> StrictMath.pow(10, half / 2.0))
                .toArray();
    }

    private Scorer stacked(List<RidgePath> paths, double[] lambdas) {
        return stacked(paths, surrogates, lambdas);
    }

    private static Scorer stacked(List<RidgePath> paths, List<Surrogate> surrogates, double[] lambdas) {
        double[] scaled = new double[lambdas.length];
        // all that are fitted together have the same factor
        Arrays.setAll(scaled, l -> lambdas[l] / form(surrogates.get(0)).lossFactor());
        return RidgePath.stackedScorer(paths, scaled);
    }

    /** One path a surrogate. */
    private List<RidgePath> paths(GroupSums sums) {
        return surrogates.stream()
                .map(surrogate ->
                        form(surrogate).centred() ? RidgeProblem.pairwise(sums) : RidgeProblem.pointwise(sums))
                .map(problem -> trainer.standardise() ? problem : problem.unscaled())
                .map(RidgePath::of)
                .toList();
    }

    /** One sum, or one a fold under one feature map, so that they can be added up without each fold in turn. */
    private List<GroupSums> sums(QuerySource train, QueryLabels labels, Progress progress) {
        FeatureMap map = map(train);
        List<SumsPass<GroupSums>> passes = new ArrayList<>();
        try {
            for (int i = 0; i < (folds == null ? 1 : folds.count()); i++) {
                passes.add(learner.groupShard(1, map, 0));
            }
            train.visit(query -> {
                requireRoom(train, query);
                SumsPass<GroupSums> pass = passes.get(folds == null ? 0 : folds.of(labels.queries()));
                add(query, labels.encode(query), pass);
                progress.rows(labels.rows());
            });
            List<GroupSums> sums = new ArrayList<>();
            for (SumsPass<GroupSums> pass : passes) {
                sums.add(total(train, pass.finish(), labels.queries()));
            }
            return sums;
        } finally {
            passes.forEach(SumsPass::close);
        }
    }

    /** Features² numbers for each fold, thread and level of the tree of sums must fit into memory. */
    private void requireRoom(QuerySource train, Query query) {
        if (!(learner.features() instanceof RidgeLearner.Linear)) {
            return;
        }
        int matrices = (folds == null ? 1 : folds.count()) * (learner.threads() + 2);
        double most = Math.floor(Math.sqrt(Runtime.getRuntime().maxMemory() / (8.0 * matrices)));
        int width = features.width(query.featureCount());
        if (width > most) {
            throw new InputException(
                    train.file().toString(),
                    query.firstLine(),
                    "a feature number that makes " + width + " features",
                    String.format(
                            Locale.ROOT,
                            "at most %.0f with %d MB of heap: number the features without gaps, use --model fourier, or set"
                                    + " PLUMBRANK_JAVA_OPTS=-Xmx…",
                            most,
                            Runtime.getRuntime().maxMemory() >> 20));
        }
    }

    private void add(Query query, double[] utilities, SumsPass<GroupSums> pass) {
        int inputs = query.featureCount();
        int width = features.width(inputs);
        float[] rows = features.rows(query, inputs);
        float[] row = new float[width];
        double[] y = new double[1];
        pass.startGroup(query.weight());
        for (int item = 0; item < query.size(); item++) {
            System.arraycopy(rows, item * width, row, 0, width);
            y[0] = targetFactor * utilities[item];
            pass.addToGroup(row, y, query.itemWeight(item));
        }
    }

    /** Of the first rows for a linear model, and for Fourier features of a sample from the whole file. */
    private FeatureMap map(QuerySource train) {
        FeatureSample sample = new FeatureSample(learner.seed());
        boolean linear = learner.features() instanceof RidgeLearner.Linear;
        StopReading.at(train, query -> {
            requireRoom(train, query);
            int inputs = query.featureCount();
            int width = features.width(inputs);
            float[] rows = features.rows(query, inputs);
            for (int item = 0; item < query.size(); item++) {
                sample.add(Arrays.copyOfRange(rows, item * width, (item + 1) * width));
            }
            return linear && sample.isFull();
        });
        return sample.map(learner);
    }

    private GroupSums total(QuerySource train, BlockSums<GroupSums> sums, long queries) {
        return sums.total()
                .filter(total -> total.total().weight() > 0)
                .orElseThrow(() -> Folds.tooFew(train, queries, folds));
    }

    /** The sum of all but one; −1 for all. */
    private static GroupSums sum(List<GroupSums> sums, int without) {
        return IntStream.range(0, sums.size())
                .filter(i -> i != without)
                .mapToObj(sums::get)
                .reduce(GroupSums::plus)
                .orElseThrow();
    }
}
