package io.plumbrank.decode.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import io.plumbrank.decode.Decoder.Exactness;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What decoders of linear ordering claim, against all rankings of up to 7 items. */
class OrderingDecoderTest extends DecoderContract<LinearOrdering, OrderingDecoder> {

    @Override
    OrderingDecoder[] decoders() {
        return OrderingDecoder.values();
    }

    @Override
    LinearOrdering random(int items, long seed) {
        return RandomProblems.ordering(items, seed);
    }

    @Override
    int pairs(int items) {
        return items * (items - 1) / 2;
    }

    @Override
    int items(LinearOrdering problem) {
        return problem.size();
    }

    @Override
    int sign() {
        return 1;
    }

    @Override
    double cost(LinearOrdering problem, Ranking ranking) {
        return RandomProblems.contradicted(problem, ranking);
    }

    @Override
    double tolerance(LinearOrdering problem) {
        return toleranceOf(problem);
    }

    private static double toleranceOf(LinearOrdering problem) {
        return 1e-12 * (1 + Math.abs(problem.sumOfMinima()) + problem.spread());
    }

    @Override
    boolean isCovered(LinearOrdering problem, Exactness exactness) {
        return switch (exactness) {
            case PROOF_OR_GAP, ALWAYS -> true;
            case ACYCLIC -> isTopologicalSomehow(problem);
            case SUMS -> sumsAgree(problem);
            case REINFORCE, LOCAL, UNKNOWN -> false;
        };
    }

    /** P_DAG: some ranking has no item above one that is ahead of it. */
    private static boolean isTopologicalSomehow(LinearOrdering problem) {
        boolean[] found = {false};
        Ranking.forEach(problem.size(), ranking -> {
            boolean all = true;
            for (int i = 0; i < problem.size(); i++) {
                for (int j = 0; j < problem.size(); j++) {
                    all &= problem.difference(i, j) <= 0 || ranking.positionOf(i) < ranking.positionOf(j);
                }
            }
            found[0] |= all;
        });
        return found[0];
    }

    /** P_f for net weights: an item that is ahead of another has the larger sum, by more than rounding. */
    private static boolean sumsAgree(LinearOrdering problem) {
        double[] sums = new double[problem.size()];
        for (int i = 0; i < sums.length; i++) {
            for (int j = 0; j < sums.length; j++) {
                sums[i] += problem.difference(i, j);
            }
        }
        for (int i = 0; i < sums.length; i++) {
            for (int j = 0; j < sums.length; j++) {
                if (problem.difference(i, j) > 0 && sums[i] <= sums[j] + toleranceOf(problem)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Deadline plenty() {
        return Deadline.after(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyEffortOnAComponentKeepsItsClaims(long seed) {
        for (int r = 2; r <= 7; r++) {
            LinearOrdering problem = reduced(RandomProblems.ordering(r, seed));
            double optimum = RandomProblems.leastValue(problem);
            for (ComponentDecoder.Effort effort : ComponentDecoder.Effort.values()) {
                LargeComponent component = new LargeComponent(problem, effort, seed, plenty());
                ComponentDecoder.Piece piece = component.decode();
                double value = RandomProblems.contradicted(problem, piece.order());
                assertThat(piece.bound()).isLessThanOrEqualTo(optimum + toleranceOf(problem));
                if (piece.optimality() == Optimality.PROVEN) {
                    assertThat(value).isCloseTo(optimum, within(toleranceOf(problem)));
                }
                if (effort != ComponentDecoder.Effort.SEARCH) {
                    assertThat(piece.optimality()).isEqualTo(Optimality.PROVEN);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void dynamicProgrammingAndBranchAndBoundFindTheOptimum(long seed) {
        for (int r = 1; r <= 7; r++) {
            LinearOrdering problem = reduced(RandomProblems.ordering(r, seed));
            double optimum = RandomProblems.leastValue(problem);
            Ranking best = enumerated(problem);
            assertThat(problem.value(best)).isCloseTo(optimum, within(toleranceOf(problem)));
            int[] worst = Ranking.identity(r).toItems();
            OrderingBranchAndBound branching =
                    new OrderingBranchAndBound(problem, worst, problem.value(Ranking.identity(r)), plenty());
            assertThat(branching.run(Long.MAX_VALUE)).isTrue();
            assertThat(problem.value(Ranking.ofItems(branching.best())))
                    .isCloseTo(optimum, within(toleranceOf(problem)));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aBranchAndBoundThatIsStoppedStillBounds(long seed) {
        LinearOrdering problem = reduced(RandomProblems.ordering(7, seed));
        double optimum = RandomProblems.leastValue(problem);
        for (long nodes = 0; nodes < 40; nodes++) {
            OrderingBranchAndBound branching = new OrderingBranchAndBound(
                    problem, Ranking.identity(7).toItems(), problem.value(Ranking.identity(7)), plenty());
            boolean complete = branching.run(nodes);
            assertThat(branching.bound()).isLessThanOrEqualTo(optimum + toleranceOf(problem));
            if (complete) {
                assertThat(problem.value(Ranking.ofItems(branching.best())))
                        .isCloseTo(optimum, within(toleranceOf(problem)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void dynamicProgrammingAndBranchAndBoundAgreeOnMoreItems(long seed) {
        int r = 12 + (int) (seed % 5);
        LinearOrdering problem = reduced(RandomProblems.ordering(r, seed));
        double optimum = problem.value(enumerated(problem));
        Ranking start = OrderingDecoder.improve(problem, Scores.borda(problem), plenty());
        OrderingBranchAndBound branching =
                new OrderingBranchAndBound(problem, start.toItems(), problem.value(start), plenty());
        assertThat(branching.run(Long.MAX_VALUE)).isTrue();
        assertThat(branching.bound()).isCloseTo(optimum, within(toleranceOf(problem)));
        assertThat(new CyclePacking(problem, true, plenty()).total())
                .isLessThanOrEqualTo(optimum + toleranceOf(problem));
        DecodeResult auto = OrderingDecoder.AUTO.decode(problem, LIMITS);
        assertThat(auto.isOptimal()).isTrue();
        assertThat(auto.value()).isCloseTo(optimum, within(toleranceOf(problem)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void searchesReportWhatTheyGain(long seed) {
        LinearOrdering problem = RandomProblems.ordering(20, seed);
        int[] order = Ranking.identity(20).toItems();
        double before = problem.value(Ranking.ofItems(order));
        double gain = new InsertionSearch(problem).improve(order, plenty());
        double after = problem.value(Ranking.ofItems(order));
        assertThat(gain).isCloseTo(before - after, within(10 * toleranceOf(problem)));
        assertNoInsertionHelps(problem, order);
        new InsertionSearch(problem).iterate(order, 20, new SplittableRandom(seed), plenty());
        assertThat(problem.value(Ranking.ofItems(order))).isLessThanOrEqualTo(after + toleranceOf(problem));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noInsertionHelpsWhatIsDecodedQuickly(long seed) {
        LinearOrdering problem = RandomProblems.ordering(20, seed);
        assertNoInsertionHelps(problem, OrderingDecoder.AUTO.quickly(problem).toItems());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void withoutCirclesWhatIsDecodedQuicklyContradictsNothing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int r = 30;
        double[][] weights = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = i + 1; j < r; j++) {
                // so different that net weights say little about the order
                weights[i][j] = Math.exp(6 * random.nextDouble());
            }
        }
        LinearOrdering problem = LinearOrdering.of(weights);
        assertThat(OrderingDecoder.AUTO.quickly(problem)).isEqualTo(Ranking.identity(r));
    }

    private static void assertNoInsertionHelps(LinearOrdering problem, int[] order) {
        double value = problem.value(Ranking.ofItems(order));
        for (int from = 0; from < order.length; from++) {
            for (int to = 0; to < order.length; to++) {
                int[] moved = order.clone();
                Orders.move(moved, from, to);
                assertThat(problem.value(Ranking.ofItems(moved)))
                        .isGreaterThanOrEqualTo(value - 10 * toleranceOf(problem));
            }
        }
    }

    @Test
    void aSearchIsCutByItsTimeLimit() {
        LinearOrdering problem = RandomProblems.ordering(150, 0);
        DecodeResult result = OrderingDecoder.AUTO.decode(problem, LIMITS.withTimeLimit(Duration.ofMillis(200)));
        assertThat(result.optimality()).isEqualTo(Optimality.STOPPED);
        assertThat(result.bound()).isLessThan(result.value());
        assertThat(result.value())
                .isLessThan(OrderingDecoder.BORDA.decode(problem, LIMITS).value());
    }

    @Test
    void itemsWithoutInformationKeepTheirOrder() {
        LinearOrdering problem = LinearOrdering.of(new double[30][30]);
        for (OrderingDecoder decoder : OrderingDecoder.values()) {
            DecodeResult result = decoder.decode(problem, LIMITS);
            assertThat(result.ranking()).isEqualTo(Ranking.identity(30));
            assertThat(result.isOptimal()).isTrue();
            assertThat(result.gap()).isZero();
        }
    }

    @Test
    void aLargeWeightDoesNotHideASmallOne() {
        // A over B, A over C, C over D: nothing need be contradicted, but Borda's rule puts D above C
        double[][] w = new double[4][4];
        w[0][1] = 1_000_000_000.25;
        w[0][2] = 3;
        w[2][3] = 0.5;
        LinearOrdering problem = LinearOrdering.of(w);
        DecodeResult borda = OrderingDecoder.BORDA.decode(problem, LIMITS);
        assertThat(borda.value()).isEqualTo(0.5);
        assertThat(borda.bound()).isZero();
        assertThat(borda.optimality()).isEqualTo(Optimality.UNPROVEN);
        DecodeResult exact = OrderingDecoder.EXACT.decode(problem, LIMITS);
        assertThat(exact.value()).isZero();
        assertThat(exact.isOptimal()).isTrue();
        // nor do large weights on both sides of a pair
        DecodeResult sameway =
                OrderingDecoder.COPELAND.decode(LinearOrdering.of(new double[][] {{0, 1e15 + 0.5}, {1e15, 0}}), LIMITS);
        assertThat(sameway.ranking()).isEqualTo(Ranking.identity(2));
        assertThat(sameway.isOptimal()).isTrue();
    }

    @Test
    void componentsAreSolvedApart() {
        // twenty 3-cycles in a row: 60 items that no enumeration could hold together
        double[][] w = new double[60][60];
        for (int i = 0; i < 60; i++) {
            for (int j = i + 1; j < 60; j++) {
                w[i][j] = i / 3 < j / 3 ? 1 : 0;
            }
            w[i][i / 3 * 3 + (i + 1) % 3] = 2 + i % 3;
        }
        DecodeResult result = OrderingDecoder.EXACT.decode(LinearOrdering.of(w), LIMITS);
        assertThat(result.isOptimal()).isTrue();
        assertThat(result.value()).isEqualTo(20 * 2);
        assertThat(result.method()).isEqualTo("subset-dp");
    }

    @Test
    void theMethodNamesTheBoundThatClosedTheGap() {
        // an order with a single arc upwards, which closes a 3-cycle with each item between its ends
        int r = 30;
        double[][] w = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = i + 1; j < r; j++) {
                w[i][j] = 2;
            }
        }
        w[r - 1][0] = 3;
        for (OrderingDecoder decoder : List.of(OrderingDecoder.LOCAL_SEARCH, OrderingDecoder.AUTO)) {
            DecodeResult result = decoder.decode(LinearOrdering.of(w), LIMITS);
            assertThat(result.isOptimal()).isTrue();
            assertThat(result.value()).isEqualTo(3);
            assertThat(result.method()).isEqualTo("local-search+cycle-packing");
        }
    }

    @Test
    void namesAreThoseOfTheCommandLine() {
        List<String> names = Arrays.stream(OrderingDecoder.values())
                .map(OrderingDecoder::text)
                .toList();
        assertThat(names)
                .containsExactly("borda", "copeland", "schulze", "algorithm1", "local-search", "exact", "auto");
    }

    private static Ranking enumerated(LinearOrdering problem) {
        return Ranking.ofItems(Objects.requireNonNull(SubsetProgram.order(problem, plenty())));
    }

    private static LinearOrdering reduced(LinearOrdering problem) {
        return problem.reducedTo(Ranking.identity(problem.size()).toItems());
    }
}
