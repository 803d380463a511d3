package io.plumbrank.target.measures;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.target.Vectors;
import io.plumbrank.util.internal.Sorting;
import java.util.Arrays;

/**
 * Weights from grades: y_ij = 1 or g_i − g_j where g_i &gt; g_j. An unjudged item (NaN) has grade 0.
 *
 * @param twoGrades whether labels with more than two distinct grades are refused; for unit weights only
 * @param share the share of the weight that a ranking contradicts
 */
record GradePairs(PairWeight weight, boolean twoGrades, Measure share, double[] grades, double[] levels)
        implements Pairs {

    GradePairs(PairWeight weight, boolean twoGrades, Measure share, double[] grades) {
        this(weight, twoGrades, share, grades, levels(grades));
    }

    @Override
    public int items() {
        return grades.length;
    }

    /** In O(r) for difference weights, r·g_i − Σg, and by a sort for unit weights. */
    @Override
    public void netWeightsInto(double[] net) {
        int r = levels.length;
        if (weight == PairWeight.DIFFERENCE) {
            double sum = Arrays.stream(levels).sum();
            for (int i = 0; i < r; i++) {
                net[i] = r * levels[i] - sum;
            }
            return;
        }
        requireTwo();
        int[] order = Sorting.descending(levels, r);
        for (int from = 0, to; from < r; from = to) {
            to = endOfGroup(order, from);
            for (int position = from; position < to; position++) {
                net[order[position]] = (r - to) - from;
            }
        }
    }

    @Override
    public void differencesInto(double[] differences) {
        requireTwo();
        PairIndex.STRICT.forEach(levels.length, (i, j, at) -> differences[at] = difference(levels[i], levels[j]));
    }

    @Override
    public int[] classes() {
        return Vectors.classes(levels);
    }

    @Override
    public double[][] differencesOfClasses() {
        requireTwo();
        return Vectors.table(Vectors.distinct(levels), this::difference);
    }

    private double difference(double one, double other) {
        return weight == PairWeight.UNIT ? Math.signum(one - other) : one - other;
    }

    @Override
    public double totalWeight() {
        int r = levels.length;
        int[] order = Sorting.descending(levels, r);
        double total = 0;
        if (weight == PairWeight.DIFFERENCE) {
            for (int position = 0; position < r; position++) {
                total += levels[order[position]] * (r - 1 - 2.0 * position);
            }
            return total;
        }
        for (int from = 0, to; from < r; from = to) {
            to = endOfGroup(order, from);
            total += (to - from) * (double) (r - to);
        }
        return total;
    }

    @Override
    public double contradicted(Ranking ranking) {
        return share.evaluate(JudgedList.ofRanking(ranking, grades)) * totalWeight();
    }

    /** Distances from the lowest grade: differences then lose no digits to a common offset, and equal grades give exact 0. */
    private static double[] levels(double[] grades) {
        double[] levels = new double[grades.length];
        double lowest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < grades.length; i++) {
            if (Double.isInfinite(grades[i])) {
                throw new IllegalArgumentException("the grade of item " + i + " is " + grades[i]);
            }
            levels[i] = Double.isNaN(grades[i]) ? 0 : grades[i];
            lowest = Math.min(lowest, levels[i]);
        }
        for (int i = 0; i < levels.length; i++) {
            levels[i] -= lowest;
        }
        return levels;
    }

    private int endOfGroup(int[] order, int from) {
        int to = from + 1;
        while (to < order.length && levels[order[to]] == levels[order[from]]) {
            to++;
        }
        return to;
    }

    private void requireTwo() {
        if (twoGrades && Arrays.stream(levels).distinct().count() > 2) {
            throw new IllegalArgumentException("a label with more than two grades; the target was made for two");
        }
    }
}
