package io.plumbrank.theory.distributions;

import io.plumbrank.data.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleBiFunction;

/**
 * ℓ(y,t) of all predictions t, worked out once for each label that is asked for. Brute force: for rankings r! losses a label, so
 * for r ≤ 8. Thread-safe.
 */
public final class LossTable<Y, T> {
    /** Rankings of more items are not listed. */
    static final int MOST_ITEMS = 8;

    private final List<T> predictions;
    private final ToDoubleBiFunction<? super Y, ? super T> loss;
    private final Map<Y, double[]> rows = new ConcurrentHashMap<>();

    private LossTable(List<T> predictions, ToDoubleBiFunction<? super Y, ? super T> loss) {
        this.predictions = List.copyOf(predictions);
        this.loss = loss;
    }

    /** A table over given predictions. */
    public static <Y, T> LossTable<Y, T> of(List<T> predictions, ToDoubleBiFunction<? super Y, ? super T> loss) {
        return new LossTable<>(predictions, loss);
    }

    /** A table over all rankings of 1 to 8 items. */
    public static <Y> LossTable<Y, Ranking> ofRankings(int items, ToDoubleBiFunction<? super Y, ? super Ranking> loss) {
        if (items < 1 || items > MOST_ITEMS) {
            throw new IllegalArgumentException(
                    "all rankings are listed for 1 to " + MOST_ITEMS + " items, got " + items);
        }
        List<Ranking> rankings = new ArrayList<>();
        Ranking.forEach(items, rankings::add);
        return new LossTable<>(rankings, loss);
    }

    /** All predictions, in the order of their numbers. */
    public List<T> predictions() {
        return predictions;
    }

    /** The losses of a label, by number of the prediction. Read only. */
    double[] row(Y label) {
        return rows.computeIfAbsent(
                label,
                y -> predictions.stream()
                        .mapToDouble(t -> loss.applyAsDouble(y, t))
                        .toArray());
    }

    /** The risks of all predictions under a distribution. O(labels · predictions). */
    public BayesRisk<T> bayesRisk(LabelDistribution<Y> p) {
        double[] risks = new double[predictions.size()];
        double largest = 0;
        for (int y = 0; y < p.size(); y++) {
            double[] row = row(p.label(y));
            double probability = p.probability(y);
            for (int t = 0; t < risks.length; t++) {
                risks[t] += probability * row[t];
                largest = Math.max(largest, row[t]);
            }
        }
        return new BayesRisk<>(predictions, risks, largest);
    }
}
