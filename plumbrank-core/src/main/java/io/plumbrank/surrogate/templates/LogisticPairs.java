package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.templates.LogisticSums.Kernel;
import io.plumbrank.util.internal.Sorting;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Logistic losses over the pairs of a query with many items, by {@link LogisticSums} in place of pair by pair: all pairs in O(r log r),
 * those with different utilities in O(r log² r), since every such pair is one between an upper and a lower half of some levels of
 * utility. Values and gradients agree with the sums over pairs to 1e-12 of the sum of all weights of pairs of an item.
 */
final class LogisticPairs {
    /** From so many items on it is faster than pair by pair. Fewer are left alone, so that their sums keep their bits. */
    static final int LEAST_ITEMS = 256;

    /** Of fewer items, the pairs with different utilities are looked at one by one. */
    private static final int FEW = 48;

    private final double[] scores;
    private final double[] utilities;
    private final int items;
    /** Items by their scores, ascending. */
    private final int[] order;

    LogisticPairs(double[] scores, double[] utilities, int items) {
        this.scores = scores;
        this.utilities = utilities;
        this.items = items;
        int[] descending = new int[items];
        Sorting.descendingInto(scores, items, new int[items], descending);
        this.order = reversed(descending);
    }

    private static int[] reversed(int[] values) {
        int[] turned = new int[values.length];
        Arrays.setAll(turned, k -> values[values.length - 1 - k]);
        return turned;
    }

    /** Σ_{i≠j} v_i log(1 + e^(s_j − s_i)) and its gradient. */
    double gradientOfAllInto(double[] gradient) {
        // s_j − s_i is t − x with all signs turned
        double[] above = sums(Kernel.SIGMOID, order, order, -1, j -> 1);
        double[] loss = sums(Kernel.SOFTPLUS, order, order, -1, j -> 1);
        double[] pulled = sums(Kernel.SIGMOID, order, order, 1, j -> utilities[j]);
        double sum = 0;
        for (int k = 0; k < items; k++) {
            int item = order[k];
            double v = utilities[item];
            // without the pair of the item with itself
            sum += v * (loss[k] - Math.log(2));
            gradient[item] = pulled[k] - v / 2 - v * (above[k] - 0.5);
        }
        return sum;
    }

    /** The diagonal of its Hessian. */
    void curvatureOfAllInto(double[] curvature) {
        double[] ones = sums(Kernel.SLOPE, order, order, 1, j -> 1);
        double[] weighted = sums(Kernel.SLOPE, order, order, 1, j -> utilities[j]);
        for (int k = 0; k < items; k++) {
            double v = utilities[order[k]];
            curvature[order[k]] = Math.max(0, v * (ones[k] - 0.25) + weighted[k] - v / 4);
        }
    }

    /** Σ_{v_i &gt; v_j} w_ij log(1 + e^(s_j − s_i)) and its gradient. */
    double gradientOfObservedInto(PairWeight weight, double[] gradient) {
        Arrays.fill(gradient, 0, items, 0);
        double[] sum = new double[1];
        split(order, (upper, lower) -> sum[0] += halvesInto(weight, upper, lower, gradient), few -> {
            for (int i : few) {
                for (int j : few) {
                    if (utilities[i] > utilities[j]) {
                        double w = weight == PairWeight.UNIT ? 1 : utilities[i] - utilities[j];
                        sum[0] += w * Numbers.softplus(scores[j] - scores[i]);
                        double pull = w * Numbers.sigmoid(scores[j] - scores[i]);
                        gradient[i] -= pull;
                        gradient[j] += pull;
                    }
                }
            }
        });
        return sum[0];
    }

    private double halvesInto(PairWeight weight, int[] upper, int[] lower, double[] gradient) {
        double[] loss = weighed(Kernel.SOFTPLUS, upper, lower, -1, weight);
        double[] up = weighed(Kernel.SIGMOID, upper, lower, -1, weight);
        double[] down = weighed(Kernel.SIGMOID, lower, upper, 1, weight);
        double sum = 0;
        for (int k = 0; k < upper.length; k++) {
            sum += loss[k];
            gradient[upper[k]] -= up[k];
        }
        for (int k = 0; k < lower.length; k++) {
            gradient[lower[k]] += down[k];
        }
        return sum;
    }

    /** The diagonal of its Hessian. */
    void curvatureOfObservedInto(PairWeight weight, double[] curvature) {
        Arrays.fill(curvature, 0, items, 0);
        split(
                order,
                (upper, lower) -> {
                    add(weighed(Kernel.SLOPE, upper, lower, -1, weight), upper, curvature);
                    add(weighed(Kernel.SLOPE, lower, upper, 1, weight), lower, curvature);
                },
                few -> {
                    for (int i : few) {
                        for (int j : few) {
                            if (utilities[i] > utilities[j]) {
                                double w = weight == PairWeight.UNIT ? 1 : utilities[i] - utilities[j];
                                double bend = w * Numbers.sigmoidSlope(scores[j] - scores[i]);
                                curvature[i] += bend;
                                curvature[j] += bend;
                            }
                        }
                    }
                });
    }

    private static void add(double[] values, int[] at, double[] sums) {
        for (int k = 0; k < at.length; k++) {
            sums[at[k]] += values[k];
        }
    }

    /** Σ_j w_tj k(±(t − s_j)) by target, where w is 1 or |v_t − v_j|, and all of one side have the larger utilities. */
    private double[] weighed(Kernel kernel, int[] targets, int[] sources, int sign, PairWeight weight) {
        double[] ones = sums(kernel, targets, sources, sign, j -> 1);
        if (weight == PairWeight.UNIT) {
            return ones;
        }
        // from the least on: differences stay the same, and no weight is negative
        double least = Math.min(least(targets), least(sources));
        double[] weighted = sums(kernel, targets, sources, sign, j -> utilities[j] - least);
        for (int k = 0; k < targets.length; k++) {
            ones[k] = Math.abs((utilities[targets[k]] - least) * ones[k] - weighted[k]);
        }
        return ones;
    }

    private double least(int[] some) {
        double least = Double.POSITIVE_INFINITY;
        for (int i : some) {
            least = Math.min(least, utilities[i]);
        }
        return least;
    }

    /** Σ_j a_j k(sign · (t − s_j)) by target; both lists ascend by score. */
    private double[] sums(Kernel kernel, int[] targets, int[] sources, int sign, IntToDoubleFunction weight) {
        double[] at = new double[sources.length];
        double[] weights = new double[sources.length];
        for (int k = 0; k < sources.length; k++) {
            int j = sources[sign > 0 ? k : sources.length - 1 - k];
            at[k] = sign * scores[j];
            weights[k] = weight.applyAsDouble(j);
        }
        double[] wanted = new double[targets.length];
        for (int k = 0; k < targets.length; k++) {
            wanted[k] = sign * scores[targets[sign > 0 ? k : targets.length - 1 - k]];
        }
        double[] sums = new double[targets.length];
        LogisticSums.into(kernel, wanted, wanted.length, at, weights, at.length, sums);
        if (sign < 0) {
            for (int a = 0, b = sums.length - 1; a < b; a++, b--) {
                double sum = sums[a];
                sums[a] = sums[b];
                sums[b] = sum;
            }
        }
        return sums;
    }

    private interface Halves {
        void visit(int[] upper, int[] lower);
    }

    private interface Few {
        void visit(int[] items);
    }

    /** Visits every pair with different utilities once: as one of two halves, or within few items. */
    private void split(int[] some, Halves halves, Few few) {
        if (some.length <= FEW) {
            few.visit(some);
            return;
        }
        double pivot = middle(some);
        if (Double.isNaN(pivot)) {
            return;
        }
        int[] upper = Arrays.stream(some).filter(i -> utilities[i] >= pivot).toArray();
        int[] lower = Arrays.stream(some).filter(i -> utilities[i] < pivot).toArray();
        halves.visit(upper, lower);
        split(upper, halves, few);
        split(lower, halves, few);
    }

    /** The utility that parts the items most evenly, with some below it; NaN if all are the same. */
    private double middle(int[] some) {
        double[] sorted =
                Arrays.stream(some).mapToDouble(i -> utilities[i]).sorted().toArray();
        int middle = sorted.length / 2;
        int start = middle;
        while (start > 0 && sorted[start - 1] == sorted[middle]) {
            start--;
        }
        int end = middle;
        while (end < sorted.length && sorted[end] == sorted[middle]) {
            end++;
        }
        if (start == 0) {
            return end == sorted.length ? Double.NaN : sorted[end];
        }
        return end == sorted.length || middle - start <= end - middle ? sorted[start] : sorted[end];
    }
}
