package io.plumbrank.util.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortingTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 23, 24, 25, 48, 49, 100, 1000, 10_007})
    void theOrderIsTheOneOfAStableSortOfBoxedIndices(int n) {
        for (int distinct : new int[] {1, 2, 10, 1_000_000}) {
            SplittableRandom random = new SplittableRandom(n + distinct);
            double[] keys = random.doubles(n + 3)
                    .map(x -> Math.floor(x * distinct) - distinct / 2.0)
                    .toArray();
            int[] expected = IntStream.range(0, n)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> keys[i]).reversed())
                    .mapToInt(i -> i)
                    .toArray();
            assertThat(Sorting.descending(keys, n)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 30, 1001})
    void sortingInPlaceTouchesOnlyTheFirstValues(int n) {
        double[] values = new SplittableRandom(n).doubles(n + 2).toArray();
        double[] sorted = values.clone();
        Sorting.sortDescending(sorted, n);
        double[] expected = IntStream.range(0, n)
                .mapToObj(i -> values[i])
                .sorted(Comparator.reverseOrder())
                .mapToDouble(x -> x)
                .toArray();
        assertThat(Arrays.copyOf(sorted, n)).isEqualTo(expected);
        assertThat(sorted[n]).isEqualTo(values[n]);
        assertThat(sorted[n + 1]).isEqualTo(values[n + 1]);
    }
}
