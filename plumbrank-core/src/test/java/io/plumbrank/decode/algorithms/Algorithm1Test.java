package io.plumbrank.decode.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fast Algorithm 1 against the one that RAT13 prints, arc by arc. */
class Algorithm1Test {
    private record Arc(int from, int to, double weight) {}

    static LongStream seeds() {
        return LongStream.range(0, 140);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void equalsTheLiteralAlgorithm(long seed) {
        for (int r : new int[] {0, 1, 2, 3, 5, 8, 13, 20}) {
            LinearOrdering problem = RandomProblems.ordering(r, seed);
            List<Arc> arcs = new ArrayList<>();
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    if (i != j && problem.weight(i, j) - problem.weight(j, i) > 0) {
                        arcs.add(new Arc(i, j, problem.weight(i, j) - problem.weight(j, i)));
                    }
                }
            }
            int before = arcs.size();
            // stable, so that arcs of equal weight stay in the order of (i, j)
            arcs.sort(Comparator.comparingDouble(Arc::weight));
            Ranking order = topologicalOrder(problem, arcs);
            while (order.size() < r) {
                arcs.remove(0);
                order = topologicalOrder(problem, arcs);
            }
            Algorithm1 fast = new Algorithm1(problem);
            assertThat(fast.deletions()).isEqualTo(before - arcs.size());
            assertThat(fast.decode()).isEqualTo(order);
        }
    }

    /** Takes, over and over, the item that no arc leads to, with the largest net weight; short if there is a cycle. */
    private static Ranking topologicalOrder(LinearOrdering problem, List<Arc> arcs) {
        int r = problem.size();
        List<Integer> left = new ArrayList<>();
        double[] net = new double[r];
        for (int i = 0; i < r; i++) {
            left.add(i);
            for (int j = 0; j < r; j++) {
                net[i] += i == j ? 0 : problem.weight(i, j) - problem.weight(j, i);
            }
        }
        List<Integer> order = new ArrayList<>();
        boolean more = true;
        while (more) {
            int best = -1;
            for (int i : left) {
                int item = i;
                boolean free = arcs.stream().noneMatch(arc -> arc.to == item && left.contains(arc.from));
                if (free && (best < 0 || net[i] > net[best])) {
                    best = i;
                }
            }
            more = best >= 0;
            if (more) {
                left.remove(Integer.valueOf(best));
                order.add(best);
            }
        }
        return left.isEmpty() ? Ranking.ofItems(order.stream().mapToInt(i -> i).toArray()) : Ranking.identity(0);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void isExactOnAcyclicGraphs(long seed) {
        LinearOrdering problem = acyclic(2 + (int) (seed % 40), seed);
        assertThat(problem.isAcyclic(0)).isTrue();
        DecodeResult result = OrderingDecoder.ALGORITHM1.decode(problem, DecodeLimits.defaults());
        assertThat(result.isOptimal()).isTrue();
        if (problem.size() <= 7) {
            assertThat(result.value()).isEqualTo(RandomProblems.leastValue(problem));
        }
        // what it should contradict by Theorem 7: of each pair the smaller weight
        assertThat(result.value()).isEqualTo(problem.sumOfMinima());
    }

    @Test
    void copesWithTwoThousandItems() {
        SplittableRandom random = new SplittableRandom(1);
        int r = 2_000;
        double[] u = new double[r * (r - 1) / 2];
        for (int k = 0; k < u.length; k++) {
            u[k] = random.nextDouble() - 0.45;
        }
        LinearOrdering problem = LinearOrdering.ofDifferences(u);
        DecodeResult result = OrderingDecoder.ALGORITHM1.decode(problem, DecodeLimits.defaults());
        assertThat(result.value()).isBetween(problem.sumOfMinima(), problem.sumOfMinima() + problem.spread() / 2);
    }

    /** Weights whose majorities all follow a hidden order, with ties and zeros. */
    private static LinearOrdering acyclic(int r, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] hidden = Ranking.identity(r).toItems();
        for (int i = r - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int t = hidden[i];
            hidden[i] = hidden[j];
            hidden[j] = t;
        }
        double[][] w = new double[r][r];
        for (int p = 0; p < r; p++) {
            for (int q = p + 1; q < r; q++) {
                int low = random.nextInt(4);
                w[hidden[q]][hidden[p]] = low;
                w[hidden[p]][hidden[q]] = low + random.nextInt(3);
            }
        }
        return LinearOrdering.of(w);
    }
}
