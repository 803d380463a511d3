package io.plumbrank.learn.descent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.sums.BlockSums;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupedRowsTest {
    private static final int BLOCK = BlockSums.BLOCK_ROWS;

    /** Group g has sizes[g] rows; x is the row's number, and the target minus that. */
    private static GroupedRows numbered(int... sizes) {
        GroupedRows.Builder builder = new GroupedRows.Builder(1);
        int row = 0;
        for (int group = 0; group < sizes.length; group++) {
            builder.startGroup(group);
            for (int i = 0; i < sizes[group]; i++) {
                builder.add(new float[] {row}, -row);
                row++;
            }
        }
        return builder.build();
    }

    private static List<Float> features(GroupedRows rows, int from, int to, int most) {
        List<Float> seen = new ArrayList<>();
        rows.forEachStrip(from, to, most, (stored, first, count) -> {
            assertThat(count).isBetween(1, most);
            for (int row = first; row < first + count; row++) {
                seen.add(stored.x()[row * stored.inputs()]);
            }
        });
        return seen;
    }

    @Test
    void blocksAreThoseOfTheRowNumbers() {
        GroupedRows rows = numbered(BLOCK - 1, 3 * BLOCK, 1, 10, 2 * BLOCK, 5);
        assertThat(rows.groups()).isEqualTo(6);
        assertThat(TestDescent.count(rows)).isEqualTo(6 * BLOCK + 15);
        assertThat(rows.blocks()).isEqualTo(4);
        // Groups begin at rows 0, B − 1, 4B − 1, 4B, 4B + 10 and 6B + 10.
        assertThat(IntStream.rangeClosed(0, 4).map(rows::blockStart)).containsExactly(0, 2, 3, 5, 6);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100000})
    void stripsHandOutEveryRowOnceInOrder(int most) {
        GroupedRows rows = numbered(3, BLOCK, 1, 1, 20, 2);
        List<Float> all = features(rows, 0, 6, most);
        assertThat(all).hasSize(BLOCK + 27).isSorted();
        assertThat(new HashSet<>(all)).hasSize(BLOCK + 27);
        assertThat(features(rows.subset(group -> group == 0 || group >= 4), 0, 3, most))
                .hasSize(25)
                .startsWith(0f, 1f, 2f, (float) (BLOCK + 5))
                .isSorted();
    }

    @Test
    void aSubsetCountsItsOwnGroupsAndKeepsTheWidth() {
        GroupedRows all = new GroupedRows.Builder(1)
                .startGroup(1)
                .add(new float[] {1}, 10)
                .startGroup(2)
                .add(new float[] {2}, 20)
                .add(new float[] {3}, 30)
                .startGroup(3)
                .add(new float[] {4, 5, 6}, 40)
                .build();
        GroupedRows subset = all.subset(group -> group == 1);
        assertThat(subset.groups()).isEqualTo(1);
        assertThat(TestDescent.count(subset)).isEqualTo(2);
        assertThat(subset.items(0)).isEqualTo(2);
        assertThat(subset.weight(0)).isEqualTo(2);
        assertThat(subset.inputs()).isEqualTo(3);
        double[] targets = new double[3];
        subset.targetsInto(0, targets);
        assertThat(targets).containsExactly(20, 30, 0);
        assertThat(TestDescent.flat(subset, 2)).containsExactly(2, Float.NaN, Float.NaN, 3, Float.NaN, Float.NaN);
        assertThat(all.subset(group -> group > 0).subset(group -> group == 1).weight(0))
                .isEqualTo(3);
    }

    @Test
    void badRowsAreRefused() {
        GroupedRows.Builder builder = new GroupedRows.Builder(1);
        assertThatThrownBy(() -> builder.add(new float[1], 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> builder.startGroup(-1)).hasMessage("group 1 has weight -1.0");
        assertThatThrownBy(() -> builder.startGroup(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        builder.startGroup(1);
        assertThatThrownBy(() -> builder.add(new float[1], Double.NaN)).hasMessage("row 1 has target NaN");
        assertThatThrownBy(() -> builder.startGroup(1)).hasMessage("group 1 has no rows");
        assertThatThrownBy(builder::build).hasMessage("group 1 has no rows");
    }

    @Test
    void whatABuilderHasBuiltItDoesNotTouchAgain() {
        GroupedRows.Builder builder = new GroupedRows.Builder(1);
        GroupedRows first = builder.startGroup(1).add(new float[] {1, 2}, 3).build();
        assertThatThrownBy(() -> builder.add(new float[1], 0)).isInstanceOf(IllegalStateException.class);
        assertThat(builder.startGroup(5).add(new float[1], 0).build().inputs()).isEqualTo(1);
        assertThat(TestDescent.count(first)).isEqualTo(1);
        assertThat(first.weight(0)).isEqualTo(1);
    }
}
