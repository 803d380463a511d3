package io.plumbrank.theory.search;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.measures.RefusedMeasureException;
import io.plumbrank.target.rankings.RankingTarget.CalibratedChoice;
import io.plumbrank.theory.surrogates.MethodChoice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which surrogates are broken for which measures, and by which distribution: one {@link CalibrationCheck} for each pair. */
public final class CalibrationTable {
    /** What is compared unless told otherwise: what people train with, and least squares beside it. */
    public static final List<String> SURROGATES =
            List.of("squared", "ranksvm", "ranknet", "rankboost", "listnet", "listmle");

    /** The measures that are asked about unless told otherwise. */
    public static final List<String> MEASURES = List.of("dcg", "ndcg", "p@1", "p@2");

    /** The measures that {@link #advice} is given for unless told otherwise: one of each kind, cut and uncut. */
    public static final List<String> ADVISED = List.of(
            "dcg",
            "ndcg@2",
            "p@2",
            "wta",
            "recall@2",
            "eru(v=0,w=3)",
            "auc",
            "spearman",
            "map",
            "map@2",
            "map@2(denominator=capped)",
            "map@1",
            "pd",
            "pd(weight=difference)",
            "kendall",
            "rr",
            "rr@1",
            "err(max=2)",
            "err@1(max=2)",
            "success@2",
            "success@1",
            "rprec",
            "bpref");

    private CalibrationTable() {}

    /**
     * A surrogate that is calibrated with a measure, and what a search for counterexamples within its condition found.
     *
     * @param choice null where no surrogate of scores or pairs is
     * @param refusal says what to train for where there is none; null where there is one
     * @param report null where there is none
     */
    public record Advice(
            MeasureSpec measure,
            @Nullable CalibratedChoice choice,
            @Nullable RefusedMeasureException refusal,
            @Nullable CheckReport<double[], Ranking> report) {}

    /** What to train with, measure by measure, each searched for counterexamples. */
    public static List<Advice> advice(List<MeasureSpec> measures, int items, CalibrationCheck check) {
        List<Advice> all = new ArrayList<>();
        for (MeasureSpec measure : measures) {
            try {
                for (CalibratedChoice choice : CalibratedChoice.of(RankingTargets.of(measure))) {
                    all.add(new Advice(measure, choice, null, report(measure, choice, items, check)));
                }
            } catch (RefusedMeasureException e) {
                all.add(new Advice(measure, null, e, null));
            }
        }
        return all;
    }

    private static CheckReport<double[], Ranking> report(
            MeasureSpec measure, CalibratedChoice choice, int items, CalibrationCheck check) {
        CalibrationProblem<double[], Ranking> problem = CalibrationProblems.ofMeasure(
                measure, items, MethodChoice.of(choice.surrogate()), largestGrade(measure));
        NoiseCondition condition = choice.condition().orElse(null);
        return new CalibrationCheck(check.trials(), check.seed(), condition, check.threads()).run(problem);
    }

    /** An entry. */
    public record Entry(
            MeasureSpec measure,
            CalibrationProblem<double[], Ranking> problem,
            CheckReport<double[], Ranking> report) {}

    /** All entries, surrogate by surrogate. Labels have the grades of {@link #largestGrade}. */
    public static List<Entry> of(
            List<String> surrogates, List<MeasureSpec> measures, int items, CalibrationCheck check) {
        List<Entry> entries = new ArrayList<>();
        for (String surrogate : surrogates) {
            for (MeasureSpec measure : measures) {
                CalibrationProblem<double[], Ranking> problem = CalibrationProblems.ofMeasure(
                        measure, items, MethodChoice.of(surrogate), largestGrade(measure));
                entries.add(new Entry(measure, problem, check.run(problem)));
            }
        }
        return entries;
    }

    /** 2 for the measures that look at grades, as far as their scale goes, 1 for those that only ask what is relevant, 2 more than v for ERU. */
    public static int largestGrade(MeasureSpec measure) {
        return measure.withMaxGrade(2).measure().tellingGrade();
    }
}
