package io.plumbrank.data;

/** What one instance of a file is. */
public enum Grouping {
    /** A query: all rows that name it. */
    QUERY,
    /**
     * A row by itself: a query of one item, named by the 1-based number of the row. Query names and item weights are passed
     * over: a row has one weight, that of the query.
     */
    ROW
}
