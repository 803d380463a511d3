package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.model.RankerFits.Candidate;
import io.plumbrank.model.TreeBoosting.Boosted;
import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
        TreeBoosting boosting = new TreeBoosting(settings, trainer.learner(), folds, progress);
        Loaded all = load(train, boosting);
        Loaded held = valid == null ? all : load(valid, boosting);
        int inputs = all.queries.stream().mapToInt(Query::featureCount).max().orElse(0);
        Surrogate surrogate = spec.trained(spec.needsRange() ? range(all.labels, held.labels) : UtilityRange.ZERO);
        for (Loaded part : List.of(all, held)) {
            TreeBoosting.requireMatrix(part.labels.data(), part.labels.rows(), features.width(inputs));
            requireItemWeights(part.labels, surrogate);
        }
        for (int fold = 0; folds != null && fold < folds.count(); fold++) {
            ValidationCheck.requireFold(trainer.measure().measure(), train, inFold(all.queries, fold));
        }
        start = Laps.lap(seconds, "load", start);

        Boosted<TreeItems> boosted =
                boosting.boost(items(all, surrogate, inputs), valid == null ? null : items(held, surrogate, inputs));
        Laps.lap(seconds, "boost", start);
        return new RankerFits(
                List.of(new Candidate(surrogate, TreeBoosting.lambda(settings))),
                boosted.validation(),
                only -> boosted.whole(),
                all.labels,
                only -> List.of(boosted.note()));
    }

    /** The queries of a file, their utilities, and what was seen of all labels. */
    private record Loaded(QueryLabels labels, List<Query> queries, List<double[]> utilities) {}

    private Loaded load(QuerySource source, TreeBoosting boosting) {
        Loaded part = new Loaded(new QueryLabels(target, source), new ArrayList<>(), new ArrayList<>());
        source.visit(query -> {
            part.queries.add(query);
            part.utilities.add(part.labels.encode(query));
        });
        boosting.requireCount(source, part.queries.size(), "queries");
        return part;
    }

    private List<Query> inFold(List<Query> queries, int fold) {
        int[] numbers = IntStream.range(0, queries.size())
                .filter(number -> folds != null && folds.of(number) == fold)
                .toArray();
        return TreeItems.pick(queries, numbers);
    }

    private TreeItems items(Loaded part, Surrogate surrogate, int inputs) {
        List<double[]> weights = new ArrayList<>();
        for (Query query : part.queries) {
            double[] own = new double[query.size()];
            Arrays.setAll(own, item -> query.weight() * query.itemWeight(item));
            weights.add(own);
        }
        return new TreeItems(
                part.labels.data(),
                part.queries,
                part.utilities,
                weights,
                surrogate,
                features,
                inputs,
                trainer.measure().measure(),
                trainer.learner().threads());
    }

    private UtilityRange range(QueryLabels labels, QueryLabels others) {
        int mostItems = Math.max(labels.summary().mostItems(), others.summary().mostItems());
        return target.utilityRange(mostItems).orElseGet(() -> labels.range().including(others.range()));
    }

    /** A gradient is multiplied by the weight of its item, which is right for sums over items alone. */
    private static void requireItemWeights(QueryLabels labels, Surrogate surrogate) {
        if (labels.hasItemWeights() && !(surrogate instanceof PointwiseSurrogate)) {
            throw new InputException(
                    labels.data().file().toString(),
                    0,
                    "weights of items",
                    "none with trees and " + surrogate.text()
                            + ": surrogates of single items, such as squared, take them");
        }
    }
}
