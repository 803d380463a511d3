package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.learn.PairTargets;
import io.plumbrank.target.PairsTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        Map<Double, List<Integer>> members = new LinkedHashMap<>();
        for (int item = 0; item < items; item++) {
            members.computeIfAbsent(query.label(item), label -> new ArrayList<>())
                    .add(item);
        }
        List<List<Integer>> classes = List.copyOf(members.values());
        int[] of = new int[items];
        double[][] byClass = new double[classes.size()][classes.size()];
        for (int c = 0; c < classes.size(); c++) {
            for (int item : classes.get(c)) {
                of[item] = c;
            }
            for (int d = 0; d < classes.size(); d++) {
                List<Integer> others = classes.get(d);
                if (c != d) {
                    byClass[c][d] = at(target, alpha, items, classes.get(c).get(0), others.get(0));
                } else if (others.size() > 1) {
                    byClass[c][d] = at(target, alpha, items, others.get(0), others.get(1));
                }
            }
        }
        return new PairTargets(of, byClass, target.isAveragePrecision() ? diagonal(alpha, items) : null);
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
