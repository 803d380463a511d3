package io.plumbrank.measure;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Query;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.TrecItems;
import io.plumbrank.util.Sorting;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All that a measure sees of one query: the retrieved items by falling score, in groups of equal score, with their
 * grades, and the grades of items that were judged but not retrieved. An item without a judgement has grade NaN. Where
 * preferences among the items were observed, they are here too.
 *
 * <p>The arrays are not copied: they belong to the list from here on. Not thread-safe: orders are worked out when first
 * asked for.
 */
public final class JudgedList {
    private static final double[] NONE = {};

    /** Beyond any scale of grades, and small enough for sums over all pairs to stay finite. */
    private static final double LARGEST_GRADE = 0x1p900;

    private final int[] order;
    private final int[] groupStarts;
    private final double[] grades;
    private final double[] unretrieved;
    private final @Nullable IntBinaryOperator nameOrder;
    private final @Nullable PreferenceGraph preferences;
    private double @Nullable [] stableGrades;
    private double @Nullable [] nameDescendingGrades;
    private double @Nullable [] judgedDescending;
    private double @Nullable [] retrievedDescending;
    private int @Nullable [] singletons;

    private JudgedList(
            int[] order,
            int[] groupStarts,
            double[] grades,
            double[] unretrieved,
            @Nullable IntBinaryOperator nameOrder,
            @Nullable PreferenceGraph preferences) {
        this.order = order;
        this.groupStarts = groupStarts;
        this.grades = grades;
        this.unretrieved = unretrieved;
        this.nameOrder = nameOrder;
        this.preferences = preferences;
    }

    /** All items are retrieved; item i has this score and grade. Ties by name fall back to the number of the item. */
    public static JudgedList ofScores(double[] scores, double[] grades) {
        return ofScores(scores, grades, NONE, null);
    }

    /**
     * Retrieved items with their scores, and what else was judged. O(n log n).
     *
     * @param scores of the retrieved items, no NaN
     * @param grades of the retrieved items, NaN where unjudged
     * @param unretrieved grades of the judged items that were not retrieved, no NaN
     * @param nameOrder compares the names of two retrieved items by index, as {@code strcmp} would; null compares the
     *     indices themselves
     * @throws GradeException if a grade is infinite or beyond 2^900
     * @throws IllegalArgumentException if a score is NaN, or the lengths differ
     */
    public static JudgedList ofScores(
            double[] scores, double[] grades, double[] unretrieved, @Nullable IntBinaryOperator nameOrder) {
        return ofScores(scores, grades, unretrieved, nameOrder, null);
    }

    private static JudgedList ofScores(
            double[] scores,
            double[] grades,
            double[] unretrieved,
            @Nullable IntBinaryOperator nameOrder,
            @Nullable PreferenceGraph preferences) {
        int n = scores.length;
        if (grades.length != n) {
            throw new IllegalArgumentException(n + " scores but " + grades.length + " grades");
        }
        for (int i = 0; i < n; i++) {
            if (Double.isNaN(scores[i])) {
                throw new IllegalArgumentException("the score of item " + i + " is NaN");
            }
        }
        requireGrades(grades);
        requireGrades(unretrieved);
        for (double grade : unretrieved) {
            if (Double.isNaN(grade)) {
                throw new IllegalArgumentException("an item that is neither retrieved nor judged is not in the list");
            }
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
        return new JudgedList(order, Arrays.copyOf(starts, groups + 1), grades, unretrieved, nameOrder, preferences);
    }

    /** The items of a query with their scores, and its label: grades, and preferences where it has them. */
    public static JudgedList of(Query query, double[] scores) {
        return ofScores(
                scores,
                query.labels(),
                NONE,
                (a, b) -> compareAsBytes(query.itemId(a), query.itemId(b)),
                query.hasPreferences() ? query.preferences() : null);
    }

    private static int compareAsBytes(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * What a run retrieved for a query, and preferences. Items that were not retrieved are one tied group below all others.
     *
     * @param observed by the places of items in the run; those that were not retrieved come behind
     */
    public static JudgedList of(PreferenceGraph observed, TrecItems retrieved) {
        return ofScores(retrieved.values(), unjudged(retrieved.size()), NONE, retrieved::compareItemIds, observed);
    }

    /** Nothing was retrieved, and preferences. */
    public static JudgedList ofNothing(PreferenceGraph observed) {
        return ofScores(NONE, NONE, NONE, null, observed);
    }

    private static double[] unjudged(int items) {
        double[] grades = new double[items];
        Arrays.fill(grades, Double.NaN);
        return grades;
    }

    /** What a run retrieved for a query, joined with the judgements of that query by item name. O(n). */
    public static JudgedList of(TrecItems judged, TrecItems retrieved) {
        double[] grades = unjudged(retrieved.size());
        double[] unretrieved = new double[judged.size()];
        int missed = 0;
        for (int i = 0; i < judged.size(); i++) {
            int item = retrieved.indexOf(judged, i);
            if (item >= 0) {
                grades[item] = judged.value(i);
            } else {
                unretrieved[missed++] = judged.value(i);
            }
        }
        return ofScores(retrieved.values(), grades, Arrays.copyOf(unretrieved, missed), retrieved::compareItemIds);
    }

    /** All items are retrieved, in the order of the ranking, without ties. */
    public static JudgedList ofRanking(Ranking ranking, double[] grades) {
        if (ranking.size() != grades.length) {
            throw new IllegalArgumentException(ranking.size() + " items but " + grades.length + " grades");
        }
        requireGrades(grades);
        return new JudgedList(ranking.toItems(), upTo(grades.length + 1), grades, NONE, null, null);
    }

    /** The items of a query in the order of the ranking, without ties, and its label as in {@link #of(Query, double[])}. */
    public static JudgedList ofRanking(Ranking ranking, Query query) {
        JudgedList list = ofRanking(ranking, query.labels());
        return new JudgedList(
                list.order,
                list.groupStarts,
                list.grades,
                NONE,
                null,
                query.hasPreferences() ? query.preferences() : null);
    }

    /** All items are retrieved, in the order of their numbers, without ties. */
    static JudgedList inOrder(double[] grades) {
        requireGrades(grades);
        return new JudgedList(upTo(grades.length), upTo(grades.length + 1), grades, NONE, null, null);
    }

    /**
     * The preferences that were observed among the items.
     *
     * @throws IllegalStateException if the list has none
     */
    PreferenceGraph preferences() {
        if (preferences == null) {
            throw new IllegalStateException("a list with grades and no preferences");
        }
        return preferences;
    }

    /**
     * The place of each item that {@link #preferences} knows among the groups that stay tied, 0 at the top; those that were not
     * retrieved are the last group. O(n).
     */
    int[] groupByItem(Ties ties) {
        int[] items = ties == Ties.DOCNO_DESC ? nameDescendingOrder() : order;
        int[] starts = groupStarts(ties);
        int[] groups = new int[preferences().items()];
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
            singletons = groupStarts.length == order.length + 1 ? groupStarts : upTo(order.length + 1);
        }
        return singletons;
    }

    /** Grades of the judged items that the ideal is made of, largest first. Read only. */
    double[] judgedDescending(Ideal ideal) {
        if (ideal == Ideal.RETRIEVED && unretrieved.length > 0) {
            if (retrievedDescending == null) {
                retrievedDescending = sortedJudged(NONE);
            }
            return retrievedDescending;
        }
        if (judgedDescending == null) {
            judgedDescending = sortedJudged(unretrieved);
        }
        return judgedDescending;
    }

    /** How many judged items are relevant, of all or of the retrieved ones. O(n). */
    int relevant(Relevance relevance, Ideal ideal) {
        int retrieved = relevance.count(grades, 0, grades.length);
        return ideal == Ideal.RETRIEVED ? retrieved : retrieved + relevance.count(unretrieved, 0, unretrieved.length);
    }

    /** The largest grade of all judged items, 0 where none is positive. O(n). */
    double largestGrade() {
        double largest = 0;
        for (double grade : grades) {
            largest = grade > largest ? grade : largest;
        }
        for (double grade : unretrieved) {
            largest = grade > largest ? grade : largest;
        }
        return largest;
    }

    private double[] sortedJudged(double[] others) {
        double[] judged = new double[grades.length + others.length];
        int count = 0;
        for (double grade : grades) {
            if (!Double.isNaN(grade)) {
                judged[count++] = grade;
            }
        }
        System.arraycopy(others, 0, judged, count, others.length);
        count += others.length;
        Sorting.sortDescending(judged, count);
        return count == judged.length ? judged : Arrays.copyOf(judged, count);
    }

    private int[] nameDescendingOrder() {
        IntBinaryOperator names = nameOrder != null ? nameOrder : Integer::compare;
        int[] resolved = order.clone();
        int[] scratch = order.clone();
        for (int group = 0; group + 1 < groupStarts.length; group++) {
            mergeDescending(names, resolved, scratch, groupStarts[group], groupStarts[group + 1]);
        }
        return resolved;
    }

    /** Sorts {@code into[from, to)} by name, last name first; {@code other} holds the same items and is scratch. */
    private static void mergeDescending(IntBinaryOperator names, int[] into, int[] other, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        mergeDescending(names, other, into, from, middle);
        mergeDescending(names, other, into, middle, to);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft = right >= to || (left < middle && names.applyAsInt(other[left], other[right]) >= 0);
            into[i] = takeLeft ? other[left++] : other[right++];
        }
    }

    private double[] gradesOf(int[] items) {
        double[] result = new double[items.length];
        for (int position = 0; position < items.length; position++) {
            result[position] = grades[items[position]];
        }
        return result;
    }

    private static int[] upTo(int n) {
        int[] numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    private static void requireGrades(double[] grades) {
        for (int i = 0; i < grades.length; i++) {
            if (Math.abs(grades[i]) > LARGEST_GRADE) {
                throw new GradeException("grade " + grades[i] + " of item " + i + " is beyond 2^900");
            }
        }
    }
}
