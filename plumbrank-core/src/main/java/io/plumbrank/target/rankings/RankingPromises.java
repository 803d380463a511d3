package io.plumbrank.target.rankings;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.rankings.OrderPreservation.Proven;
import io.plumbrank.target.rankings.OrderPreservation.Refuted;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The words that the guarantees of ranking targets share, and how target and surrogate make one guarantee. */
final class RankingPromises {
    static final String OVER = "all functions of the whole query with all its items";

    private static final String NOT_PRESERVING = "CUG13, Theorem 3.2, second part: it is not order-preserving";

    /** Where the discount has equal steps, or there is none, no theorem says so of all that are not order-preserving. */
    private static final String COUNTEREXAMPLE = "by a counterexample, which plumbrank check finds";

    private static final String TWO_ITEMS =
            "two items are ordered by which is ahead more often, or by more, and so by their expected utilities";

    private RankingPromises() {}

    /** The promise is over functions of the whole query; this is for an α_i that depends on the label of item i alone. */
    static String itemAlone(Object target) {
        return "the best for a scorer of single items, f(x_i), where relevance depends on more than the item: it attains the"
                + " optimum only where E[α_i | query] depends on x_i alone, which is so for " + target
                + " when relevance depends on the item alone.";
    }

    /** The same for an α_i that depends on the labels of the other items too. */
    static String wholeLabel(Object target) {
        return "the best for a scorer of single items, f(x_i): it attains the optimum only where E[α_i | query] depends on"
                + " x_i alone, which is not so for " + target
                + ", whose α_i carries a factor of the whole label; context features, aggregates over the query's items"
                + " beside each item's own, make the scorer a function of the whole query.";
    }

    /** The same where a pair of items has an α of its own. */
    static String wholeLabelOfPairs(Object target) {
        return "the best for a scorer of single pairs, f(x_i, x_j): it attains the optimum only where E[α_ij | query] depends on"
                + " the two items alone, which is not so for " + target
                + "; context features, aggregates over the query's items beside each item's own, make the scorer a function"
                + " of the whole query.";
    }

    static Guarantee leastSquares(RankingTarget<?> target, String theorem) {
        return calibrated(target, theorem, null);
    }

    static Guarantee of(RankingTarget<?> target, OrderPreservation surrogate, int items) {
        if (surrogate instanceof Proven proven) {
            OptionalDouble factor = target.regretFactor(items);
            RegretBound bound = factor.isPresent() && proven.constant().isPresent()
                    ? new RegretBound(factor.getAsDouble() * proven.constant().getAsDouble())
                    : null;
            return calibrated(target, target.theorem() + "; " + proven.theorem(), bound);
        }
        Refuted refuted = (Refuted) surrogate;
        if (items <= 2 && (refuted.linearInTwo() || target.countsWinsOfTwo())) {
            Guarantee ofTwo = calibrated(target, TWO_ITEMS, null);
            List<String> notPromised = new ArrayList<>(
                    List.of("anything for queries of more than two items: " + CalibratedChoice.clause(target) + "."));
            notPromised.addAll(ofTwo.notPromised());
            return ofTwo.with(null, notPromised);
        }
        List<String> notPromised = new ArrayList<>();
        notPromised.add("the best: " + refuted.because() + "; " + CalibratedChoice.clause(target) + ".");
        notPromised.addAll(target.notPromised());
        String theorem = target.needsOrderPreservation(items) ? NOT_PRESERVING : COUNTEREXAMPLE;
        return new Guarantee(Calibration.NO, theorem, null, null, OVER, notPromised);
    }

    private static Guarantee calibrated(RankingTarget<?> target, String theorem, @Nullable RegretBound bound) {
        return target.conditionWords()
                .map(condition -> new Guarantee(
                        Calibration.UNDER_CONDITION, theorem, condition, bound, OVER, target.notPromised()))
                .orElseGet(() -> new Guarantee(Calibration.ALWAYS, theorem, null, bound, OVER, target.notPromised()));
    }
}
