package io.plumbrank.theory.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.OwnSurrogate;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelFormat;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.surrogates.MethodChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results that the commands show on one instance or a few, over families of them. */
class PaperFamiliesTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    /** Least squares on g(v): its minimisers are E[g(v)], which keep the order of E[v] for all distributions only if g is straight. */
    private static OwnSurrogate squaresOn(double[] g) {
        return (scores, label, gradient) -> {
            double sum = 0;
            for (int i = 0; i < scores.length; i++) {
                double error = scores[i] - g[(int) Math.round(label[i])];
                gradient[i] = 2 * error;
                sum += error * error;
            }
            return sum;
        };
    }

    /** CUG13, Theorem 3.2, both ways, on DCG with utilities 0, 1 and 2. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aLossIsCalibratedExactlyWhereItKeepsTheOrder(long seed) {
        Random random = new Random(seed);
        double from = 4 * random.nextDouble() - 2;
        double rise = 0.1 + random.nextDouble();
        double bend = seed % 3 == 0 ? 0 : (random.nextBoolean() ? 1 : -1) * (0.2 + 0.7 * random.nextDouble()) * rise;
        double[] g = {from, from + rise + bend, from + 2 * rise};
        MeasureSpec dcg = MeasureSpec.parse("dcg(gain=linear)");
        CalibrationProblem<double[], Ranking> problem =
                CalibrationProblems.ofMeasure(dcg, 3, MethodChoice.ofOwn("squares on g", squaresOn(g)), 2);
        assertThat(new CalibrationCheck(800, seed).run(problem).counterexample().isPresent())
                .isEqualTo(bend != 0);
    }

    /** RAT13, Theorem 6, for scores f of any kind: over P_f nothing breaks; over all distributions something does. */
    @ParameterizedTest
    @MethodSource("seeds")
    void whateverTheScoresAreSortingThemIsBestWhereTheyAgreeWithPairs(long seed) {
        Random random = new Random(seed);
        LabelSpace<PreferenceGraph> labels = LabelSpace.preferences(3);
        List<double[]> f = new ArrayList<>();
        for (int y = 0; y < labels.labels().size(); y++) {
            double[] scores = random.doubles(3, -0.4, 0.4).toArray();
            // leaning towards the preference, so that some distributions agree with it
            labels.labels().get(y).forEach((above, below, weight) -> {
                scores[above] += 0.7;
                scores[below] -= 0.7;
            });
            f.add(scores);
        }
        CalibrationProblem<PreferenceGraph, Ranking> problem = CalibrationProblems.ofScores(
                labels, (label, into) -> System.arraycopy(f.get(labels.labels().indexOf(label)), 0, into, 0, 3));
        CheckReport<PreferenceGraph, Ranking> within =
                new CalibrationCheck(600, seed, NoiseCondition.SCORES, 1).run(problem);
        assertThat(within.counterexample()).isEmpty();
        assertThat(within.trials()).isGreaterThan(100);
        assertThat(new CalibrationCheck(600, seed).run(problem).counterexample())
                .isPresent();
    }

    /** DMJ10, Lemma 7, with weights on the arcs: subset by subset, all rankings, and the decoder of linear orderings agree. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theLeastDisagreementIsTheCheapestFeedbackArcSet(long seed) {
        Random random = new Random(seed);
        for (int items = 2; items <= 6; items++) {
            double[][] weights = new double[items][items];
            List<PreferenceGraph> labels = new ArrayList<>();
            List<Double> chances = new ArrayList<>();
            double total = 0;
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < items; j++) {
                    if (i != j && (random.nextInt(3) > 0 || labels.isEmpty())) {
                        weights[i][j] = 1 + random.nextInt(9);
                        total += weights[i][j];
                        labels.add(PreferenceGraph.of(items, List.of(new Preference(i, j, 1))));
                        chances.add(weights[i][j]);
                    }
                }
            }
            double[] p = chances.stream().mapToDouble(Double::doubleValue).toArray();
            CalibrationProblem<PreferenceGraph, Ranking> problem = CalibrationProblems.ofGraphs(
                    new LabelSpace<>(labels, LabelFormat.graphs(items)), MethodChoice.of("squared"));
            double least = problem.losses()
                    .bayesRisk(LabelDistribution.proportional(labels, p))
                    .least();
            double fewest = cheapestFeedback(weights);
            assertThat(least * total).isCloseTo(fewest, within(1e-9));
            assertThat(OrderingDecoder.EXACT
                            .decode(LinearOrdering.of(weights), DecodeLimits.defaults())
                            .value())
                    .isCloseTo(fewest, within(1e-9));
        }
    }

    /** Held and Karp: the items of a set stand first, and the last of them has its arcs to the others of the set behind it. */
    private static double cheapestFeedback(double[][] weights) {
        int items = weights.length;
        double[] least = new double[1 << items];
        for (int set = 1; set < least.length; set++) {
            least[set] = Double.POSITIVE_INFINITY;
            for (int last = 0; last < items; last++) {
                if ((set >> last & 1) == 0) {
                    continue;
                }
                double back = least[set & ~(1 << last)];
                for (int other = 0; other < items; other++) {
                    back += (set >> other & 1) == 1 ? weights[last][other] : 0;
                }
                least[set] = Math.min(least[set], back);
            }
        }
        return least[least.length - 1];
    }

    /** DMJ10, Lemma 14, in whole numbers, on weights that the library's own draws did not make. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void lowNoiseImpliesThatNetWeightsAgree(int items) {
        LabelSpace<PreferenceGraph> space = LabelSpace.preferences(items);
        CalibrationProblem<PreferenceGraph, Ranking> problem =
                CalibrationProblems.ofGraphs(space, MethodChoice.of("squared"));
        Random random = new Random(items);
        int low = 0;
        int loud = 0;
        for (int trial = 0; trial < 6000; trial++) {
            int[][] w = new int[items][items];
            int[] height = random.ints(items, 0, 4).toArray();
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < items; j++) {
                    int noise = trial % 3 == 0 ? random.nextInt(2) : 0;
                    w[i][j] = i == j ? 0 : Math.max(0, height[i] - height[j]) + noise;
                }
            }
            boolean isLow = isLowNoise(w);
            boolean agrees = netWeightsAgree(w);
            assertThat(!isLow || agrees).isTrue();
            low += isLow ? 1 : 0;
            loud += agrees ? 0 : 1;
            if (trial % 20 == 0 && Arrays.stream(w).flatMapToInt(Arrays::stream).sum() > 0) {
                LabelDistribution<PreferenceGraph> p = LabelDistribution.proportional(
                        space.labels(),
                        space.labels().stream()
                                .mapToDouble(graph -> {
                                    int[] weight = {0};
                                    graph.forEach((above, below, one) -> weight[0] = w[above][below]);
                                    return weight[0];
                                })
                                .toArray());
                assertThat(problem.breach(NoiseCondition.LOW_NOISE, p).isEmpty())
                        .isEqualTo(isLow);
                assertThat(problem.breach(NoiseCondition.SCORES, p).isEmpty()).isEqualTo(agrees);
            }
        }
        assertThat(low).isGreaterThan(500);
        assertThat(loud).isGreaterThan(10);
    }

    private static boolean isLowNoise(int[][] w) {
        int items = w.length;
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                for (int k = 0; k < items; k++) {
                    int ij = w[i][j] - w[j][i];
                    int jk = w[j][k] - w[k][j];
                    if (ij > 0 && jk > 0 && w[i][k] - w[k][i] < ij + jk) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static boolean netWeightsAgree(int[][] w) {
        int items = w.length;
        int[] net = new int[items];
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                net[i] += w[i][j] - w[j][i];
            }
        }
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                if (w[i][j] > w[j][i] && net[i] <= net[j]) {
                    return false;
                }
            }
        }
        return true;
    }
}
