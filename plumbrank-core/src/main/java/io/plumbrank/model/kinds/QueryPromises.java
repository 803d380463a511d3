package io.plumbrank.model.kinds;

import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.task.LabelSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** What the data take from the promises that are made for a target and a surrogate. */
public final class QueryPromises {
    /** Completes "if …". */
    static final String ITEM_WEIGHTS =
            "the weight of an item depends on the features of its query alone, and on no label";

    private static final String TILTED =
            "anything where weights of items follow the labels: a perfect fit is then E[wα]/E[w], which is ordered otherwise"
                    + " than E[α]; nothing in the data can show that they do not.";

    private static final String IN_TRAINING = ", as in training";

    private QueryPromises() {}

    /**
     * The promise over the queries that training saw.
     *
     * @param ofSize the promise for queries of one size
     */
    public static Guarantee overSizes(LabelSummary labels, MeasureSpec measure, IntFunction<Guarantee> ofSize) {
        List<Integer> sizes = labels.sizes().isEmpty() ? List.of(0) : labels.sizes();
        Guarantee guarantee = Guarantee.overSizes(sizes, ofSize);
        List<String> notPromised = new ArrayList<>(guarantee.notPromised());
        if (labels.weighted().queries()) {
            notPromised.add(
                    "the best where all queries count alike, unless their weights depend on no label: the promise is for"
                            + " means by the weights of queries.");
        }
        notPromised.addAll(RankingTargets.caveats(measure));
        RegretBound bound = guarantee.bound();
        return guarantee.with(bound == null ? null : bound.where(where(sizes)), notPromised);
    }

    /** The promise for queries of other sizes than in training, with words that say so. */
    public static Guarantee ofSizes(Guarantee guarantee, List<Integer> trained, List<Integer> sizes) {
        RegretBound bound = guarantee.bound();
        return bound == null || trained.equals(sizes)
                ? guarantee
                : guarantee.with(
                        new RegretBound(
                                bound.constant(),
                                bound.slack(),
                                bound.dividedBy(),
                                bound.where().replace(IN_TRAINING, "")),
                        guarantee.notPromised());
    }

    private static String where(List<Integer> sizes) {
        int least = sizes.get(0);
        int most = sizes.get(sizes.size() - 1);
        return "for queries of " + (least == most ? "" : least + " to ") + most + " items" + IN_TRAINING;
    }

    /** Weights of items are part of the surrogate and not of the measure. */
    public static Guarantee ofWeightedItems(Guarantee plain) {
        List<String> notPromised = new ArrayList<>(plain.notPromised());
        notPromised.add(0, TILTED);
        return plain.under(ITEM_WEIGHTS).with(plain.bound(), notPromised);
    }

    /**
     * Whether the order of two items may depend on the others.
     *
     * @param additive whether the scorer adds up features, so that what all items share changes nothing
     */
    public static boolean seesTheQuery(QueryFeatures view, boolean additive) {
        boolean byItem = view.standardised() || view.contexts().stream().anyMatch(QueryFeatures.Context::differsByItem);
        return byItem || (!view.contexts().isEmpty() && !additive);
    }
}
