package io.plumbrank.data.votes;

import io.plumbrank.data.text.TextLines;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A preference profile: voters' orders of the same items, with ties and gaps. Immutable.
 *
 * <pre>{@code
 * Votes votes = Votes.read(Path.of("00009-00000001.soc"));
 * PairwiseWeights weights = votes.pairwise(Unranked.IGNORE);
 * }</pre>
 *
 * @param names one per item
 * @param orders the different orders
 */
public record Votes(List<String> names, List<Order> orders) {
    public Votes {
        names = List.copyOf(names);
        orders = List.copyOf(orders);
        for (Order order : orders) {
            order.check(names.size());
        }
    }

    /**
     * One order and how many voters gave it.
     *
     * @param count at least 1
     * @param groups the items best first; those within a group are tied
     */
    public record Order(long count, List<List<Integer>> groups) {
        public Order {
            if (count < 1) {
                throw new IllegalArgumentException("an order needs at least one voter, got " + count);
            }
            groups = groups.stream().map(List::copyOf).toList();
        }

        private void check(int items) {
            boolean[] seen = new boolean[items];
            for (List<Integer> group : groups) {
                for (int item : group) {
                    if (item < 0 || item >= items || seen[item]) {
                        throw new IllegalArgumentException("not an order of items below " + items + ": " + groups);
                    }
                    seen[item] = true;
                }
            }
        }
    }

    /**
     * Reads a PrefLib file: {@code .soc}, {@code .soi}, {@code .toc} or {@code .toi}, plain or gzip, with the header
     * lines of 2022 and later.
     *
     * @throws InputException if it is not such a file
     */
    public static Votes read(Path file) {
        return new PrefLibReader(file, TextLines.of(file)).read();
    }

    /** The number of voters. */
    public long voters() {
        return orders.stream().mapToLong(Order::count).sum();
    }

    /**
     * How many voters rank each item above each other. Minimising what a ranking contradicts of it is Kemeny's rule. O(r²)
     * for each order.
     */
    public PairwiseWeights pairwise(Unranked unranked) {
        double[][] weights = new double[names.size()][names.size()];
        for (Order order : orders) {
            addInto(order.groups(), order.count(), unranked, weights);
        }
        return PairwiseWeights.of(names, weights);
    }

    /** Adds the weight of an order to all pairs that it decides. */
    static void addInto(List<List<Integer>> groups, double weight, Unranked unranked, double[][] weights) {
        // the items that stand below the group at hand
        boolean[] below = new boolean[weights.length];
        Arrays.fill(below, unranked == Unranked.BOTTOM);
        groups.forEach(group -> group.forEach(item -> below[item] = true));
        for (List<Integer> group : groups) {
            for (int item : group) {
                below[item] = false;
            }
            for (int item : group) {
                for (int j = 0; j < weights.length; j++) {
                    weights[item][j] += below[j] ? weight : 0;
                }
            }
        }
    }
}
