package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.util.internal.Sorting;

/**
 * ListMLE (Xia et al. 2008): −log of the Plackett–Luce probability of the order of the utilities,
 * Σ_i (log Σ_{j: v_j ≤ v_i} e^s_j − s_i). Here to compare with; not calibrated: it fits the chance of whole rankings, not expected
 * utilities. Items of equal utility all choose from the same set, which is Breslow's rule for ties, so that the order in which
 * items are listed does not matter. O(r log r).
 */
public record ListMle() implements Surrogate {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        int[] order = scratch.indices(0, items);
        double[] logSums = scratch.numbers(0, items);
        sortInto(scores, utilities, items, scratch, order, logSums);
        double total = 0;
        double logInverses = Double.NEGATIVE_INFINITY; // log Σ 1/(sum that an item chooses from), over the items so far
        for (int from = 0, to; from < items; from = to) {
            to = endOfGroup(utilities, items, order, from);
            logInverses = Numbers.logAdd(logInverses, Math.log(to - from) - logSums[from]);
            for (int position = from; position < to; position++) {
                int i = order[position];
                total += logSums[from] - scores[i];
                gradient[i] = Math.exp(scores[i] + logInverses) - 1;
            }
        }
        return total;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        int[] order = scratch.indices(0, items);
        double[] logSums = scratch.numbers(0, items);
        sortInto(scores, utilities, items, scratch, order, logSums);
        double logInverses = Double.NEGATIVE_INFINITY;
        double logSquares = Double.NEGATIVE_INFINITY;
        for (int from = 0, to; from < items; from = to) {
            to = endOfGroup(utilities, items, order, from);
            logInverses = Numbers.logAdd(logInverses, Math.log(to - from) - logSums[from]);
            logSquares = Numbers.logAdd(logSquares, Math.log(to - from) - 2 * logSums[from]);
            for (int position = from; position < to; position++) {
                double s = scores[order[position]];
                curvature[order[position]] = Math.max(0, Math.exp(s + logInverses) - Math.exp(2 * s + logSquares));
            }
        }
    }

    /** Sorts by falling utility; at the first item of each tied group stands log Σ e^s over the group and all below. */
    private static void sortInto(
            double[] scores, double[] utilities, int items, Scratch scratch, int[] order, double[] logSums) {
        Sorting.descendingInto(utilities, items, scratch.indices(1, items), order);
        double log = Double.NEGATIVE_INFINITY;
        for (int position = items - 1; position >= 0; position--) {
            log = Numbers.logAdd(log, scores[order[position]]);
            logSums[position] = log;
        }
    }

    private static int endOfGroup(double[] utilities, int items, int[] order, int from) {
        int to = from + 1;
        while (to < items && utilities[order[to]] == utilities[order[from]]) {
            to++;
        }
        return to;
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Refuted(
                "the scores follow the chance of whole orders, which says otherwise than the expected utilities",
                false);
    }

    @Override
    public String text() {
        return "listmle";
    }
}
