package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.util.internal.Sorting;

/**
 * RankBoost's loss (Freund et al. 2003): Σ_{v_i &gt; v_j} w_ij e^−(s_i − s_j). Here to compare with; not calibrated (DMJ10, Theorem
 * 11). {@link PairwiseExponential} is the calibrated form.
 *
 * <p>With the items sorted by v, the losers of an item are a suffix, and Σ_j e^s_j over it is a running sum: O(r log r), and
 * O(r²) for scores so far apart that a factor would overflow.
 */
public record RankBoost(PairWeight weight) implements PairSum.Observed {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        if (!Spread.isSmall(scores, items)) {
            return ObservedPairs.EXPONENTIAL.gradientInto(weight, scores, utilities, items, gradient);
        }
        double[] wins = scratch.numbers(0, items);
        double[] losses = scratch.numbers(1, items);
        sumsInto(scores, utilities, items, scratch, wins, losses);
        double sum = 0;
        for (int i = 0; i < items; i++) {
            sum += wins[i];
            gradient[i] = losses[i] - wins[i];
        }
        return sum;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        if (!Spread.isSmall(scores, items)) {
            ObservedPairs.EXPONENTIAL.curvatureInto(weight, scores, utilities, items, curvature);
            return;
        }
        double[] wins = scratch.numbers(0, items);
        double[] losses = scratch.numbers(1, items);
        sumsInto(scores, utilities, items, scratch, wins, losses);
        for (int i = 0; i < items; i++) {
            curvature[i] = losses[i] + wins[i];
        }
    }

    /** The loss of the pairs that each item should win, and of those that it should lose. */
    private void sumsInto(
            double[] scores, double[] utilities, int items, Scratch scratch, double[] wins, double[] losses) {
        int[] order = scratch.indices(0, items);
        Sorting.descendingInto(utilities, items, scratch.indices(1, items), order);
        double middle = Spread.middle(scores, items);
        // Σ e^−s_i over the items of larger utility, and the same weighted by how much larger it is
        double sum = 0;
        double weighted = 0;
        for (int from = 0, to; from < items; from = to) {
            double v = utilities[order[from]];
            weighted += from == 0 ? 0 : (utilities[order[from - 1]] - v) * sum;
            double group = 0;
            for (to = from; to < items && utilities[order[to]] == v; to++) {
                double e = Math.exp(middle - scores[order[to]]);
                losses[order[to]] = (weight == PairWeight.UNIT ? sum : weighted) / e;
                group += e;
            }
            sum += group;
        }
        sum = 0;
        weighted = 0;
        for (int to = items, from; to > 0; to = from) {
            double v = utilities[order[to - 1]];
            weighted += to == items ? 0 : (v - utilities[order[to]]) * sum;
            double group = 0;
            for (from = to; from > 0 && utilities[order[from - 1]] == v; from--) {
                double e = Math.exp(scores[order[from - 1]] - middle);
                wins[order[from - 1]] = (weight == PairWeight.UNIT ? sum : weighted) / e;
                group += e;
            }
            sum += group;
        }
    }

    @Override
    public String text() {
        return "rankboost(weight=" + weight.text() + ")";
    }
}
