package io.plumbrank.data;

import java.util.List;

/** A whole data set in memory: queries in the order in which they first appear. */
public final class Dataset {
    private final List<Query> queries;
    private final int featureCount;
    private final long rows;

    /** Gathers queries; O(number of queries), no row is copied. */
    public Dataset(List<Query> queries) {
        this.queries = List.copyOf(queries);
        this.featureCount =
                this.queries.stream().mapToInt(Query::featureCount).max().orElse(0);
        this.rows = this.queries.stream().mapToLong(Query::size).sum();
    }

    /** The queries, unmodifiable. */
    public List<Query> queries() {
        return queries;
    }

    /** One more than the largest feature number. */
    public int featureCount() {
        return featureCount;
    }

    /** The number of items over all queries. */
    public long rows() {
        return rows;
    }
}
