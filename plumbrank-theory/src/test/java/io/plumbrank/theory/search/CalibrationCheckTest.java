package io.plumbrank.theory.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.theory.distributions.BayesRisk;
import io.plumbrank.theory.distributions.Fractions;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelFormat;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.surrogates.Method;
import io.plumbrank.theory.surrogates.MethodChoice;
import io.plumbrank.theory.surrogates.VectorMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is promised is not broken, and what is not promised is, within a few thousand distributions. */
class CalibrationCheckTest {
    private static final int TRIALS = 800;
    private static final List<String> TEMPLATES = List.of(
            "squared",
            "logistic",
            "exponential",
            "squared-hinge",
            "smooth-hinge",
            "pairwise-squared",
            "pairwise-logistic",
            "pairwise-exponential",
            "linear-value",
            "linear-value(rho=cosh)");

    private static <Y, T> CheckReport<Y, T> check(
            CalibrationProblem<Y, T> problem, @Nullable NoiseCondition condition) {
        CheckReport<Y, T> report = new CalibrationCheck(TRIALS, 1, condition, 1).run(problem);
        assertThat(report.trials()).isGreaterThan(TRIALS / 2);
        assertThat(report.uncertified()).isZero();
        return report;
    }

    private static CalibrationProblem<double[], Ranking> problem(String measure, int items, MethodChoice choice) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        return CalibrationProblems.ofMeasure(spec, items, choice, CalibrationTable.largestGrade(spec));
    }

    private static CalibrationProblem<PreferenceGraph, Ranking> graphs(int items, MethodChoice choice) {
        return CalibrationProblems.ofGraphs(LabelSpace.preferences(items), choice);
    }

    private static <Y, T> void assertHolds(CalibrationProblem<Y, T> problem, @Nullable NoiseCondition condition) {
        CheckReport<Y, T> report = check(problem, condition);
        assertThat(report.counterexample()).as(problem.target()).isEmpty();
        assertThat(report.worstRegret()).isLessThan(1e-7);
        // what was seen of the calibration function never undercuts what is proven
        assertThat(report.curve())
                .allSatisfy(point -> assertThat(
                                Double.isNaN(point.proven()) || point.observed() >= point.proven() * (1 - 1e-9))
                        .isTrue());
    }

    private static <Y, T> Finding<Y, T> assertBroken(
            CalibrationProblem<Y, T> problem, @Nullable NoiseCondition condition) {
        CheckReport<Y, T> report = check(problem, condition);
        Finding<Y, T> finding = report.counterexample().orElseThrow();
        assertThat(finding.broken()).isTrue();
        assertThat(report.worstRegret()).isGreaterThan(0);
        if (condition != null) {
            assertThat(problem.breach(condition, finding.distribution())).isEmpty();
        }
        // probabilities with a small denominator
        assertThat(Arrays.stream(finding.distribution().probabilities()).mapToObj(Fractions::text))
                .noneMatch(text -> text.contains("."));
        return finding;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dcg", "ndcg@2", "p@2", "wta", "recall@2", "eru(v=1,w=3)", "auc", "spearman", "map@1"})
    void everyRowForAllDistributionsHolds(String measure) {
        assertHolds(problem(measure, 4, MethodChoice.of("squared")), null);
    }

    static Stream<String> templates() {
        return TEMPLATES.stream();
    }

    @ParameterizedTest
    @MethodSource("templates")
    void everyOrderPreservingTemplateMayReplaceTheSquare(String surrogate) {
        assertHolds(problem("ndcg", 3, MethodChoice.of(surrogate)), null);
        assertHolds(problem("map", 3, MethodChoice.of(surrogate)), NoiseCondition.REINFORCE);
        assertHolds(problem("pd", 3, MethodChoice.of(surrogate)), NoiseCondition.SCORES);
        assertHolds(problem("pd(weight=difference)", 3, MethodChoice.of(surrogate)), null);
    }

    /** CUG13, Theorem 3.3. */
    @ParameterizedTest
    @MethodSource("templates")
    void noTemplateIsCalibratedForAveragePrecisionOrReciprocalRanks(String surrogate) {
        for (String measure : List.of("map", "err(max=1)", "err(max=2)", "rr")) {
            CalibrationProblem<double[], Ranking> problem = CalibrationProblems.ofMeasure(
                    MeasureSpec.parse(measure), 4, MethodChoice.of(surrogate), measure.equals("err(max=2)") ? 2 : 1);
            Finding<double[], Ranking> finding = assertBroken(problem, null);
            assertThatTheTextbookAgrees(finding, measure);
        }
    }

    private static void assertThatTheTextbookAgrees(Finding<double[], Ranking> finding, String measure) {
        RankingProblem textbook = new RankingProblem(
                MeasureSpec.parse(measure),
                finding.distribution().labels(),
                finding.distribution().probabilities());
        assertThat(textbook.regret(finding.decoded())).isCloseTo(finding.regret(), within(1e-12));
        assertThat(textbook.regret(finding.optimal())).isCloseTo(0, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"map, 1/24", "err(max=1), 1/48"})
    void thePapersWitnessIsOneWithTheRightNormalisation(String measure, String regret) {
        CalibrationProblem<double[], Ranking> problem = problem(measure, 4, MethodChoice.of("squared"));
        LabelDistribution<double[]> p =
                LabelDistribution.of(List.of(new double[] {1, 1, 0, 0}, new double[] {0, 0, 1, 1}), .5, .5);
        Finding<double[], Ranking> finding = problem.examine(p).orElseThrow();
        // all expected utilities tie, so every ranking is in order, and they are not worth the same
        assertThat(finding.broken()).isTrue();
        assertThat(finding.strict()).isFalse();
        BayesRisk<Ranking> risk = problem.losses().bayesRisk(p);
        List<Ranking> all = problem.losses().predictions();
        double together = risk.risk(all.indexOf(Ranking.ofItems(0, 1, 2, 3)));
        double apart = risk.risk(all.indexOf(Ranking.ofItems(0, 2, 1, 3)));
        assertThat(Fractions.text(Math.abs(together - apart))).isEqualTo(regret);
    }

    @Test
    void averagePrecisionNeedsItsConditionOrItsPairs() {
        CalibrationProblem<double[], Ranking> byScores = problem("map", 3, MethodChoice.of("squared"));
        LabelDistribution<double[]> small = LabelDistribution.of(
                List.of(new double[] {0, 0, 1}, new double[] {0, 1, 0}, new double[] {1, 0, 1}), .2, .3, .5);
        Finding<double[], Ranking> finding = byScores.examine(small).orElseThrow();
        assertThat(finding.decoded()).hasToString("3 ≻ 2 ≻ 1");
        assertThat(finding.optimal()).hasToString("3 ≻ 1 ≻ 2");
        assertThat(Fractions.text(finding.regret())).isEqualTo("1/30");
        assertThat(finding.strict()).isTrue();
        assertBroken(problem("map", 4, MethodChoice.pairs("diagonal")), null);
        assertHolds(problem("map", 4, MethodChoice.pairs("diagonal")), NoiseCondition.REINFORCE);
        assertHolds(problem("map", 4, MethodChoice.pairs("exact")), null);
    }

    @Test
    void pairwiseDisagreementNeedsItsConditionOrItsPairs() {
        for (CalibrationProblem<?, Ranking> problem :
                List.of(problem("pd", 3, MethodChoice.of("squared")), graphs(3, MethodChoice.of("squared")))) {
            assertBroken(problem, null);
            assertBroken(problem, NoiseCondition.DAG);
            assertHolds(problem, NoiseCondition.SCORES);
            assertHolds(problem, NoiseCondition.LOW_NOISE);
        }
        assertBroken(graphs(4, MethodChoice.pairs("algorithm1")), null);
        assertHolds(graphs(4, MethodChoice.pairs("algorithm1")), NoiseCondition.DAG);
        assertHolds(graphs(4, MethodChoice.pairs("exact")), null);
        assertHolds(problem("pd", 3, MethodChoice.pairs("exact")), null);
        assertHolds(problem("kendall", 3, MethodChoice.pairs("algorithm1")), NoiseCondition.DAG);
    }

    @Test
    void gradesThatDifferByWeightAlwaysAgreeWithTheirScores() {
        CalibrationProblem<double[], Ranking> problem =
                problem("pd(weight=difference)", 4, MethodChoice.of("linear-value"));
        assertHolds(problem, null);
        DistributionSampler<double[]> sampler = new DistributionSampler<>(problem, null, new Random(1));
        for (int draw = 0; draw < 1000; draw++) {
            LabelDistribution<double[]> p = sampler.dirichlet().orElseThrow();
            assertThat(problem.breach(NoiseCondition.SCORES, p)).isEmpty();
        }
    }

    /** DMJ10, Theorems 11 and 12. */
    @ParameterizedTest
    @CsvSource({"ranksvm, 0", "ranknet, 0", "rankboost, 0", "ranksvm, 1", "ranknet, 1", "rankboost, 1"})
    void convexLossesOfObservedPairsFailInLowNoise(String surrogate, double margin) {
        Finding<PreferenceGraph, Ranking> finding =
                assertBroken(graphs(3, new MethodChoice(surrogate, null, margin)), NoiseCondition.LOW_NOISE);
        // with three items the hinge only ties
        assertThat(finding.strict()).isEqualTo(!surrogate.equals("ranksvm"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear-value", "linear-value(rho=cosh,nu=1)"})
    void theLinearLossHoldsInLowNoise(String surrogate) {
        assertHolds(graphs(3, MethodChoice.of(surrogate)), NoiseCondition.LOW_NOISE);
        assertHolds(graphs(4, MethodChoice.of(surrogate)), NoiseCondition.LOW_NOISE);
    }

    private static Finding<PreferenceGraph, Ranking> examine(
            String surrogate, double margin, List<String> graphs, double... p) {
        int items = graphs.get(0).contains("5") && graphs.size() == 1 ? 5 : 3;
        LabelFormat<PreferenceGraph> format = LabelFormat.graphs(items);
        LabelSpace<PreferenceGraph> space =
                new LabelSpace<>(graphs.stream().map(format::parse).toList(), format);
        CalibrationProblem<PreferenceGraph, Ranking> problem =
                CalibrationProblems.ofGraphs(space, new MethodChoice(surrogate, null, margin));
        LabelDistribution<PreferenceGraph> distribution = LabelDistribution.of(space.labels(), p);
        if (items == 3) {
            assertThat(problem.breach(NoiseCondition.LOW_NOISE, distribution)).isEmpty();
        }
        return problem.examine(distribution).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ranksvm", "ranknet", "rankboost"})
    void theWitnessesOfTheTheoremsAreOnes(String surrogate) {
        Finding<PreferenceGraph, Ranking> eleven =
                examine(surrogate, 0, List.of("1>2:2 1>3:5", "2>3:0.1 3>1:2"), .5, .5);
        assertThat(eleven.decoded()).hasToString("1 ≻ 3 ≻ 2");
        assertThat(eleven.optimal()).hasToString("1 ≻ 2 ≻ 3");
        assertThat(eleven.regret()).isCloseTo(.05, within(1e-12));
        assertThat(eleven.strict()).isEqualTo(!surrogate.equals("ranksvm"));
        Finding<PreferenceGraph, Ranking> twelve =
                examine(surrogate, 1, List.of("1>2", "2>3", "1>3", "3>1"), .25, .01, .5, .24);
        assertThat(twelve.decoded()).hasToString("1 ≻ 3 ≻ 2");
        assertThat(twelve.regret()).isCloseTo(.01, within(1e-12));
    }

    static Stream<Arguments> hingeWitnesses() {
        int[][] four = {{0, 1, 14, 3}, {0, 0, 7, 2}, {5, 0, 0, 0}, {0, 0, 5, 0}};
        int[][] five = {{0, 1, 8, 17, 19}, {0, 0, 6, 6, 7}, {4, 3, 0, 3, 9}, {10, 0, 0, 0, 1}, {11, 0, 5, 0, 0}};
        return Stream.of(Arguments.of((Object) four), Arguments.of((Object) five));
    }

    /** Both sides of a pair in one matrix, so the label is a mixture of its preferences. */
    @ParameterizedTest
    @MethodSource("hingeWitnesses")
    void withFourItemsTheHingeFailsInLowNoiseHoweverTiesAreBroken(int[][] a) {
        LabelSpace<PreferenceGraph> space = LabelSpace.preferences(a.length);
        double[] weights = new double[space.labels().size()];
        for (int y = 0; y < weights.length; y++) {
            int label = y;
            space.labels().get(y).forEach((above, below, weight) -> weights[label] = a[above][below]);
        }
        CalibrationProblem<PreferenceGraph, Ranking> problem =
                CalibrationProblems.ofGraphs(space, MethodChoice.of("ranksvm"));
        LabelDistribution<PreferenceGraph> p = LabelDistribution.proportional(space.labels(), weights);
        assertThat(problem.breach(NoiseCondition.LOW_NOISE, p)).isEmpty();
        Finding<PreferenceGraph, Ranking> finding = problem.examine(p).orElseThrow();
        assertThat(finding.strict()).isTrue();
        // the arcs form no cycle, so the best orders are those that no arc contradicts; the hinge's kinks are whole
        // numbers
        double least = Double.POSITIVE_INFINITY;
        double leastInOrder = Double.POSITIVE_INFINITY;
        for (int code = 0; code < Math.pow(a.length + 1, a.length); code++) {
            int[] s = new int[a.length];
            for (int i = 0, rest = code; i < s.length; i++, rest /= a.length + 1) {
                s[i] = rest % (a.length + 1);
            }
            double risk = 0;
            boolean inOrder = true;
            for (int i = 0; i < s.length; i++) {
                for (int j = 0; j < s.length; j++) {
                    risk += a[i][j] * Math.max(0, 1 - (s[i] - s[j]));
                    inOrder &= a[i][j] <= a[j][i] || s[i] >= s[j];
                }
            }
            least = Math.min(least, risk);
            leastInOrder = inOrder ? Math.min(leastInOrder, risk) : leastInOrder;
        }
        assertThat(leastInOrder).isGreaterThan(least);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theLeastSquaresSurrogateOfAnyMatrixHolds(long seed) {
        Random random = new Random(seed);
        double[][] losses = new double[2 + random.nextInt(5)][2 + random.nextInt(5)];
        for (double[] row : losses) {
            Arrays.setAll(row, t -> random.nextInt(6));
        }
        assertHolds(CalibrationProblems.ofMatrix(MatrixLoss.of(LossMatrix.of(losses))), null);
    }

    @Test
    void aTruncatedEncodingWouldBeFoundOut() {
        // a decoder that ignores the second of two numbers
        CalibrationProblem<Integer, Integer> whole = CalibrationProblems.ofMatrix(MatrixLoss.of(
                LossMatrix.of(new double[][] {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}})));
        Method<Integer, Integer> half = new VectorMethod<>(
                "half",
                "argmin",
                new VectorMethod.Encoding<>(1, (y, alpha) -> alpha[0] = y == 0 ? 1 : 0),
                u -> u[0] > .5 ? 0 : 1,
                List.of(0, 1, 2),
                t -> new double[] {t == 0 ? 1 : 0});
        CalibrationProblem<Integer, Integer> broken = new CalibrationProblem<>(
                "half", whole.labels(), whole.losses(), half, whole.test(), whole.source(), null);
        assertBroken(broken, null);
    }

    /** With a counterexample, with a calibration function, and under a condition. */
    @ParameterizedTest
    @CsvSource({"ndcg, ranknet,", "ndcg, logistic,", "map, squared, REINFORCE", "kendall, squared, LOW_NOISE"})
    void theSameSeedGivesTheSameReportWhateverTheThreads(
            String measure, String surrogate, @Nullable NoiseCondition condition) {
        CheckReport<double[], Ranking> expected =
                new CalibrationCheck(1500, 7, condition, 1).run(problem(measure, 3, MethodChoice.of(surrogate)));
        for (int threads = 1; threads <= 3; threads++) {
            CheckReport<double[], Ranking> report = new CalibrationCheck(1500, 7, condition, threads)
                    .run(problem(measure, 3, MethodChoice.of(surrogate)));
            assertThat(report.trials()).isEqualTo(expected.trials());
            assertThat(report.worstRegret()).isEqualTo(expected.worstRegret());
            assertThat(report.curve()).isEqualTo(expected.curve());
            assertThat(report.counterexample().map(finding -> facts(finding)))
                    .isEqualTo(expected.counterexample().map(finding -> facts(finding)));
        }
        assertThat(expected.trials()).isEqualTo(1500);
        assertThat(expected.counterexample().isPresent()).isEqualTo(surrogate.equals("ranknet"));
    }

    private static List<Object> facts(Finding<double[], Ranking> finding) {
        LabelDistribution<double[]> p = finding.distribution();
        return List.of(
                finding.decoded(),
                finding.regret(),
                Arrays.toString(p.probabilities()),
                p.labels().stream().map(Arrays::toString).toList());
    }

    @Test
    void whatPeopleTrainWithIsBrokenForEveryMeasureOfTheTableAndLeastSquaresForNone() {
        List<MeasureSpec> measures =
                CalibrationTable.MEASURES.stream().map(MeasureSpec::parse).toList();
        List<CalibrationTable.Entry> entries =
                CalibrationTable.of(CalibrationTable.SURROGATES, measures, 3, new CalibrationCheck(800, 1));
        assertThat(entries).hasSize(24).allSatisfy(entry -> {
            boolean squared = entry.problem().surrogate().equals("squared");
            assertThat(entry.report().counterexample().isEmpty()).isEqualTo(squared);
            entry.report()
                    .counterexample()
                    .ifPresent(finding ->
                            assertThatTheTextbookAgrees(finding, entry.measure().text()));
        });
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> problem("ndcg", 3, new MethodChoice("squared", "exact", 0)))
                .withMessageContaining("decoder 'exact' is for surrogate 'pairs'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> problem("ndcg", 3, MethodChoice.pairs("exact")))
                .withMessageContaining("'pairs' is a surrogate of map, pd and kendall");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> problem("ndcg", 3, new MethodChoice("squared", null, 1)))
                .withMessageContaining("margin");
        assertThatIllegalArgumentException().isThrownBy(() -> new CalibrationCheck(0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CalibrationCheck(10, 1, NoiseCondition.DAG, 1)
                        .run(problem("ndcg", 3, MethodChoice.of("squared"))))
                .withMessageContaining("it needs none");
    }
}
