package io.plumbrank.theory.search;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.surrogate.templates.Bregman;
import io.plumbrank.surrogate.templates.Potentials;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.theory.distributions.Fractions;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.surrogates.WideSmoothHinge;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * How tight the regret constants of CUG13's Table 2 are: the largest ratio of measure regret and bound that an adversarial search
 * meets, for WTA, for DCG on grades 0 … 2, and with two items for DCG@1 on grades 0 … 8. At most 1 where the constant is right.
 */
public final class TightnessTable {
    /** Numbers of items that the search is made for. */
    public static final List<Integer> ITEMS = List.of(2, 3, 4);

    private static final int LARGE_GRADE = 8;
    private static final int MOST_LABELS = 100;

    private TightnessTable() {}

    /**
     * A row.
     *
     * @param surrogate its text; η is the largest utility of the measure at hand
     * @param constant c as a formula
     * @param ratios the largest ratios, for each of {@link #ITEMS}
     */
    public record Row(String surrogate, String constant, List<Double> ratios) {}

    private record Template(String text, String constant, DoubleFunction<Surrogate> of) {}

    /** The nine constants under the conditions of their proofs. */
    public static List<Row> rows(int probes, long seed, int threads) {
        List<Template> templates = new ArrayList<>();
        templates.add(named("squared", "√2"));
        templates.add(named("logistic", "√η"));
        templates.add(named("exponential", "√η"));
        templates.add(named("squared-hinge", "√(2η)/t"));
        templates.add(named("smooth-hinge", "4 √(η/α)"));
        templates.add(named("smooth-hinge(alpha=0.25)", "4 √(η/α)"));
        templates.add(named("pairwise-squared", "1"));
        templates.add(named("pairwise-logistic", "2 √‖U‖∞"));
        templates.add(named("pairwise-exponential", "2 √‖U‖∞"));
        templates.add(new Template("bregman(squared-norm)", "2/√μ", eta -> new Bregman(Potentials.squaredNorm())));
        templates.add(
                new Template("bregman(kullback-leibler)", "2/√μ", eta -> new Bregman(Potentials.kullbackLeibler(eta))));
        return rows(templates, new RegretSearch(probes, seed, null, threads));
    }

    /** The smooth hinge's constant where α leaves (0, 1]. */
    public static List<Row> smoothHingeOutside(int probes, long seed, int threads) {
        List<Template> templates = new ArrayList<>();
        for (double alpha : new double[] {2, 3, 4, 8}) {
            String text = "smooth-hinge(alpha=" + Fractions.plain(alpha) + ")";
            templates.add(new Template(text, "4 √(η/α)", eta -> new WideSmoothHinge(eta, alpha)));
        }
        return rows(templates, new RegretSearch(probes, seed, null, threads));
    }

    private static Template named(String text, String constant) {
        return new Template(text, constant, eta -> Surrogates.parse(text).surrogate(new UtilityRange(0, eta)));
    }

    private static List<Row> rows(List<Template> templates, RegretSearch search) {
        List<Row> rows = new ArrayList<>();
        for (Template template : templates) {
            List<Double> ratios = new ArrayList<>();
            for (int items : ITEMS) {
                double ratio =
                        Math.max(ratio(template, "wta", items, 1, search), ratio(template, "dcg", items, 2, search));
                int labels = (int) Math.pow(LARGE_GRADE + 1, items);
                ratios.add(
                        labels > MOST_LABELS
                                ? ratio
                                : Math.max(ratio, ratio(template, "dcg@1(gain=linear)", items, LARGE_GRADE, search)));
            }
            rows.add(new Row(template.text(), template.constant(), ratios));
        }
        return rows;
    }

    private static double ratio(Template template, String measure, int items, int largestGrade, RegretSearch search) {
        RankingTarget<double[]> target = RankingTargets.of(MeasureSpec.parse(measure));
        LabelSpace<double[]> labels = LabelSpace.grades(items, largestGrade);
        double[] v = new double[items];
        double eta = 0;
        for (double[] label : labels.labels()) {
            target.encodeInto(label, v);
            eta = Math.max(eta, v[0]);
        }
        CalibrationProblem<double[], Ranking> problem =
                CalibrationProblems.ofSurrogate(target, labels, template.of().apply(eta));
        return search.largestRatio(problem);
    }
}
