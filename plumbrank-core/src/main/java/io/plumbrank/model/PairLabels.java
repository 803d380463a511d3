package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.learn.PairTargets;
import io.plumbrank.target.PairsTarget;
import java.util.Arrays;

/** The labels of a query as targets of its pairs. Items with equal labels are one class. */
final class PairLabels {
    private PairLabels() {}

    /** α, a fresh array. */
    static double[] encode(PairsTarget<double[]> target, Query query) {
        double[] alpha = new double[target.encodedSize(query.size())];
        target.encodeInto(query.labels(), alpha);
        return alpha;
    }

    static PairTargets targets(PairsTarget<double[]> target, Query query) {
        double[] alpha = encode(target, query);
        int items = query.size();
        double[] distinct = distinct(query.labels());
        int[] classes = new int[items];
        int[] first = filled(distinct.length);
        int[] second = filled(distinct.length);
        for (int item = 0; item < items; item++) {
            int c = Arrays.binarySearch(distinct, query.label(item));
            classes[item] = c;
            if (first[c] < 0) {
                first[c] = item;
            } else if (second[c] < 0) {
                second[c] = item;
            }
        }
        double[][] byClass = new double[distinct.length][distinct.length];
        for (int c = 0; c < distinct.length; c++) {
            for (int d = 0; d < distinct.length; d++) {
                int other = c == d ? second[c] : first[d];
                byClass[c][d] = other < 0 ? 0 : at(target, alpha, items, first[c], other);
            }
        }
        return new PairTargets(classes, byClass, target.isAveragePrecision() ? diagonal(alpha, items) : null);
    }

    /** Ascending. */
    private static double[] distinct(double[] labels) {
        double[] sorted = labels.clone();
        Arrays.sort(sorted);
        int count = 0;
        for (double label : sorted) {
            if (count == 0 || Double.compare(sorted[count - 1], label) != 0) {
                sorted[count++] = label;
            }
        }
        return Arrays.copyOf(sorted, count);
    }

    private static int[] filled(int length) {
        int[] none = new int[length];
        Arrays.fill(none, -1);
        return none;
    }

    /** α of a pair of different items, whichever comes first. */
    private static double at(PairsTarget<double[]> target, double[] alpha, int items, int i, int j) {
        int low = Math.min(i, j);
        int high = Math.max(i, j);
        if (target.isAveragePrecision()) {
            return alpha[high * (high + 1) / 2 + low];
        }
        double above = alpha[low * (2 * items - low - 1) / 2 + high - low - 1];
        return i < j ? above : -above;
    }

    private static double[] diagonal(double[] alpha, int items) {
        double[] diagonal = new double[items];
        for (int i = 0; i < items; i++) {
            diagonal[i] = alpha[i * (i + 3) / 2];
        }
        return diagonal;
    }
}
