package io.plumbrank.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import org.junit.jupiter.api.Test;

class QueryMeanTest {
    private static final JudgedList PERFECT = JudgedList.ofScores(new double[] {2, 1}, new double[] {1, 0});
    private static final JudgedList REVERSED = JudgedList.ofScores(new double[] {1, 2}, new double[] {1, 0});
    private static final JudgedList EMPTY = JudgedList.ofScores(new double[] {1, 2}, new double[] {0, 0});

    private static QueryMean mean(String text) {
        Measure measure = MeasureSpec.parse(text).measure();
        QueryMean first = new QueryMean();
        first.add(measure, PERFECT, 3);
        first.add(measure, REVERSED, 1);
        QueryMean second = new QueryMean();
        second.add(measure, EMPTY, 4);
        first.add(second);
        return first;
    }

    /** Reciprocal ranks 1 and ½ with weights 3 and 1 sum to 3½; the third query has weight 4 and no relevant item. */
    @Test
    void anEmptyQueryCountsAsItsConventionSays() {
        assertThat(mean("rr(empty=zero)").value()).isCloseTo(3.5 / 8, within(1e-15));
        assertThat(mean("rr(empty=one)").value()).isCloseTo(7.5 / 8, within(1e-15));
        assertThat(mean("rr(empty=one-unweighted)").value()).isCloseTo(4.5 / 8, within(1e-15));
        assertThat(mean("rr(empty=skip)").value()).isCloseTo(3.5 / 4, within(1e-15));
        assertThat(mean("rr(empty=skip)").weight()).isEqualTo(4);
    }

    @Test
    void theMeanOfNothingIsNaN() {
        QueryMean mean = new QueryMean();
        assertThat(mean.add(MeasureSpec.parse("rr(empty=skip)").measure(), EMPTY, 1))
                .isFalse();
        assertThat(mean.value()).isNaN();
    }
}
