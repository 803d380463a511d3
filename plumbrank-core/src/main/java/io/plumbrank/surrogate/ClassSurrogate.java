package io.plumbrank.surrogate;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.Promises;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.classes.ExpectedCosts;
import io.plumbrank.target.probabilities.ProbabilityMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What training may minimise for a loss over n classes, and how outputs u become a prediction.
 *
 * <p>{@link #SQUARED} is RAT13's Theorem 3, see {@link io.plumbrank.target.LowRankLoss}.
 *
 * <p>{@link #LOGISTIC} is multinomial log-loss with the least expected cost: ψ(y,u) = log Σ_k e^{u_k} − u_y, p̂ = softmax(u),
 * pred(u) ∈ argmin_t Σ_y p̂_y ℓ(y,t). Adding a constant to all n outputs changes nothing, so n − 1 of them are free; a ridge penalty
 * takes those that sum to 0, and treats all classes alike.
 *
 * <p><b>Calibrated for every ℓ and every distribution p of the label.</b> p·ψ(u) = H(p) + KL(p ‖ p̂), whose infimum H(p) is
 * approached only where p̂ → p; p̂ = p decodes to the least expected cost, and the bound below gives the rate.
 *
 * <p><b>Regret transfer.</b> Let t = pred(u), t* the best prediction, and v_y = ℓ(y,t) − ℓ(y,t*). Then p̂·v ≤ 0, so
 * regret(t) = p·v ≤ (p − p̂)·v. The entries of p − p̂ sum to 0, so v may be shifted by a constant, and
 * (p − p̂)·v ≤ ½ (max v − min v) ‖p − p̂‖₁ ≤ ½ (max v − min v) √(2 KL(p ‖ p̂)) by Pinsker's inequality. Hence
 * regret ≤ (S/√2) · √(surrogate regret), where S is the largest max v − min v of two predictions
 * ({@link ExpectedCosts#spread}); S is at most 2 (max ℓ − min ℓ). No smaller constant serves all matrices: for the 0-1 loss of two
 * classes at p = (½ + δ, ½ − δ), p̂ = (½, ½) the two sides agree as δ → 0. By Jensen the same holds for the risks over x.
 */
public enum ClassSurrogate {
    /** Least squares on α: as many outputs as the loss has dimensions. */
    SQUARED,
    /** Log-loss on the classes: an output per class. */
    LOGISTIC;

    /** What the promise of {@link #LOGISTIC} rests on. */
    public static final String THEOREM = "a strictly proper loss with the least expected cost; Pinsker's inequality";

    private static final String FUNCTION_CLASS =
            "the smallest expected loss for a model that cannot express the probabilities of the classes as a function of the"
                    + " features, such as a linear model where the truth is not linear; a richer model can.";

    /** Its word on the command line and in files. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if the word, which may be {@code auto} for all, is no surrogate of classes */
    public static List<ClassSurrogate> parse(String word) {
        String plain = word.strip().toLowerCase(Locale.ROOT);
        if (plain.equals("auto")) {
            return List.of(values());
        }
        return List.of(Arrays.stream(values())
                .filter(surrogate -> surrogate.text().equals(plain))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "for loss matrices the surrogate is squared, logistic or auto, not '" + word + "'")));
    }

    public int outputs(ClassLoss<?> loss) {
        return this == SQUARED ? loss.encodedSize() : loss.classes();
    }

    /** Writes what a class is fitted to: α_y, or 1 for the class and 0 for the others. */
    public void targetsInto(ClassLoss<?> loss, int label, double[] targets) {
        if (this == SQUARED) {
            loss.encodeInto(label, targets);
            return;
        }
        Arrays.fill(targets, 0, loss.classes(), 0);
        targets[label] = 1;
    }

    /** ψ of one row and its gradient; for log-loss, targets may be any distribution over classes. */
    public double gradientInto(double[] u, double[] targets, int outputs, double[] gradient) {
        if (this == SQUARED) {
            double sum = 0;
            for (int o = 0; o < outputs; o++) {
                double difference = u[o] - targets[o];
                gradient[o] = 2 * difference;
                sum += difference * difference;
            }
            return sum;
        }
        double largest = Double.NEGATIVE_INFINITY;
        for (int o = 0; o < outputs; o++) {
            largest = Math.max(largest, u[o]);
        }
        double total = 0;
        double hit = 0;
        double mass = 0;
        for (int o = 0; o < outputs; o++) {
            gradient[o] = StrictMath.exp(u[o] - largest);
            total += gradient[o];
            hit += targets[o] * (u[o] - largest);
            mass += targets[o];
        }
        for (int o = 0; o < outputs; o++) {
            gradient[o] = mass * gradient[o] / total - targets[o];
        }
        return mass * StrictMath.log(total) - hit;
    }

    /**
     * A diagonal that bounds the curvature of ψ. For log-loss 2 p_y (1 − p_y): the Hessian is diag(p) − p·pᵀ, the absolute values in
     * its row y off the diagonal sum to p_y (1 − p_y), and a diagonally dominant difference is positive semidefinite.
     */
    public void curvatureInto(double[] u, int outputs, double[] curvature) {
        if (this == SQUARED) {
            Arrays.fill(curvature, 0, outputs, 2);
            return;
        }
        double largest = Double.NEGATIVE_INFINITY;
        for (int o = 0; o < outputs; o++) {
            largest = Math.max(largest, u[o]);
        }
        double total = 0;
        for (int o = 0; o < outputs; o++) {
            curvature[o] = StrictMath.exp(u[o] - largest);
            total += curvature[o];
        }
        for (int o = 0; o < outputs; o++) {
            double p = curvature[o] / total;
            curvature[o] = 2 * p * (1 - p);
        }
    }

    /** Decodes the outputs of many rows, by a map of them to probabilities, which least squares ignores. */
    public <T> List<T> decodeAll(ClassLoss<T> loss, ProbabilityMap map, double[] us, int rows) {
        if (this == SQUARED) {
            return loss.decodeAll(us, rows);
        }
        ExpectedCosts<T> costs = ExpectedCosts.of(loss);
        double[] p = new double[loss.classes()];
        List<T> predictions = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            map.probabilitiesInto(us, row * p.length, p);
            predictions.add(costs.best(p));
        }
        return predictions;
    }

    /** What it promises for a loss. */
    public Guarantee guarantee(ClassLoss<?> loss) {
        if (this == SQUARED) {
            return loss.guarantee();
        }
        return new Guarantee(
                Calibration.ALWAYS,
                THEOREM,
                null,
                new RegretBound(ExpectedCosts.spread(loss) / Math.sqrt(2)),
                Promises.OVER,
                List.of(FUNCTION_CLASS));
    }
}
