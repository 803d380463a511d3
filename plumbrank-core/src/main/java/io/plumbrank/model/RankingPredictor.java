package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.util.Optional;

/** Predicts rankings, of the items of queries or of a fixed set of labels, so that measures of rankings can judge it. */
public interface RankingPredictor extends Predictor {
    /** What it was trained for; empty where another tool trained it. */
    Optional<MeasureSpec> measure();

    /**
     * Labelled data as queries whose items it ranks.
     *
     * @throws InputException if the data have other features or labels than the training data
     */
    QuerySource judged(QuerySource data);

    /** One score per item of a query of {@link #judged}, which sort as it ranks them. */
    double[] scores(Query query);
}
