package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.util.internal.Sorting;
import java.util.Arrays;

/**
 * RankSVM's loss (Herbrich et al. 2000, Joachims 2002): Σ_{v_i &gt; v_j} w_ij max(0, 1 − (s_i − s_j)). Here to compare with; not
 * calibrated (DMJ10, Theorem 11). {@link PairwiseSquared} and {@link LinearValue} are calibrated.
 *
 * <p>In the order of the scores, the items that lie less than the margin below an item come into a window one by one and stay;
 * a tree of prefix sums over the utilities adds up those with less (Fenwick 1994). O(r log r). It has no curvature but at kinks,
 * so {@link #curvatureInto} gives zeros.
 *
 * @param weight w_ij: 1, or v_i − v_j
 */
public record RankSvm(PairWeight weight) implements PairSum.Observed {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        if (items == 0) {
            return 0;
        }
        if (items == 2) {
            return ofPairInto(scores, utilities, gradient);
        }
        int[] spare = scratch.indices(2, items);
        int[] order = scratch.indices(0, items);
        Sorting.descendingInto(utilities, items, spare, order);
        int[] level = scratch.indices(1, items);
        int levels = levelsInto(utilities, items, order, level);
        double lowest = utilities[order[items - 1]];
        Sorting.descendingInto(scores, items, spare, order);
        double middle = scores[order[items / 2]];

        double[] counts = emptyTree(scratch, 0, levels);
        double[] sums = emptyTree(scratch, 1, levels); // of s
        double[] values = emptyTree(scratch, 2, levels); // of v
        double[] products = emptyTree(scratch, 3, levels); // of v·s
        double total = 0;
        for (int position = 0, entered = 0; position < items; position++) {
            int i = order[position];
            for (; entered < items && 1 - (scores[i] - scores[order[entered]]) > 0; entered++) {
                int j = order[entered];
                double s = scores[j] - middle;
                double v = utilities[j] - lowest;
                for (int node = level[j]; node <= levels; node += node & -node) {
                    counts[node]++;
                    sums[node] += s;
                    values[node] += v;
                    products[node] += v * s;
                }
            }
            double count = 0;
            double sum = 0;
            double value = 0;
            double product = 0;
            for (int node = level[i] - 1; node > 0; node -= node & -node) {
                count += counts[node];
                sum += sums[node];
                value += values[node];
                product += products[node];
            }
            double v = utilities[i] - lowest;
            double margin = 1 - (scores[i] - middle);
            boolean unit = weight == PairWeight.UNIT;
            total += unit ? count * margin + sum : v * (count * margin + sum) - (value * margin + product);
            gradient[i] = unit ? -count : value - v * count;
        }
        addLossesTo(gradient, scores, utilities, items, lowest, levels, level, order, scratch);
        return Math.max(0, total);
    }

    /** Two items need neither order nor sums; the bits are those of the way through both. */
    private double ofPairInto(double[] scores, double[] utilities, double[] gradient) {
        int better = utilities[0] > utilities[1] ? 0 : 1;
        int worse = 1 - better;
        gradient[0] = 0;
        gradient[1] = 0;
        double loss = 1 - (scores[better] - scores[worse]);
        if (!(utilities[better] > utilities[worse] && loss > 0)) {
            return 0;
        }
        double w = weight == PairWeight.UNIT ? 1 : utilities[better] - utilities[worse];
        gradient[better] = -w;
        gradient[worse] = w;
        return w * loss;
    }

    /** The other half of the gradient: for each item the active pairs that it should lose, from the lowest score upwards. */
    private void addLossesTo(
            double[] gradient,
            double[] scores,
            double[] utilities,
            int items,
            double lowest,
            int levels,
            int[] level,
            int[] order,
            Scratch scratch) {
        double[] counts = emptyTree(scratch, 0, levels);
        double[] values = emptyTree(scratch, 2, levels);
        for (int position = items - 1, entered = items - 1; position >= 0; position--) {
            int j = order[position];
            for (; entered >= 0 && 1 - (scores[order[entered]] - scores[j]) > 0; entered--) {
                int i = order[entered];
                // numbered from the largest utility, so that a prefix holds the items of larger utility
                for (int node = levels + 1 - level[i]; node <= levels; node += node & -node) {
                    counts[node]++;
                    values[node] += utilities[i] - lowest;
                }
            }
            double count = 0;
            double value = 0;
            for (int node = levels - level[j]; node > 0; node -= node & -node) {
                count += counts[node];
                value += values[node];
            }
            gradient[j] += weight == PairWeight.UNIT ? count : value - (utilities[j] - lowest) * count;
        }
    }

    /** Numbers the distinct utilities from 1, the smallest first. */
    private static int levelsInto(double[] utilities, int items, int[] order, int[] level) {
        int levels = 0;
        for (int position = items - 1; position >= 0; position--) {
            if (position == items - 1 || utilities[order[position]] != utilities[order[position + 1]]) {
                levels++;
            }
            level[order[position]] = levels;
        }
        return levels;
    }

    private static double[] emptyTree(Scratch scratch, int slot, int levels) {
        double[] tree = scratch.numbers(slot, levels + 1);
        Arrays.fill(tree, 0, levels + 1, 0);
        return tree;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        Arrays.fill(curvature, 0, items, 0);
    }

    /** The weight of all pairs of the item: the largest curvature of a hinge that is rounded off within 1 of its kink. */
    @Override
    public void stepCurvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        int[] order = scratch.indices(0, items);
        Sorting.descendingInto(utilities, items, scratch.indices(2, items), order);
        double total = 0;
        for (int i = 0; i < items; i++) {
            total += utilities[i];
        }
        double above = 0;
        for (int first = 0, next; first < items; first = next) {
            double v = utilities[order[first]];
            next = first;
            while (next < items && utilities[order[next]] == v) {
                next++;
            }
            int tied = next - first;
            double below = total - above - tied * v;
            double pairs = weight == PairWeight.UNIT ? items - tied : above - first * v + (items - next) * v - below;
            for (int position = first; position < next; position++) {
                curvature[order[position]] = pairs;
            }
            above += tied * v;
        }
    }

    @Override
    public String text() {
        return "ranksvm(weight=" + weight.text() + ")";
    }
}
