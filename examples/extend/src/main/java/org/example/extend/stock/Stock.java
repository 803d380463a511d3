package org.example.extend.stock;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LowRankLoss;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;

/**
 * What a stock of q costs when the demand turns out to be y: ℓ(y, q) = under · max(0, y − q) + over · max(0, q − y), the newsvendor's loss
 * (Arrow, Harris and Marschak 1951), for demands and stocks from 0 to {@code most}.
 *
 * <p>With α_t(y) = [y &gt; t] for t &lt; most it is Σ_{t ≥ q} under · α_t + Σ_{t &lt; q} over · (1 − α_t), so
 * ℓ(y, q) = ⟨α_y, β_q⟩ + b_q with β_q = (−over, …, −over, under, …, under), q times −over, and b_q = q · over. That is the form
 * of RAT13, Theorem 3: least squares on α and the cheapest q by the fitted u are calibrated for every distribution of the demand.
 * Two β differ in at most {@code most} places by under + over, which gives the constant of the bound.
 *
 * @param under what each unit costs that is asked for and not there
 * @param over what each unit costs that is there and not asked for
 * @param most the largest demand
 */
public record Stock(double under, double over, int most) implements LowRankLoss<Integer, Integer> {
    /** Outputs are functions to fit, one each. */
    private static final int MOST = 10_000;

    public Stock {
        if (!(under > 0 && over > 0 && under <= 1e100 && over <= 1e100) || most < 1 || most > MOST) {
            throw new IllegalArgumentException("costs must be positive, and the largest demand from 1 to " + MOST
                    + ", got under=" + under + ", over=" + over + ", most=" + most);
        }
    }

    @Override
    public double loss(Integer demand, Integer stock) {
        return demand > stock ? under * (demand - stock) : over * (stock - demand);
    }

    @Override
    public int encodedSize(Integer demand) {
        return most;
    }

    @Override
    public int dimension(Integer demand) {
        return most;
    }

    @Override
    public void encodeInto(Integer demand, double[] alpha) {
        for (int t = 0; t < most; t++) {
            alpha[t] = demand > t ? 1 : 0;
        }
    }

    /** The cheapest stock by expectations u of α; the smallest of equal ones. O(most). */
    @Override
    public Integer decode(double[] u) {
        Vectors.requireSize(u, most);
        int best = 0;
        double cost = 0; // above that of stocking nothing
        double least = 0;
        for (int stock = 1; stock <= most; stock++) {
            cost += over - (under + over) * u[stock - 1];
            if (cost < least) {
                least = cost;
                best = stock;
            }
        }
        return best;
    }

    /** The expected cost of a stock, by expectations u of α. */
    public double expected(double[] u, int stock) {
        double cost = 0;
        for (int t = 0; t < most; t++) {
            cost += t < stock ? over * (1 - u[t]) : under * u[t];
        }
        return cost;
    }

    @Override
    public Guarantee guarantee() {
        return Promises.exact((under + over) * Math.sqrt(most));
    }

    @Override
    public String toString() {
        return "stock(under=" + under + ",over=" + over + ",most=" + most + ")";
    }
}
