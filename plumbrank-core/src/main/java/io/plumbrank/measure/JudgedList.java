package io.plumbrank.measure;

import io.plumbrank.data.Ranking;
import io.plumbrank.data.Sorting;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All that a measure sees of one query: the retrieved items by falling score, in groups of equal score, with their
 * grades, and the grades of items that were judged but not retrieved. An item without a judgement has grade NaN.
 *
 * <p>Not thread-safe: orders are worked out when first asked for.
 */
public final class JudgedList {
    private static final double[] NONE = {};

    private final int[] order;
    private final int[] groupStarts;
    private final double[] grades;
    private final double[] unretrieved;
    private final @Nullable IntBinaryOperator nameOrder;
    private double @Nullable [] stableGrades;
    private double @Nullable [] nameDescendingGrades;
    private double @Nullable [] judgedDescending;
    private int @Nullable [] singletons;

    private JudgedList(
            int[] order,
            int[] groupStarts,
            double[] grades,
            double[] unretrieved,
            @Nullable IntBinaryOperator nameOrder) {
        this.order = order;
        this.groupStarts = groupStarts;
        this.grades = grades;
        this.unretrieved = unretrieved;
        this.nameOrder = nameOrder;
    }

    /** All items are retrieved; item i has this score and grade. Ties by name fall back to the number of the item. */
    public static JudgedList ofScores(double[] scores, double[] grades) {
        return ofScores(scores, grades, NONE, null);
    }

    /**
     * @param scores of the retrieved items, no NaN
     * @param grades of the retrieved items, NaN where unjudged
     * @param unretrieved grades of the judged items that were not retrieved
     * @param nameOrder compares the names of two retrieved items by index, as {@code strcmp} would; null compares the
     *     indices themselves
     */
    public static JudgedList ofScores(
            double[] scores, double[] grades, double[] unretrieved, @Nullable IntBinaryOperator nameOrder) {
        int n = scores.length;
        if (grades.length != n) {
            throw new IllegalArgumentException(n + " scores but " + grades.length + " grades");
        }
        int[] order = Sorting.descending(scores, n);
        int[] starts = new int[n + 1];
        int groups = 0;
        for (int position = 0; position < n; position++) {
            if (position == 0 || scores[order[position]] != scores[order[position - 1]]) {
                starts[groups++] = position;
            }
        }
        starts[groups] = n;
        return new JudgedList(order, Arrays.copyOf(starts, groups + 1), grades, unretrieved, nameOrder);
    }

    /** All items are retrieved, in the order of the ranking, without ties. */
    public static JudgedList ofRanking(Ranking ranking, double[] grades) {
        if (ranking.size() != grades.length) {
            throw new IllegalArgumentException(ranking.size() + " items but " + grades.length + " grades");
        }
        return new JudgedList(ranking.toItems(), identity(grades.length), grades, NONE, null);
    }

    /** Number of retrieved items. */
    public int retrieved() {
        return order.length;
    }

    /** Grades of the judged items that were not retrieved. Read only. */
    double[] unretrievedGrades() {
        return unretrieved;
    }

    /**
     * Grades by position. Under {@link Ties#STABLE} and {@link Ties#DOCNO_DESC} ties are resolved; else the order within
     * a tied group means nothing. Read only.
     */
    double[] gradesByPosition(Ties ties) {
        if (ties == Ties.DOCNO_DESC) {
            if (nameDescendingGrades == null) {
                nameDescendingGrades = gradesOf(nameDescendingOrder());
            }
            return nameDescendingGrades;
        }
        if (stableGrades == null) {
            stableGrades = gradesOf(order);
        }
        return stableGrades;
    }

    /**
     * First positions of the groups that stay tied, and {@link #retrieved} at the end. Where {@code ties} resolves them,
     * every item is a group of its own, so one formula serves all conventions. Read only.
     */
    int[] groupStarts(Ties ties) {
        if (ties != Ties.STABLE && ties != Ties.DOCNO_DESC) {
            return groupStarts;
        }
        if (singletons == null) {
            singletons = groupStarts.length == order.length + 1 ? groupStarts : identity(order.length);
        }
        return singletons;
    }

    /** Grades of all judged items, retrieved or not, largest first. Read only. */
    double[] judgedDescending() {
        if (judgedDescending == null) {
            double[] judged = new double[order.length + unretrieved.length];
            int count = 0;
            for (double grade : grades) {
                if (!Double.isNaN(grade)) {
                    judged[count++] = grade;
                }
            }
            System.arraycopy(unretrieved, 0, judged, count, unretrieved.length);
            count += unretrieved.length;
            judged = Arrays.copyOf(judged, count);
            Sorting.sortDescending(judged, count);
            judgedDescending = judged;
        }
        return judgedDescending;
    }

    private int[] nameDescendingOrder() {
        int[] resolved = order.clone();
        for (int group = 0; group + 1 < groupStarts.length; group++) {
            int from = groupStarts[group];
            int to = groupStarts[group + 1];
            if (to - from > 1) {
                sortNamesDescending(resolved, from, to);
            }
        }
        return resolved;
    }

    private void sortNamesDescending(int[] items, int from, int to) {
        IntBinaryOperator names = nameOrder != null ? nameOrder : Integer::compare;
        Integer[] boxed = new Integer[to - from];
        for (int i = from; i < to; i++) {
            boxed[i - from] = items[i];
        }
        Arrays.sort(boxed, (a, b) -> names.applyAsInt(b, a));
        for (int i = from; i < to; i++) {
            items[i] = boxed[i - from];
        }
    }

    private double[] gradesOf(int[] items) {
        double[] result = new double[items.length];
        for (int position = 0; position < items.length; position++) {
            result[position] = grades[items[position]];
        }
        return result;
    }

    private static int[] identity(int n) {
        int[] starts = new int[n + 1];
        for (int i = 0; i <= n; i++) {
            starts[i] = i;
        }
        return starts;
    }
}
