package io.plumbrank.target;

import io.plumbrank.target.Guarantee.Calibration;
import java.util.List;

/** The words that the guarantees of all losses over classes share. */
final class Promises {
    static final String THEOREM = "RAT13, Theorem 3";
    static final String OVER = "all functions of the features";
    static final String FUNCTION_CLASS =
            "the smallest expected loss for a model that cannot express the expected encoding as a function of the"
                    + " features, such as a linear model where the truth is not linear; a richer model can.";

    private Promises() {}

    /** Theorem 3 with an exact factorisation. */
    static Guarantee exact(double regretConstant) {
        return new Guarantee(
                Calibration.ALWAYS, THEOREM, null, new RegretBound(regretConstant), OVER, List.of(FUNCTION_CLASS));
    }
}
