package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** What comes to the driver is bounded, whatever the number of rows. */
class FetchedTest {
    private static final String LIMIT = "spark.driver.maxResultSize";

    private static FrameSource source(Dataset<Row> frame, int blocks) {
        Map<FrameColumns.Role, String> names = new EnumMap<>(FrameColumns.Role.class);
        names.put(FrameColumns.Role.LABEL, "label");
        names.put(FrameColumns.Role.QUERY, "query");
        names.put(FrameColumns.Role.ITEM, "item");
        names.put(FrameColumns.Role.FEATURES, "features");
        FrameColumns columns = FrameColumns.of(frame.schema(), "data", Grouping.QUERY, names, "missing", null);
        return FrameSource.of(frame, columns, List.of(), blocks);
    }

    @Test
    void everyQueryComesOnceAndInOrderThoughFetchesAreSmall() {
        List<Query> queries = SparkData.queries(3000, 20, 5);
        List<String> seen = new ArrayList<>();
        List<String> loaded;
        SparkConf conf = LocalSpark.session().sparkContext().conf();
        try (FrameSource source = source(SparkData.frame(queries, 3, 1), 4)) {
            conf.set(LIMIT, "300k");
            source.visit(query -> seen.add(query.id()));
            loaded = source.load().queries().stream().map(Query::id).toList();
        } finally {
            conf.remove(LIMIT);
        }
        assertThat(seen)
                .hasSize(3000)
                .containsExactlyInAnyOrderElementsOf(
                        queries.stream().map(Query::id).toList());
        assertThat(loaded).isEqualTo(seen);
    }

    @Test
    void theFirstRowsAreAllThatComesToAReaderWhoStops() throws InterruptedException, TimeoutException {
        assertThat(fetchedByOneWhoStops(400))
                .isEqualTo(fetchedByOneWhoStops(4000))
                .isLessThan(1 << 17);
    }

    private static long fetchedByOneWhoStops(int queries) throws InterruptedException, TimeoutException {
        AtomicLong bytes = new AtomicLong();
        SparkListener listener = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                bytes.addAndGet(end.taskMetrics().resultSize() >> 12); // but for the digits of times
            }
        };
        var context = LocalSpark.session().sparkContext();
        try (FrameSource source = source(SparkData.frame(SparkData.queries(queries, 40, 6), 2, 2), 1)) {
            context.listenerBus().waitUntilEmpty();
            context.addSparkListener(listener);
            source.visitUntil(query -> true);
            context.listenerBus().waitUntilEmpty();
        } finally {
            context.removeSparkListener(listener);
        }
        return bytes.get() << 12;
    }

    @Test
    void aLinearFitNeedsNoLargeResults() {
        SparkConf conf = LocalSpark.session().sparkContext().conf();
        conf.set(LIMIT, "1m");
        try {
            RankingEstimator estimator = new RankingEstimator()
                    .setMeasure("ndcg@5")
                    .setItemCol("item")
                    .setBlocks(8);
            assertThat(estimator
                            .fit(SparkData.frame(SparkData.queries(4000, 20, 7), 4, 3))
                            .notes())
                    .isEmpty();
        } finally {
            conf.remove(LIMIT);
        }
    }

    @Test
    void rowsThatTheDriverCannotHoldAreRefusedBeforeTheyCome() {
        try (FrameSource source = source(SparkData.frame(SparkData.queries(500, 20, 8), 2, 4), 2)) {
            source.requireRoom(1 << 24);
            assertThatThrownBy(() -> source.requireRoom(1 << 18))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("for the driver, which has 1 MB of memory")
                    .hasMessageContaining("spark.driver.memory");
        }
    }
}
