package io.plumbrank.votes;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Against brute force over all rankings in exact integers. */
class RankAggregationTest {
    static Stream<Arguments> problems() {
        return Stream.of(OrderingDecoder.values())
                .flatMap(decoder -> IntStream.range(0, 80).mapToObj(seed -> Arguments.of(decoder, seed)));
    }

    /** Whole weights of which some are beyond 10^12, 10^15 or 10^16 times the others. */
    private static double[][] weights(SplittableRandom random) {
        int r = 3 + random.nextInt(3);
        double[] units = {1, 1, 1e6, 1e13, 1e15, 1e16};
        int kinds = 2 + random.nextInt(units.length - 1);
        double[][] w = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                w[i][j] = i == j ? 0 : random.nextInt(8) * units[random.nextInt(kinds)];
            }
        }
        return w;
    }

    private static BigInteger exact(double whole) {
        return new BigDecimal(whole).toBigIntegerExact();
    }

    private static BigInteger value(double[][] w, Ranking ranking) {
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i < w.length; i++) {
            for (int j = 0; j < w.length; j++) {
                sum = ranking.positionOf(i) > ranking.positionOf(j) ? sum.add(exact(w[i][j])) : sum;
            }
        }
        return sum;
    }

    private static BigInteger difference(double[][] w, int i, int j) {
        return exact(w[i][j]).subtract(exact(w[j][i]));
    }

    private static boolean isAcyclic(double[][] w) {
        boolean[] found = {false};
        Ranking.forEach(w.length, ranking -> {
            boolean agrees = true;
            for (int i = 0; i < w.length; i++) {
                for (int j = 0; j < w.length; j++) {
                    agrees &= difference(w, i, j).signum() <= 0 || ranking.positionOf(i) < ranking.positionOf(j);
                }
            }
            found[0] |= agrees;
        });
        return found[0];
    }

    private static boolean isLowNoise(double[][] w) {
        int r = w.length;
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                for (int k = 0; k < r; k++) {
                    BigInteger ij = difference(w, i, j);
                    BigInteger jk = difference(w, j, k);
                    if (ij.signum() > 0
                            && jk.signum() > 0
                            && difference(w, i, k).compareTo(ij.add(jk)) < 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    @ParameterizedTest
    @MethodSource("problems")
    void whatIsSaidHoldsToTheLastUnit(OrderingDecoder decoder, int seed) {
        double[][] w = weights(new SplittableRandom(seed));
        RankAggregation said = RankAggregation.of(PairwiseWeights.of(w), decoder, DecodeLimits.defaults());
        BigInteger[] best = {value(w, Ranking.identity(w.length))};
        Ranking.forEach(w.length, ranking -> best[0] = best[0].min(value(w, ranking)));
        BigInteger reached = value(w, said.result().ranking());
        if (said.result().isOptimal()) {
            assertThat(reached).isEqualTo(best[0]);
        }
        assertThat(reached.subtract(best[0]).doubleValue())
                .isLessThanOrEqualTo(said.result().gap());
        assertThat(said.acyclic()).isEqualTo(isAcyclic(w));
        assertThat(said.lowNoise()).isEqualTo(isAcyclic(w) && isLowNoise(w));
    }

    /** A majority of 1 closes a circle of two of 4·10^12. */
    @ParameterizedTest
    @EnumSource(OrderingDecoder.class)
    void aSmallMajorityBesideLargeOnesIsNoTie(OrderingDecoder decoder) {
        double[][] w = {{0, 4e12, 0}, {0, 0, 4e12}, {1, 0, 0}};
        RankAggregation said = RankAggregation.of(PairwiseWeights.of(w), decoder, DecodeLimits.defaults());
        assertThat(said.acyclic()).isFalse();
        assertThat(said.result().value()).isEqualTo(1);
    }

    @Test
    void decimalsThatAddUpToATieAreATie() {
        double[][] w = {{0, 0.1 + 0.2, 0}, {0.3, 0, 5}, {0, 0, 0}};
        RankAggregation said = RankAggregation.of(PairwiseWeights.of(w), OrderingDecoder.AUTO, DecodeLimits.defaults());
        assertThat(said.acyclic()).isTrue();
        double[][] circle = {{0, 0.3, 0}, {0.1 + 0.2, 0, 5}, {1, 0, 0}};
        assertThat(RankAggregation.of(PairwiseWeights.of(circle), OrderingDecoder.AUTO, DecodeLimits.defaults())
                        .acyclic())
                .isTrue();
    }
}
