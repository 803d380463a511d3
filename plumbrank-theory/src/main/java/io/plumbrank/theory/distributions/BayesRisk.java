package io.plumbrank.theory.distributions;

import java.util.ArrayList;
import java.util.List;

/**
 * The target risks p·ℓ_t of all predictions under one distribution, with the least of them and the predictions that attain it,
 * argmin_t p·ℓ_t. Immutable.
 */
public final class BayesRisk<T> {
    /** Regrets up to this part of the largest loss are rounding. */
    static final double ROUNDING = 1e-9;

    private final List<T> predictions;
    private final double[] risks;
    private final double largestLoss;
    private final int best;

    BayesRisk(List<T> predictions, double[] risks, double largestLoss) {
        this.predictions = predictions;
        this.risks = risks;
        this.largestLoss = largestLoss;
        int least = 0;
        for (int t = 1; t < risks.length; t++) {
            least = risks[t] < risks[least] ? t : least;
        }
        this.best = least;
    }

    /** min_t p·ℓ_t. */
    public double least() {
        return risks[best];
    }

    /** The first prediction of least risk. */
    public T best() {
        return predictions.get(best);
    }

    /** p·ℓ_t of the prediction of this number. */
    public double risk(int prediction) {
        return risks[prediction];
    }

    /** What the prediction of this number costs above the least. */
    public double regret(int prediction) {
        return risks[prediction] - risks[best];
    }

    /** Of any label with positive probability. */
    public double largestLoss() {
        return largestLoss;
    }

    /** All predictions of least risk, but for rounding. */
    public List<T> optimal() {
        List<T> optimal = new ArrayList<>();
        for (int t = 0; t < risks.length; t++) {
            if (regret(t) <= ROUNDING * largestLoss) {
                optimal.add(predictions.get(t));
            }
        }
        return optimal;
    }
}
