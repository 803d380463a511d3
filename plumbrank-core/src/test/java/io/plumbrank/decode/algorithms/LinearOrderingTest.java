package io.plumbrank.decode.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinearOrderingTest {
    static LongStream seeds() {
        return LongStream.range(0, 70);
    }

    @Test
    void theExampleOfTheClassIsSolvedAsItSays() {
        LinearOrdering votes = LinearOrdering.of(new double[][] {{0, 6, 2}, {3, 0, 5}, {7, 4, 0}});
        DecodeResult best = OrderingDecoder.AUTO.decode(votes, DecodeLimits.defaults());
        assertThat(best.ranking()).hasToString("3 ≻ 1 ≻ 2");
        assertThat(best.value()).isEqualTo(10);
        assertThat(best.isOptimal()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theValueIsTheMinimaPlusTheArcsThatRunUpwards(long seed) {
        LinearOrdering problem = RandomProblems.ordering(6, seed);
        LinearOrdering reduced = problem.reducedTo(0, 1, 2, 3, 4, 5);
        double eps = 1e-9 * (1 + problem.spread());
        assertThat(reduced.sumOfMinima()).isZero();
        Ranking.forEach(6, ranking -> {
            double value = RandomProblems.contradicted(problem, ranking);
            assertThat(problem.value(ranking)).isCloseTo(value, within(eps));
            assertThat(problem.sumOfMinima() + reduced.value(ranking)).isCloseTo(value, within(eps));
        });
    }

    @Test
    void differencesAreWeightsOfTheFirstAboveTheSecond() {
        LinearOrdering problem = LinearOrdering.ofDifferences(new double[] {1, -2, 4});
        assertThat(problem.size()).isEqualTo(3);
        assertThat(problem.difference(0, 2)).isEqualTo(-2);
        assertThat(problem.difference(2, 0)).isEqualTo(2);
        // Σ u_ij 1(σ(i) > σ(j)) for i < j, with the ranking 2 ≻ 3 ≻ 1: the pairs (1,2) and (1,3) are contradicted
        assertThat(problem.value(Ranking.ofItems(1, 2, 0))).isEqualTo(1 - 2);
        assertThat(LinearOrdering.ofDifferences(new double[0]).size()).isEqualTo(1);
    }

    /** Weights that are not kept follow from the differences. */
    @ParameterizedTest
    @MethodSource("seeds")
    void problemsOfDifferencesAreThoseOfTheirWeights(long seed) {
        int r = 2 + (int) (seed % 6);
        SplittableRandom random = new SplittableRandom(seed);
        double[] u = random.doubles(r * (r - 1) / 2, -1, 1).toArray();
        u[0] = -0.0;
        double[][] weights = new double[r][r];
        double[][] gains = new double[r][r];
        int at = 0;
        for (int i = 0; i < r; i++) {
            for (int j = i + 1; j < r; j++) {
                weights[i][j] = u[at];
                gains[i][j] = Math.max(0, u[at]);
                gains[j][i] = Math.max(0, -u[at++]);
            }
        }
        LinearOrdering given = LinearOrdering.of(weights);
        LinearOrdering derived = LinearOrdering.ofDifferences(u);
        LinearOrdering reduced = derived.reducedTo(IntStream.range(0, r).toArray());
        assertThat(derived.differences()).containsExactly(given.differences());
        assertThat(derived.sumOfMinima()).isEqualTo(given.sumOfMinima());
        assertThat(derived.spread()).isEqualTo(given.spread()).isEqualTo(reduced.spread());
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                assertThat(derived.weight(i, j)).isEqualTo(weights[i][j] + 0.0);
                assertThat(reduced.weight(i, j)).isEqualTo(gains[i][j] + 0.0);
            }
        }
        Ranking.forEach(Math.min(r, 5), ranking -> {
            if (ranking.size() == r) {
                assertThat(derived.value(ranking)).isEqualTo(given.value(ranking));
                assertThat(reduced.value(ranking))
                        .isEqualTo(LinearOrdering.of(gains).value(ranking));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void componentsAreThoseOfReachabilityInTopologicalOrder(long seed) {
        int r = 1 + (int) (seed % 12);
        LinearOrdering problem = RandomProblems.ordering(r, seed);
        boolean[][] reaches = reachability(problem);
        List<int[]> components = new DifferenceGraph(problem, 0).components();
        int[] of = new int[r];
        for (int c = 0; c < components.size(); c++) {
            for (int item : components.get(c)) {
                of[item] = c;
            }
        }
        boolean cyclic = false;
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                assertThat(of[i] == of[j]).isEqualTo(i == j || (reaches[i][j] && reaches[j][i]));
                if (problem.difference(i, j) > 0) {
                    assertThat(of[i]).isLessThanOrEqualTo(of[j]);
                }
            }
            cyclic |= reaches[i][i];
        }
        assertThat(problem.isAcyclic(0)).isEqualTo(!cyclic);
    }

    private static boolean[][] reachability(LinearOrdering problem) {
        int r = problem.size();
        boolean[][] reaches = new boolean[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                reaches[i][j] = problem.difference(i, j) > 0;
            }
        }
        for (int k = 0; k < r; k++) {
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    reaches[i][j] |= reaches[i][k] && reaches[k][j];
                }
            }
        }
        return reaches;
    }

    @Test
    void lowNoiseMayHoldWithEquality() {
        // DMJ10, the witness of Theorem 12: edges 1→2 .25, 2→3 .01, 1→3 .5, 3→1 .24; .5 − .24 = .25 + .01 but for
        // rounding
        double[][] w = {{0, .25, .5}, {0, 0, .01}, {.24, 0, 0}};
        assertThat(LinearOrdering.of(w).isLowNoise(1e-12)).isTrue();
        assertThat(LinearOrdering.of(w).isAcyclic(1e-12)).isTrue();
        w[2][0] = .25;
        assertThat(LinearOrdering.of(w).isLowNoise(1e-12)).isFalse();
        assertThat(LinearOrdering.of(w).isAcyclic(1e-12)).isTrue();
        // the witness of DMJ10, Theorem 11, whose weights are repaired here: a_12 = 2, a_13 = 5, a_23 = .1, a_31 = 2,
        // each with p = ½
        assertThat(LinearOrdering.of(new double[][] {{0, 1, 2.5}, {0, 0, .05}, {1, 0, 0}})
                        .isLowNoise(1e-12))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void lowNoiseMakesBordaExact(long seed) {
        // gaps between scores add up along paths, and powers of them above 1 do so with room to spare
        int r = 2 + (int) (seed % 6);
        SplittableRandom random = new SplittableRandom(seed);
        double[] scores = random.doubles(r).toArray();
        double power = 1 + seed % 3;
        double[][] w = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                w[i][j] = Math.pow(Math.max(0, scores[i] - scores[j]), power);
            }
        }
        LinearOrdering problem = LinearOrdering.of(w);
        assertThat(problem.isLowNoise(1e-12)).isTrue();
        assertThat(OrderingDecoder.BORDA
                        .decode(problem, DecodeLimits.defaults())
                        .isOptimal())
                .isTrue();
    }

    @Test
    void integerDifferencesTightenBounds() {
        LinearOrdering whole = LinearOrdering.of(new double[][] {{0, 1.5}, {0.5, 0}});
        assertThat(whole.isIntegral()).isTrue();
        assertThat(whole.sumOfMinima()).isEqualTo(0.5);
        assertThat(whole.tightened(0.6)).isEqualTo(1.5);
        assertThat(whole.tightened(0.5 + 1e-9)).isEqualTo(0.5);
        assertThat(whole.proves(0.6, 1.5)).isTrue();
        assertThat(whole.proves(0.5, 1.5)).isFalse();
        LinearOrdering real = LinearOrdering.of(new double[][] {{0, 1.25}, {0.5, 0}});
        assertThat(real.isIntegral()).isFalse();
        assertThat(real.proves(0.6, 1.25)).isFalse();
        assertThat(real.proves(1.25 - 1e-10, 1.25)).isFalse();
        assertThat(real.proves(1.25 - 1e-14, 1.25)).isTrue();
    }

    @Test
    void badProblemsAreRefused() {
        assertThatThrownBy(() -> LinearOrdering.of(new double[][] {{0, 1}, {2}}))
                .hasMessageContaining("row 1 has 1 weights, need 2");
        assertThatThrownBy(() -> LinearOrdering.of(new double[][] {{0, Double.NaN}, {2, 0}}))
                .hasMessageContaining("weight (0, 1) is NaN");
        assertThatThrownBy(() -> LinearOrdering.of(new double[][] {{0, 1e308}, {-1e308, 0}}))
                .hasMessageContaining("too large");
        assertThatThrownBy(() -> LinearOrdering.ofDifferences(new double[2]))
                .hasMessageContaining("need r(r-1)/2 numbers");
        assertThatThrownBy(() -> LinearOrdering.of(new double[3][3]).value(Ranking.identity(2)))
                .hasMessageContaining("need a ranking of 3 items, got 2");
        assertThatThrownBy(() -> DecodeLimits.defaults().withTimeLimit(Duration.ofSeconds(-1)))
                .hasMessageContaining("must not be negative");
    }
}
