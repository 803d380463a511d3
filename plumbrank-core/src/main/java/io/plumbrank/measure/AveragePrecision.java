package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Denominator;
import io.plumbrank.measure.settings.Key.EmptyQuery;
import io.plumbrank.measure.settings.Ties;
import java.util.List;

/**
 * Average precision: the sum of the precisions at the relevant items among the first k, over the number of relevant items R
 * or over min(R, k). Undefined where nothing is relevant.
 *
 * <p>In a tied group of g items with m relevant ones, below n0 items with r0 relevant ones, the item at place j is relevant
 * with chance m/g, and then (j − 1)(m − 1)/(g − 1) relevant ones of the group stand above it in the mean. So the group adds
 * Σ_j (m/g) (r0 + 1 + (j − 1)(m − 1)/(g − 1)) / (n0 + j) in the mean over its orders (McSherry and Najork 2008). Under
 * {@link Ties#THRESHOLD} it adds m (r0 + m)/(n0 + g). O(n).
 */
record AveragePrecision(MeasureSpec spec) implements Binary {
    private static final Key<Ties> THRESHOLD_TIES =
            Key.choice("ties", Ties.AVERAGE, List.of(Ties.AVERAGE, Ties.DOCNO_DESC, Ties.STABLE, Ties.THRESHOLD));

    /** Without a cut-off both denominators are R. A tied group has no inside at which a threshold sweep could be cut. */
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.AVERAGE_PRECISION,
                    "map ap average_precision mean_average_precision",
                    spec -> FirstPlace.where(new AveragePrecision(spec)))
            .mayBeCut()
            .keys(Key.REL, THRESHOLD_TIES, Key.EMPTY, Key.IDEAL)
            .keysWhenCut(Key.REL, Key.TIES, Key.EMPTY, Key.DENOMINATOR, Key.IDEAL)
            .habit(Key.EMPTY, EmptyQuery.ONE, Compat.XGBOOST, Compat.LIGHTGBM)
            .habit(Key.TIES, Ties.THRESHOLD, Compat.SKLEARN)
            .habit(MeasureKind.CUTOFF, 32, Compat.XGBOOST)
            .habit(MeasureKind.CUTOFF, 0, Compat.RANKLIB);

    @Override
    public double evaluate(JudgedList list, int all) {
        double[] grades = list.gradesByPosition(spec.ties());
        int[] starts = list.groupStarts(spec.ties());
        int depth = spec.depth(list.retrieved());
        double sum = 0;
        int above = 0;
        for (int group = 0; starts[group] < depth; group++) {
            int from = starts[group];
            int to = starts[group + 1];
            int relevant = spec.relevance().count(grades, from, to);
            if (relevant > 0) {
                sum += spec.ties() == Ties.THRESHOLD
                        ? relevant * (double) (above + relevant) / to
                        : averaged(from, to - from, Math.min(to, depth), relevant, above);
            }
            above += relevant;
        }
        return Math.min(1, sum / denominator(all)); // tied groups may round up
    }

    private static double averaged(int from, int size, int end, int relevant, int above) {
        double chance = relevant / (double) size;
        double step = size > 1 ? (relevant - 1) / (double) (size - 1) : 0;
        double sum = 0;
        for (int position = from; position < end; position++) {
            sum += (above + 1 + (position - from) * step) / (position + 1);
        }
        return chance * sum;
    }

    private int denominator(int relevant) {
        return spec.denominator() == Denominator.CAPPED ? spec.depth(relevant) : relevant;
    }
}
