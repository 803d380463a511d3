package io.plumbrank.votes;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.LinearOrdering;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Oracle: all r! rankings and their values. */
class OptimalRankingsTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    /** Up to seven items and small weights, so that ties and several optima are common. */
    private static LinearOrdering problem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int r = 1 + random.nextInt(7);
        int most = 1 + random.nextInt(4);
        double unit = seed % 3 == 0 ? 0.1 : 1;
        double[][] weights = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                weights[i][j] = i == j ? 0 : unit * random.nextInt(most + 1);
            }
        }
        return LinearOrdering.of(weights);
    }

    private static List<Ranking> best(LinearOrdering problem) {
        List<Ranking> best = new ArrayList<>();
        double[] least = {Double.POSITIVE_INFINITY};
        Ranking.forEach(problem.size(), ranking -> {
            double value = problem.value(ranking);
            if (value < least[0] - 1e-9) {
                least[0] = value;
                best.clear();
            }
            if (value < least[0] + 1e-9) {
                best.add(ranking);
            }
        });
        return best;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void allOfThemAreFoundAndNoOther(long seed) {
        LinearOrdering problem = problem(seed);
        List<Ranking> expected = best(problem);
        OptimalRankings optima = OptimalRankings.of(problem, 6000).orElseThrow();
        assertThat(optima.all()).isTrue();
        assertThat(new HashSet<>(optima.rankings())).isEqualTo(new HashSet<>(expected));
        assertThat(optima.rankings()).hasSameSizeAs(expected);
        assertThat(optima.isUnique()).isEqualTo(expected.size() == 1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLimitCutsAndSaysSo(long seed) {
        LinearOrdering problem = problem(seed);
        int count = best(problem).size();
        for (int limit : new int[] {1, count, count + 1}) {
            OptimalRankings optima = OptimalRankings.of(problem, limit).orElseThrow();
            assertThat(optima.rankings()).hasSize(Math.min(limit, count));
            assertThat(optima.all()).isEqualTo(limit >= count);
        }
    }

    @Test
    void manyItemsWithoutACircleAreNoTrouble() {
        int r = 60;
        double[][] weights = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = i + 1; j < r; j++) {
                weights[i][j] = 1;
            }
        }
        assertThat(OptimalRankings.of(LinearOrdering.of(weights), 5)
                        .orElseThrow()
                        .isUnique())
                .isTrue();
        weights[30][31] = 0;
        OptimalRankings two = OptimalRankings.of(LinearOrdering.of(weights), 5).orElseThrow();
        assertThat(two.rankings()).hasSize(2);
        assertThat(two.all()).isTrue();
    }

    @Test
    void aLargeCircleIsNotLookedInto() {
        int r = 25;
        double[][] weights = new double[r][r];
        for (int i = 0; i < r; i++) {
            weights[i][(i + 1) % r] = 1;
        }
        LinearOrdering problem = LinearOrdering.of(weights);
        assertThat(OptimalRankings.largestCircle(problem)).isEqualTo(r);
        assertThat(OptimalRankings.of(problem, 1)).isEmpty();
    }
}
