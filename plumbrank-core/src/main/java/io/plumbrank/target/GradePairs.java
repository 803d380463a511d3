package io.plumbrank.target;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.PairWeight;
import io.plumbrank.util.Sorting;
import java.util.Arrays;
import java.util.Optional;

/**
 * Weights from grades: y_ij = 1 or g_i − g_j where g_i &gt; g_j. An unjudged item (NaN) has grade 0.
 *
 * @param twoGrades whether labels with more than two distinct grades are refused; for unit weights only
 * @param share the share of the weight that a ranking contradicts
 */
record GradePairs(PairWeight weight, boolean twoGrades, Measure share) implements Pairs<double[]> {

    static GradePairs of(PairWeight weight) {
        if (weight == PairWeight.OBSERVED) {
            throw new IllegalArgumentException("grades give pairs the weight unit or difference, not " + weight.text());
        }
        return new GradePairs(weight, false, shareOf(weight));
    }

    static GradePairs ofTwoGrades() {
        return new GradePairs(PairWeight.UNIT, true, shareOf(PairWeight.UNIT));
    }

    private static Measure shareOf(PairWeight weight) {
        return MeasureSpec.parse("pd(weight=" + weight.text() + ",empty=zero)").measure();
    }

    @Override
    public int items(double[] grades) {
        return grades.length;
    }

    /** In O(r) for difference weights, r·g_i − Σg, and by a sort for unit weights. */
    @Override
    public void netWeightsInto(double[] grades, double[] net) {
        double[] levels = levels(grades);
        int r = levels.length;
        if (weight == PairWeight.DIFFERENCE) {
            double sum = Arrays.stream(levels).sum();
            for (int i = 0; i < r; i++) {
                net[i] = r * levels[i] - sum;
            }
            return;
        }
        int[] order = Sorting.descending(levels, r);
        requireTwo(levels, order);
        for (int from = 0, to; from < r; from = to) {
            to = endOfGroup(levels, order, from);
            for (int position = from; position < to; position++) {
                net[order[position]] = (r - to) - from;
            }
        }
    }

    @Override
    public void differencesInto(double[] grades, double[] differences) {
        double[] levels = levels(grades);
        if (twoGrades) {
            requireTwo(levels, Sorting.descending(levels, levels.length));
        }
        int next = 0;
        for (int i = 0; i < levels.length; i++) {
            for (int j = i + 1; j < levels.length; j++) {
                double difference = levels[i] - levels[j];
                differences[next++] = weight == PairWeight.UNIT ? Math.signum(difference) : difference;
            }
        }
    }

    @Override
    public void differencesInto(double[] grades, int[] some, double[] differences) {
        differencesInto(Arrays.stream(some).mapToDouble(item -> grades[item]).toArray(), differences);
    }

    @Override
    public int[] classes(double[] grades) {
        return Vectors.classes(levels(grades));
    }

    @Override
    public double totalWeight(double[] grades) {
        double[] levels = levels(grades);
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
            to = endOfGroup(levels, order, from);
            total += (to - from) * (double) (r - to);
        }
        return total;
    }

    @Override
    public double contradicted(double[] grades, Ranking ranking) {
        return share.evaluate(JudgedList.ofRanking(ranking, grades)) * totalWeight(grades);
    }

    @Override
    public boolean isAdditive() {
        return weight == PairWeight.DIFFERENCE || twoGrades;
    }

    @Override
    public Optional<UtilityRange> netRange(int mostItems) {
        double most = Math.max(0, mostItems - 1);
        return weight == PairWeight.UNIT ? Optional.of(new UtilityRange(-most, most)) : Optional.empty();
    }

    @Override
    public String text() {
        return "pairs of " + (twoGrades ? "two grades" : "grades") + ", weight=" + weight.text();
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

    private static int endOfGroup(double[] levels, int[] order, int from) {
        int to = from + 1;
        while (to < order.length && levels[order[to]] == levels[order[from]]) {
            to++;
        }
        return to;
    }

    private void requireTwo(double[] levels, int[] order) {
        if (!twoGrades || order.length == 0) {
            return;
        }
        int second = endOfGroup(levels, order, 0);
        if (second < order.length && endOfGroup(levels, order, second) < order.length) {
            throw new IllegalArgumentException("a label with more than two grades; the target was made for two");
        }
    }
}
