package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Absent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;

/** Numbers of blocks are put one after the other, which shows who is merged with whom: sums stay few where neighbours meet. */
class SparkBlocksTest {
    private final JavaSparkContext spark =
            new JavaSparkContext(LocalSpark.session().sparkContext());

    private static String numbers(int count) {
        return IntStream.range(0, count).mapToObj(i -> i + ",").collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 20, 64})
    void blocksAreMergedByNeighbours(int count) {
        JavaRDD<byte[]> queries = spark.parallelize(Collections.nCopies(count, new byte[0]), count);
        SparkBlocks blocks = new SparkBlocks(
                queries,
                new FrameSource.BlockMaker("data", "memory", List.of(), 1, Absent.MISSING, new long[count]),
                new AtomicBoolean());
        assertThat(SparkBlocks.inTasks(queries).getNumPartitions())
                .isLessThanOrEqualTo(2 * spark.defaultParallelism())
                .isLessThanOrEqualTo(count);
        assertThat(blocks.<String>reduce(block -> block.number() + ",", String::concat))
                .isEqualTo(numbers(count));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 40, 100})
    void manyResultsAreMergedByNeighboursToo(int count) {
        List<Tuple2<Integer, byte[]>> each = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> each.add(new Tuple2<>(i, SparkBlocks.bytes(i + ","))));
        List<Tuple2<Integer, byte[]>> merged = SparkBlocks.<String>neighboursMerged(
                        spark.parallelize(each, count), count, String::concat)
                .collect();
        assertThat(merged).hasSizeBetween((int) Math.sqrt(count), 2 * (int) Math.sqrt(count) + 1);
        assertThat(merged.stream()
                        .map(result -> SparkBlocks.<String>object(result._2()))
                        .collect(Collectors.joining()))
                .isEqualTo(numbers(count));
    }
}
