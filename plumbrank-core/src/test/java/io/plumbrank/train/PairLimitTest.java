package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 46,341 items have more than 2^31 ordered pairs, more than the array of a decoder holds. */
class PairLimitTest {
    @ParameterizedTest
    @ValueSource(strings = {"pd", "map"})
    void aQueryWithMorePairsThanAnArrayHoldsIsRefusedWithItsName(String measure) {
        int items = 46_340;
        double[] grades = new double[items + 1];
        float[][] x = new float[items + 1][1];
        grades[0] = 1;
        x[0][0] = 1;
        QuerySource source = QuerySource.of(
                List.of(Query.of("small", new double[] {0, 1}, new float[2][1]), Query.of("large", grades, x)));
        Trainer<?> trainer = Trainer.of(PairTask.of(MeasureSpec.parse(measure))).withLearner(FeatureLearner.linear());
        assertThatThrownBy(() -> trainer.train(source))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("46341 items in query 'large'")
                .hasMessageContaining("surrogate squared");
    }
}
