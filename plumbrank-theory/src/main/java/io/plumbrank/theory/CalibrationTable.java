package io.plumbrank.theory;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import java.util.ArrayList;
import java.util.List;

/** Which surrogates are broken for which measures, and by which distribution: one {@link CalibrationCheck} for each pair. */
public final class CalibrationTable {
    /** What is compared unless told otherwise: what people train with, and least squares beside it. */
    public static final List<String> SURROGATES =
            List.of("squared", "ranksvm", "ranknet", "rankboost", "listnet", "listmle");

    /** The measures that are asked about unless told otherwise. */
    public static final List<String> MEASURES = List.of("dcg", "ndcg", "p@1", "p@2");

    private CalibrationTable() {}

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
