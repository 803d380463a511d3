package io.plumbrank.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.plumbrank.target.Guarantee.Calibration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuaranteeTest {

    @Test
    void aConditionalGuaranteeSaysItsConditionAndBound() {
        Guarantee guarantee = new Guarantee(
                Calibration.UNDER_CONDITION,
                "RAT13, Theorem 7",
                "preferences form no cycle",
                new RegretBound(2, 0.5),
                "all functions of the whole query",
                List.of("anything else."));
        assertThat(guarantee.sentences())
                .containsExactly(
                        "Calibrated (RAT13, Theorem 7) if preferences form no cycle: a perfect fit of the surrogate"
                                + " predicts with the smallest expected loss.",
                        "The smallest expected loss is over all functions of the whole query.",
                        "Regret bound: regret ≤ 2.000 · √(surrogate regret) + 0.5000.",
                        "Not promised: anything else.");
    }

    @Test
    void noGuaranteeIsSaidAsPlainly() {
        Guarantee guarantee =
                new Guarantee(Calibration.NO, "CUG13, Theorem 3.3", null, null, "all functions", List.of());
        assertThat(guarantee.calibration()).hasToString("no");
        assertThat(guarantee.sentences().get(0)).startsWith("Not calibrated (CUG13, Theorem 3.3)");
        assertThat(guarantee.sentences()).hasSize(2);
    }

    @Test
    void aConditionStandsExactlyWhereCalibrationNeedsOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Guarantee(Calibration.ALWAYS, "x", "a condition", null, "y", List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Guarantee(Calibration.UNDER_CONDITION, "x", null, null, "y", List.of()));
    }

    @Test
    void theBoundGrowsWithTheRootOfTheSurrogateRegret() {
        assertThat(new RegretBound(3).at(4)).isEqualTo(6);
        assertThat(new RegretBound(3, 1).at(0)).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new RegretBound(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RegretBound(1, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new RegretBound(1).at(-1e-9));
    }
}
