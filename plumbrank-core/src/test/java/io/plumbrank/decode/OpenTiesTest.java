package io.plumbrank.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.blocks.BlindOrder;
import io.plumbrank.decode.OpenTies.Decoded;
import io.plumbrank.decode.algorithms.MapDecoder;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OpenTiesTest {
    static Stream<Arguments> decoders() {
        return Stream.<Decoder<?>>of(
                        OrderingDecoder.ALGORITHM1,
                        OrderingDecoder.BORDA,
                        OrderingDecoder.COPELAND,
                        OrderingDecoder.LOCAL_SEARCH,
                        OrderingDecoder.EXACT,
                        OrderingDecoder.AUTO,
                        MapDecoder.DIAGONAL,
                        MapDecoder.EXACT,
                        MapDecoder.AUTO)
                .flatMap(decoder -> IntStream.range(0, 60).mapToObj(seed -> Arguments.of(decoder, seed)));
    }

    private static PairIndex index(Decoder<?> decoder) {
        return decoder instanceof MapDecoder ? PairIndex.TRIANGLE : PairIndex.STRICT;
    }

    /** Whole numbers, so that many are equal, of items of few kinds. */
    private static double[] problem(PairIndex index, int r, SplittableRandom random) {
        int kinds = 1 + random.nextInt(r);
        int[] kind = IntStream.range(0, r).map(i -> random.nextInt(kinds)).toArray();
        double[][] ofKinds = new double[kinds][kinds];
        double[] own = new double[kinds];
        for (int a = 0; a < kinds; a++) {
            own[a] = random.nextInt(3);
            for (int b = 0; b <= a; b++) {
                ofKinds[a][b] = a == b && index == PairIndex.STRICT ? 0 : random.nextInt(-2, 3);
                ofKinds[b][a] = index == PairIndex.STRICT ? 0.0 - ofKinds[a][b] : ofKinds[a][b];
            }
        }
        double[] u = new double[index.size(r)];
        index.forEach(r, (i, j, at) -> u[at] = i == j ? own[kind[i]] : ofKinds[kind[i]][kind[j]]);
        return u;
    }

    private static double of(PairIndex index, double[] u, int i, int j, int r) {
        double value = u[index.of(i, j, r)];
        return index == PairIndex.STRICT && i > j ? 0.0 - value : value; // no -0
    }

    /** u of items that stand in other places: item a of the new one is item {@code places[a]}. */
    private static double[] moved(PairIndex index, double[] u, int[] places) {
        double[] moved = new double[u.length];
        int r = places.length;
        index.forEach(r, (a, b, at) -> moved[at] = of(index, u, places[a], places[b], r));
        return moved;
    }

    private static int[] shuffled(int r, SplittableRandom random) {
        return Ranking.byScores(random.doubles(r).toArray()).toItems();
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void thePlacesOfItemsDecideNothing(Decoder<?> decoder, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PairIndex index = index(decoder);
        int r = 2 + random.nextInt(5);
        double[] u = problem(index, r, random);
        int[] order = shuffled(r, random);
        int[] places = shuffled(r, random);
        int[] movedOrder = Arrays.stream(order)
                .map(item -> Ranking.ofItems(places).positionOf(item))
                .toArray();
        Decoded one = new OpenTies(index, order).decode(u, v -> decoder.decode(v, DecodeLimits.defaults()));
        Decoded other = new OpenTies(index, movedOrder)
                .decode(moved(index, u, places), v -> decoder.decode(v, DecodeLimits.defaults()));
        for (int a = 0; a < r; a++) {
            assertThat(other.open().scores()[a]).isEqualTo(one.open().scores()[places[a]]);
            assertThat(places[other.open().ranking().itemAt(a)])
                    .isEqualTo(one.open().ranking().itemAt(a));
        }
    }

    /** The value of a ranking straight from its definition: contradicted preferences, or minus Σ u_ij / (later of two places). */
    private static double value(PairIndex index, double[] u, Ranking ranking) {
        double[] sum = {0};
        index.forEach(ranking.size(), (i, j, at) -> {
            int first = ranking.positionOf(i);
            int second = ranking.positionOf(j);
            if (index == PairIndex.STRICT) {
                sum[0] += first > second ? u[at] : 0;
            } else {
                sum[0] -= u[at] / (1 + Math.max(first, second));
            }
        });
        return sum[0];
    }

    /** By brute force over all rankings: those that the scores allow are all as good as the decoder's own. */
    @ParameterizedTest
    @MethodSource("decoders")
    void allRankingsThatTheScoresAllowAreAsGood(Decoder<?> decoder, int seed) {
        SplittableRandom random = new SplittableRandom(1000 + seed);
        PairIndex index = index(decoder);
        int r = 2 + random.nextInt(4);
        double[] u = problem(index, r, random);
        int[] order = shuffled(r, random);
        Decoded decoded = new OpenTies(index, order).decode(u, v -> decoder.decode(v, DecodeLimits.defaults()));
        double[] scores = decoded.open().scores();
        double reached = value(index, u, decoded.open().ranking());
        double[] best = {Double.POSITIVE_INFINITY};
        double[] sum = {0};
        int[] count = {0};
        double[] grades = random.ints(r, 0, 3).asDoubleStream().toArray();
        MeasureSpec map = MeasureSpec.parse("map");
        Ranking.forEach(r, ranking -> {
            best[0] = Math.min(best[0], value(index, u, ranking));
            boolean allowed =
                    IntStream.range(1, r).allMatch(k -> scores[ranking.itemAt(k - 1)] >= scores[ranking.itemAt(k)]);
            if (allowed) {
                assertThat(value(index, u, ranking)).isCloseTo(reached, within(1e-9));
                sum[0] += map.measure().evaluate(JudgedList.ofRanking(ranking, grades));
                count[0]++;
            }
        });
        if (decoded.result().isOptimal()) {
            assertThat(reached).isCloseTo(best[0], within(1e-9));
        }
        assertThat(map.measure().evaluate(JudgedList.ofScores(scores, grades)))
                .isCloseTo(sum[0] / count[0], within(1e-12));
        // items that change places without changing u share their score where they stand side by side
        for (int k = 1; k < r; k++) {
            int i = decoded.open().ranking().itemAt(k - 1);
            int j = decoded.open().ranking().itemAt(k);
            int[] swap = IntStream.range(0, r)
                    .map(item -> item == i ? j : item == j ? i : item)
                    .toArray();
            assertThat(scores[i] == scores[j]).isEqualTo(Arrays.equals(moved(index, u, swap), u));
        }
    }

    /** Where turning the deciding order round finds another ranking, the warning has been given. */
    @ParameterizedTest
    @MethodSource("decoders")
    void whatTheOrderDecidesIsForeseen(Decoder<?> decoder, int seed) {
        SplittableRandom random = new SplittableRandom(2000 + seed);
        PairIndex index = index(decoder);
        int r = 2 + random.nextInt(5);
        double[] u = problem(index, r, random);
        if (seed % 2 == 0) {
            Arrays.setAll(u, at -> u[at] + 0.01 * random.nextDouble());
        }
        int[] order = shuffled(r, random);
        OpenTies ties = new OpenTies(index, order);
        double[] one = ties.decode(u, v -> decoder.decode(v, DecodeLimits.defaults()))
                .open()
                .scores();
        double[] other = new OpenTies(index, BlindOrder.reversed(order))
                .decode(u, v -> decoder.decode(v, DecodeLimits.defaults()))
                .open()
                .scores();
        if (!Arrays.equals(one, other) && decoder != OrderingDecoder.COPELAND) {
            assertThat(ties.mayDecide(u)).isTrue();
        }
    }
}
