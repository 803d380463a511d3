package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.util.Optional;
import java.util.function.Function;

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

    /** How many rows of features a query of {@link #judged} has: one per item, or one for all. */
    default int rows(Query query) {
        return query.size();
    }

    /**
     * Scores of a query of {@link #judged} by other values of one input, one value per row; a decoder that searches makes way for a
     * quick rule. For one thread.
     */
    Function<float[], double[]> scoresBy(Query query, int input);

    /**
     * Why the first of the ranking of a query of {@link #judged} is above the second; empty where the model does not tell.
     *
     * @param data as {@link #judged} takes them
     */
    default Optional<Contrast> contrast(Query query, QuerySource data) {
        return Optional.empty();
    }

    /** Receives a number that was predicted as an expectation, and the number that was seen. */
    @FunctionalInterface
    interface Seen {
        void add(double predicted, double seen, double weight);
    }

    /**
     * Compares expectations that it predicts with what data show.
     *
     * @param data as {@link #judged} takes them
     * @return what was compared, or why nothing was, in words
     */
    default String compareExpectations(QuerySource data, Seen seen) {
        return "What its outputs expect is not known.";
    }
}
