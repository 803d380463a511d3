package io.plumbrank.measure;

/** How the values of the queries become one number. */
public enum Aggregation {
    /** The mean over queries. */
    MEAN,
    /** The sum over queries: the counts of trec_eval. */
    SUM
}
