package io.plumbrank.theory.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.surrogates.WideSmoothHinge;
import java.util.List;
import org.junit.jupiter.api.Test;

class TightnessTableTest {

    @Test
    void noConstantIsExceededUnderItsConditionsAndMostAreReached() {
        List<TightnessTable.Row> rows = TightnessTable.rows(1000, 1, 2);
        assertThat(rows).hasSize(11).allSatisfy(row -> {
            assertThat(row.ratios()).allSatisfy(ratio -> assertThat(ratio).isLessThanOrEqualTo(1 + 1e-9));
            double reached = row.surrogate().startsWith("smooth-hinge") ? .49 : .99;
            assertThat(row.ratios().get(0)).as(row.surrogate()).isGreaterThan(reached);
        });
        TightnessTable.Row pairwise = rows.stream()
                .filter(row -> row.surrogate().equals("pairwise-squared"))
                .findFirst()
                .orElseThrow();
        for (int k = 0; k < 3; k++) {
            assertThat(pairwise.ratios().get(k)).isCloseTo(Math.sqrt(2.0 / TightnessTable.ITEMS.get(k)), within(1e-6));
        }
    }

    /** For α ≥ 1 the loss is a squared hinge over 2α, so the ratio of the tight constant and the stated one is α/2. */
    @Test
    void theSmoothHingesConstantFailsFromTwoOnWhateverEtaIs() {
        for (TightnessTable.Row row : TightnessTable.smoothHingeOutside(500, 1, 2)) {
            double alpha = Double.parseDouble(row.surrogate().replaceAll("[^0-9]", ""));
            assertThat(row.ratios().get(0)).as(row.surrogate()).isCloseTo(alpha / 2, within(1e-3));
        }
        double small = new RegretSearch(500, 1, null, 1)
                .largestRatio(CalibrationProblems.ofSurrogate(
                        RankingTargets.of(MeasureSpec.parse("wta")),
                        LabelSpace.grades(2, 1),
                        new WideSmoothHinge(1, 3)));
        assertThat(small).isCloseTo(1.5, within(1e-3));
    }
}
