package io.plumbrank.theory.conditions;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.RegretBound;
import io.plumbrank.theory.search.CalibrationProblem;
import io.plumbrank.theory.search.CalibrationProblems;
import io.plumbrank.theory.search.RegretScatter;
import io.plumbrank.theory.surrogates.MethodChoice;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreferenceConditionsTest {
    @Test
    void aCircleBreaksThemAllAndAddedMajoritiesNone() {
        assertThat(PreferenceConditions.breaches(new double[][] {{0, 2, 0}, {0, 0, 3}, {1, 0, 0}}))
                .extracting(Breach::condition)
                .containsExactly(NoiseCondition.DAG, NoiseCondition.SCORES, NoiseCondition.LOW_NOISE);
        assertThat(PreferenceConditions.breaches(new double[][] {{0, 2, 5}, {0, 0, 3}, {0, 0, 0}}))
                .isEmpty();
        // no circle, and the sums agree, but 4 is less than 2 + 3
        assertThat(PreferenceConditions.breaches(new double[][] {{0, 2, 4}, {0, 0, 3}, {0, 0, 0}}))
                .extracting(Breach::condition)
                .containsExactly(NoiseCondition.LOW_NOISE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"squared", "logistic", "pairwise-squared"})
    void noPointOfAScatterLiesAboveItsBound(String surrogate) {
        CalibrationProblem<?, ?> problem =
                CalibrationProblems.ofMeasure(MeasureSpec.parse("ndcg"), 3, MethodChoice.of(surrogate), 1);
        RegretScatter scatter = RegretScatter.of(problem, 300, 7, 2);
        RegretBound bound = Objects.requireNonNull(scatter.bound());
        assertThat(scatter.points())
                .hasSizeGreaterThan(50)
                .allMatch(point -> point.target() <= bound.at(point.surrogate()) * (1 + 1e-6))
                .isEqualTo(RegretScatter.of(problem, 300, 7, 1).points());
    }
}
