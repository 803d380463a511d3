package io.plumbrank.votes;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MajoritiesTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    private static Majorities random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int r = 2 + random.nextInt(5);
        double[][] weights = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                weights[i][j] = random.nextInt(5);
            }
        }
        return Majorities.of(PairwiseWeights.of(weights));
    }

    /** All margins are 1/10 round a circle, so nobody wins anything; as doubles the tenths differ in their last digit. */
    @Test
    void equalMarginsOfDecimalsAreEqual() {
        Majorities majorities =
                Majorities.of(PairwiseWeights.of(new double[][] {{0, .2, .2}, {.1, 0, .5}, {.3, .4, 0}}));
        assertThat(majorities.schulze()).containsExactly(0, 0, 0);
        assertThat(majorities.borda()).containsExactly(0, 0, 0);
        assertThat(majorities.margin(0, 1)).isEqualTo(.1);
        assertThat(majorities.margin(2, 0)).isEqualTo(.1);
    }

    /** Oracle: the same votes counted in whole numbers of the last digit. */
    @ParameterizedTest
    @MethodSource("seeds")
    void decimalsAreWholeNumbersOfTheirLastDigit(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int r = 3 + random.nextInt(4);
        for (double units : new double[] {10, 100, 1e6}) {
            double[][] decimals = new double[r][r];
            double[][] whole = new double[r][r];
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    whole[i][j] = random.nextInt(units == 10 ? 8 : 1000);
                    decimals[i][j] = whole[i][j] / units;
                }
            }
            PairwiseWeights votes = PairwiseWeights.of(decimals);
            PairwiseWeights counts = PairwiseWeights.of(whole);
            Majorities of = Majorities.of(votes);
            Majorities in = Majorities.of(counts);
            assertThat(of.schulze()).containsExactly(in.schulze());
            assertThat(of.copeland()).containsExactly(in.copeland());
            assertThat(of.ties()).hasSameSizeAs(in.ties());
            assertThat(of.cycles()).isEqualTo(in.cycles());
            double[] borda = in.borda();
            for (int i = 0; i < r; i++) {
                assertThat(of.borda()[i]).isEqualTo(borda[i] / units);
            }
            for (OrderingDecoder decoder : List.of(OrderingDecoder.EXACT, OrderingDecoder.ALGORITHM1)) {
                RankAggregation one = RankAggregation.of(votes, decoder, DecodeLimits.defaults());
                RankAggregation two = RankAggregation.of(counts, decoder, DecodeLimits.defaults());
                assertThat(one.ranking()).isEqualTo(two.ranking());
                assertThat(one.result().value()).isEqualTo(two.result().value() / units);
                assertThat(one.result().isOptimal()).isEqualTo(two.result().isOptimal());
                assertThat(one.lowNoise()).isEqualTo(two.lowNoise());
                assertThat(one.hidden()).isEqualTo(two.hidden());
            }
        }
    }

    /** 10^16 + 1 is not a double, so that reading made it 10^16. */
    @Test
    void weightsThatReadingMayHaveRoundedProveNothing() {
        PairwiseWeights votes = PairwiseWeights.of(new double[][] {{0, 1e16}, {1e16, 0}});
        assertThat(Majorities.of(votes).isExact()).isFalse();
        RankAggregation aggregation = RankAggregation.of(votes, OrderingDecoder.EXACT, DecodeLimits.defaults());
        assertThat(aggregation.result().isOptimal()).isFalse();
        assertThat(aggregation.hidden()).isGreaterThanOrEqualTo(1);
        PairwiseWeights smaller = PairwiseWeights.of(new double[][] {{0, 1e15}, {1e15, 0}});
        assertThat(Majorities.of(smaller).isExact()).isTrue();
        assertThat(RankAggregation.of(smaller, OrderingDecoder.EXACT, DecodeLimits.defaults())
                        .result()
                        .isOptimal())
                .isTrue();
    }

    /**
     * Schulze's own example (2011, example 1, 45 voters, five candidates), by the ballots of the paper: E ≻ A ≻ C ≻ B ≻ D.
     */
    @Test
    void schulzesExampleComesOutAsInHisPaper() {
        String[] ballots = {"5ACBED", "5ADECB", "8BEDAC", "3CABED", "7CAEBD", "2CBADE", "7DCEBA", "8EBADC"};
        double[][] weights = new double[5][5];
        for (String ballot : ballots) {
            String order = ballot.substring(1);
            for (int p = 0; p < 5; p++) {
                for (int q = p + 1; q < 5; q++) {
                    weights[order.charAt(p) - 'A'][order.charAt(q) - 'A'] += ballot.charAt(0) - '0';
                }
            }
        }
        PairwiseWeights votes = PairwiseWeights.of(weights);
        assertThat(Majorities.of(votes).schulze()).containsExactly(3, 1, 2, 0, 4);
        assertThat(OrderingDecoder.SCHULZE
                        .decode(votes.ordering(), DecodeLimits.NONE)
                        .ranking()
                        .toItems())
                .containsExactly(4, 0, 2, 1, 3);
    }

    /** Oracle: the strongest of all simple paths. */
    @ParameterizedTest
    @MethodSource("seeds")
    void schulzeCountsWinsByStrongestPaths(long seed) {
        Majorities majorities = random(seed);
        int r = majorities.size();
        int[] wins = new int[r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                wins[i] += i != j && strongest(majorities, i, j, 1 << i) > strongest(majorities, j, i, 1 << j) ? 1 : 0;
            }
        }
        assertThat(majorities.schulze()).containsExactly(wins);
    }

    private static double strongest(Majorities majorities, int from, int to, int seen) {
        if (from == to) {
            return Double.POSITIVE_INFINITY;
        }
        double best = 0;
        for (int next = 0; next < majorities.size(); next++) {
            if ((seen >> next & 1) == 0 && majorities.margin(from, next) > 0) {
                best = Math.max(
                        best,
                        Math.min(majorities.margin(from, next), strongest(majorities, next, to, seen | 1 << next)));
            }
        }
        return best;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void pointsAreSumsOverPairs(long seed) {
        Majorities majorities = random(seed);
        for (int i = 0; i < majorities.size(); i++) {
            double net = 0;
            int won = 0;
            for (int j = 0; j < majorities.size(); j++) {
                net += i == j ? 0 : majorities.margin(i, j);
                won += i == j ? 0 : Double.compare(majorities.margin(i, j), 0);
            }
            assertThat(majorities.borda()[i]).isEqualTo(net);
            assertThat(majorities.copeland()[i]).isEqualTo(won);
        }
    }

    /** Oracle: lengths of shortest closed walks by powers of the adjacency relation. */
    @ParameterizedTest
    @MethodSource("seeds")
    void circlesAreCirclesAndNoneIsShorter(long seed) {
        Majorities majorities = random(seed);
        for (Majorities.Cycle cycle : majorities.cycles()) {
            List<Integer> shortest = cycle.shortest();
            for (int i = 0; i < shortest.size(); i++) {
                assertThat(majorities.margin(shortest.get(i), shortest.get((i + 1) % shortest.size())))
                        .isPositive();
            }
            assertThat(cycle.items()).containsAll(shortest);
            assertThat(shortest).hasSize(girth(majorities, cycle.items()));
        }
        boolean acyclic = majorities.cycles().isEmpty();
        List<Integer> all =
                LongStream.range(0, majorities.size()).mapToObj(i -> (int) i).toList();
        assertThat(acyclic).isEqualTo(girth(majorities, all) == 0);
    }

    private static int girth(Majorities majorities, List<Integer> items) {
        int r = majorities.size();
        boolean[][] walks = new boolean[r][r];
        for (int i : items) {
            for (int j : items) {
                walks[i][j] = i != j && majorities.margin(i, j) > 0;
            }
        }
        boolean[][] arcs = walks;
        for (int length = 1; length <= r; length++) {
            for (int i = 0; i < r; i++) {
                if (walks[i][i]) {
                    return length;
                }
            }
            boolean[][] longer = new boolean[r][r];
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    for (int k = 0; k < r; k++) {
                        longer[i][j] |= walks[i][k] && arcs[k][j];
                    }
                }
            }
            walks = longer;
        }
        return 0;
    }

    @Test
    void tiesAreNamedAndRoundingMakesNone() {
        double[][] weights = {{0, 0.1 + 0.2, 1}, {0.3, 0, 2}, {0, 2, 0}};
        Majorities majorities = Majorities.of(PairwiseWeights.of(weights));
        assertThat(majorities.ties()).hasSize(2);
        assertThat(majorities.ties().get(0)).containsExactly(0, 1);
        assertThat(majorities.ties().get(1)).containsExactly(1, 2);
    }
}
