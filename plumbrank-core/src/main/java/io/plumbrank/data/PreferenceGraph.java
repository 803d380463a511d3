package io.plumbrank.data;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A label of pairwise disagreement: weights y_ij &gt; 0 of "item i above item j". The papers ask for at most one of y_ij and y_ji,
 * and for graphs without cycles; votes that were observed may have both, and cycles, and nothing here rests on either. Immutable;
 * O(edges) memory.
 *
 * <pre>{@code
 * List<PreferenceGraph.Preference> votes =
 *         List.of(new PreferenceGraph.Preference(0, 1, 2), new PreferenceGraph.Preference(1, 0, 1));
 * PreferenceGraph graph = PreferenceGraph.sum(3, votes); // keeps both
 * }</pre>
 */
public final class PreferenceGraph {
    private final int items;
    private final int[] above;
    private final int[] below;
    private final double[] weights;

    private PreferenceGraph(int items, int[] above, int[] below, double[] weights) {
        this.items = items;
        this.above = above;
        this.below = below;
        this.weights = weights;
    }

    /**
     * One preference. Items are 0-based.
     *
     * @param above the preferred item
     * @param below the other
     * @param weight positive and finite
     */
    public record Preference(int above, int below, double weight) {
        public Preference {
            if (above == below) {
                throw new IllegalArgumentException("item " + above + " cannot be preferred to itself");
            }
            if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a weight is positive and finite, got " + weight);
            }
        }
    }

    /** Receives the preferences of a graph. */
    @FunctionalInterface
    public interface Visitor {
        /** One preference: {@code above} is preferred to {@code below}. */
        void visit(int above, int below, double weight);
    }

    /**
     * A graph of r items as in the papers.
     *
     * @throws IllegalArgumentException if a pair has two preferences
     * @throws IndexOutOfBoundsException if an item is not in 0 … r − 1
     */
    public static PreferenceGraph of(int items, List<Preference> preferences) {
        if (items < 0) {
            throw new IllegalArgumentException("a graph has 0 items or more, got " + items);
        }
        int[] above = new int[preferences.size()];
        int[] below = new int[above.length];
        double[] weights = new double[above.length];
        Map<Long, Preference> seen = new HashMap<>();
        for (int edge = 0; edge < above.length; edge++) {
            Preference preference = preferences.get(edge);
            above[edge] = Objects.checkIndex(preference.above(), items);
            below[edge] = Objects.checkIndex(preference.below(), items);
            weights[edge] = preference.weight();
            long pair = (long) Math.min(above[edge], below[edge]) * items + Math.max(above[edge], below[edge]);
            Preference other = seen.putIfAbsent(pair, preference);
            if (other != null) {
                throw new IllegalArgumentException("a pair has one preference, got " + other + " and " + preference);
            }
        }
        return new PreferenceGraph(items, above, below, weights);
    }

    /**
     * A graph of r items from votes: preferences of one item to another are added up, and a pair may have both.
     *
     * @throws IndexOutOfBoundsException if an item is not in 0 … r − 1
     */
    public static PreferenceGraph sum(int items, List<Preference> votes) {
        Map<Long, Integer> edgeOf = new HashMap<>();
        int[] above = new int[votes.size()];
        int[] below = new int[above.length];
        double[] weights = new double[above.length];
        for (Preference vote : votes) {
            long pair =
                    (long) Objects.checkIndex(vote.above(), items) * items + Objects.checkIndex(vote.below(), items);
            int edge = edgeOf.computeIfAbsent(pair, next -> edgeOf.size());
            above[edge] = vote.above();
            below[edge] = vote.below();
            weights[edge] += vote.weight();
        }
        int edges = edgeOf.size();
        return new PreferenceGraph(
                items, Arrays.copyOf(above, edges), Arrays.copyOf(below, edges), Arrays.copyOf(weights, edges));
    }

    /**
     * The same preferences under other numbers.
     *
     * @param newItems how many items there are then
     * @param numberOf the new number of each item, all different
     * @throws IndexOutOfBoundsException if one is not below the new number of items
     */
    public PreferenceGraph renumbered(int newItems, int[] numberOf) {
        int[] newAbove = Arrays.stream(above)
                .map(item -> Objects.checkIndex(numberOf[item], newItems))
                .toArray();
        int[] newBelow = Arrays.stream(below)
                .map(item -> Objects.checkIndex(numberOf[item], newItems))
                .toArray();
        return new PreferenceGraph(newItems, newAbove, newBelow, weights);
    }

    /** The number of items, r. */
    public int items() {
        return items;
    }

    /** The number of preferences. */
    public int size() {
        return weights.length;
    }

    /** Hands on every preference, in the order in which they were first given. */
    public void forEach(Visitor visitor) {
        for (int edge = 0; edge < weights.length; edge++) {
            visitor.visit(above[edge], below[edge], weights[edge]);
        }
    }

    /** Σ_{i≠j} y_ij. */
    public double totalWeight() {
        return Arrays.stream(weights).sum();
    }
}
