package io.plumbrank.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What decoders of average precision claim, against all rankings of up to 7 items. */
class MapDecoderTest {
    private static final DecodeLimits LIMITS = DecodeLimits.defaults().withTimeLimit(Duration.ofMinutes(10));

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    private static Deadline plenty() {
        return Deadline.after(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyDecoderKeepsItsClaims(long seed) {
        for (int r = 0; r <= 7; r++) {
            MapAssignment problem = RandomProblems.map(r, seed);
            double optimum = r == 0 ? 0 : RandomProblems.largestValue(problem);
            double eps = 1e-12 * (1 + 10 * r);
            for (MapDecoder decoder : MapDecoder.values()) {
                DecodeResult result = decoder.decode(problem, LIMITS);
                String what = decoder + " on r = " + r + ": " + result;
                assertThat(result.value())
                        .as(what)
                        .isCloseTo(RandomProblems.assigned(problem, result.ranking()), within(eps));
                assertThat(result.bound()).as(what).isGreaterThanOrEqualTo(optimum - eps);
                if (result.isOptimal()) {
                    assertThat(result.value()).as(what).isCloseTo(optimum, within(eps));
                }
                if (decoder == MapDecoder.EXACT || decoder == MapDecoder.AUTO) {
                    assertThat(result.optimality()).as(what).isEqualTo(Optimality.PROVEN);
                }
            }
        }
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
        Ranking quick = MapDecoder.quickly(problem);
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
        // THEORY.md section 3: .2 (0,0,1) + .3 (0,1,0) + .5 (1,0,1); by scores 3,2,1, the optimum is 3,1,2, regret 1/30
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

    @ParameterizedTest
    @EnumSource(MapDecoder.class)
    void theSameSeedGivesTheSameResult(MapDecoder decoder) {
        double[][] u = new double[26][26];
        RandomProblems.addLabels(u, new SplittableRandom(4), 20);
        MapAssignment problem = MapAssignment.of(u);
        DecodeResult first = decoder.decode(problem, LIMITS.withSeed(9));
        DecodeResult second = decoder.decode(problem, LIMITS.withSeed(9));
        assertThat(second.ranking()).isEqualTo(first.ranking());
        assertThat(second.bound()).isEqualTo(first.bound());
        assertThat(second.method()).isEqualTo(first.method());
    }

    @ParameterizedTest
    @EnumSource(MapDecoder.class)
    void noTimeStillGivesARanking(MapDecoder decoder) {
        for (int r : new int[] {0, 1, 2, 18, 40, 150}) {
            MapAssignment problem = RandomProblems.map(r, 0);
            DecodeResult result = decoder.decode(problem, LIMITS.withTimeLimit(Duration.ZERO));
            assertThat(result.ranking().size()).isEqualTo(r);
            assertThat(result.bound()).isGreaterThanOrEqualTo(result.value());
        }
    }

    @ParameterizedTest
    @EnumSource(MapDecoder.class)
    void anInterruptedThreadGetsTheBestSoFar(MapDecoder decoder) {
        MapAssignment problem = RandomProblems.map(40, 0);
        Thread.currentThread().interrupt();
        DecodeResult result = decoder.decode(problem, LIMITS);
        assertThat(Thread.interrupted()).as("the flag is left set").isTrue();
        assertThat(result.value()).isEqualTo(problem.value(result.ranking()));
        assertThat(result.optimality()).isNotEqualTo(Optimality.PROVEN);
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
        assertThat(MapDecoder.parse("EXACT")).isEqualTo(MapDecoder.EXACT);
        assertThatThrownBy(() -> MapDecoder.parse("diagnal")).hasMessageContaining("did you mean 'diagonal'?");
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
