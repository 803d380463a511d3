package io.plumbrank.measure;

import java.util.Arrays;

/**
 * All items of a query as AUC and the correlations see them: the retrieved ones by position, then the judged but unretrieved
 * ones as one tied group below all others. An unjudged item has grade 0 here.
 */
final class Pool {
    private final double[] levels;
    private final int[] levelAt;
    private final int[] starts;

    /** O(n log n). */
    Pool(JudgedList list, Ties ties) {
        double[] grades = list.gradesByPosition(ties);
        double[] unretrieved = list.unretrievedGrades();
        int n = grades.length + unretrieved.length;
        this.starts = starts(list.groupStarts(ties), n);
        this.levels = levels(list.judgedDescending(Ideal.JUDGED), n);
        this.levelAt = new int[n];
        for (int i = 0; i < n; i++) {
            double grade = i < grades.length ? grades[i] : unretrieved[i - grades.length];
            levelAt[i] = Double.isNaN(grade) ? level(0) : level(grade);
        }
    }

    /** Number of items. */
    int size() {
        return levelAt.length;
    }

    /** First positions of the tied groups, and {@link #size} at the end. Read only. */
    int[] starts() {
        return starts;
    }

    /** The distinct grades, ascending. Read only. */
    double[] levels() {
        return levels;
    }

    /** Index in {@link #levels} by position. Read only. */
    int[] levelAt() {
        return levelAt;
    }

    /** Number of items of each level. */
    int[] counts() {
        int[] counts = new int[levels.length];
        for (int level : levelAt) {
            counts[level]++;
        }
        return counts;
    }

    private int level(double grade) {
        return Arrays.binarySearch(levels, grade + 0.0); // −0.0 is 0.0
    }

    private static int[] starts(int[] retrieved, int n) {
        if (retrieved[retrieved.length - 1] == n) {
            return retrieved;
        }
        int[] starts = Arrays.copyOf(retrieved, retrieved.length + 1);
        starts[retrieved.length] = n;
        return starts;
    }

    private static double[] levels(double[] judgedDescending, int n) {
        double[] levels = new double[judgedDescending.length + 1];
        int count = 0;
        boolean zeroNeeded = judgedDescending.length < n; // something is unjudged
        for (int i = judgedDescending.length - 1; i >= 0; i--) {
            double grade = judgedDescending[i] + 0.0;
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
