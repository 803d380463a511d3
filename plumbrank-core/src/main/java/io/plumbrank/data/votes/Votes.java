package io.plumbrank.data.votes;

import io.plumbrank.data.text.TextLines;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
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
        List<Order> orders = new ArrayList<>();
        PrefLibReader reader = new PrefLibReader(file, TextLines.streamed(file), (count, items, ends) -> {
            List<List<Integer>> groups = new ArrayList<>();
            int from = 0;
            for (int to : ends) {
                groups.add(Arrays.stream(items, from, to).boxed().toList());
                from = to;
            }
            orders.add(new Order(count, groups));
        });
        return new Votes(reader.read(), orders);
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
        PairCounter pairs = new PairCounter(unranked);
        pairs.include(names.size());
        for (Order order : orders) {
            pairs.add(order.groups(), (double) order.count());
        }
        return pairs.weights(names);
    }
}
