package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.OrderPreservation;

/** A sum over the pairs of a query's items, which training divides by their number. */
interface PairSum extends Surrogate {
    @Override
    default Surrogate trained() {
        return new PerItem(this);
    }

    /** Σ_{v_i &gt; v_j} w_ij ϕ(s_j − s_i) with a convex ϕ. */
    interface Observed extends PairSum {
        /** w_ij: 1, or v_i − v_j. */
        PairWeight weight();

        @Override
        default OrderPreservation preservation() {
            return new OrderPreservation.Refuted(
                    "a convex loss of the observed pairs can prefer a wrong order, even where noise is low (DMJ10, Theorem 11)",
                    weight() == PairWeight.DIFFERENCE);
        }
    }
}
