package io.plumbrank.runs;

import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.settings.Ties;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Counts how many of the first k items of a run have a judgement, for each cut-off k of the measures, 10 where none is cut. An item
 * without one counts as not relevant, so a run that was not judged looks worse than it is.
 */
final class JudgedShares {
    private static final int USUAL = 10;

    private final int[] cutoffs;
    private final long[] judged;
    private final long[] all;

    JudgedShares(List<MeasureSpec> measures) {
        int[] cut = measures.stream()
                .flatMapToInt(spec -> spec.cutoff().stream())
                .distinct()
                .sorted()
                .toArray();
        this.cutoffs = cut.length == 0 ? new int[] {USUAL} : cut;
        this.judged = new long[cutoffs.length];
        this.all = new long[cutoffs.length];
    }

    /** Counts a list, from any thread, and returns it. */
    JudgedList seen(JudgedList list) {
        double[] grades = list.gradesByPosition(Ties.STABLE);
        synchronized (this) {
            for (int c = 0; c < cutoffs.length; c++) {
                int depth = Math.min(cutoffs[c], grades.length);
                all[c] += depth;
                for (int position = 0; position < depth; position++) {
                    judged[c] += Double.isNaN(grades[position]) ? 0 : 1;
                }
            }
        }
        return list;
    }

    /** A sentence for each cut-off where an item lacks a judgement. */
    synchronized List<String> sentences() {
        return IntStream.range(0, cutoffs.length)
                .filter(c -> judged[c] < all[c])
                .mapToObj(c -> String.format(
                        Locale.ROOT,
                        "judged@%d %.4f: %.2f %% of the first %d items have no judgement and count as not relevant",
                        cutoffs[c],
                        judged[c] / (double) all[c],
                        100 - 100.0 * judged[c] / all[c],
                        cutoffs[c]))
                .toList();
    }
}
