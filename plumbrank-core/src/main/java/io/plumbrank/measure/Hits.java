package io.plumbrank.measure;

/** What the measures that count relevant items at the top share. */
final class Hits {
    private Hits() {}

    /**
     * The number of relevant items among the first {@code depth}, in the mean over all orders of tied groups: a group of g
     * items with m relevant ones of which t places are at the top gives t·m/g. O(depth + the last group).
     */
    static double expected(JudgedList list, MeasureSpec spec, int depth) {
        double[] grades = list.gradesByPosition(spec.ties());
        int[] starts = list.groupStarts(spec.ties());
        int end = Math.min(depth, list.retrieved());
        double hits = 0;
        for (int group = 0; starts[group] < end; group++) {
            int from = starts[group];
            int to = starts[group + 1];
            int relevant = spec.relevance().count(grades, from, to);
            hits += to <= end ? relevant : (double) relevant * (end - from) / (to - from);
        }
        return hits;
    }

    /** 1 for a relevant item and 0 for others, over a normaliser; all 0 if that is 0. */
    static double[] utilities(double[] grades, MeasureSpec spec, double normaliser) {
        double[] utilities = new double[grades.length];
        for (int i = 0; i < grades.length; i++) {
            utilities[i] = spec.relevance().test(grades[i]) && normaliser != 0 ? 1 / normaliser : 0;
        }
        return utilities;
    }
}
