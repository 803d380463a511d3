package io.plumbrank.model;

import io.plumbrank.data.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;

/** Scores the items of queries: a {@link RankerModel}, or what another tool trained. Immutable and thread-safe. */
public interface QueryScorer {
    /**
     * Makes sure that data have the features that training had.
     *
     * @throws InputException if they go by other names
     */
    void requireFeaturesOf(QuerySource data);

    /** The score of every item, a fresh array. Features that training never saw do not count. */
    double[] scores(Query query);
}
