package io.plumbrank.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Query;
import io.plumbrank.evaluate.QueryValues.OfQuery;
import io.plumbrank.measure.MeasureSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QueryValuesTest {
    private static Query query(double weight, double... labels) {
        return Query.of("q" + weight, labels, new float[labels.length][1]).withWeight(weight);
    }

    /** Of two items, of which the first scores more. */
    private static double mean(String text, Query... queries) {
        List<MeasureSpec> measures = List.of(MeasureSpec.parse(text));
        List<OfQuery> values = Stream.of(queries)
                .map(query -> OfQuery.of(measures, query, new double[] {2, 1}))
                .toList();
        return QueryValues.of("run", measures, values).mean(0);
    }

    /** Reciprocal ranks 1 and ½ with weights 3 and 1 sum to 3½; the third query has weight 4 and no relevant item. */
    @Test
    void anEmptyQueryCountsAsItsConventionSays() {
        Query[] queries = {query(3, 1, 0), query(1, 0, 1), query(4, 0, 0)};
        assertThat(mean("rr(empty=zero)", queries)).isCloseTo(3.5 / 8, within(1e-15));
        assertThat(mean("rr(empty=one)", queries)).isCloseTo(7.5 / 8, within(1e-15));
        assertThat(mean("rr(empty=one-unweighted)", queries)).isCloseTo(4.5 / 8, within(1e-15));
        assertThat(mean("rr(empty=skip)", queries)).isCloseTo(3.5 / 4, within(1e-15));
    }

    @Test
    void theMeanOfNothingIsNaN() {
        assertThat(mean("rr(empty=skip)", query(1, 0, 0))).isNaN();
    }
}
