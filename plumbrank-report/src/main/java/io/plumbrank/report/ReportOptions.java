package io.plumbrank.report;

import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.measure.MeasureSpec;
import java.util.List;
import java.util.function.Function;

/**
 * What a report shows and how its numbers are made.
 *
 * @param measures of rankings, the one that matters most first; models of classes are judged by their loss and go without
 * @param how intervals and tests are made
 * @param notes what a reader should know first, whole sentences
 * @param decoding says, in whole sentences, how a model decoded its data and whether the noise conditions hold, which another
 *     module knows
 */
public record ReportOptions(
        List<MeasureSpec> measures, Resamples how, List<String> notes, Function<Reported, List<String>> decoding) {
    public ReportOptions {
        measures = List.copyOf(measures);
        notes = List.copyOf(notes);
    }

    /** Seed 1, all processors, nothing on decoding. */
    public static ReportOptions of(List<MeasureSpec> measures) {
        return new ReportOptions(measures, Resamples.defaults(1), List.of(), model -> List.of());
    }
}
