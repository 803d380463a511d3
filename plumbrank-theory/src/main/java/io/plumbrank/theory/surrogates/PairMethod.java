package io.plumbrank.theory.surrogates;

import io.plumbrank.data.Ranking;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Scores fitted to observed pairs, Σ_{i→j} a_ij ϕ(s_i − s_j − c), and sorted (DMJ10, equations 9 and 13 with equal margins). The
 * conditional risk depends on p only through E[a_ij].
 *
 * <p>The hinge's is piecewise linear. On the scores in one given order its least value stands at a vertex, where scores next to
 * each other differ by 0 or by the distance 1 + c of the kink: all such vectors are tried, one for each order with ties. The
 * others are minimised by {@link Newton}, within components that scores do not leave.
 */
public final class PairMethod<Y> implements Method<Y, Ranking> {
    private static final int MOST_ITEMS_OF_HINGE = 6;
    private static final double ROUNDING = 1e-10;

    private final String text;
    private final PairLoss loss;
    private final double margin;
    private final int items;
    private final BiConsumer<? super Y, double[]> weights;
    private final Map<Y, double[]> known = new ConcurrentHashMap<>();
    private final List<double[]> levels;

    /** @param weights writes a_ij of a label, row by row */
    PairMethod(String text, PairLoss loss, double margin, int items, BiConsumer<? super Y, double[]> weights) {
        if (!(1 + margin > 0 && margin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the margin must be finite and above -1, got " + margin);
        }
        if (loss.equals(PairLoss.HINGE) && items > MOST_ITEMS_OF_HINGE) {
            throw new IllegalArgumentException(
                    "the hinge is minimised by enumeration, for up to " + MOST_ITEMS_OF_HINGE + " items, got " + items);
        }
        this.text = text;
        this.loss = loss;
        this.margin = margin;
        this.items = items;
        this.weights = weights;
        this.levels = loss.equals(PairLoss.HINGE) ? LabelSpace.weakOrders(items) : List.of();
    }

    @Override
    public String surrogate() {
        return text;
    }

    @Override
    public Limit<Ranking> limit(LabelDistribution<Y> p) {
        double[] a = p.mean(
                items * items,
                (label, into) ->
                        System.arraycopy(known.computeIfAbsent(label, this::weights), 0, into, 0, into.length));
        if (loss.equals(PairLoss.HINGE)) {
            return hingeLimit(a);
        }
        boolean[][] arcs = new boolean[items][items];
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                arcs[i][j] = a[i * items + j] > 0;
            }
        }
        return Components.limit(arcs, members -> riskOf(members, a));
    }

    private double[] weights(Y label) {
        double[] a = new double[items * items];
        weights.accept(label, a);
        return a;
    }

    private SmoothRisk riskOf(int[] members, double[] a) {
        return (scores, gradient) -> {
            Arrays.fill(gradient, 0);
            double sum = 0;
            for (int i = 0; i < members.length; i++) {
                for (int j = 0; j < members.length; j++) {
                    double weight = a[members[i] * items + members[j]];
                    if (i != j && weight > 0) {
                        double z = scores[i] - scores[j] - margin;
                        sum += weight * loss.value(z);
                        double slope = weight * loss.slope(z);
                        gradient[i] += slope;
                        gradient[j] -= slope;
                    }
                }
            }
            return sum;
        };
    }

    private Limit<Ranking> hingeLimit(double[] a) {
        double[] risks =
                levels.stream().mapToDouble(level -> hingeRisk(level, a)).toArray();
        double least = Arrays.stream(risks).min().orElseThrow();
        List<double[]> best = new ArrayList<>();
        for (int k = 0; k < risks.length; k++) {
            if (risks[k] <= least * (1 + ROUNDING)) {
                best.add(Arrays.stream(levels.get(k)).map(x -> x * (1 + margin)).toArray());
            }
        }
        return new ScoreLimit(best);
    }

    private double hingeRisk(double[] level, double[] a) {
        double sum = 0;
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                sum += a[i * items + j] * Math.max(0, 1 - (level[i] - level[j]));
            }
        }
        return sum * (1 + margin);
    }
}
