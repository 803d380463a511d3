package io.plumbrank.util.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.util.internal.Batches.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchesTest {

    private static Consumer<Consumer<Integer>> numbers(int count) {
        return IntStream.range(0, count).boxed()::forEach;
    }

    private static <T> List<T> run(Consumer<Consumer<Integer>> source, int threads, Function<Batch<Integer>, T> work) {
        List<T> results = new ArrayList<>();
        Batches.inOrder(source, 4, threads, "test", work, results::add);
        return results;
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "4, 1", "11, 1", "0, 3", "4, 3", "11, 3", "1000, 7"})
    void batchesAreCutByNumberAndConsumedInOrder(int count, int threads) {
        List<Batch<Integer>> batches = run(numbers(count), threads, batch -> batch);
        List<Batch<Integer>> expected = new ArrayList<>();
        for (int first = 0; first < count; first += 4) {
            expected.add(new Batch<>(
                    first,
                    IntStream.range(first, Math.min(first + 4, count)).boxed().toList()));
        }
        assertThat(batches).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void resultsAreConsumedInTheCallersThread(int threads) {
        List<Thread> consumers = new ArrayList<>();
        Batches.inOrder(
                numbers(50), 4, threads, "test", batch -> batch, batch -> consumers.add(Thread.currentThread()));
        assertThat(consumers).hasSize(13).containsOnly(Thread.currentThread());
    }

    @Test
    void oneThreadIsTheCallers() {
        assertThat(run(numbers(9), 1, batch -> Thread.currentThread())).containsOnly(Thread.currentThread());
        assertThat(run(numbers(9), 2, batch -> Thread.currentThread())).doesNotContain(Thread.currentThread());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theFirstOfSeveralFaultsIsThrown(int threads) {
        List<Long> consumed = new ArrayList<>();
        assertThatThrownBy(() -> Batches.<Integer, Long>inOrder(
                        numbers(100),
                        4,
                        threads,
                        "test",
                        batch -> {
                            if (batch.first() >= 20) {
                                throw new IllegalStateException("batch " + batch.first());
                            }
                            return batch.first();
                        },
                        consumed::add))
                .hasMessage("batch 20");
        assertThat(consumed).containsExactly(0L, 4L, 8L, 12L, 16L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void whatASourceGaveBeforeItsFaultIsConsumed(int threads) {
        List<Integer> consumed = new ArrayList<>();
        Consumer<Consumer<Integer>> broken = sink -> {
            numbers(10).accept(sink);
            throw new IllegalStateException("source");
        };
        assertThatThrownBy(() -> Batches.<Integer, List<Integer>>inOrder(
                        broken, 4, threads, "test", Batch::items, consumed::addAll))
                .hasMessage("source");
        assertThat(consumed).hasSize(10);
        assertThatThrownBy(() -> run(broken, threads, batch -> {
                    if (batch.first() == 8) {
                        throw new IllegalStateException("the open batch");
                    }
                    return batch;
                }))
                .hasMessage("the open batch");
    }

    /** A batch that failed is not worked on again, and no work is begun after the fault was thrown. */
    @Test
    void nothingIsDoneTwice() {
        ConcurrentHashMap<Long, Integer> times = new ConcurrentHashMap<>();
        assertThatThrownBy(() -> run(numbers(40), 1, batch -> {
                    times.merge(batch.first(), 1, Integer::sum);
                    if (batch.first() == 8) {
                        throw new IllegalStateException("stop");
                    }
                    return batch;
                }))
                .hasMessage("stop");
        assertThat(times).containsOnlyKeys(0L, 4L, 8L).doesNotContainValue(2);
    }
}
