package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key.Ideal;
import java.util.Arrays;

/**
 * The distinct grades of a query as AUC and the correlations see them: an unjudged item has grade 0. Items are the retrieved
 * ones, then the others.
 */
final class Levels {
    private final double[] grades;
    private final int[] ofItem;
    private final int[] counts;

    /** O(n log n). */
    Levels(Judgements labels) {
        double[] descending = labels.judgedDescending(Ideal.JUDGED);
        this.grades = distinct(descending, descending.length < labels.items());
        this.ofItem = new int[labels.items()];
        this.counts = new int[grades.length];
        int retrieved = labels.grades().length;
        for (int i = 0; i < ofItem.length; i++) {
            double grade = i < retrieved ? labels.grades()[i] : labels.unretrieved()[i - retrieved];
            ofItem[i] = Arrays.binarySearch(grades, Double.isNaN(grade) ? 0 : grade + 0.0); // −0.0 is 0.0
            counts[ofItem[i]]++;
        }
    }

    /** The distinct grades, ascending. Read only. */
    double[] grades() {
        return grades;
    }

    /** The index in {@link #grades} of each item. Read only. */
    int[] ofItem() {
        return ofItem;
    }

    /** Number of items of each level. Read only. */
    int[] counts() {
        return counts;
    }

    private static double[] distinct(double[] descending, boolean unjudged) {
        double[] levels = new double[descending.length + 1];
        int count = 0;
        boolean zeroNeeded = unjudged;
        for (int i = descending.length - 1; i >= 0; i--) {
            double grade = descending[i] + 0.0;
            if (zeroNeeded && grade >= 0) {
                zeroNeeded = false;
                levels[count++] = 0;
            }
            if (count == 0 || levels[count - 1] != grade) {
                levels[count++] = grade;
            }
        }
        if (zeroNeeded) {
            levels[count++] = 0;
        }
        return Arrays.copyOf(levels, count);
    }
}
