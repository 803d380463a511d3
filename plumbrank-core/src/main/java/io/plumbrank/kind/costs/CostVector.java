package io.plumbrank.kind.costs;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LinearDecision;
import io.plumbrank.target.Promises;
import java.util.List;

/**
 * What each prediction costs, as a vector to fit. A constant that is added to all costs of a row changes no decision, so α are the
 * coordinates of the costs less their mean, in an orthonormal basis of the vectors that sum to 0 (Helmert's): one output less than there are
 * predictions, and the sum of squares is that of the centred costs.
 *
 * <p>ℓ(c, t) = c_t = ⟨α, β_t⟩ + mean(c) with β_t the coordinates of prediction t, which has the form of RAT13, Theorem 3, and
 * ‖β_s − β_t‖ = √2: with u the fitted α, the prediction that is cheapest by u costs at most √2 · ‖u − E[α | x]‖ above the cheapest.
 */
final class CostVector {
    private CostVector() {}

    /** Coordinate k of prediction t. */
    private static double basis(int k, int t) {
        double length = Math.sqrt((k + 1.0) * (k + 2.0));
        return t <= k ? 1 / length : t == k + 1 ? -(k + 1) / length : 0;
    }

    /** α of the costs of a row. */
    static double[] encode(double[] costs) {
        double[] alpha = new double[costs.length - 1];
        double before = costs[0];
        for (int k = 0; k < alpha.length; k++) {
            alpha[k] = (before - (k + 1) * costs[k + 1]) / Math.sqrt((k + 1.0) * (k + 2.0));
            before += costs[k + 1];
        }
        return alpha;
    }

    /** The centred costs that u stands for, one per prediction. */
    static double[] costs(double[] u) {
        double[] costs = new double[u.length + 1];
        for (int t = 0; t < costs.length; t++) {
            for (int k = 0; k < u.length; k++) {
                costs[t] += u[k] * basis(k, t);
            }
        }
        return costs;
    }

    /** The cheapest prediction by u, the first of equal ones. */
    static int decode(double[] u) {
        return cheapest(costs(u));
    }

    static int cheapest(double[] costs) {
        int best = 0;
        for (int t = 1; t < costs.length; t++) {
            best = costs[t] < costs[best] ? t : best;
        }
        return best;
    }

    /** The same as a table. */
    static LinearDecision decision(List<String> predictions) {
        int n = predictions.size();
        double[][] beta = new double[n][n - 1];
        for (int t = 0; t < n; t++) {
            for (int k = 0; k < n - 1; k++) {
                beta[t][k] = basis(k, t);
            }
        }
        return new LinearDecision(predictions, beta, new double[n]);
    }

    static Guarantee guarantee() {
        return Promises.exact(Math.sqrt(2));
    }
}
