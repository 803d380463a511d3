package io.plumbrank.target;

import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.Decoder.Exactness;
import io.plumbrank.target.Guarantee.Calibration;
import java.util.ArrayList;
import java.util.List;

/** The words that the guarantees of all losses over classes share. */
public final class Promises {
    public static final String THEOREM = "RAT13, Theorem 3";
    public static final String OVER = "all functions of the features";
    public static final String FUNCTION_CLASS =
            "the smallest expected loss for a model that cannot express the expected encoding as a function of the"
                    + " features, such as a linear model where the truth is not linear; a richer model can.";

    private Promises() {}

    /** Theorem 3 with an exact factorisation. */
    public static Guarantee exact(double regretConstant) {
        return new Guarantee(
                Calibration.ALWAYS, THEOREM, null, new RegretBound(regretConstant), OVER, List.of(FUNCTION_CLASS));
    }

    /**
     * Theorem 3 where the decoder is exact, and what another leaves of it.
     *
     * @param exact the promise with an exact decoder
     * @param meaning of y_ij in the conditions, see {@link NoiseCondition#words(String)}; empty for that of plain labels
     * @param elsewhere what is not promised where a condition fails
     * @param instead goes on from the reason why a decoder promises nothing
     * @param then what is not promised with such a decoder
     */
    public static Guarantee decoded(
            Decoder<?> decoder, Guarantee exact, String meaning, String elsewhere, String instead, List<String> then) {
        Exactness exactness = decoder.promise().exactness();
        return switch (exactness) {
            case PROOF_OR_GAP, ALWAYS -> exact;
            case ACYCLIC -> under(NoiseCondition.DAG.words(meaning), exactness, elsewhere, exact);
            case REINFORCE -> under(NoiseCondition.REINFORCE.words(), exactness, elsewhere, exact);
            case SUMS -> under(NoiseCondition.SCORES.words(meaning), exactness, elsewhere, exact);
            case LOCAL, UNKNOWN ->
                new Guarantee(Calibration.NO, exactness.reason() + instead, null, null, exact.over(), then);
        };
    }

    private static Guarantee under(String condition, Exactness exactness, String elsewhere, Guarantee exact) {
        List<String> notPromised = new ArrayList<>(List.of(elsewhere));
        notPromised.addAll(exact.notPromised());
        return new Guarantee(
                Calibration.UNDER_CONDITION, exactness.reason(), condition, null, exact.over(), notPromised);
    }
}
