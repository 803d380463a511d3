package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key.EmptyQuery;
import io.plumbrank.measure.settings.Key.Relevance;

/**
 * A measure of one query's ranking, as its {@link MeasureSpec} says it. Immutable and thread-safe.
 *
 * <pre>{@code
 * Measure ndcg = MeasureSpec.parse("ndcg@10").measure();
 * double value = ndcg.evaluate(JudgedList.ofScores(scores, grades));
 * }</pre>
 */
public interface Measure {
    /** The text that made it, with every convention filled in. */
    MeasureSpec spec();

    /**
     * The measure of a query.
     *
     * @return NaN when the query does not count, which is when the measure is undefined on it and the spec says
     *     {@code empty=skip}
     */
    double evaluate(JudgedList list);

    /** Whether the measure is undefined on the query (e.g. no relevant item), so that {@code empty} decides; never, by default. */
    default boolean isEmpty(JudgedList list) {
        return false;
    }

    /**
     * What a query adds to the sum that a mean over queries divides by their weights: weight · value, but XGBoost and LightGBM
     * count an unweighted 1 where the measure is undefined.
     *
     * @param value what {@link #evaluate} gave for the list
     */
    default double share(JudgedList list, double value, double weight) {
        return spec().empty() == EmptyQuery.ONE_UNWEIGHTED && isEmpty(list) ? value : weight * value;
    }

    /** The grades 0, 1, … up to this one are enough for small examples to show all that the measure makes of grades. */
    default int tellingGrade() {
        if (spec().isGraded()) {
            return 2;
        }
        Relevance relevance = spec().relevance();
        return Math.max(1, (int) Math.floor(relevance.threshold() + (relevance.strict() ? 1 : 0)));
    }
}
