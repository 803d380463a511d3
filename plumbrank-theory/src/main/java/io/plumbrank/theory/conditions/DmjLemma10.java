package io.plumbrank.theory.conditions;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * DMJ10's Lemma 10, on three items with weights on 1→2, 1→3, 2→3 and 3→1 only, a_13 &gt; a_31: under either condition no convex
 * ϕ with ϕ'(0) &lt; 0 is calibrated at p, though the order 1, 2, 3 is best.
 *
 * @param items what the lemma's 1, 2 and 3 are, 0-based, and the best order
 * @param h12 E[h(a_12)], as the others are of their weights
 */
public record DmjLemma10(Ranking items, double h12, double h13, double h23, double h31) {
    private static final int ITEMS = 3;

    /** Checks that all weights are positive and 1→3 outweighs 3→1. */
    public DmjLemma10 {
        if (!(h12 > 0 && h23 > 0 && h31 > 0 && h13 > h31)) {
            throw new IllegalArgumentException(
                    "weights are positive and h13 > h31, got " + h12 + ", " + h13 + ", " + h23 + ", " + h31);
        }
    }

    /** The expected weights of a distribution of graphs, where for some names of the items they are of its form with h(a) = a. */
    public static Optional<DmjLemma10> of(LabelDistribution<PreferenceGraph> p) {
        if (p.label(0).items() != ITEMS) {
            return Optional.empty();
        }
        double[] a = p.mean(ITEMS * ITEMS, (graph, weights) -> {
            Arrays.fill(weights, 0);
            graph.forEach((above, below, weight) -> weights[ITEMS * above + below] = weight);
        });
        List<DmjLemma10> found = new ArrayList<>();
        Ranking.forEach(ITEMS, items -> {
            double h12 = weight(a, items, 0, 1);
            double h13 = weight(a, items, 0, 2);
            double h23 = weight(a, items, 1, 2);
            double h31 = weight(a, items, 2, 0);
            boolean noOthers = weight(a, items, 1, 0) == 0 && weight(a, items, 2, 1) == 0;
            if (h12 > 0 && h23 > 0 && h31 > 0 && h13 > h31 && noOthers) {
                found.add(new DmjLemma10(items, h12, h13, h23, h31));
            }
        });
        return found.stream().findFirst();
    }

    private static double weight(double[] a, Ranking items, int above, int below) {
        return a[ITEMS * items.itemAt(above) + items.itemAt(below)];
    }

    /** What it says here, in a sentence. */
    public String sentence() {
        return refutesConvexLosses()
                ? "By DMJ10's Lemma 10, condition " + (condition1() ? 1 : 2)
                        + (items.equals(Ranking.identity(ITEMS)) ? "" : " for the items in the order " + items)
                        + ", no convex loss of observed pairs is calibrated here."
                : "DMJ10's Lemma 10 says nothing here: both of its conditions fail.";
    }

    /** h_23 &lt; h_31 h_12 / (h_13 + h_12). */
    public boolean condition1() {
        return h23 < h31 * h12 / (h13 + h12);
    }

    /** h_12 &lt; h_31 h_23 / (h_13 + h_23). */
    public boolean condition2() {
        return h12 < h31 * h23 / (h13 + h23);
    }

    boolean refutesConvexLosses() {
        return condition1() || condition2();
    }
}
