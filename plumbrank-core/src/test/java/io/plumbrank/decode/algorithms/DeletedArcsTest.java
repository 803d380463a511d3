package io.plumbrank.decode.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.decode.algorithms.DeletedArcs.Arc;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeletedArcsTest {
    /** Deletes arc by arc, and looks for a cycle by going every way, as the paper words it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theyAreTheLightestThatLeaveNoCircle(long seed) {
        Random random = new Random(seed);
        int size = 3 + random.nextInt(3);
        double[][] weights = new double[size][size];
        List<Arc> arcs = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                weights[i][j] = i == j ? 0 : random.nextInt(9);
            }
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (weights[i][j] > weights[j][i]) {
                    arcs.add(new Arc(i, j, weights[i][j] - weights[j][i]));
                }
            }
        }
        arcs.sort((a, b) -> Double.compare(a.weight(), b.weight()));
        int deleted = 0;
        while (hasCircle(arcs.subList(deleted, arcs.size()), size)) {
            deleted++;
        }
        assertThat(DeletedArcs.of(LinearOrdering.of(weights)).arcs()).isEqualTo(arcs.subList(0, deleted));
    }

    private static boolean hasCircle(List<Arc> arcs, int size) {
        for (int start = 0; start < size; start++) {
            if (comesBack(arcs, start, start, size)) {
                return true;
            }
        }
        return false;
    }

    private static boolean comesBack(List<Arc> arcs, int at, int start, int steps) {
        return steps > 0
                && arcs.stream()
                        .filter(arc -> arc.above() == at)
                        .anyMatch(arc -> arc.below() == start || comesBack(arcs, arc.below(), start, steps - 1));
    }
}
