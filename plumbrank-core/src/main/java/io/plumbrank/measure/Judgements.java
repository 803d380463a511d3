package io.plumbrank.measure;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Query;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.settings.GradeException;
import io.plumbrank.measure.settings.Key.Ideal;
import io.plumbrank.measure.settings.Key.Relevance;
import io.plumbrank.util.internal.Sorting;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one query before anything is ranked: the grades of its retrieved items and of those that were judged but not
 * retrieved, and preferences among items where they were observed. An item without a judgement has grade NaN. What measures make
 * of this alone, such as an ideal DCG, is worked out once, for all rankings of the query:
 *
 * <pre>{@code
 * Judgements labels = Judgements.of(query);
 * for (double[] scores : candidates) {
 *     double value = measure.measure().evaluate(labels.rankedBy(scores));
 * }
 * }</pre>
 *
 * <p>Arrays are not copied. Not thread-safe.
 */
public final class Judgements {
    private static final double[] NONE = {};

    /** Beyond any scale of grades, and small enough for sums over all pairs to stay finite. */
    private static final double LARGEST_GRADE = 0x1p900;

    private final double[] grades;
    private final double[] unretrieved;
    private final IntBinaryOperator nameOrder;
    private final @Nullable PreferenceGraph preferences;
    private final Map<Object, Object> facts = new HashMap<>();

    /**
     * @param grades of the retrieved items, NaN where unjudged
     * @param unretrieved grades of the judged items that were not retrieved, no NaN
     * @param nameOrder compares the names of two retrieved items by index, as {@code strcmp} would
     * @param preferences by the places of retrieved items; those that were not retrieved come behind
     * @throws GradeException if a grade is infinite or beyond 2^900
     */
    public Judgements(
            double[] grades, double[] unretrieved, IntBinaryOperator nameOrder, @Nullable PreferenceGraph preferences) {
        requireGrades(grades);
        requireGrades(unretrieved);
        for (double grade : unretrieved) {
            if (Double.isNaN(grade)) {
                throw new IllegalArgumentException("an item that is neither retrieved nor judged is not in the list");
            }
        }
        this.grades = grades;
        this.unretrieved = unretrieved;
        this.nameOrder = nameOrder;
        this.preferences = preferences;
    }

    private static void requireGrades(double[] grades) {
        for (int i = 0; i < grades.length; i++) {
            if (Math.abs(grades[i]) > LARGEST_GRADE) {
                throw new GradeException("grade " + grades[i] + " of item " + i + " is beyond 2^900");
            }
        }
    }

    /**
     * All items are retrieved. Ties by name fall back to the number of the item.
     *
     * @throws GradeException if a grade is infinite or beyond 2^900
     */
    public static Judgements of(double[] grades) {
        return new Judgements(grades, NONE, Integer::compare, null);
    }

    /**
     * The label of a query: grades, and preferences where it has them.
     *
     * @throws GradeException if a grade is infinite or beyond 2^900
     */
    public static Judgements of(Query query) {
        return new Judgements(
                query.labels(),
                NONE,
                (a, b) -> Arrays.compareUnsigned(bytes(query.itemId(a)), bytes(query.itemId(b))),
                query.hasPreferences() ? query.preferences() : null);
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The retrieved items ranked by scores. O(n log n).
     *
     * @param scores no NaN
     * @throws IllegalArgumentException if a score is NaN, or there are not as many as items
     */
    public JudgedList rankedBy(double[] scores) {
        int n = scores.length;
        if (grades.length != n) {
            throw new IllegalArgumentException(n + " scores but " + grades.length + " grades");
        }
        for (int i = 0; i < n; i++) {
            if (Double.isNaN(scores[i])) {
                throw new IllegalArgumentException("the score of item " + i + " is NaN");
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
        return new JudgedList(this, order, Arrays.copyOf(starts, groups + 1));
    }

    /** The retrieved items in the order of a ranking, without ties. */
    public JudgedList rankedBy(Ranking ranking) {
        if (ranking.size() != grades.length) {
            throw new IllegalArgumentException(ranking.size() + " items but " + grades.length + " grades");
        }
        return new JudgedList(this, ranking.toItems(), upTo(grades.length + 1));
    }

    /** The retrieved items in the order of their numbers, without ties. */
    public JudgedList inOrder() {
        return new JudgedList(this, upTo(grades.length), upTo(grades.length + 1));
    }

    static int[] upTo(int n) {
        int[] numbers = new int[n];
        Arrays.setAll(numbers, i -> i);
        return numbers;
    }

    /** Grades by retrieved item. Read only. */
    public double[] grades() {
        return grades;
    }

    /** Grades of the judged items that were not retrieved. Read only. */
    double[] unretrieved() {
        return unretrieved;
    }

    /** The number of items, retrieved or judged. */
    int items() {
        return grades.length + unretrieved.length;
    }

    /** Compares the names of two retrieved items. */
    IntBinaryOperator nameOrder() {
        return nameOrder;
    }

    /**
     * The preferences that were observed among the items.
     *
     * @throws IllegalStateException if there are none
     */
    PreferenceGraph preferences() {
        if (preferences == null) {
            throw new IllegalStateException("a list with grades and no preferences");
        }
        return preferences;
    }

    /**
     * A fact that depends on these judgements alone; the first who asks has it worked out.
     *
     * @param about names the fact; a measure names one of its own
     */
    @SuppressWarnings("unchecked") // a name has facts of one type
    <T> T once(Object about, Supplier<T> fact) {
        Object known = facts.get(about);
        if (known == null) {
            known = fact.get();
            facts.put(about, known);
        }
        return (T) known;
    }

    /** Grades of the judged items that the ideal is made of, largest first. Read only. O(n log n) once. */
    public double[] judgedDescending(Ideal ideal) {
        double[] others = ideal == Ideal.JUDGED ? unretrieved : NONE;
        return once(unretrieved.length == 0 ? Ideal.JUDGED : ideal, () -> {
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
            return Arrays.copyOf(judged, count);
        });
    }

    /** How many judged items are relevant, of all or of the retrieved ones. O(n). */
    public int relevant(Relevance relevance, Ideal ideal) {
        int retrieved = relevance.count(grades, 0, grades.length);
        return ideal == Ideal.RETRIEVED ? retrieved : retrieved + relevance.count(unretrieved, 0, unretrieved.length);
    }

    /** The largest grade of all judged items, 0 where none is positive. O(n). */
    public double largestGrade() {
        double largest = 0;
        for (double grade : grades) {
            largest = grade > largest ? grade : largest;
        }
        for (double grade : unretrieved) {
            largest = grade > largest ? grade : largest;
        }
        return largest;
    }

    /** The distinct grades, and which of them each item has. */
    Levels levels() {
        return once(Levels.class, () -> new Levels(this));
    }
}
