package io.plumbrank.target.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.classes.CentredSvd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DisagreementScoresTest {

    /** Σ_{i≠j} y_ij 1(σ(i) > σ(j)), pair by pair. */
    private static double disagreement(double[][] y, Ranking ranking) {
        double sum = 0;
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < y.length; j++) {
                sum += ranking.positionOf(i) > ranking.positionOf(j) ? y[i][j] : 0;
            }
        }
        return sum;
    }

    private static double[][] weights(double[] grades, PairWeight weight) {
        double[][] y = new double[grades.length][grades.length];
        for (int i = 0; i < grades.length; i++) {
            for (int j = 0; j < grades.length; j++) {
                double difference = grades[i] - grades[j];
                y[i][j] = difference > 0 ? (weight == PairWeight.UNIT ? 1 : difference) : 0;
            }
        }
        return y;
    }

    private static double[] netWeights(double[][] y) {
        double[] net = new double[y.length];
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < y.length; j++) {
                net[i] += y[i][j] - y[j][i];
            }
        }
        return net;
    }

    private static double[][] randomWeights(int items, Random random) {
        double[][] y = new double[items][items];
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < i; j++) {
                double weight = random.nextInt(3) == 0 ? 0 : 0.1 + random.nextInt(5);
                boolean upwards = random.nextBoolean();
                y[i][j] = upwards ? weight : 0;
                y[j][i] = upwards ? 0 : weight;
            }
        }
        return y;
    }

    private static PreferenceGraph graph(double[][] y) {
        List<Preference> preferences = new ArrayList<>();
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < y.length; j++) {
                if (y[i][j] > 0) {
                    preferences.add(new Preference(i, j, y[i][j]));
                }
            }
        }
        return PreferenceGraph.of(y.length, preferences);
    }

    @ParameterizedTest
    @EnumSource(names = "OBSERVED", mode = EnumSource.Mode.EXCLUDE)
    void gradesAreEncodedToTheirNetOutWeights(PairWeight weight) {
        DisagreementScores<double[]> target = DisagreementScores.ofGrades(weight, PairScale.SUM);
        Random random = new Random(1);
        for (int draw = 0; draw < 500; draw++) {
            double[] grades =
                    RankingProblem.randomLabel(1 + random.nextInt(6), new double[] {-1, 0, 0, 1, 1.5, 1000}, random);
            double[][] y = weights(grades, weight);
            double[] alpha = new double[grades.length];
            target.encodeInto(grades, alpha);
            assertThat(alpha).containsExactly(netWeights(y), within(1e-10));
            List<Ranking> rankings = RankingProblem.rankings(grades.length);
            Ranking ranking = rankings.get(random.nextInt(rankings.size()));
            assertThat(target.loss(grades, ranking)).isCloseTo(disagreement(y, ranking), within(1e-9));
        }
    }

    @Test
    void graphsAreEncodedToTheirNetOutWeights() {
        Random random = new Random(2);
        for (int draw = 0; draw < 500; draw++) {
            double[][] y = randomWeights(2 + random.nextInt(5), random);
            double total = Arrays.stream(y).flatMapToDouble(Arrays::stream).sum();
            for (PairScale scale : List.of(PairScale.SUM, PairScale.SHARE)) {
                DisagreementScores<PreferenceGraph> target = DisagreementScores.ofGraphs(scale);
                double factor = scale == PairScale.SUM ? 1 : total == 0 ? 0 : 1 / total;
                double[] alpha = new double[y.length];
                target.encodeInto(graph(y), alpha);
                double[] expected =
                        Arrays.stream(netWeights(y)).map(net -> factor * net).toArray();
                assertThat(alpha).containsExactly(expected, within(1e-12));
                List<Ranking> rankings = RankingProblem.rankings(y.length);
                Ranking ranking = rankings.get(random.nextInt(rankings.size()));
                assertThat(target.loss(graph(y), ranking)).isCloseTo(factor * disagreement(y, ranking), within(1e-12));
            }
        }
    }

    /** Both directions of a pair, and preferences that come again. */
    @Test
    void votesAreEncodedToTheirNetOutWeights() {
        Random random = new Random(7);
        DisagreementScores<PreferenceGraph> target = DisagreementScores.ofGraphs(PairScale.SHARE);
        for (int draw = 0; draw < 500; draw++) {
            int items = 2 + random.nextInt(4);
            double[][] y = new double[items][items];
            List<Preference> votes = new ArrayList<>();
            for (int vote = 1 + random.nextInt(12); vote > 0; vote--) {
                int above = random.nextInt(items);
                int below = (above + 1 + random.nextInt(items - 1)) % items;
                double weight = 0.5 + random.nextInt(3);
                y[above][below] += weight;
                votes.add(new Preference(above, below, weight));
            }
            double total = Arrays.stream(y).flatMapToDouble(Arrays::stream).sum();
            PreferenceGraph graph = PreferenceGraph.sum(items, votes);
            double[] alpha = new double[items];
            target.encodeInto(graph, alpha);
            assertThat(alpha)
                    .containsExactly(
                            Arrays.stream(netWeights(y)).map(net -> net / total).toArray(), within(1e-12));
            for (Ranking ranking : RankingProblem.rankings(items)) {
                assertThat(target.loss(graph, ranking)).isCloseTo(disagreement(y, ranking) / total, within(1e-12));
            }
        }
    }

    /** Over P_f the decoder is the best of all rankings. */
    @Test
    void whereScoresAgreeWithThePairsTheRankingIsTheBest() {
        DisagreementScores<PreferenceGraph> target = DisagreementScores.ofGraphs(PairScale.SUM);
        int accepted = 0;
        Random random = new Random(3);
        for (int draw = 0; draw < 3000; draw++) {
            int items = 2 + random.nextInt(4);
            double[][][] labels = new double[1 + random.nextInt(3)][][];
            double[] p = RankingProblem.randomWeights(labels.length, random);
            double[][] mean = new double[items][items];
            for (int y = 0; y < labels.length; y++) {
                labels[y] = randomWeights(items, random);
                addTo(mean, p[y], labels[y]);
            }
            double best = RankingProblem.rankings(items).stream()
                    .mapToDouble(ranking -> disagreement(mean, ranking))
                    .min()
                    .orElseThrow();
            double[] f = new double[items];
            double[] alpha = new double[items];
            for (int y = 0; y < labels.length; y++) {
                target.encodeInto(graph(labels[y]), alpha);
                CentredSvd.addTo(f, p[y], alpha);
            }
            if (agrees(mean, f)) {
                accepted++;
                assertThat(disagreement(mean, target.decode(f))).isLessThanOrEqualTo(best + 1e-12);
            }
        }
        assertThat(accepted).isGreaterThan(300);
        assertThat(target.condition()).contains(NoiseCondition.SCORES);
    }

    private static void addTo(double[][] sum, double factor, double[][] matrix) {
        for (int i = 0; i < sum.length; i++) {
            CentredSvd.addTo(sum[i], factor, matrix[i]);
        }
    }

    /** P_f, with rounding against the target. */
    private static boolean agrees(double[][] mean, double[] f) {
        for (int i = 0; i < f.length; i++) {
            for (int j = 0; j < f.length; j++) {
                if (mean[i][j] > mean[j][i] + 1e-12 && f[i] <= f[j] + 1e-12) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void differenceWeightsAndTwoGradesNeedNoCondition() {
        assertThat(DisagreementScores.ofGrades(PairWeight.DIFFERENCE, PairScale.SHARE)
                        .condition())
                .isEmpty();
        assertThat(DisagreementScores.ofTwoGrades(PairScale.CORRELATION).condition())
                .isEmpty();
        assertThat(DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.SUM).condition())
                .contains(NoiseCondition.SCORES);
        assertThat(DisagreementScores.ofGraphs(PairScale.SUM).condition()).contains(NoiseCondition.SCORES);
        // φ(k) = (r − k)/r, three items: 2/3 − 0
        assertThat(DisagreementScores.ofTwoGrades(PairScale.SUM).regretFactor(3).orElseThrow())
                .isCloseTo(2 / 3.0, within(1e-15));
        assertThat(DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.SUM).regretFactor(3))
                .isEmpty();
        assertThat(DisagreementScores.ofTwoGrades(PairScale.SUM).dimension(5)).isEqualTo(4);
        assertThat(DisagreementScores.ofGraphs(PairScale.SUM).dimension(5)).isEqualTo(10);
        assertThat(DisagreementScores.ofGraphs(PairScale.SUM).dimension(100_000))
                .isEqualTo(4_999_950_000L);
    }

    @Test
    void aThirdGradeIsRefusedWhereTwoWerePromised() {
        DisagreementScores<double[]> target = DisagreementScores.ofTwoGrades(PairScale.SHARE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> target.encodeInto(new double[] {0, 1, 2}, new double[3]))
                .withMessage("a label with more than two grades; the target was made for two");
    }

    @Test
    void whatIsNoPreferenceIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Preference(1, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Preference(0, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Preference(0, 1, Double.POSITIVE_INFINITY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PreferenceGraph.of(2, List.of(new Preference(0, 1, 1), new Preference(1, 0, 1))));
        assertThatThrownBy(() -> PreferenceGraph.of(2, List.of(new Preference(0, 2, 1))))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> DisagreementScores.ofGraphs(PairScale.CORRELATION));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DisagreementScores.ofGrades(PairWeight.DIFFERENCE, PairScale.CORRELATION));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.SUM)
                        .encodeInto(new double[] {1, Double.POSITIVE_INFINITY}, new double[2]));
    }
}
