package io.plumbrank.measure;

import io.plumbrank.measure.settings.Ties;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * All items of a query as the correlations see them: the retrieved ones by position, then the judged but unretrieved ones as one
 * tied group below all others.
 *
 * @param levelAt index in {@link Levels#grades} by position, ascending within a tied group
 * @param starts first positions of the tied groups, and the number of items at the end
 */
record Pool(Judgements labels, int[] levelAt, int[] starts) {
    /** O(n), and O(n log n) for the first list of the judgements. */
    static Pool of(JudgedList list, Ties ties) {
        int[] ofItem = list.labels().levels().ofItem();
        int[] levelAt = ofItem.clone();
        int[] order = list.order(ties);
        for (int position = 0; position < order.length; position++) {
            levelAt[position] = ofItem[order[position]];
        }
        int[] starts = starts(list.groupStarts(ties), ofItem.length);
        for (int group = 0; group + 1 < starts.length; group++) {
            // so that sums are the same bits whatever the order of the input
            Arrays.sort(levelAt, starts[group], starts[group + 1]);
        }
        return new Pool(list.labels(), levelAt, starts);
    }

    /** Number of items. */
    int size() {
        return levelAt.length;
    }

    /** Whether all items have one grade. */
    boolean isLevel() {
        return labels.levels().grades().length < 2;
    }

    /** What n strict scores have, less what each tied group has where ties are corrected for. */
    double ofScores(Ties ties, DoubleUnaryOperator ofStrict) {
        double all = ofStrict.applyAsDouble(size());
        for (int group = 0; ties == Ties.CORRECTED && group + 1 < starts.length; group++) {
            all -= ofStrict.applyAsDouble(starts[group + 1] - starts[group]);
        }
        return all;
    }

    private static int[] starts(int[] retrieved, int n) {
        if (retrieved[retrieved.length - 1] == n) {
            return retrieved;
        }
        int[] starts = Arrays.copyOf(retrieved, retrieved.length + 1);
        starts[retrieved.length] = n;
        return starts;
    }
}
