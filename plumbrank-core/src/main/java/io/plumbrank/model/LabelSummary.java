package io.plumbrank.model;

/**
 * What training saw of the labels of queries.
 *
 * @param queries how many there were
 * @param mostItems the size of the largest query, for which bounds are stated
 * @param twoGrades whether no query had more than two distinct grades, which frees pairwise targets of their condition
 * @param leastItemWeight the smallest weight of an item; 1 where items have none
 */
public record LabelSummary(long queries, int mostItems, boolean twoGrades, double leastItemWeight) {
    /** Before training. */
    public static final LabelSummary NONE = new LabelSummary(0, 0, true, 1);
}
