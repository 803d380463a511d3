package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeBoostingTest {
    private final QuerySource source =
            QuerySource.of("many.txt", new Dataset(List.of(Query.of("q", new double[] {1}, new float[][] {{1}}))));

    @Test
    void moreValuesThanAnArrayHoldsAreRefusedWithWhatElseThereIs() {
        assertThatCode(() -> TreeBoosting.requireMatrix(source, 2147483639L, 1)).doesNotThrowAnyException();
        for (long rows : new long[] {15_790_321, 5_000_000_000L, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> TreeBoosting.requireMatrix(source, rows, 136))
                    .isInstanceOf(InputException.class)
                    .hasMessage("many.txt:0: found " + rows + " rows of 136 values, expected at most 2147483639"
                            + " in all for trees, which are fitted in memory; --model linear streams");
        }
    }
}
