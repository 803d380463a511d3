package io.plumbrank.target.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.measures.DisagreementScores;
import io.plumbrank.target.measures.PairScale;
import io.plumbrank.target.measures.RankingTargets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets of measures against the textbook, by brute force over all rankings. */
class RankingTargetTest {

    static Stream<String> calibratedAlways() {
        return Stream.of(
                "dcg",
                "dcg@2",
                "dcg@3(gain=linear)",
                "ndcg",
                "ndcg@1",
                "ndcg@3",
                "ndcg@10(gain=linear,empty=one)",
                "ndcg@2(gain=exp2-int,empty=skip)",
                "p@1",
                "p@3",
                "p@5(rel=2)",
                "p@3(denominator=capped)",
                "wta",
                "wta(rel=>0.5)",
                "recall@2",
                "recall@4(rel=2,empty=skip)",
                "eru(v=0,w=2)",
                "eru(v=1,w=5)",
                "auc",
                "auc(rel=3,empty=skip)",
                "spearman",
                "spearman(ties=average,empty=skip)",
                "pd(weight=difference)",
                "pd(weight=difference,empty=one)",
                "map@1");
    }

    static Stream<String> all() {
        return Stream.concat(
                calibratedAlways(),
                Stream.of("map", "map@2", "map@3(denominator=capped)", "map(rel=2,empty=one)", "pd", "kendall"));
    }

    private static RankingTarget<double[]> target(String text) {
        return RankingTargets.of(MeasureSpec.parse(text));
    }

    static double[] meanEncoding(RankingTarget<double[]> target, RankingProblem problem) {
        double[] mean = new double[problem.items()];
        double[] alpha = new double[problem.items()];
        for (int y = 0; y < problem.p().length; y++) {
            target.encodeInto(problem.labels().get(y), alpha);
            for (int i = 0; i < mean.length; i++) {
                mean[i] += problem.p()[y] * alpha[i];
            }
        }
        return mean;
    }

    /** Rounding makes ties of equal means; a ranking that rounding chose may be worse by as much. */
    private static void assertDecodesToTheBest(String text, RankingTarget<double[]> target, RankingProblem problem) {
        Ranking decoded = target.decode(meanEncoding(target, problem));
        assertThat(problem.regret(decoded)).as("%s of %s", text, problem).isLessThanOrEqualTo(1e-12);
    }

    @ParameterizedTest
    @MethodSource("calibratedAlways")
    void decodingTheMeanEncodingIsTheBestOfAllRankings(String text) {
        RankingTarget<double[]> target = target(text);
        Random random = new Random(1);
        for (int items = 1; items <= 6; items++) {
            for (int draw = 0; draw < (items < 5 ? 300 : 40); draw++) {
                assertDecodesToTheBest(text, target, RankingProblem.random(MeasureSpec.parse(text), items, random));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pd", "kendall", "pd(weight=difference)", "ndcg@3"})
    void ofTwoGradesItIsTheBestAlways(String text) {
        RankingTarget<double[]> target = RankingTargets.ofTwoGrades(MeasureSpec.parse(text));
        assertThat(target.condition()).isEmpty();
        MeasureSpec spec = MeasureSpec.parse(text);
        Random random = new Random(3);
        int accepted = 0;
        for (int items = 2; items <= 6; items++) {
            for (int draw = 0; draw < (items < 5 ? 400 : 40); draw++) {
                RankingProblem problem = RankingProblem.random(spec, items, random);
                if (problem.labels().stream()
                        .allMatch(label -> Arrays.stream(label).distinct().count() <= 2)) {
                    accepted++;
                    assertDecodesToTheBest(text, target, problem);
                }
            }
        }
        assertThat(accepted).isGreaterThan(300);
    }

    @ParameterizedTest
    @MethodSource("all")
    void theLossIsWhatARankingFallsShortOfTheBestForTheLabel(String text) {
        Random random = new Random(4);
        for (int draw = 0; draw < 200; draw++) {
            double[] label = RankingProblem.randomLabel(4, new double[] {0, 0, 1, 2, 3}, random);
            RankingProblem one = new RankingProblem(MeasureSpec.parse(text), List.of(label), new double[] {1});
            int t = random.nextInt(24);
            assertThat(target(text).loss(label, RankingProblem.rankings(4).get(t)))
                    .isNotNegative()
                    .isCloseTo(one.regret(t), within(1e-12));
        }
    }

    static Stream<double[]> degenerate() {
        return Stream.of(
                new double[] {},
                new double[] {0},
                new double[] {3},
                new double[] {0, 0, 0},
                new double[] {1, 1, 1, 1},
                new double[] {4, 4},
                new double[] {-1, -1, -1},
                new double[] {Double.NaN, Double.NaN});
    }

    @ParameterizedTest
    @MethodSource("degenerate")
    void labelsWithoutAnOrderTeachNone(double[] label) {
        all().forEach(text -> {
            double[] alpha = new double[label.length + 1];
            alpha[label.length] = 7;
            target(text).encodeInto(label, alpha);
            assertThat(alpha).as(text).endsWith(7);
            assertThat(Arrays.stream(alpha, 0, label.length))
                    .as(text)
                    .allMatch(Double::isFinite)
                    .allMatch(a -> a == alpha[0]);
        });
    }

    @ParameterizedTest
    @MethodSource("all")
    void labelsOnWhichTheMeasureIsUndefinedEncodeZeros(String text) {
        MeasureSpec spec = MeasureSpec.parse(text);
        degenerate().forEach(label -> {
            JudgedList list = JudgedList.ofRanking(Ranking.identity(label.length), label);
            boolean worthless = Arrays.stream(label).noneMatch(grade -> grade > 0);
            if (spec.measure().isEmpty(list) || worthless) {
                double[] alpha = new double[label.length];
                target(text).encodeInto(label, alpha);
                assertThat(Arrays.stream(alpha))
                        .as("%s of %s", text, Arrays.toString(label))
                        .allMatch(a -> a == 0);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyLabelIsEncodedWithinTheRange(String text) {
        RankingTarget<double[]> target = target(text);
        Random random = new Random(5);
        for (int draw = 0; draw < 3000; draw++) {
            int items = 1 + random.nextInt(8);
            double[] label = RankingProblem.randomLabel(items, new double[] {0, 0, 0, 1, 2.5, 4}, random);
            double[] alpha = new double[items];
            target.encodeInto(label, alpha);
            target.utilityRange(8)
                    .ifPresent(range -> assertThat(Arrays.stream(alpha))
                            .allMatch(a -> a >= range.least() - 1e-12 && a <= range.largest() + 1e-12));
        }
        assertThat(target.utilityRange(8).isPresent()).isEqualTo(!text.startsWith("dcg") && !text.startsWith("eru"));
    }

    @Test
    void theLargestSpearmanUtilityIsAttained() {
        double[] alpha = new double[8];
        target("spearman").encodeInto(new double[] {0, 0, 1, 0, 0, 0, 0, 0}, alpha);
        assertThat(alpha[2])
                .isCloseTo(target("spearman").utilityRange(8).orElseThrow().largest(), within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("all")
    void scoresThatAreNoNumbersAreRefused(String text) {
        RankingTarget<double[]> target = target(text);
        assertThatIllegalArgumentException().isThrownBy(() -> target.decode(new double[] {1, Double.NaN}));
    }

    @ParameterizedTest
    @MethodSource("all")
    void theDimensionIsTheRankOfTheDoublyCentredLosses(String text) {
        RankingTarget<double[]> target = target(text);
        for (int items = 1; items <= 4; items++) {
            assertThat(target.dimension(items)).as("%s, %d items", text, items).isEqualTo(rank(target, items));
            assertThat(target.encodedSize(items)).isEqualTo(items);
        }
    }

    /** Over all labels of grades 0, 1, 3. */
    private static int rank(RankingTarget<double[]> target, int items) {
        List<Ranking> rankings = RankingProblem.rankings(items);
        double[] grades = {0, 1, 3};
        double[][] losses = new double[(int) Math.round(Math.pow(3, items))][rankings.size()];
        for (int y = 0; y < losses.length; y++) {
            double[] label = new double[items];
            for (int i = 0, code = y; i < items; i++, code /= 3) {
                label[i] = grades[code % 3];
            }
            for (int t = 0; t < rankings.size(); t++) {
                losses[y][t] = target.loss(label, rankings.get(t));
            }
        }
        return MatrixLoss.of(LossMatrix.of(losses)).dimension();
    }

    @Test
    void theSumOfPairWeightsIsNotCalibratedWithTheirShare() {
        // item 1 alone has 3 pairs, items 2 and 3 together have 4: per label the share weighs a pair by 1/3 and by 1/4
        RankingProblem problem = new RankingProblem(
                MeasureSpec.parse("pd"),
                List.of(new double[] {1, 0, 0, 0}, new double[] {0, 1, 1, 0}),
                new double[] {.45, .55});
        RankingTarget<double[]> sum = DisagreementScores.ofTwoGrades(PairScale.SUM);
        RankingTarget<double[]> share = RankingTargets.ofTwoGrades(MeasureSpec.parse("pd"));
        assertThat(problem.regret(sum.decode(meanEncoding(sum, problem)))).isGreaterThan(.02);
        assertThat(problem.regret(share.decode(meanEncoding(share, problem)))).isZero();
    }

    @Test
    void ndcgWithTheUncutIdealIsNotCalibrated() {
        // at 1, the uncut ideal of three relevant items is 2.13 times that of one
        MeasureSpec atOne = MeasureSpec.parse("ndcg@1");
        RankingProblem problem = new RankingProblem(
                atOne, List.of(new double[] {1, 0, 0, 0}, new double[] {0, 1, 1, 1}), new double[] {.4, .6});
        RankingTarget<double[]> uncut = target("ndcg");
        assertThat(problem.regret(uncut.decode(meanEncoding(uncut, problem)))).isCloseTo(.2, within(1e-12));
        assertThat(problem.regret(target("ndcg@1").decode(meanEncoding(target("ndcg@1"), problem))))
                .isZero();
    }
}
