package io.plumbrank.task;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What training saw of the labels of queries.
 *
 * @param queries how many there were
 * @param sizes the numbers of items that the queries that count have, ascending, each once; a bound is the weakest over them
 * @param twoGrades whether no query had more than two distinct grades, which frees pairwise targets of their condition
 * @param leastItemWeight the smallest weight of an item; 1 where items have none
 * @param weighted whether items, and whether queries have weights of their own
 */
public record LabelSummary(
        long queries, List<Integer> sizes, boolean twoGrades, double leastItemWeight, Weighted weighted)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** Before training. */
    public static final LabelSummary NONE = new LabelSummary(0, List.of(), true, 1, Weighted.NOTHING);

    public LabelSummary {
        sizes = List.copyOf(sizes);
    }

    /** Which weights the data have. */
    public record Weighted(boolean items, boolean queries) implements Serializable {
        /** Everything counts alike. */
        public static final Weighted NOTHING = new Weighted(false, false);
    }

    /** A copy with other sizes of queries. */
    public LabelSummary withSizes(List<Integer> others) {
        return new LabelSummary(queries, others, twoGrades, leastItemWeight, weighted);
    }

    /** Of a model file that knows the largest size only: any size up to it may have occurred. */
    public static List<Integer> upTo(int mostItems) {
        return IntStream.rangeClosed(1, mostItems).boxed().toList();
    }

    /** Queries and their items in words. */
    public String counted(long items) {
        return queries + (queries == 1 ? " query, " : " queries, ") + items + (items == 1 ? " item" : " items");
    }

    /** The size of the largest query. */
    public int mostItems() {
        return sizes.isEmpty() ? 0 : Collections.max(sizes);
    }
}
