package io.plumbrank.surrogate.templates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.surrogate.templates.Examples.Example;
import io.plumbrank.surrogate.templates.LinearValue.Rho;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.OrderPreservation.Proven;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.measures.DisagreementScores;
import io.plumbrank.target.measures.PairScale;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What surrogates promise, and that those to compare with rightly promise nothing. */
class CalibrationTest {
    private static final RankingTarget<double[]> WTA = RankingTargets.of(MeasureSpec.parse("wta"));

    static List<Example> examples() {
        return Examples.all();
    }

    /** Items of larger expected utility get larger scores; equal ones, equal scores. */
    @ParameterizedTest
    @MethodSource("examples")
    void theOptimalScoresOfAProvenSurrogateAreInTheOrderOfTheUtilities(Example example) {
        if (!(example.surrogate().preservation() instanceof Proven)) {
            return;
        }
        Random random = new Random(1);
        for (int draw = 0; draw < 1000; draw++) {
            double[] mean = example.utilities(4, random);
            double[] best = example.surrogate().optimalScores(mean).orElseThrow();
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    assertThat(Math.signum(Double.compare(best[i], best[j])))
                            .isEqualTo(Math.signum(Double.compare(mean[i], mean[j])));
                }
            }
        }
    }

    @Test
    void theConstantsAreThoseOfTheTable() {
        Eta eta = new Eta(9, 0);
        assertThat(constant(new Squared())).hasValue(Math.sqrt(2));
        assertThat(constant(new Logistic(eta))).hasValue(3);
        assertThat(constant(new Exponential(eta))).hasValue(3);
        assertThat(constant(new SquaredHinge(eta, 2))).hasValue(Math.sqrt(18) / 2);
        assertThat(constant(new SmoothHinge(eta, 0.25))).hasValue(24);
        assertThat(constant(new PairwiseSquared())).hasValue(1);
        assertThat(constant(new PairwiseLogistic(eta))).hasValue(6);
        assertThat(constant(new PairwiseExponential(eta))).hasValue(6);
        assertThat(constant(new Bregman(Potentials.squaredNorm()))).hasValue(2);
        assertThat(constant(new Bregman(Potentials.kullbackLeibler(4)))).hasValue(4);
        assertThat(constant(new Bregman(Potentials.softmax(2)))).hasValue(2);
        // the same loss as that of the squared norm
        assertThat(constant(new LinearValue(Rho.SQUARE, 0.5, Double.POSITIVE_INFINITY)))
                .hasValue(2);
        assertThat(constant(new LinearValue(Rho.COSH, 1, Double.POSITIVE_INFINITY)))
                .isEmpty();
    }

    private static OptionalDouble constant(Surrogate surrogate) {
        return ((Proven) surrogate.preservation()).constant();
    }

    @Test
    void theGuaranteeJoinsTheSurrogateAndTheTarget() {
        RankingTarget<double[]> recall = RankingTargets.of(MeasureSpec.parse("recall@1"));
        Guarantee guarantee = Surrogates.parse("logistic").guarantee(recall, 7);
        assertThat(guarantee.calibration()).isEqualTo(Calibration.ALWAYS);
        assertThat(guarantee.theorem()).isEqualTo("CUG13, Theorem 3.2; CUG13, Theorem 5.2");
        assertThat(Objects.requireNonNull(guarantee.bound()).constant()).isEqualTo(1); // √1 · C_φ(2) = 1

        RankingTarget<double[]> pd = RankingTargets.of(MeasureSpec.parse("pd"));
        Guarantee byPairs = Surrogates.parse("linear-value").guarantee(pd, 7);
        assertThat(byPairs.calibration()).isEqualTo(Calibration.UNDER_CONDITION);
        assertThat(byPairs.theorem()).isEqualTo("RAT13, Theorem 6; DMJ10, Theorem 13");

        for (String name : List.of("ranksvm", "ranknet", "rankboost", "listnet", "listmle")) {
            Guarantee none = Surrogates.parse(name).guarantee(recall, 7);
            assertThat(none.calibration()).isEqualTo(Calibration.NO);
            assertThat(none.sentences()).allMatch(sentence -> sentence.matches("[A-Z].*\\."));
        }
    }

    @Test
    void aConstantThatOnlyTheDataKnowIsLeftOut() {
        RankingTarget<double[]> dcg = RankingTargets.of(MeasureSpec.parse("dcg@1"));
        Guarantee unknown = Surrogates.parse("exponential").guarantee(dcg, 5);
        assertThat(unknown.calibration()).isEqualTo(Calibration.ALWAYS);
        assertThat(unknown.bound()).isNull();
        Guarantee known = Surrogates.parse("exponential(eta=4)").guarantee(dcg, 5);
        assertThat(Objects.requireNonNull(known.bound()).constant()).isEqualTo(2);
    }

    /** DMJ10's linear loss of the pairs of a graph, as the paper writes it, and least squares on the default f of RAT13. */
    @Test
    void theLinearLossWithHalfTheSquareIsLeastSquaresOfPairwiseDisagreement() {
        DisagreementScores<PreferenceGraph> target = DisagreementScores.ofGraphs(PairScale.SUM);
        Random random = new Random(2);
        for (int draw = 0; draw < 1000; draw++) {
            int items = 2 + random.nextInt(5);
            List<Preference> preferences = new ArrayList<>();
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < i; j++) {
                    if (random.nextBoolean()) {
                        boolean up = random.nextBoolean();
                        preferences.add(new Preference(up ? i : j, up ? j : i, random.nextDouble() + 0.1));
                    }
                }
            }
            double[] f = new double[items];
            target.encodeInto(PreferenceGraph.of(items, preferences), f);
            double[] s = IntStream.range(0, items)
                    .mapToDouble(i -> random.nextGaussian())
                    .toArray();
            double linear = Arrays.stream(s).map(z -> z * z / 2).sum();
            for (Preference edge : preferences) {
                linear += edge.weight() * (s[edge.below()] - s[edge.above()]);
            }
            assertThat(new LinearValue(Rho.SQUARE, 0.5, Double.POSITIVE_INFINITY).value(s, f))
                    .isCloseTo(linear, within(1e-12));
            double constant = Arrays.stream(f).map(z -> z * z).sum();
            assertThat(2 * linear + constant).isCloseTo(new Squared().value(s, f), within(1e-11));
            double[] slope = new LinearValue(Rho.SQUARE, 0.5, Double.POSITIVE_INFINITY).gradient(s, f);
            assertThat(new Squared().gradient(s, f))
                    .containsExactly(Arrays.stream(slope).map(g -> 2 * g).toArray(), within(1e-12));
        }
    }

    @Test
    void theBregmanDivergenceOfTheSquaredNormIsHalfOfLeastSquares() {
        double[] s = {0.3, -1, 2};
        double[] v = {1, 0, 0.5};
        assertThat(2 * new Bregman(Potentials.squaredNorm()).value(s, v))
                .isCloseTo(new Squared().value(s, v), within(1e-12));
    }

    /** Newton's method on the diagonal, damped; certified by the gradient, since the losses are convex. */
    private static double[] minimiser(Surrogate surrogate, double[][] labels, double[] p) {
        int r = labels[0].length;
        double[] s = new double[r];
        double[] gradient = new double[r];
        for (int step = 0; step < 20_000; step++) {
            Arrays.fill(gradient, 0);
            double[] curvature = new double[r];
            for (int y = 0; y < p.length; y++) {
                double[] slope = surrogate.gradient(s, labels[y]);
                double[] bend = surrogate.curvature(s, labels[y]);
                for (int i = 0; i < r; i++) {
                    gradient[i] += p[y] * slope[i];
                    curvature[i] += p[y] * bend[i];
                }
            }
            for (int i = 0; i < r; i++) {
                s[i] -= 0.5 * gradient[i] / curvature[i];
            }
        }
        assertThat(gradient).containsExactly(new double[r], within(1e-10));
        return s;
    }

    /** Each prefers an item to the one that is most likely relevant, so even WTA is not the best (found by random search). */
    @Test
    void thoseToCompareWithPutTheWrongItemFirst() {
        assertFirst(
                new RankNet(PairWeight.UNIT),
                new double[][] {{1, 0, 0, 1}, {1, 1, 1, 0}, {0, 0, 0, 1}},
                new double[] {8 / 19.0, 4 / 19.0, 7 / 19.0},
                0,
                3);
        assertFirst(
                new RankBoost(PairWeight.UNIT),
                new double[][] {{0, 1, 0, 1}, {0, 1, 0, 0}, {1, 0, 1, 1}},
                new double[] {9 / 21.0, 8 / 21.0, 4 / 21.0},
                3,
                1);
        assertFirst(new ListNet(), new double[][] {{1, 1, 1, 0}, {0, 0, 0, 1}}, new double[] {5 / 9.0, 4 / 9.0}, 3, 0);
        assertFirst(
                new ListMle(),
                new double[][] {{0, 1, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 1}},
                new double[] {6 / 22.0, 9 / 22.0, 7 / 22.0},
                1,
                0);
    }

    private static void assertFirst(Surrogate surrogate, double[][] labels, double[] p, int first, int best) {
        double[] mean = new double[4];
        for (int y = 0; y < p.length; y++) {
            for (int i = 0; i < 4; i++) {
                mean[i] += p[y] * labels[y][i];
            }
        }
        assertThat(WTA.decode(mean).itemAt(0)).as("the most likely").isEqualTo(best);
        Ranking ranking = Ranking.byScores(minimiser(surrogate, labels, p));
        assertThat(ranking.itemAt(0)).as(surrogate.text()).isEqualTo(first);
    }

    /** The hinge sum is linear between scores of whole distances, so its least value is found among whole scores. */
    @Test
    void theHingeOfObservedPairsIsLeastAtAWrongOrder() {
        double[][] labels = {{0, 0, 1, 0}, {0, 1, 1, 1}, {1, 0, 0, 0}, {0, 1, 1, 0}};
        double[] p = {5 / 18.0, 6 / 18.0, 5 / 18.0, 2 / 18.0};
        // expected relevance 5, 8, 13, 6 of 18, so items 3 ≻ 2 ≻ 4 ≻ 1
        Surrogate hinge = new RankSvm(PairWeight.UNIT);
        double least = Double.POSITIVE_INFINITY;
        double leastInOrder = Double.POSITIVE_INFINITY;
        for (int code = 0; code < 7 * 7 * 7; code++) {
            double[] s = {0, code % 7 - 3, code / 7 % 7 - 3, code / 49 - 3};
            double risk = 0;
            for (int y = 0; y < p.length; y++) {
                risk += p[y] * hinge.value(s, labels[y]);
            }
            least = Math.min(least, risk);
            if (s[2] >= s[1] && s[1] >= s[3] && s[3] >= s[0]) {
                leastInOrder = Math.min(leastInOrder, risk);
            }
        }
        assertThat(leastInOrder - least).isCloseTo(1 / 18.0, within(1e-12));
    }

    /** The template that looks most like RankNet, on RankNet's counterexample. */
    @Test
    void thePairwiseTemplateIsRightWhereRankNetIsNot() {
        double[][] labels = {{1, 0, 0, 1}, {1, 1, 1, 0}, {0, 0, 0, 1}};
        double[] best = minimiser(
                new PairwiseLogistic(Eta.of(new UtilityRange(0, 1))), labels, new double[] {8 / 19.0, 4 / 19.0, 7 / 19.0
                });
        assertThat(Ranking.byScores(best).itemAt(0)).isEqualTo(3);
    }
}
