package io.plumbrank.votes;

import io.plumbrank.util.internal.RunningSums;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/**
 * Counts the pairs of orders one after another, so that no order need be kept: memory for the pairs of items, whatever the number of
 * votes. Items may come as orders name them. O(r) per item of an order.
 */
final class PairCounter {
    private final Unranked unranked;
    private final int most;
    private double[][] weights = new double[16][16];
    /** The weight of all orders that rank an item: what it has over an item that no order has named yet. */
    private double[] ranked = new double[16];

    private double[] below = new double[16];
    private int size;
    private long orders;
    private double total;
    /** The most digits behind the point that a weight has. */
    private int digits;

    /** @param most how many items there may be */
    PairCounter(Unranked unranked, int most) {
        this.unranked = unranked;
        this.most = most;
    }

    /** Makes sure that there are so many items at least. */
    void include(int items) {
        if (items > most) {
            throw new IllegalArgumentException("at most " + most + " candidates here");
        }
        if (items > weights.length) {
            int capacity = Math.max(items, 2 * weights.length);
            double[][] larger = new double[capacity][];
            for (int i = 0; i < capacity; i++) {
                larger[i] = i < size ? Arrays.copyOf(weights[i], capacity) : new double[capacity];
            }
            weights = larger;
            ranked = Arrays.copyOf(ranked, capacity);
            below = new double[capacity];
        }
        for (; size < items; size++) {
            for (int i = 0; i < size && unranked == Unranked.BOTTOM; i++) {
                weights[i][size] = ranked[i];
            }
        }
    }

    /**
     * Adds the weight of an order to all pairs that it decides; its items are among those that are included.
     *
     * @param items best first
     * @param ends where each group of tied items ends
     */
    void add(int[] items, int[] ends, double weight) {
        orders++;
        total += weight;
        if (weight != Math.rint(weight)) {
            digits = Math.max(digits, BigDecimal.valueOf(weight).scale());
        }
        // what an item has over each other, if it stands in the group at hand
        Arrays.fill(below, 0, size, unranked == Unranked.BOTTOM ? weight : 0);
        for (int item : items) {
            below[item] = weight;
            ranked[item] += weight;
        }
        int from = 0;
        for (int to : ends) {
            for (int at = from; at < to; at++) {
                below[items[at]] = 0;
            }
            for (; from < to; from++) {
                addTo(weights[items[from]], below, size);
            }
        }
    }

    /** Adds an order as groups of tied items, best first. */
    void add(List<List<Integer>> groups, double weight) {
        int[] ends = groups.stream().mapToInt(List::size).toArray();
        RunningSums.inPlace(ends);
        add(groups.stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray(), ends, weight);
    }

    private static void addTo(double[] row, double[] more, int count) {
        for (int j = 0; j < count; j++) {
            row[j] += more[j];
        }
    }

    /**
     * Sums of decimal weights are those of their digits, as long as what rounding left in them is less than half of the last digit.
     *
     * @param names one per item
     */
    PairwiseWeights weights(List<String> names) {
        double units = Math.pow(10, digits);
        boolean exact =
                digits > 0 && total * units < PairwiseWeights.COUNTED && orders * Math.ulp(total) * units < 0.25;
        double[][] square = new double[size][];
        for (int i = 0; i < size; i++) {
            square[i] = weights.length == size ? weights[i] : Arrays.copyOf(weights[i], size);
            for (int j = 0; j < size && exact; j++) {
                square[i][j] = Math.rint(square[i][j] * units) / units;
            }
        }
        return PairwiseWeights.of(names, square);
    }
}
