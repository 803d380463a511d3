package io.plumbrank.kind.classes.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RowLossesTest {
    /** 3.182446 is Student's 97.5 % quantile with 3 degrees of freedom, as tables have it. */
    @Test
    void theIntervalOfAFewRowsIsStudents() {
        RowLosses four = new RowLosses(new double[] {1, 2, 3, 4}, new double[] {2, 2, 2, 2});
        assertThat(four.estimate().mean()).isEqualTo(2.5);
        assertThat(four.estimate().reach()).isCloseTo(3.182446 * Math.sqrt(5.0 / 3) / 2, within(1e-6));
    }

    /** Weights of 3 and 1 are as good as (3 + 1)² / (9 + 1) = 1.6 rows. */
    @Test
    void unequalWeightsAreFewerRows() {
        RowLosses two = new RowLosses(new double[] {1, 5}, new double[] {3, 1});
        assertThat(two.estimate().degrees()).isCloseTo(0.6, within(1e-12));
        assertThat(two.estimate().error()).isCloseTo(Math.sqrt(18) / 4 * Math.sqrt(1.6 / 0.6), within(1e-12));
    }

    @Test
    void equalRowsShowNoSpread() {
        assertThat(new RowLosses(new double[] {1, 1, 1}, new double[] {1, 1, 1})
                        .estimate()
                        .reach())
                .isNaN();
        assertThat(new RowLosses(new double[] {1}, new double[] {1}).estimate().reach())
                .isNaN();
    }
}
