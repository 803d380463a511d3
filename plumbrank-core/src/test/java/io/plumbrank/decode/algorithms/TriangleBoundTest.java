package io.plumbrank.decode.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Oracle: all r! rankings. */
class TriangleBoundTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    private static LinearOrdering random(long seed, int r, boolean integers) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] weights = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                weights[i][j] = integers ? random.nextInt(100) : random.nextDouble(-1, 1);
            }
        }
        return LinearOrdering.of(weights);
    }

    private static Deadline never() {
        return Deadline.after(Duration.ofHours(1));
    }

    private static TriangleBound bound(LinearOrdering problem) {
        return new TriangleBound(problem, new CyclePacking(problem, true, never()));
    }

    private static double least(LinearOrdering problem) {
        double[] least = {Double.POSITIVE_INFINITY};
        Ranking.forEach(problem.size(), ranking -> least[0] = Math.min(least[0], problem.value(ranking)));
        return least[0];
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noRankingIsBelowItAndSweepsNeverLowerIt(long seed) {
        LinearOrdering problem = random(seed, 3 + (int) (seed % 5), seed % 2 == 0);
        TriangleBound bound = bound(problem);
        double least = least(problem);
        double before = problem.sumOfMinima() + new CyclePacking(problem, true, never()).total();
        for (int sweep = 0; sweep < 30; sweep++) {
            double after = bound.ascend(1, Double.POSITIVE_INFINITY, never());
            assertThat(after).isGreaterThanOrEqualTo(before).isLessThanOrEqualTo(least + 1e-9 * Math.abs(least));
            before = after;
        }
    }

    /** Up to five items the 3-dicycle inequalities are all that the polytope has beside the box, so the best split is exact. */
    @ParameterizedTest
    @MethodSource("seeds")
    void forFiveItemsItComesNearTheOptimum(long seed) {
        LinearOrdering problem = random(seed, 3 + (int) (seed % 3), true);
        double bound = 0;
        TriangleBound ascent = bound(problem);
        for (int times = 0; times < 200; times++) {
            bound = ascent.ascend(1, Double.POSITIVE_INFINITY, never());
        }
        double least = least(problem);
        double room = least - problem.sumOfMinima();
        assertThat(least - bound).isLessThanOrEqualTo(0.2 * room + 1e-6);
    }

    @Test
    void threeItemsAreExact() {
        LinearOrdering circle = LinearOrdering.of(new double[][] {{0, 6, 2}, {3, 0, 5}, {7, 4, 0}});
        assertThat(bound(circle).ascend(50, Double.POSITIVE_INFINITY, never())).isCloseTo(10, within(1e-6));
    }

    /** So that a limit of work gives the same bound on every machine. */
    @Test
    void sweepsSpendStepsAndStopWhereTheyAreSpent() {
        LinearOrdering problem = random(2, 20, true);
        Deadline plenty = Deadline.afterSteps(1_000_000_000);
        double one = bound(problem).ascend(1, Double.POSITIVE_INFINITY, plenty);
        long perSweep = 1_000_000_000 - plenty.remainingSteps();
        assertThat(perSweep).isBetween(20L * 19 * 18 / 6, 100L * 20 * 19 * 18 / 6);
        double two = bound(problem).ascend(2, Double.POSITIVE_INFINITY, Deadline.NONE);
        assertThat(two).isGreaterThan(one);
        assertThat(bound(problem).ascend(50, Double.POSITIVE_INFINITY, Deadline.afterSteps(2 * perSweep)))
                .isEqualTo(two);
        assertThat(bound(problem).ascend(50, Double.POSITIVE_INFINITY, Deadline.afterSteps(2 * perSweep - 1)))
                .isEqualTo(one);
    }

    @Test
    void enoughIsEnough() {
        LinearOrdering problem = random(1, 20, true);
        double first = bound(problem).ascend(1, Double.POSITIVE_INFINITY, never());
        assertThat(bound(problem).ascend(50, first, never())).isEqualTo(first);
    }
}
