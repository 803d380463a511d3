package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;

/**
 * Binary preference of trec_eval: (1/R) Σ over retrieved relevant items of 1 − min(b, R)/min(N, R), where b judged items that
 * are not relevant stand above it, of N in all (Buckley and Voorhees 2004). Unjudged items and negative grades do not count.
 * Undefined for R = 0.
 *
 * <p>The number of a tied group's m items that are not relevant and stand above a given relevant one is uniform on 0 … m, so
 * the mean of min(b, R) has a closed form. O(n).
 */
record BinaryPreference(MeasureSpec spec) implements Binary {
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.CAPPED_PAIRS, "bpref binary_preference", BinaryPreference::new)
            .keys(Key.REL, Key.TIES, Key.EMPTY);

    @Override
    public double evaluate(JudgedList list, int relevant) {
        double[] grades = list.gradesByPosition(spec.ties());
        double worst = Math.min(others(list.labels()), relevant);
        int[] starts = list.groupStarts(spec.ties());
        double sum = 0;
        long above = 0;
        for (int group = 0; group + 1 < starts.length; group++) {
            int from = starts[group];
            int to = starts[group + 1];
            int hits = spec.relevance().count(grades, from, to);
            long tied = others(grades, from, to);
            sum += worst == 0 ? hits : hits * (1 - meanMin(above, tied, relevant) / worst);
            above += tied;
        }
        return sum / relevant;
    }

    /** The mean of min(above + X, bound) for X uniform on 0 … tied. */
    private static double meanMin(long above, long tied, long bound) {
        long below = Math.max(0, Math.min(tied + 1, bound - above));
        double sum = below * above + below * (below - 1) / 2.0 + (tied + 1 - below) * (double) bound;
        return sum / (tied + 1);
    }

    /** N. */
    private long others(Judgements labels) {
        return labels.once(
                spec.relevance(),
                () -> others(labels.grades(), 0, labels.grades().length)
                        + others(labels.unretrieved(), 0, labels.unretrieved().length));
    }

    private long others(double[] grades, int from, int to) {
        long count = 0;
        for (int i = from; i < to; i++) {
            if (grades[i] >= 0 && !spec.relevance().test(grades[i])) {
                count++;
            }
        }
        return count;
    }
}
