package io.plumbrank.theory;

import io.plumbrank.data.PreferenceGraph;
import java.util.Arrays;
import java.util.Optional;

/**
 * DMJ10's Lemma 10, on three items with weights on 1→2, 1→3, 2→3 and 3→1 only, a_13 &gt; a_31: under either condition no convex
 * ϕ with ϕ'(0) &lt; 0 is calibrated at p, though the order 1, 2, 3 is best.
 *
 * @param h12 E[h(a_12)]
 * @param h13 E[h(a_13)]
 * @param h23 E[h(a_23)]
 * @param h31 E[h(a_31)]
 */
public record DmjLemma10(double h12, double h13, double h23, double h31) {
    /** Checks that all weights are positive and 1→3 outweighs 3→1. */
    public DmjLemma10 {
        if (!(h12 > 0 && h23 > 0 && h31 > 0 && h13 > h31)) {
            throw new IllegalArgumentException(
                    "weights are positive and h13 > h31, got " + h12 + ", " + h13 + ", " + h23 + ", " + h31);
        }
    }

    /** The expected weights of a distribution of graphs, where they are of the lemma's form with h(a) = a. */
    public static Optional<DmjLemma10> of(LabelDistribution<PreferenceGraph> p) {
        if (p.label(0).items() != 3) {
            return Optional.empty();
        }
        double[] a = p.mean(9, (graph, weights) -> {
            Arrays.fill(weights, 0);
            graph.forEach((above, below, weight) -> weights[3 * above + below] = weight);
        });
        boolean form = a[1] > 0 && a[5] > 0 && a[6] > 0 && a[2] > a[6] && a[3] == 0 && a[7] == 0;
        return form ? Optional.of(new DmjLemma10(a[1], a[2], a[5], a[6])) : Optional.empty();
    }

    /** What it says here, in a sentence. */
    public String sentence() {
        return refutesConvexLosses()
                ? "By DMJ10's Lemma 10, condition " + (condition1() ? 1 : 2)
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

    /** Whether the lemma applies. */
    public boolean refutesConvexLosses() {
        return condition1() || condition2();
    }
}
