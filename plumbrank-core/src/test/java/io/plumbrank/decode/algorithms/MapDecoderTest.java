package io.plumbrank.decode.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.Decoder.Exactness;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What decoders of average precision claim, against all rankings of up to 7 items. */
class MapDecoderTest extends DecoderContract<MapAssignment, MapDecoder> {

    @Override
    MapDecoder[] decoders() {
        return MapDecoder.values();
    }

    @Override
    MapAssignment random(int items, long seed) {
        return RandomProblems.map(items, seed);
    }

    @Override
    int pairs(int items) {
        return items * (items + 1) / 2;
    }

    @Override
    int items(MapAssignment problem) {
        return problem.size();
    }

    @Override
    int sign() {
        return -1;
    }

    @Override
    double cost(MapAssignment problem, Ranking ranking) {
        return -RandomProblems.assigned(problem, ranking);
    }

    @Override
    double tolerance(MapAssignment problem) {
        return 1e-12 * (1 + 10 * problem.size());
    }

    @Override
    boolean isCovered(MapAssignment problem, Exactness exactness) {
        return switch (exactness) {
            case PROOF_OR_GAP, ALWAYS -> true;
            case REINFORCE -> reinforces(problem);
            case ACYCLIC, SUMS, LOCAL, UNKNOWN -> false;
        };
    }

    /** P_reinforce: u_ii ≥ u_jj implies u_ii ≥ u_jj + Σ_γ (u_jγ − u_iγ)₊ over the third items γ. */
    private static boolean reinforces(MapAssignment u) {
        for (int i = 0; i < u.size(); i++) {
            for (int j = 0; j < u.size(); j++) {
                double behind = u.pair(j, j);
                for (int third = 0; third < u.size(); third++) {
                    behind += third == i || third == j ? 0 : Math.max(0, u.pair(j, third) - u.pair(i, third));
                }
                if (u.pair(i, i) >= u.pair(j, j) && u.pair(i, i) < behind) {
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
    void boundsAreNeverBelowTheOptimumAndBranchAndBoundFindsIt(long seed) {
        for (int r = 2; r <= 7; r++) {
            MapAssignment problem = RandomProblems.map(r, seed);
            double optimum = RandomProblems.largestValue(problem);
            double eps = 1e-12 * (1 + 10 * r);
            MapRelaxation relaxation = new MapRelaxation(problem);
            assertThat(relaxation.bound()).isGreaterThanOrEqualTo(optimum - eps);
            int[] start = Ranking.identity(r).toItems();
            double[][] splits = new double[r + 1][];
            double before = relaxation.bound();
            relaxation.tighten(start, splits, plenty());
            assertThat(relaxation.bound()).isBetween(optimum - eps, before + eps);
            for (long nodes : new long[] {0, 1, 3, 10, 30, Long.MAX_VALUE}) {
                MapBranchAndBound branching =
                        new MapBranchAndBound(problem, splits, start, problem.value(Ranking.identity(r)), plenty());
                boolean complete = branching.run(nodes);
                assertThat(branching.bound()).isGreaterThanOrEqualTo(optimum - eps);
                if (complete) {
                    assertThat(problem.value(Ranking.ofItems(branching.best()))).isCloseTo(optimum, within(eps));
                }
                assertThat(complete || nodes < Long.MAX_VALUE).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void dynamicProgrammingAndBranchAndBoundAgreeOnMoreItems(long seed) {
        int r = 10 + (int) (seed % 4);
        MapAssignment problem = RandomProblems.map(r, seed);
        DecodeResult enumerated = MapDecoder.EXACT.decode(problem, LIMITS);
        assertThat(enumerated.method()).isEqualTo("subset-dp");
        double[][] splits = new double[r + 1][];
        int[] start = MapSolving.diagonal(problem).toItems();
        new MapRelaxation(problem).tighten(start, splits, plenty());
        MapBranchAndBound branching =
                new MapBranchAndBound(problem, splits, start, problem.value(Ranking.ofItems(start)), plenty());
        assertThat(branching.run(Long.MAX_VALUE)).isTrue();
        assertThat(branching.bound()).isCloseTo(enumerated.value(), within(1e-10));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void searchesReportWhatTheyGainAndEndInALocalOptimum(long seed) {
        int r = 14;
        MapAssignment problem = RandomProblems.map(r, seed);
        int[] order = Ranking.identity(r).toItems();
        double before = problem.value(Ranking.ofItems(order));
        double gain = new MapSearch(problem).improve(order, plenty());
        double after = problem.value(Ranking.ofItems(order));
        assertThat(gain).isCloseTo(after - before, within(1e-10));
        for (int a = 0; a < r; a++) {
            for (int b = 0; b < r; b++) {
                int[] moved = order.clone();
                Orders.move(moved, a, b);
                assertThat(problem.value(Ranking.ofItems(moved))).isLessThanOrEqualTo(after + 1e-10);
                int[] swapped = order.clone();
                swapped[a] = order[b];
                swapped[b] = order[a];
                assertThat(problem.value(Ranking.ofItems(swapped))).isLessThanOrEqualTo(after + 1e-10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noInsertionHelpsWhatIsDecodedQuickly(long seed) {
        int r = 14;
        MapAssignment problem = RandomProblems.map(r, seed);
        Ranking quick = MapDecoder.AUTO.quickly(problem);
        assertThat(problem.value(quick)).isGreaterThanOrEqualTo(problem.value(MapSolving.diagonal(problem)) - 1e-10);
        for (int a = 0; a < r; a++) {
            for (int b = 0; b < r; b++) {
                int[] moved = quick.toItems();
                Orders.move(moved, a, b);
                assertThat(problem.value(Ranking.ofItems(moved))).isLessThanOrEqualTo(problem.value(quick) + 1e-10);
            }
        }
    }

    @Test
    void theValueOfALabelIsItsAveragePrecision() {
        // relevant at places 1, 3 and 4 of five: (1/1 + 2/3 + 3/4) / 3
        double[] y = {0, 1, 1, 0, 1};
        Ranking ranking = Ranking.ofItems(4, 0, 1, 2, 3);
        double[][] u = new double[5][5];
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j <= i; j++) {
                u[i][j] = y[i] * y[j] / 3;
            }
        }
        assertThat(MapAssignment.of(u).value(ranking)).isCloseTo((1 + 2 / 3.0 + 3 / 4.0) / 3, within(1e-15));
    }

    @Test
    void theExampleOfTheClassIsSolvedAsItSays() {
        MapAssignment u = MapAssignment.of(new double[][] {{0.2}, {0.1, 0.3}, {0.2, 0.0, 0.3}});
        assertThat(MapDecoder.AUTO.decode(u, DecodeLimits.defaults()).ranking()).hasToString("3 ≻ 1 ≻ 2");
        MapAssignment same = MapAssignment.ofPairs(new double[] {0.2, 0.1, 0.3, 0.2, 0.0, 0.3});
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                assertThat(same.pair(i, j)).isEqualTo(u.pair(i, j));
            }
        }
    }

    @Test
    void theWitnessAgainstScoresIsDecodedRight() {
        // The witness: .2 (0,0,1) + .3 (0,1,0) + .5 (1,0,1); by scores 3,2,1, the optimum is 3,1,2, regret 1/30
        double[][] labels = {{0, 0, 1}, {0, 1, 0}, {1, 0, 1}};
        double[] p = {.2, .3, .5};
        double[][] u = new double[3][3];
        for (int k = 0; k < 3; k++) {
            double count = Arrays.stream(labels[k]).sum();
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j <= i; j++) {
                    u[i][j] += p[k] * labels[k][i] * labels[k][j] / count;
                }
            }
        }
        DecodeResult exact = MapDecoder.EXACT.decode(MapAssignment.of(u), LIMITS);
        DecodeResult diagonal = MapDecoder.DIAGONAL.decode(MapAssignment.of(u), LIMITS);
        assertThat(exact.ranking()).hasToString("3 ≻ 1 ≻ 2");
        assertThat(diagonal.ranking()).hasToString("3 ≻ 2 ≻ 1");
        assertThat(exact.value() - diagonal.value()).isCloseTo(1 / 30.0, within(1e-15));
    }

    @Test
    void aRealisticProblemOfThirtyItemsIsProven() {
        double[][] u = new double[30][30];
        RandomProblems.addLabels(u, new SplittableRandom(3), 200);
        DecodeResult result = MapDecoder.AUTO.decode(MapAssignment.of(u), LIMITS);
        assertThat(result.isOptimal()).isTrue();
        assertThat(result.value())
                .isGreaterThanOrEqualTo(
                        MapDecoder.DIAGONAL.decode(MapAssignment.of(u), LIMITS).value());
    }

    @Test
    void theMethodNamesTheBoundThatClosedTheGap() {
        double[][] u = new double[30][30];
        for (int i = 0; i < 30; i++) {
            u[i][i] = 1.0 / (1 + i);
        }
        DecodeResult result = MapDecoder.LOCAL_SEARCH.decode(MapAssignment.of(u), LIMITS);
        assertThat(result.isOptimal()).isTrue();
        assertThat(result.method()).isEqualTo("local-search+relaxation");
    }

    @Test
    void namesAreThoseOfTheCommandLine() {
        assertThat(Arrays.stream(MapDecoder.values()).map(MapDecoder::text))
                .containsExactly("diagonal", "local-search", "exact", "auto");
    }

    @Test
    void badProblemsAreRefused() {
        assertThatThrownBy(() -> MapAssignment.ofPairs(new double[2])).hasMessageContaining("need r(r+1)/2 numbers");
        assertThatThrownBy(() -> MapAssignment.of(new double[][] {{1}, {2}}))
                .hasMessageContaining("row 1 needs 2 numbers, got 1");
        assertThatThrownBy(() -> MapAssignment.of(new double[][] {{1}, {2, Double.POSITIVE_INFINITY}}))
                .hasMessageContaining("u(1, 1) is Infinity");
        assertThatThrownBy(() -> MapAssignment.of(new double[][] {{1}}).value(Ranking.identity(2)))
                .hasMessageContaining("need a ranking of 1 items, got 2");
    }
}
