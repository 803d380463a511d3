package io.plumbrank.target;

import java.util.List;

/** pred*(u) as a table, argmin_t ⟨u, β_t⟩ + b_t, the first on ties, with a row of β and a shift per prediction. */
public record LinearDecision(List<String> labels, double[][] beta, double[] shifts) {
    /** ⟨u, β_t⟩ + b_t, from the shift on, in order. */
    public double cost(double[] u, int t) {
        double cost = shifts[t];
        for (int i = 0; i < u.length; i++) {
            cost += u[i] * beta[t][i];
        }
        return cost;
    }

    /** The cheapest prediction. */
    public int of(double[] u) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int t = 0; t < shifts.length; t++) {
            double cost = cost(u, t);
            if (cost < least) {
                least = cost;
                best = t;
            }
        }
        return best;
    }
}
