package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.learn.LinearScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Scorer;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.RankingTargets;
import io.plumbrank.target.RegretBound;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the items of a query by their scores. Immutable and thread-safe.
 *
 * <pre>{@code
 * RankerModel model = (RankerModel) ModelFile.read(Path.of("model.json"));
 * Ranking ranking = model.rank(query);
 * String best = query.itemId(ranking.itemAt(0));
 * }</pre>
 *
 * @param measure what it was trained for
 * @param surrogate what training minimised
 * @param scorer f, one output
 * @param features what f sees of an item
 * @param lambda the regularisation that validation chose
 * @param labels what the training labels were like
 * @param provenance where it comes from
 */
public record RankerModel(
        MeasureSpec measure,
        Surrogate surrogate,
        Scorer scorer,
        QueryFeatures features,
        double lambda,
        LabelSummary labels,
        Provenance provenance)
        implements Model, QueryScorer {

    /**
     * What training saw of the labels.
     *
     * @param queries how many there were
     * @param mostItems the size of the largest query, for which bounds are stated
     * @param twoGrades whether no query had more than two distinct grades, which frees pairwise targets of their condition
     * @param leastItemWeight the smallest weight of an item; 1 where items have none
     */
    public record LabelSummary(long queries, int mostItems, boolean twoGrades, double leastItemWeight) {}

    /** @throws IllegalArgumentException if the scorer has more than one output */
    public RankerModel {
        if (scorer.outputs() != 1) {
            throw new IllegalArgumentException("a scorer of " + scorer.outputs() + " outputs for a score an item");
        }
    }

    /** The target that the measure is. */
    public RankingTarget<Query> target() {
        return labels.twoGrades && !measure.takesPreferences()
                ? RankingTargets.ofTwoGrades(measure).labelledBy(Query::labels)
                : RankingTargets.ofQueries(measure);
    }

    /** For queries as large as the largest in training. */
    @Override
    public Guarantee guarantee() {
        RankingTarget<Query> target = target();
        Guarantee guarantee = surrogate.guarantee(target, labels.mostItems);
        List<String> notPromised = new ArrayList<>(guarantee.notPromised());
        if (seesTheQuery()) {
            notPromised.remove(target.singleItemCaveat());
        }
        if (labels.leastItemWeight == 0) {
            notPromised.add("anything for items of weight 0: training does not see them.");
        }
        return new Guarantee(
                guarantee.calibration(),
                guarantee.theorem(),
                guarantee.condition(),
                weighted(guarantee.bound()),
                guarantee.over(),
                notPromised);
    }

    /** Whether the order of two items may depend on the others: aggregates move all scores of a linear scorer alike. */
    private boolean seesTheQuery() {
        boolean byItem =
                features.standardised() || features.contexts().stream().anyMatch(QueryFeatures.Context::differsByItem);
        return byItem || (!features.contexts().isEmpty() && !(scorer instanceof LinearScorer));
    }

    /** The bound for a surrogate whose items count by weight: its regret is at least the least weight times the plain one. */
    private @Nullable RegretBound weighted(@Nullable RegretBound bound) {
        if (bound == null || labels.leastItemWeight == 0) {
            return null;
        }
        return new RegretBound(bound.constant() / Math.sqrt(labels.leastItemWeight));
    }

    @Override
    public List<String> featureNames() {
        return provenance.featureNames();
    }
}
