package io.plumbrank.theory.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.conditions.Breach;
import io.plumbrank.theory.distributions.CensoredRanking;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.surrogates.MethodChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelRankingProblemsTest {
    private static final int TRIALS = 700;

    private static MethodChoice choice(String surrogate) {
        String[] parts = surrogate.split("/", -1);
        return new MethodChoice(parts[0], parts.length > 1 ? parts[1] : null, 0);
    }

    private static @Nullable NoiseCondition condition(String name) {
        return name.equals("-") ? null : NoiseCondition.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** 3, 13, 75 and 541 orders with ties: the Fubini numbers, and their sums over sets of labels. */
    @Test
    void allRankingsAreListed() {
        assertThat(LabelSpace.rankings(2, true).labels()).hasSize(3);
        assertThat(LabelSpace.rankings(4, true).labels()).hasSize(75);
        assertThat(LabelSpace.rankings(3, false).labels()).hasSize(3 * 3 + 13);
        assertThat(LabelSpace.rankings(4, false).labels()).hasSize(6 * 3 + 4 * 13 + 75);
        assertThat(LabelSpace.censoredRankings(3).labels()).hasSize(6 * 4);
        assertThat(LabelSpace.censoredRankings(4).labels()).hasSize(24 * 11);
    }

    @Test
    void textsAreReadBack() {
        LabelSpace<double[]> gaps = LabelSpace.rankings(4, false);
        List<String> texts = gaps.labels().stream().map(gaps::text).toList();
        assertThat(texts).doesNotHaveDuplicates().contains("2>1=3", "4>1", "1=2=3=4");
        for (double[] label : gaps.labels()) {
            assertThat(gaps.text(gaps.format().parse(gaps.text(label)))).isEqualTo(gaps.text(label));
        }
        LabelSpace<CensoredRanking> censored = LabelSpace.censoredRankings(3);
        for (CensoredRanking label : censored.labels()) {
            CensoredRanking read = censored.format().parse(censored.text(label));
            assertThat(read.full()).isEqualTo(label.full());
            assertThat(read.seen()).isEqualTo(label.seen());
        }
        assertThat(censored.labels().stream().map(censored::text)).contains("2>1>3 known 1 3", "3>2>1");
    }

    /** What the guarantee says, and where it says nothing, the search finds something. */
    @ParameterizedTest
    @CsvSource({
        "kendall,                 3, pairs,            -,      true,  false",
        "kendall,                 4, pairs,            -,      true,  false",
        "spearman,                3, pairs,            -,      true,  false",
        "pd,                      3, pairs/exact,      -,      false, false",
        "kendall,                 3, pairs,            -,      false, false",
        "spearman,                3, pairs,            -,      false, false",
        "kendall,                 4, pairs/algorithm1, -,      true,  true",
        "kendall,                 4, pairs/algorithm1, dag,    true,  false",
        "kendall,                 3, squared,          -,      true,  true",
        "kendall,                 3, squared,          scores, true,  false",
        "spearman,                3, squared,          -,      true,  false",
        "pd(weight=difference),   3, squared,          -,      true,  false",
        "spearman,                3, squared,          -,      false, true",
        "spearman,                3, squared/sort,     scores, false, false",
    })
    void theSearchAgreesWithThePromise(
            String measure, int labels, String surrogate, String condition, boolean complete, boolean broken) {
        CalibrationProblem<double[], Ranking> problem = LabelRankingProblems.of(
                MeasureSpec.parse(measure), LabelSpace.rankings(labels, complete), choice(surrogate));
        CheckReport<double[], Ranking> report = new CalibrationCheck(TRIALS, 3, condition(condition), 1).run(problem);
        assertThat(report.counterexample().isPresent()).isEqualTo(broken);
        assertThat(report.breach()).isEmpty();
        assertThat(report.trials()).isGreaterThan(TRIALS / 2);
    }

    @ParameterizedTest
    @CsvSource({
        "kendall,  3, pairs,   -,      true",
        "kendall,  3, pairs,   random, false",
        "kendall,  4, pairs,   random, false",
        "spearman, 3, pairs,   random, false",
        "spearman, 4, squared, random, false",
        "pd,       3, pairs,   random, false",
        "kendall,  3, squared, random, true",
        "kendall,  3, squared, scores, false",
        "kendall,  4, pairs/algorithm1, random, true",
        "kendall,  3, pairs/algorithm1, dag,    false",
    })
    void soItDoesWherePositionsAreLost(String measure, int labels, String surrogate, String condition, boolean broken) {
        CalibrationProblem<CensoredRanking, Ranking> problem = LabelRankingProblems.ofCensored(
                MeasureSpec.parse(measure), LabelSpace.censoredRankings(labels), choice(surrogate));
        CheckReport<CensoredRanking, Ranking> report =
                new CalibrationCheck(TRIALS, 3, condition(condition), 1).run(problem);
        assertThat(report.counterexample().isPresent()).isEqualTo(broken);
        assertThat(report.breach()).isEmpty();
        assertThat(report.trials()).isGreaterThan(TRIALS / 2);
    }

    /** By hand: means of signs among who knows both, and all rankings by the pairs they contradict. */
    @Test
    void theCounterexampleOfLostPositionsIsOne() {
        LabelSpace<CensoredRanking> space = LabelSpace.censoredRankings(3);
        Finding<CensoredRanking, Ranking> finding = new CalibrationCheck(2000, 1)
                .run(LabelRankingProblems.ofCensored(MeasureSpec.parse("kendall"), space, choice("pairs")))
                .counterexample()
                .orElseThrow();
        LabelDistribution<CensoredRanking> p = finding.distribution();
        double[][] seen = new double[3][3];
        double[][] full = new double[3][3];
        for (int y = 0; y < p.size(); y++) {
            String[] parts = space.text(p.label(y)).split(" known ", -1);
            String order = parts[0].replace(">", "");
            String known = parts.length == 1 ? "123" : parts[1];
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    boolean above = order.indexOf('1' + i) < order.indexOf('1' + j);
                    boolean both = known.indexOf('1' + i) >= 0 && known.indexOf('1' + j) >= 0;
                    full[i][j] += above ? p.probability(y) : 0;
                    seen[i][j] += above && both ? p.probability(y) : 0;
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < i; j++) {
                double known = seen[i][j] + seen[j][i];
                seen[i][j] /= known;
                seen[j][i] /= known;
            }
        }
        List<Ranking> all = new ArrayList<>();
        Ranking.forEach(3, all::add);
        Ranking fitted = all.stream()
                .min(Comparator.comparingDouble(r -> contradicted(seen, r)))
                .orElseThrow();
        double least =
                all.stream().mapToDouble(r -> contradicted(full, r)).min().orElseThrow();
        // tau counts each of the three pairs twice over three
        assertThat(2.0 / 3 * (contradicted(full, fitted) - least))
                .isCloseTo(finding.regret(), within(1e-9))
                .isGreaterThan(1e-3);
    }

    private static double contradicted(double[][] above, Ranking ranking) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            for (int l = k + 1; l < 3; l++) {
                sum += above[ranking.itemAt(l)][ranking.itemAt(k)];
            }
        }
        return sum;
    }

    @Test
    void productsAreTakenForIndependentAndOthersAreNot() {
        LabelSpace<CensoredRanking> space = LabelSpace.censoredRankings(3);
        CalibrationProblem<CensoredRanking, Ranking> problem =
                LabelRankingProblems.ofCensored(MeasureSpec.parse("kendall"), space, choice("pairs"));
        assertThat(breach(problem, "1>2>3", .3, "1>2>3 known 1 2", .3, "2>1>3", .2, "2>1>3 known 1 2", .2))
                .isEmpty();
        assertThat(breach(problem, "1>2>3", .3, "1>2>3 known 1 2", .3, "2>1>3", .4))
                .contains("would have");
        assertThat(breach(problem, "1>2>3", .3, "2>1>3", .3, "3>1>2 known 1 2", .4))
                .contains("would have");
        assertThat(breach(problem, "1>2>3", .3, "1>2>3 known 1 2", .2, "2>1>3", .2, "2>1>3 known 1 2", .3))
                .contains("would have 0.25");
        assertThat(breach(problem, "1>2>3 known 1 2", .5, "2>1>3 known 1 2", .5))
                .contains("labels 1 and 3 are never known together");
        assertThat(breach(problem, "1>2=3", .25, "1>2=3 known 1 2", .25, "2>1>3", .25, "2>1>3 known 1 2", .25))
                .isEqualTo("'1>2=3' has ties");
    }

    /** With ties, untied pairs alone do not tell what tau-b divides by: 1>2>3 has (0.47 · 2/√6 + 0.53/3), the fit has 0.53. */
    @Test
    void rankingsWithTiesAreTakenAndBreakTheCondition() {
        LabelSpace<CensoredRanking> space = LabelSpace.censoredRankings(3);
        CalibrationProblem<CensoredRanking, Ranking> problem =
                LabelRankingProblems.ofCensored(MeasureSpec.parse("kendall"), space, choice("pairs"));
        LabelDistribution<CensoredRanking> ties = LabelDistribution.of(
                List.of(space.format().parse("1>2=3"), space.format().parse("2>1>3")), new double[] {.47, .53});
        assertThat(problem.examine(ties).orElseThrow().regret())
                .isCloseTo(.47 * 2 / Math.sqrt(6) + .53 / 3 - .53, within(1e-9));
    }

    private static String breach(CalibrationProblem<CensoredRanking, Ranking> problem, Object... parts) {
        List<CensoredRanking> labels = new ArrayList<>();
        double[] weights = new double[parts.length / 2];
        for (int k = 0; k < weights.length; k++) {
            labels.add(problem.labels().format().parse((String) parts[2 * k]));
            weights[k] = (double) parts[2 * k + 1];
        }
        return problem.breach(NoiseCondition.RANDOM, LabelDistribution.of(labels, weights))
                .map(Breach::sentence)
                .orElse("");
    }
}
