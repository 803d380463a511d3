package io.plumbrank.target.classes;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.Vectors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What predictions cost on average under given probabilities of the classes, Σ_y p_y ℓ(y,t), in the units in which the loss was
 * given.
 *
 * <p>O(n · predictions) for a decision by a loss whose predictions can be listed. For others the expected encoding Σ_y p_y α_y is
 * decoded, since ⟨Σ_y p_y α_y, β_t⟩ + b_t is the expected cost less Σ_y p_y c_y, which is the same for all t: O(n · d) and the
 * decoder.
 */
public final class ExpectedCosts<T> {
    private static final double MOST_COMPARISONS = 1 << 28;

    private final ClassLoss<T> loss;
    private final List<T> predictions;

    /** By class, what each prediction costs; empty where there are too many. */
    private final double[][] table;

    private ExpectedCosts(ClassLoss<T> loss, List<T> predictions, double[][] table) {
        this.loss = loss;
        this.predictions = predictions;
        this.table = table;
    }

    /** Those of a loss; its own costs, also where its factorisation is truncated. */
    public static <T> ExpectedCosts<T> of(ClassLoss<T> loss) {
        if (!(loss instanceof MatrixLoss) && !loss.isListable()) {
            return new ExpectedCosts<>(loss, List.of(), new double[0][]);
        }
        List<T> predictions = loss.predictions();
        double[][] table = new double[loss.classes()][predictions.size()];
        for (int y = 0; y < table.length; y++) {
            for (int t = 0; t < table[y].length; t++) {
                table[y][t] = loss.given(y, predictions.get(t));
            }
        }
        return new ExpectedCosts<>(loss, predictions, table);
    }

    /**
     * A decision.
     *
     * @param prediction the cheapest, of equal ones the first
     * @param cost what it costs on average
     * @param runnerUp the cheapest of the others; null where there is none, or too many to look at
     * @param runnerUpCost what that costs on average; NaN where there is none
     */
    public record Decision<T>(
            T prediction, double cost, @Nullable T runnerUp, double runnerUpCost) {}

    /** The cheapest prediction. */
    public T best(double[] probabilities) {
        if (table.length == 0) {
            return loss.decode(expectedEncoding(probabilities));
        }
        double[] costs = costs(probabilities);
        int best = 0;
        for (int t = 1; t < costs.length; t++) {
            best = costs[t] < costs[best] ? t : best;
        }
        return predictions.get(best);
    }

    /** The cheapest prediction, with what it costs, and what the next one does. */
    public Decision<T> decide(double[] probabilities) {
        if (table.length == 0) {
            T best = best(probabilities);
            return new Decision<>(best, cost(probabilities, best), null, Double.NaN);
        }
        double[] costs = costs(probabilities);
        int best = 0;
        int second = -1;
        for (int t = 1; t < costs.length; t++) {
            if (costs[t] < costs[best]) {
                second = best;
                best = t;
            } else if (second < 0 || costs[t] < costs[second]) {
                second = t;
            }
        }
        return new Decision<>(
                predictions.get(best),
                costs[best],
                second < 0 ? null : predictions.get(second),
                second < 0 ? Double.NaN : costs[second]);
    }

    /** What a prediction costs on average. */
    public double cost(double[] probabilities, T prediction) {
        Vectors.requireSize(probabilities, loss.classes());
        double sum = 0;
        for (int y = 0; y < probabilities.length; y++) {
            sum += probabilities[y] * loss.given(y, prediction);
        }
        return sum;
    }

    /** What each prediction costs on average, in the order of {@link ClassLoss#predictions}, if these can be listed. */
    public double[] costs(double[] probabilities) {
        if (table.length == 0) {
            throw new IllegalStateException(loss + " has too many predictions to list");
        }
        Vectors.requireSize(probabilities, table.length);
        double[] costs = new double[table[0].length];
        for (int y = 0; y < table.length; y++) {
            double[] row = table[y];
            double p = probabilities[y];
            for (int t = 0; t < costs.length; t++) {
                costs[t] += p * row[t];
            }
        }
        return costs;
    }

    private double[] expectedEncoding(double[] probabilities) {
        Vectors.requireSize(probabilities, loss.classes());
        double[] mean = new double[loss.encodedSize()];
        double[] alpha = new double[mean.length];
        for (int y = 0; y < probabilities.length; y++) {
            loss.encodeInto(y, alpha);
            for (int i = 0; i < mean.length; i++) {
                mean[i] += probabilities[y] * alpha[i];
            }
        }
        return mean;
    }

    /**
     * The largest spread over classes of the difference between two predictions, max over t, t' of
     * max_y (ℓ_yt − ℓ_yt') − min_y (ℓ_yt − ℓ_yt'). O(n · predictions²); where that is too much, an upper bound by the encoding:
     * ℓ_yt − ℓ_yt' = ⟨α_y, β_t − β_t'⟩ + b_t − b_t', so the spread is at most max ‖β_t − β_t'‖ times twice the largest distance
     * of an α_y from their mean.
     */
    public static <T> double spread(ClassLoss<T> loss) {
        ExpectedCosts<T> costs = of(loss);
        int n = costs.table.length;
        if (n > 0) {
            int k = costs.table[0].length;
            if ((double) k * k * n <= MOST_COMPARISONS) {
                return exactSpread(costs.table, n, k);
            }
        }
        return boundOfSpread(loss);
    }

    private static double exactSpread(double[][] table, int n, int k) {
        double largest = 0;
        for (int t = 0; t < k; t++) {
            for (int other = t + 1; other < k; other++) {
                double high = Double.NEGATIVE_INFINITY;
                double low = Double.POSITIVE_INFINITY;
                for (int y = 0; y < n; y++) {
                    double difference = table[y][t] - table[y][other];
                    high = Math.max(high, difference);
                    low = Math.min(low, difference);
                }
                largest = Math.max(largest, high - low);
            }
        }
        return largest;
    }

    private static double boundOfSpread(ClassLoss<?> loss) {
        double[] mean = new double[loss.encodedSize()];
        double[] alpha = new double[mean.length];
        for (int y = 0; y < loss.classes(); y++) {
            loss.encodeInto(y, alpha);
            for (int i = 0; i < mean.length; i++) {
                mean[i] += alpha[i] / loss.classes();
            }
        }
        double farthest = 0;
        for (int y = 0; y < loss.classes(); y++) {
            loss.encodeInto(y, alpha);
            double squares = 0;
            for (int i = 0; i < mean.length; i++) {
                squares += (alpha[i] - mean[i]) * (alpha[i] - mean[i]);
            }
            farthest = Math.max(farthest, Math.sqrt(squares));
        }
        RegretBound bound = loss.guarantee().bound();
        if (bound == null) {
            throw new IllegalArgumentException(loss + " has no regret constant");
        }
        return 2 * farthest * bound.constant() + 2 * bound.slack();
    }
}
