package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PairIndexTest {

    /** All pairs of some items by definition, sorted: by the smaller item first, or by the larger with itself. */
    private static List<List<Integer>> sorted(PairIndex index, int items) {
        List<List<Integer>> pairs = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                if (index == PairIndex.STRICT ? i < j : i >= j) {
                    pairs.add(List.of(i, j));
                }
            }
        }
        pairs.sort(Comparator.comparing((List<Integer> pair) -> pair.get(0)).thenComparing(pair -> pair.get(1)));
        return pairs;
    }

    @ParameterizedTest
    @EnumSource
    void everyPairStandsWhereTheSortedListHasIt(PairIndex index) {
        for (int items = 0; items <= 8; items++) {
            List<List<Integer>> pairs = sorted(index, items);
            assertThat(index.count(items)).isEqualTo(pairs.size());
            assertThat(index.size(items)).isEqualTo(pairs.size());
            List<List<Integer>> visited = new ArrayList<>();
            index.forEach(items, (i, j, at) -> {
                assertThat(at).isEqualTo(visited.size());
                visited.add(List.of(i, j));
            });
            assertThat(visited).isEqualTo(pairs);
            for (int at = 0; at < pairs.size(); at++) {
                int i = pairs.get(at).get(0);
                int j = pairs.get(at).get(1);
                assertThat(index.of(i, j, items)).isEqualTo(at);
                assertThat(index.of(j, i, items)).isEqualTo(at);
                assertThat(index.row(i, items) + j).isEqualTo(at);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theNumberOfItemsComesBackFromThatOfPairs(PairIndex index) {
        for (int items = 1; items <= 60_000; items += 1 + items / 10) {
            assertThat(index.items(index.size(items))).isEqualTo(items);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.items(2))
                .withMessageMatching("need r\\(r[+-]1\\)/2 numbers for some r, got 2");
    }

    /** The products behind an index exceed an int where the index does not. */
    @Test
    void theLastPairOfManyItemsStandsLast() {
        assertThat(PairIndex.STRICT.of(65_534, 65_535, 65_536)).isEqualTo(PairIndex.STRICT.size(65_536) - 1);
        assertThat(PairIndex.TRIANGLE.of(65_534, 65_534, 65_535)).isEqualTo(PairIndex.TRIANGLE.size(65_535) - 1);
    }

    @ParameterizedTest
    @EnumSource
    void morePairsThanAnArrayHoldsAreCountedAndRefused(PairIndex index) {
        assertThat(index.count(100_000)).isEqualTo(index == PairIndex.STRICT ? 4_999_950_000L : 5_000_050_000L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.size(100_000))
                .withMessageContaining("100000 items have " + index.count(100_000) + " pairs");
    }
}
