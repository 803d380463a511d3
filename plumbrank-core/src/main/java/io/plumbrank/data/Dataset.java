package io.plumbrank.data;

import java.util.List;

/** A whole data set in memory: queries in the order in which they first appear. */
public final class Dataset {
    private final List<Query> queries;
    private final List<String> featureNames;
    private final int featureCount;
    private final long rows;

    /** Gathers queries whose features go by their numbers; O(number of queries), no row is copied. */
    public Dataset(List<Query> queries) {
        this(queries, List.of());
    }

    /**
     * Gathers queries; O(number of queries), no row is copied.
     *
     * @param featureNames the names of the features in order, or an empty list where features go by their numbers
     * @throws IllegalArgumentException if there are names, but fewer than features
     */
    public Dataset(List<Query> queries, List<String> featureNames) {
        this.queries = List.copyOf(queries);
        this.featureNames = List.copyOf(featureNames);
        int most = this.queries.stream().mapToInt(Query::featureCount).max().orElse(0);
        if (!featureNames.isEmpty() && featureNames.size() < most) {
            throw new IllegalArgumentException(featureNames.size() + " names for " + most + " features");
        }
        this.featureCount = Math.max(most, featureNames.size());
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

    /** The names of the features in order, or an empty list where features go by their numbers; unmodifiable. */
    public List<String> featureNames() {
        return featureNames;
    }

    /** The number of items over all queries. */
    public long rows() {
        return rows;
    }
}
