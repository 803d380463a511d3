package io.plumbrank.target.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.Textbook;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.rankings.RankingTarget;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of measures, held against all labels and rankings of a few items, by the textbook's definitions. */
class MeasurePromisesTest {
    private static RankingTarget<double[]> target(String measure) {
        return RankingTargets.of(MeasureSpec.parse(measure));
    }

    private static double value(double[] grades, Ranking ranking, MeasureSpec spec) {
        double[] ranked = new double[grades.length];
        for (int position = 0; position < ranked.length; position++) {
            ranked[position] = grades[ranking.itemAt(position)];
        }
        return Textbook.value(ranked, ranked.length, spec);
    }

    private static List<Ranking> rankings(int items) {
        List<Ranking> all = new ArrayList<>();
        Ranking.forEach(items, all::add);
        return all;
    }

    private static List<double[]> labels(int items, int largestGrade) {
        List<double[]> all = new ArrayList<>();
        for (int code = 0; code < Math.pow(largestGrade + 1, items); code++) {
            double[] label = new double[items];
            int rest = code;
            for (int i = 0; i < items; i++) {
                label[i] = rest % (largestGrade + 1);
                rest /= largestGrade + 1;
            }
            all.add(label);
        }
        return all;
    }

    /** u_ij with a denominator of the label, times 6 · 6, over the five labels of the witness, each a sixth and the first two. */
    private static BigInteger[][] company(boolean capped, int k) {
        int[][] labels = {{0, 1, 1, 1}, {0, 1, 1, 1}, {0, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}, {1, 0, 0, 1}};
        BigInteger[][] u = new BigInteger[4][4];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                u[i][j] = BigInteger.ZERO;
                for (int[] label : labels) {
                    int relevant = label[0] + label[1] + label[2] + label[3];
                    int n = capped ? Math.min(relevant, k) : relevant;
                    u[i][j] = u[i][j].add(BigInteger.valueOf(6L / n * label[i] * label[j]));
                }
            }
        }
        return u;
    }

    private static boolean reinforces(BigInteger[][] u) {
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (i != j && u[i][i].compareTo(u[j][j]) >= 0) {
                    BigInteger needed = u[j][j];
                    for (int third = 0; third < 4; third++) {
                        if (third != i && third != j) {
                            needed =
                                    needed.add(u[j][third].subtract(u[i][third]).max(BigInteger.ZERO));
                        }
                    }
                    if (u[i][i].compareTo(needed) < 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** The condition on y_i y_j / R holds for the witness, in whole numbers, and sorting loses all the same. */
    @Test
    void theConditionOfCappedAveragePrecisionIsAboutItsOwnDenominator() {
        int k = 2;
        assertThat(reinforces(company(false, k))).isTrue();
        assertThat(reinforces(company(true, k))).isFalse();
        MeasureSpec spec = MeasureSpec.parse("map@" + k + "(denominator=capped)");
        double[][] labels = {{0, 1, 1, 1}, {0, 1, 1, 1}, {0, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}, {1, 0, 0, 1}};
        double[] mean = new double[4];
        double[] alpha = new double[4];
        for (double[] label : labels) {
            target(spec.typed()).encodeInto(label, alpha);
            for (int i = 0; i < 4; i++) {
                mean[i] += alpha[i] / 6;
            }
        }
        double best = 0;
        for (Ranking ranking : rankings(4)) {
            best = Math.max(best, mean(labels, ranking, spec));
        }
        assertThat(best - mean(labels, Ranking.byScores(mean), spec)).isCloseTo(1.0 / 24, within(1e-12));
        assertThat(target(spec.typed()).guarantee().condition())
                .contains("N the number of relevant items, but at most 2")
                .contains("E[y_i y_j / N]");
        assertThat(target("map@2").guarantee().condition())
                .contains("N the number of relevant items and")
                .isEqualTo(NoiseCondition.REINFORCE.words());
    }

    private static double mean(double[][] labels, Ranking ranking, MeasureSpec spec) {
        double sum = 0;
        for (double[] label : labels) {
            sum += value(label, ranking, spec) / labels.length;
        }
        return sum;
    }

    @Test
    void conditionsOnPairsSayWhatAPairIsDividedBy() {
        assertThat(target("pd").guarantee().condition())
                .contains("1 over the label's number of pairs", "f_i = Σ_j (y_ij − y_ji)");
        assertThat(target("kendall").guarantee().condition()).contains("root of the label's number of pairs");
        assertThat(RankingTargets.byPairs(MeasureSpec.parse("pd"))
                        .decodedBy("algorithm1")
                        .guarantee()
                        .condition())
                .contains("1 over the label's number of pairs")
                .doesNotContain("f_i");
        assertThat(DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.SUM)
                        .guarantee()
                        .condition())
                .doesNotContain("number of pairs");
    }

    /** Plain weights and the shares that pd is made of differ in which item of a pair is ahead. */
    @Test
    void theConditionOnPlainPairsIsAnother() {
        DisagreementScores<double[]> shares = (DisagreementScores<double[]>) target("pd");
        DisagreementScores<double[]> plain = DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.SUM);
        double[][] uneven = {{2, 1, 0}, {0, 1, 0}};
        double[] q = {0.5, 0.5};
        // item 1 above 2 in a label of three pairs, item 2 above 1 in one of two
        assertThat(expected(plain, uneven, q)[0]).isZero();
        assertThat(expected(shares, uneven, q)[0]).isNegative();
    }

    private static double[] expected(DisagreementScores<double[]> target, double[][] labels, double[] p) {
        double[] sum = new double[3];
        double[] one = new double[3];
        for (int y = 0; y < labels.length; y++) {
            target.differencesInto(labels[y], one);
            for (int k = 0; k < 3; k++) {
                sum[k] += p[y] * one[k];
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rr@1",
                "rr@1(rel=2)",
                "success@1",
                "err@1(max=2)",
                "map@1",
                "map@1(denominator=capped)",
                "map@1(empty=one)",
                "rr@1(empty=skip)"
            })
    void whatIsCutAtTheFirstPlaceIsPositionalAndSortingIsBayesOptimal(String measure) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        RankingTarget<double[]> target = RankingTargets.of(spec);
        Guarantee guarantee = Surrogates.parse("squared").guarantee(target, 4);
        assertThat(guarantee.calibration()).isEqualTo(Calibration.ALWAYS);
        assertThat(Objects.requireNonNull(guarantee.bound()).constant()).isCloseTo(Math.sqrt(2), within(1e-12));
        List<double[]> labels = labels(3, 2);
        List<Ranking> rankings = rankings(3);
        double[] alpha = new double[3];
        for (double[] label : labels) {
            target.encodeInto(label, alpha);
            for (Ranking ranking : rankings) {
                double difference = value(label, ranking, spec) - value(label, rankings.get(0), spec);
                if (!Double.isNaN(difference)) {
                    assertThat(alpha[ranking.itemAt(0)] - alpha[rankings.get(0).itemAt(0)])
                            .isCloseTo(difference, within(1e-12));
                }
            }
        }
        SplittableRandom random = new SplittableRandom(7);
        for (int trial = 0; trial < 300; trial++) {
            double[][] some = new double[3][];
            double[] mean = new double[3];
            double[] p = new double[3];
            for (int y = 0; y < 3; y++) {
                some[y] = labels.get(random.nextInt(labels.size()));
                p[y] = random.nextDouble();
                target.encodeInto(some[y], alpha);
                for (int i = 0; i < 3; i++) {
                    mean[i] += p[y] * alpha[i];
                }
            }
            Ranking sorted = target.decode(mean);
            for (Ranking other : rankings) {
                double gain = 0;
                for (int y = 0; y < 3; y++) {
                    double more = value(some[y], other, spec) - value(some[y], sorted, spec);
                    gain += Double.isNaN(more) ? 0 : p[y] * more;
                }
                assertThat(gain).isLessThan(1e-9);
            }
        }
    }

    @Test
    void anExpectedReciprocalRankWithoutItsScaleIsRefusedWithWhatToWrite() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> target("err@1"))
                .withMessageContaining("write 'err@1(max=4)'");
    }

    @ParameterizedTest
    @CsvSource({"rr", "rr@2", "success@2", "success@3", "err(max=2)", "err@2(max=2)", "rprec", "bpref"})
    void whatARefusalSaysOfTheNearestMeasureIsTrue(String measure) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        RefusedMeasureException refusal = catchThrowableOfType(RefusedMeasureException.class, () -> target(measure));
        MeasureSpec nearest = MeasureSpec.parse(refusal.nearest());
        boolean one = refusal.because().equals(RankingTargets.SAME_FOR_ONE);
        assertThat(one || refusal.because().equals(RankingTargets.SAME_BEST)).isTrue();
        assertThat(refusal).hasMessageContaining(refusal.because());
        assertThat(refusal).hasMessageNotContaining("score-and-sort");
        int compared = 0;
        for (double[] label : labels(4, spec.isCount() ? 0 : measure.startsWith("err") ? 2 : 1)) {
            double relevant = 0;
            for (double grade : label) {
                relevant += grade > 0 ? 1 : 0;
            }
            if (relevant == 0 || (one && relevant > 1) || (!one && relevant == 4 && !measure.startsWith("err"))) {
                continue;
            }
            double best = Double.NEGATIVE_INFINITY;
            double bestNearest = Double.NEGATIVE_INFINITY;
            for (Ranking ranking : rankings(4)) {
                best = Math.max(best, value(label, ranking, spec));
                bestNearest = Math.max(bestNearest, value(label, ranking, nearest));
            }
            for (Ranking ranking : rankings(4)) {
                compared++;
                if (one) {
                    assertThat(value(label, ranking, spec)).isCloseTo(value(label, ranking, nearest), within(1e-12));
                } else {
                    assertThat(value(label, ranking, spec) > best - 1e-9)
                            .isEqualTo(value(label, ranking, nearest) > bestNearest - 1e-9);
                }
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(96);
    }

    /** CUG13's witness: all items have the same expected utility, whatever the utilities, and some rankings are better. */
    @ParameterizedTest
    @ValueSource(strings = {"map", "map@2", "map@3", "rr", "rr@2", "err(max=1)", "success@2"})
    void noOrderPreservingSurrogateIsCalibratedWithWhatIsRefused(String measure) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        double[][] labels = {{1, 1, 0, 0}, {0, 0, 1, 1}};
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Ranking ranking : rankings(4)) {
            least = Math.min(least, mean(labels, ranking, spec));
            most = Math.max(most, mean(labels, ranking, spec));
        }
        assertThat(most - least).isGreaterThan(0.01);
    }

    @Test
    void sentencesCiteWhatCoversThem() {
        Guarantee map = target("map").guarantee();
        assertThat(map.notPromised().get(0))
                .contains(
                        "no order-preserving surrogate (CUG13, Theorem 3.3)",
                        "no convex one of r scores (RAT13, section 6)");
        assertThat(target("map@3").guarantee().notPromised()).noneMatch(sentence -> sentence.contains("pairs"));
        // Theorem 3.2, part 2, needs a strictly falling discount
        assertThat(Surrogates.parse("listnet").guarantee(target("dcg"), 5).theorem())
                .contains("Theorem 3.2, second part");
        assertThat(Surrogates.parse("listnet").guarantee(target("dcg@3"), 5).theorem())
                .contains("counterexample");
        assertThat(Surrogates.parse("listnet").guarantee(target("wta"), 5).theorem())
                .contains("counterexample");
        assertThat(Surrogates.parse("ranknet").guarantee(target("wta"), 3).calibration())
                .isEqualTo(Calibration.NO);
        Guarantee ofTwo = Surrogates.parse("ranknet").guarantee(target("wta"), 2);
        assertThat(ofTwo.calibration()).isEqualTo(Calibration.ALWAYS);
        assertThat(ofTwo.notPromised()).first().asString().contains("queries of more than two items");
    }
}
