package io.plumbrank.solvers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import io.plumbrank.decode.algorithms.Deadline;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.decode.algorithms.OrderingSolver;
import java.time.Duration;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The linear programme against all rankings, and against dynamic programming over sets. */
class LpOrderingSolverTest {
    private final OrderingSolver solver = new LpOrderingSolver();

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    private static Deadline plenty() {
        return Deadline.after(Duration.ofMinutes(10));
    }

    private static double tolerance(LinearOrdering problem) {
        return 1e-9 * (1 + problem.value(Ranking.identity(problem.size())));
    }

    @Test
    void isFoundByServiceLoader() {
        assertThat(ServiceLoader.load(OrderingSolver.class))
                .hasExactlyElementsOfTypes(LpOrderingSolver.class)
                .allMatch(found -> found.accepts(random(30, 0)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void findsTheOptimumOfAllRankings(long seed) {
        for (int r = 2; r <= 7; r++) {
            LinearOrdering problem = random(r, seed);
            double[] least = {Double.POSITIVE_INFINITY};
            Ranking.forEach(r, ranking -> least[0] = Math.min(least[0], problem.value(ranking)));
            assertSolved(problem, least[0]);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void agreesWithDynamicProgramming(long seed) {
        LinearOrdering problem = random(8 + (int) (seed % 9), seed);
        assertSolved(problem, byDynamicProgramming(problem));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void branchesOnTournamentsWhoseRelaxationIsFractional(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int k = 0; k < 10; k++) {
            int r = 13;
            double[][] w = new double[r][r];
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < i; j++) {
                    boolean up = random.nextBoolean();
                    w[i][j] = up ? 1 : 0;
                    w[j][i] = up ? 0 : 1;
                }
            }
            LinearOrdering problem = LinearOrdering.of(w);
            assertSolved(problem, byDynamicProgramming(problem));
        }
    }

    private void assertSolved(LinearOrdering problem, double optimum) {
        Ranking start = Ranking.identity(problem.size()).reversed();
        OrderingSolver.Solution solution = solver.solve(problem, start, plenty());
        assertThat(solution.complete()).isTrue();
        assertThat(problem.value(solution.ranking())).isCloseTo(optimum, within(tolerance(problem)));
        assertThat(solution.bound()).isCloseTo(optimum, within(tolerance(problem)));
    }

    /** Held and Karp's recursion over the sets of items on top, as plainly as it can be written. */
    private static double byDynamicProgramming(LinearOrdering problem) {
        int r = problem.size();
        double[] least = new double[1 << r];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        least[0] = 0;
        for (int set = 0; set < least.length; set++) {
            for (int next = 0; next < r; next++) {
                if ((set & 1 << next) == 0) {
                    double cost = 0;
                    for (int above = 0; above < r; above++) {
                        cost += (set & 1 << above) != 0 ? problem.weight(next, above) : 0;
                    }
                    int more = set | 1 << next;
                    least[more] = Math.min(least[more], least[set] + cost);
                }
            }
        }
        return least[least.length - 1];
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aBoundIsValidWhereverTheSearchIsStopped(long seed) {
        LinearOrdering problem = random(16, seed);
        double optimum = byDynamicProgramming(problem);
        for (long micros : new long[] {0, 300, 1_000, 3_000, 10_000}) {
            OrderingSolver.Solution solution =
                    solver.solve(problem, Ranking.identity(16), Deadline.after(Duration.ofNanos(1000 * micros)));
            assertThat(solution.bound()).isBetween(0.0, optimum + tolerance(problem));
            assertThat(problem.value(solution.ranking())).isGreaterThanOrEqualTo(optimum - tolerance(problem));
        }
    }

    @Test
    void aWorkLimitThatIsMetGivesTheSameBitsOnAnyNumberOfThreads() {
        LinearOrdering problem = random(60, 0);
        for (long steps : new long[] {0, 10_000_000, 100_000_000}) {
            OrderingSolver.Solution alone = solver.solve(problem, Ranking.identity(60), Deadline.afterSteps(steps));
            assertThat(alone.complete()).isFalse();
            assertThat(IntStream.range(0, 4)
                            .parallel()
                            .mapToObj(
                                    thread -> solver.solve(problem, Ranking.identity(60), Deadline.afterSteps(steps))))
                    .containsOnly(alone);
        }
        DecodeResult auto = OrderingDecoder.AUTO.decode(problem, DecodeLimits.ofSteps(100_000_000));
        assertThat(auto.optimality()).isEqualTo(Optimality.STOPPED);
        DecodeResult again = OrderingDecoder.AUTO.decode(problem, DecodeLimits.ofSteps(100_000_000));
        assertThat(again.ranking()).isEqualTo(auto.ranking());
        assertThat(again.bound()).isEqualTo(auto.bound());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aBoundIsValidWhereverTheStepsEnd(long seed) {
        LinearOrdering problem = random(16, seed);
        double optimum = byDynamicProgramming(problem);
        int complete = 0;
        for (long steps : new long[] {0, 10_000, 100_000, 1_000_000, 1_000_000_000}) {
            OrderingSolver.Solution solution = solver.solve(problem, Ranking.identity(16), Deadline.afterSteps(steps));
            complete += solution.complete() ? 1 : 0;
            assertThat(solution.bound()).isBetween(0.0, optimum + tolerance(problem));
            assertThat(problem.value(solution.ranking())).isGreaterThanOrEqualTo(optimum - tolerance(problem));
        }
        assertThat(complete).isBetween(1, 4);
    }

    @Test
    void decodersUseItWhereEnumerationAndBranchingAreTooSlow() {
        LinearOrdering problem = random(30, 1);
        DecodeLimits limits = DecodeLimits.defaults().withTimeLimit(Duration.ofMinutes(10));
        DecodeResult exact = OrderingDecoder.EXACT.decode(problem, limits);
        assertThat(exact.method()).isEqualTo("lp-cuts");
        assertThat(exact.optimality()).isEqualTo(Optimality.PROVEN);
        DecodeResult auto = OrderingDecoder.AUTO.decode(problem, limits);
        assertThat(auto.value()).isEqualTo(exact.value());
        assertThat(OrderingDecoder.EXACT.decode(problem, limits).ranking()).isEqualTo(exact.ranking());
    }

    @Test
    void problemsTooLargeForItAreLeftToOthers() {
        assertThat(solver.accepts(random(300, 0))).isFalse();
        DecodeResult result = OrderingDecoder.AUTO.decode(
                random(300, 0), DecodeLimits.defaults().withTimeLimit(Duration.ofMillis(100)));
        assertThat(result.optimality()).isEqualTo(Optimality.STOPPED);
    }

    /** A reduced problem: real numbers, integers with ties, or few arcs. */
    private static LinearOrdering random(int r, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] w = new double[r][r];
        for (double[] row : w) {
            for (int j = 0; j < r; j++) {
                row[j] = switch ((int) (seed % 3)) {
                    case 0 -> random.nextDouble();
                    case 1 -> random.nextInt(10);
                    default -> random.nextInt(4) == 0 ? random.nextInt(5) : 0;
                };
            }
        }
        return LinearOrdering.of(w).reducedTo(Ranking.identity(r).toItems());
    }
}
