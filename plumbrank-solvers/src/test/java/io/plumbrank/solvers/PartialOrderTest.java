package io.plumbrank.solvers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartialOrderTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void staysClosedAndFreeOfCyclesAndForgetsWhatIsTakenBack(long seed) {
        int n = 8;
        SplittableRandom random = new SplittableRandom(seed);
        PartialOrder order = new PartialOrder(n);
        boolean[][] before = new boolean[n][n];
        Deque<List<Integer>> added = new ArrayDeque<>();
        for (int step = 0; step < 300; step++) {
            int p = random.nextInt(n);
            int q = random.nextInt(n);
            if (random.nextInt(3) == 0 && !added.isEmpty()) {
                List<Integer> latest = added.pop();
                order.remove(latest);
                latest.forEach(pair -> before[pair / n][pair % n] = false);
            } else if (p != q && !order.isSettled(p, q)) {
                List<Integer> latest = order.add(p, q);
                added.push(latest);
                assertThat(latest).contains(p * n + q);
                latest.forEach(pair -> before[pair / n][pair % n] = true);
            } else if (p != q) {
                assertThatThrownBy(() -> order.add(p, q)).hasMessageContaining("settled already");
            }
            assertClosed(before, order);
        }
    }

    private static void assertClosed(boolean[][] before, PartialOrder order) {
        int n = before.length;
        for (int a = 0; a < n; a++) {
            assertThat(before[a][a]).isFalse();
            for (int b = 0; b < n; b++) {
                assertThat(order.isSettled(a, b)).isEqualTo(before[a][b] || before[b][a]);
                for (int c = 0; c < n; c++) {
                    assertThat(before[a][b] && before[b][c] && !before[a][c]).isFalse();
                }
            }
        }
    }
}
