package io.plumbrank.target.rankings;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.target.OrderPreservation.Proven;
import io.plumbrank.target.OrderPreservation.Refuted;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.rankings.RankingTarget.CalibratedChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** How a target and a surrogate make one guarantee. */
final class RankingPromises {
    static final String OVER = "all functions of the whole query with all its items";

    private static final String NOT_PRESERVING = "CUG13, Theorem 3.2, second part: it is not order-preserving";

    /** Where the discount has equal steps, or there is none, no theorem says so of all that are not order-preserving. */
    private static final String COUNTEREXAMPLE = "by a counterexample, which plumbrank check finds";

    private static final String TWO_ITEMS =
            "two items are ordered by which is ahead more often, or by more, and so by their expected utilities";

    private RankingPromises() {}

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
