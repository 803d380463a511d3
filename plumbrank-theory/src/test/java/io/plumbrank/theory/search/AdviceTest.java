package io.plumbrank.theory.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.measures.RefusedMeasureException;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.target.rankings.RankingTarget.CalibratedChoice;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.search.CalibrationTable.Advice;
import io.plumbrank.theory.surrogates.MethodChoice;
import io.plumbrank.theory.surrogates.WideSmoothHinge;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every advice to take another surrogate, and every verdict that one is not calibrated, against the search for counterexamples. */
class AdviceTest {
    private static final CalibrationCheck CHECK = new CalibrationCheck(1500, 14);
    private static final List<String> REFUTED =
            List.of("ranksvm", "ranknet", "rankboost", "ranknet(weight=difference)", "listnet", "listmle");

    private static boolean isTarget(String measure) {
        try {
            RankingTargets.of(MeasureSpec.parse(measure));
            return true;
        } catch (RefusedMeasureException e) {
            return false;
        }
    }

    static Stream<String> targets() {
        return CalibrationTable.ADVISED.stream().filter(AdviceTest::isTarget);
    }

    @Test
    void whatIsAdvisedIsCalibratedUnderItsCondition() {
        List<Advice> advice = CalibrationTable.advice(
                CalibrationTable.ADVISED.stream().map(MeasureSpec::parse).toList(), 4, new CalibrationCheck(600, 3));
        int searched = 0;
        for (Advice line : advice) {
            if (line.choice() == null) {
                assertThat(isTarget(line.measure().typed())).isFalse();
                assertThat(isTarget(Objects.requireNonNull(line.refusal()).nearest()))
                        .isTrue();
            } else {
                CheckReport<double[], Ranking> report = Objects.requireNonNull(line.report());
                assertThat(report.refutes())
                        .as("%s by %s", line.measure(), line.choice())
                        .isFalse();
                searched += report.trials();
            }
        }
        assertThat(searched).isGreaterThan(10_000);
        assertThat(advice.stream().map(Advice::measure).distinct()).hasSameSizeAs(CalibrationTable.ADVISED);
    }

    static Stream<Arguments> verdicts() {
        return targets().flatMap(measure -> REFUTED.stream().map(surrogate -> Arguments.of(measure, surrogate)));
    }

    /** Whatever is called not calibrated is broken by some distribution, and the sentence names the advice of the table. */
    @ParameterizedTest
    @MethodSource("verdicts")
    void whatIsCalledNotCalibratedIsBroken(String measure, String surrogate) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        RankingTarget<double[]> target = RankingTargets.of(spec);
        Guarantee guarantee = Surrogates.parse(surrogate).guarantee(target, 3);
        assertThat(guarantee.calibration()).isEqualTo(Calibration.NO);
        for (CalibratedChoice choice : CalibratedChoice.of(target)) {
            assertThat(guarantee.notPromised().get(0)).contains(choice.words());
        }
        CalibrationProblem<double[], Ranking> problem =
                CalibrationProblems.ofMeasure(spec, 3, MethodChoice.of(surrogate), CalibrationTable.largestGrade(spec));
        assertThat(CHECK.run(problem).counterexample()).isPresent();
    }

    /** The other way round: no surrogate is advised, for any measure, but one that is calibrated. */
    @ParameterizedTest
    @MethodSource("targets")
    void noSentenceCallsASurrogateCalibratedThatIsNot(String measure) {
        RankingTarget<double[]> target = RankingTargets.of(MeasureSpec.parse(measure));
        List<String> words = CalibratedChoice.of(target).stream()
                .map(CalibratedChoice::words)
                .toList();
        for (String surrogate : Surrogates.names()) {
            for (String sentence :
                    Surrogates.parse(surrogate).guarantee(target, 4).notPromised()) {
                String rest = sentence;
                for (String word : words) {
                    rest = rest.replace(word, "");
                }
                assertThat(rest).doesNotContain("squared", "logistic is", "pairs instead", "exponential is");
            }
        }
    }

    /** With two items, how often each is ahead decides; the search over all labels agrees. */
    @ParameterizedTest
    @ValueSource(
            strings = {"wta", "p@1", "recall@1", "auc", "map@1", "rr@1", "success@1", "map", "pd", "kendall", "spearman"
            })
    void twoItemsAreOrderedRightlyByLossesOfObservedPairs(String measure) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        for (String surrogate : REFUTED) {
            Guarantee guarantee = Surrogates.parse(surrogate).guarantee(RankingTargets.of(spec), 2);
            assertThat(guarantee.calibration()).as(surrogate).isNotEqualTo(Calibration.NO);
            CalibrationProblem<double[], Ranking> problem = CalibrationProblems.ofMeasure(
                    spec, 2, MethodChoice.of(surrogate), CalibrationTable.largestGrade(spec));
            assertThat(CHECK.run(problem).counterexample()).as(surrogate).isEmpty();
        }
    }

    /** Grades of unequal weight are another matter: only pairs that weigh by difference order two items rightly. */
    @ParameterizedTest
    @ValueSource(strings = {"dcg", "ndcg@1", "eru(v=0,w=3)", "err@1(max=2)"})
    void twoItemsOfManyGradesAreNot(String measure) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        for (String surrogate : REFUTED) {
            boolean difference = surrogate.contains("difference");
            Guarantee guarantee = Surrogates.parse(surrogate).guarantee(RankingTargets.of(spec), 2);
            assertThat(guarantee.calibration() != Calibration.NO).as(surrogate).isEqualTo(difference);
            CalibrationProblem<double[], Ranking> problem =
                    CalibrationProblems.ofMeasure(spec, 2, MethodChoice.of(surrogate), 2);
            assertThat(CHECK.run(problem).counterexample().isEmpty())
                    .as(surrogate)
                    .isEqualTo(difference);
        }
    }

    /** α = 8 is outside (0, 1], where the constant that is stated fails (docs/errata.md). */
    @Test
    void aBoundThatIsBrokenIsACounterexample() {
        RankingTarget<double[]> target = RankingTargets.of(MeasureSpec.parse("dcg@1(gain=linear)"));
        CalibrationProblem<double[], Ranking> wide =
                CalibrationProblems.ofSurrogate(target, LabelSpace.grades(2, 8), new WideSmoothHinge(8, 8));
        CheckReport<double[], Ranking> report = CHECK.run(wide);
        assertThat(report.counterexample()).isEmpty();
        assertThat(report.refutes()).isTrue();
        BoundBreach<double[], Ranking> breach = report.breach().orElseThrow();
        assertThat(breach.finding().regret()).isGreaterThan(breach.allowed());
        // against the tables of the search itself
        LabelDistribution<double[]> p = breach.finding().distribution();
        double decoded = 0;
        double best = 0;
        for (int y = 0; y < p.size(); y++) {
            decoded += p.probability(y) * p.label(y)[breach.finding().decoded().itemAt(0)];
            best += p.probability(y) * p.label(y)[breach.finding().optimal().itemAt(0)];
        }
        assertThat(best - decoded).isCloseTo(breach.finding().regret(), within(1e-9));
    }

    @Test
    void aBoundOnUtilitiesThatLabelsExceedIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CalibrationProblems.ofMeasure(
                        MeasureSpec.parse("dcg"), 3, MethodChoice.of("linear-value(rho=cosh,largest=0.1)"), 2))
                .withMessageContaining("largest=0.1 is too small for utilities of labels in 0 … 3");
        CalibrationProblem<double[], Ranking> derived = CalibrationProblems.ofMeasure(
                MeasureSpec.parse("dcg"), 3, MethodChoice.of("linear-value(rho=cosh)"), 2);
        CheckReport<double[], Ranking> report = CHECK.run(derived);
        assertThat(report.refutes()).isFalse();
        assertThat(report.curve()).isNotEmpty().allMatch(point -> point.observed() >= point.proven() * (1 - 1e-6));
    }
}
