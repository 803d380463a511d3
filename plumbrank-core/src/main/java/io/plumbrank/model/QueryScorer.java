package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Scorer;
import io.plumbrank.util.InputException;
import java.util.List;

/** Scores the items of queries: a {@link RankerModel}, or what another tool trained. Immutable and thread-safe. */
public interface QueryScorer {
    /** f, one output. */
    Scorer scorer();

    /** What f sees of an item. */
    QueryFeatures features();

    /** The features in training, empty where they go by their numbers. */
    List<String> featureNames();

    /** How many features queries had in training. */
    default int inputs() {
        return features().input(scorer().inputs());
    }

    /**
     * Makes sure that data have the features that training had.
     *
     * @throws InputException if they go by other names
     */
    default void requireFeaturesOf(QuerySource data) {
        FeatureCheck.requireNames(data, featureNames());
    }

    /** The score of every item, a fresh array. Features that training never saw do not count. */
    default double[] scores(Query query) {
        double[] scores = new double[query.size()];
        scorer().scoreInto(features().rows(query, inputs()), query.size(), scores);
        return scores;
    }

    /** The items, best first; of equal scores the first in the query. */
    default Ranking rank(Query query) {
        return Ranking.byScores(scores(query));
    }
}
