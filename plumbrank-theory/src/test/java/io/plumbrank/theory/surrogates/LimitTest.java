package io.plumbrank.theory.surrogates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.surrogate.templates.ListMle;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.distributions.LossTable;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Minimisers and what they may be decoded to, against Definition 1 itself: the least risk over all scores of one order. */
class LimitTest {
    private static final int ITEMS = 3;
    private static final double FAR = 60;

    private static LabelDistribution<double[]> matrix(double[] a) {
        return LabelDistribution.of(List.of(a), 1);
    }

    private static PairMethod<double[]> method(PairLoss loss, double margin) {
        return new PairMethod<>("test", loss, margin, ITEMS, (a, into) -> System.arraycopy(a, 0, into, 0, a.length));
    }

    /** Sparse often, so that scores run apart, or components do not touch. */
    private static double[] randomWeights(Random random) {
        int kinds = 1 + random.nextInt(4);
        double[] a = new double[ITEMS * ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            for (int j = 0; j < ITEMS; j++) {
                a[i * ITEMS + j] = i == j || random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(kinds);
            }
        }
        a[1] += Arrays.stream(a).sum() == 0 ? 1 : 0;
        return a;
    }

    private static double risk(PairLoss loss, double margin, double[] a, double[] s) {
        double sum = 0;
        for (int i = 0; i < ITEMS; i++) {
            for (int j = 0; j < ITEMS; j++) {
                sum += a[i * ITEMS + j] == 0 ? 0 : a[i * ITEMS + j] * loss.value(s[i] - s[j] - margin);
            }
        }
        return sum;
    }

    /** The least value of a convex function on 0 … FAR, by ternary search. */
    private static double least(DoubleUnaryOperator f) {
        double low = 0;
        double high = FAR;
        for (int step = 0; step < 60; step++) {
            double a = low + (high - low) / 3;
            double b = high - (high - low) / 3;
            if (f.applyAsDouble(a) <= f.applyAsDouble(b)) {
                high = b;
            } else {
                low = a;
            }
        }
        return f.applyAsDouble((low + high) / 2);
    }

    /** Over the scores that are in the order of a ranking, ties included. */
    private static double leastInOrder(Ranking ranking, ToDoubleFunction<double[]> risk) {
        return least(upper -> least(lower -> {
            double[] s = new double[ITEMS];
            s[ranking.itemAt(1)] = -upper;
            s[ranking.itemAt(2)] = -upper - lower;
            return risk.applyAsDouble(s);
        }));
    }

    private static void assertAllowsWhatIsLeast(
            Limit<Ranking> limit, ToDoubleFunction<double[]> risk, double scale, Object what) {
        double[] least = new double[6];
        Ranking[] rankings =
                LossTable.<double[]>ofRankings(ITEMS, (y, t) -> 0).predictions().toArray(Ranking[]::new);
        for (int t = 0; t < 6; t++) {
            least[t] = leastInOrder(rankings[t], risk);
        }
        double overall = Arrays.stream(least).min().orElseThrow();
        assertThat(limit.certified()).isTrue();
        for (int t = 0; t < 6; t++) {
            double gap = least[t] - overall;
            assertThat(limit.allows(rankings[t]))
                    .as("%s: %s has a gap of %s", what, rankings[t], gap)
                    .isEqualTo(gap <= 1e-9 * scale);
        }
    }

    static List<PairLoss> losses() {
        return List.of(PairLoss.HINGE, PairLoss.LOGISTIC, PairLoss.EXPONENTIAL);
    }

    @ParameterizedTest
    @MethodSource("losses")
    void theLimitAllowsExactlyTheOrdersInWhichTheInfimumIsTheInfimum(PairLoss loss) {
        Random random = new Random(1);
        for (int draw = 0; draw < 20; draw++) {
            double[] a = randomWeights(random);
            double margin = random.nextInt(3) * 0.5;
            Limit<Ranking> limit = method(loss, margin).limit(matrix(a));
            double sum = Arrays.stream(a).sum();
            assertAllowsWhatIsLeast(limit, s -> risk(loss, margin, a, s), sum, loss + " " + Arrays.toString(a));
        }
    }

    @Test
    void theSameOfListMle() {
        Random random = new Random(2);
        ListMethod<double[]> method = ListMethod.listMle(ITEMS, (v, into) -> System.arraycopy(v, 0, into, 0, ITEMS));
        for (int draw = 0; draw < 15; draw++) {
            List<double[]> labels = IntStream.range(0, 1 + random.nextInt(3))
                    .mapToObj(y -> random.ints(ITEMS, 0, 3).asDoubleStream().toArray())
                    .toList();
            double[] weights = random.ints(labels.size(), 1, 5).asDoubleStream().toArray();
            LabelDistribution<double[]> p = LabelDistribution.proportional(labels, weights);
            assertAllowsWhatIsLeast(
                    method.limit(p),
                    s -> p.expectation(v -> new ListMle().value(s, v)),
                    1,
                    Arrays.deepToString(labels.toArray()));
        }
    }

    @Test
    void theMinimisersOfTheTheoremsWitnessesAreThoseThatWereFoundByOtherMeans() {
        // Theorem 11: a_12 = 2, a_13 = 5, a_23 = .1, a_31 = 2, each with probability one half
        double[] eleven = {0, 1, 2.5, 0, 0, .05, 1, 0, 0};
        assertThat(method(PairLoss.LOGISTIC, 0).limit(matrix(eleven)).minimiser())
                .containsExactly(new double[] {1.349, -1.718, .369}, within(6e-4));
        assertThat(method(PairLoss.EXPONENTIAL, 0).limit(matrix(eleven)).minimiser())
                .containsExactly(new double[] {.756, -.999, .243}, within(6e-4));
        Limit<Ranking> hinge = method(PairLoss.HINGE, 0).limit(matrix(eleven));
        assertThat(hinge.minimiser()).containsExactly(1, 0, 0);
        assertThat(hinge.allows(Ranking.ofItems(0, 1, 2))).isTrue();
        assertThat(hinge.allows(Ranking.ofItems(0, 2, 1))).isTrue();
        // Theorem 12, with margin 1; there the third score is 0
        double[] twelve = {0, .25, .5, 0, 0, .01, .24, 0, 0};
        double[] logistic = method(PairLoss.LOGISTIC, 1).limit(matrix(twelve)).minimiser();
        assertThat(logistic[0] - logistic[2]).isCloseTo(1.331, within(6e-4));
        assertThat(logistic[1] - logistic[2]).isCloseTo(-2.868, within(6e-4));
        double[] exponential =
                method(PairLoss.EXPONENTIAL, 1).limit(matrix(twelve)).minimiser();
        assertThat(exponential[0] - exponential[2]).isCloseTo(.425, within(6e-4));
        assertThat(exponential[1] - exponential[2]).isCloseTo(-1.397, within(6e-4));
    }

    @Test
    void scoresThatRunApartAreInfinite() {
        // only 1 → 2 and 1 → 3
        Limit<Ranking> limit = method(PairLoss.LOGISTIC, 0).limit(matrix(new double[] {0, 1, 1, 0, 0, 0, 0, 0, 0}));
        assertThat(limit.minimiser())
                .containsExactly(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        assertThat(limit.allows(Ranking.ofItems(0, 1, 2))).isTrue();
        assertThat(limit.allows(Ranking.ofItems(0, 2, 1))).isTrue();
        assertThat(limit.allows(Ranking.ofItems(1, 0, 2))).isFalse();
    }

    @Test
    void componentsThatDoNotTouchKeepTheirDistances() {
        // 1 is 2 above 2, and 3 is 1 above 4: 1, 3, 4, 2 can be, 3, 1, 2, 4 cannot
        boolean[][] reaches = new boolean[4][4];
        reaches[0][1] = reaches[1][0] = reaches[0][0] = reaches[1][1] = true;
        reaches[2][3] = reaches[3][2] = reaches[2][2] = reaches[3][3] = true;
        Limit<Ranking> limit = new ComponentLimit(new double[] {1, -1, .5, -.5}, reaches, true);
        assertThat(limit.allows(Ranking.ofItems(0, 2, 3, 1))).isTrue();
        assertThat(limit.allows(Ranking.ofItems(0, 2, 1, 3))).isTrue();
        assertThat(limit.allows(Ranking.ofItems(2, 3, 0, 1))).isTrue();
        assertThat(limit.allows(Ranking.ofItems(2, 0, 1, 3))).isFalse();
        assertThat(limit.allows(Ranking.ofItems(1, 0, 2, 3))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void thereAreAsManyOrdersWithTiesAsFubiniCounted(int items) {
        assertThat(LabelSpace.weakOrders(items)).hasSize(new int[] {1, 1, 3, 13, 75, 541}[items]);
    }

    @Test
    void infiniteScoresAreOrderedAndEqualOnesTie() {
        double inf = Double.POSITIVE_INFINITY;
        Limit<Ranking> limit = ScoreLimit.of(new double[] {-inf, 3, -inf, inf});
        assertThat(limit.allows(Ranking.ofItems(3, 1, 0, 2))).isTrue();
        assertThat(limit.allows(Ranking.ofItems(3, 1, 2, 0))).isTrue();
        assertThat(limit.allows(Ranking.ofItems(1, 3, 0, 2))).isFalse();
        assertThat(limit.allows(Ranking.ofItems(3, 0, 1, 2))).isFalse();
    }

    @Test
    void whatTheHingeCannotDoIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PairMethod<double[]>("test", PairLoss.HINGE, 0, 7, (y, a) -> {}))
                .withMessageContaining("up to 6 items");
        assertThatIllegalArgumentException().isThrownBy(() -> method(PairLoss.LOGISTIC, -2));
    }
}
