package io.plumbrank.measure;

import io.plumbrank.data.Query;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.settings.GradeException;
import io.plumbrank.measure.settings.Ties;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All that a measure sees of one query: its {@link Judgements}, and the retrieved items by falling score, in groups of equal
 * score. Not thread-safe: orders are worked out when first asked for.
 */
public final class JudgedList {
    private final Judgements labels;
    private final int[] order;
    private final int[] groupStarts;
    private double @Nullable [] stableGrades;
    private double @Nullable [] groupedGrades;
    private int @Nullable [] nameDescending;
    private double @Nullable [] nameDescendingGrades;
    private int @Nullable [] singletons;

    JudgedList(Judgements labels, int[] order, int[] groupStarts) {
        this.labels = labels;
        this.order = order;
        this.groupStarts = groupStarts;
    }

    /**
     * All items are retrieved; item i has this score and grade. Ties by name fall back to the number of the item.
     *
     * @throws GradeException if a grade is infinite or beyond 2^900
     * @throws IllegalArgumentException if a score is NaN, or the lengths differ
     */
    public static JudgedList ofScores(double[] scores, double[] grades) {
        return Judgements.of(grades).rankedBy(scores);
    }

    /** All items are retrieved, in the order of the ranking, without ties. */
    public static JudgedList ofRanking(Ranking ranking, double[] grades) {
        return Judgements.of(grades).rankedBy(ranking);
    }

    /** The items of a query in the order of the ranking, without ties. */
    public static JudgedList ofRanking(Ranking ranking, Query query) {
        return Judgements.of(query).rankedBy(ranking);
    }

    /** What was known before anything was ranked. */
    public Judgements labels() {
        return labels;
    }

    /**
     * The place of each item that the preferences know among the groups that stay tied, 0 at the top; those that were not
     * retrieved are the last group. O(n).
     */
    int[] groupByItem(Ties ties) {
        int[] items = order(ties);
        int[] starts = groupStarts(ties);
        int[] groups = new int[labels.preferences().items()];
        Arrays.fill(groups, starts.length - 1);
        for (int group = 0; group + 1 < starts.length; group++) {
            for (int position = starts[group]; position < starts[group + 1]; position++) {
                groups[items[position]] = group;
            }
        }
        return groups;
    }

    /** Number of retrieved items. */
    public int retrieved() {
        return order.length;
    }

    /**
     * Items by position. Under {@link Ties#STABLE} and {@link Ties#DOCNO_DESC} ties are resolved; else the order within a tied group
     * means nothing. Read only.
     */
    public int[] order(Ties ties) {
        if (ties != Ties.DOCNO_DESC) {
            return order;
        }
        if (nameDescending == null) {
            nameDescending = nameDescending();
        }
        return nameDescending;
    }

    /**
     * Grades by position. Under {@link Ties#STABLE} and {@link Ties#DOCNO_DESC} in the order of {@link #order}; else ascending within
     * a tied group. Read only.
     */
    public double[] gradesByPosition(Ties ties) {
        if (ties == Ties.DOCNO_DESC) {
            if (nameDescendingGrades == null) {
                nameDescendingGrades = gradesOf(order(ties));
            }
            return nameDescendingGrades;
        }
        if (stableGrades == null) {
            stableGrades = gradesOf(order);
        }
        if (ties == Ties.STABLE) {
            return stableGrades;
        }
        if (groupedGrades == null) {
            groupedGrades = sortedWithinGroups(stableGrades);
        }
        return groupedGrades;
    }

    /** Sums over a tied group are then the same bits whatever the order of the input. */
    private double[] sortedWithinGroups(double[] grades) {
        if (groupStarts.length == grades.length + 1) {
            return grades;
        }
        double[] sorted = grades.clone();
        for (int group = 0; group + 1 < groupStarts.length; group++) {
            Arrays.sort(sorted, groupStarts[group], groupStarts[group + 1]);
        }
        return sorted;
    }

    /**
     * First positions of the groups that stay tied, and {@link #retrieved} at the end. Where {@code ties} resolves them,
     * every item is a group of its own, so one formula serves all conventions. Read only.
     */
    public int[] groupStarts(Ties ties) {
        if (ties != Ties.STABLE && ties != Ties.DOCNO_DESC) {
            return groupStarts;
        }
        if (singletons == null) {
            singletons = groupStarts.length == order.length + 1 ? groupStarts : Judgements.upTo(order.length + 1);
        }
        return singletons;
    }

    /** Items with equal scores by name, last name first. */
    private int[] nameDescending() {
        if (groupStarts.length == order.length + 1) {
            return order;
        }
        int[] resolved = order.clone();
        int[] scratch = order.clone();
        for (int group = 0; group + 1 < groupStarts.length; group++) {
            mergeDescending(resolved, scratch, groupStarts[group], groupStarts[group + 1]);
        }
        return resolved;
    }

    /** Sorts {@code into[from, to)} by name, last name first; {@code other} holds the same items and is scratch. */
    private void mergeDescending(int[] into, int[] other, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        mergeDescending(other, into, from, middle);
        mergeDescending(other, into, middle, to);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft =
                    right >= to || (left < middle && labels.nameOrder().applyAsInt(other[left], other[right]) >= 0);
            into[i] = takeLeft ? other[left++] : other[right++];
        }
    }

    private double[] gradesOf(int[] items) {
        double[] result = new double[items.length];
        for (int position = 0; position < items.length; position++) {
            result[position] = labels.grades()[items[position]];
        }
        return result;
    }
}
