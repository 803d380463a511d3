package io.plumbrank.data;

/** Sees the queries of a file one after another, in file order, from one thread. */
@FunctionalInterface
public interface QueryVisitor {
    /**
     * Takes the next query. It may be kept: it is immutable and shares no memory that will be written again.
     *
     * @param query the query with all its items
     */
    void visit(Query query);
}
