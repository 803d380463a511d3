package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.util.List;
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

    /**
     * Why one prediction comes before another: a weighted sum of the outputs for one row of features beside the sum for another row.
     *
     * @param above the name of the one
     * @param below the name of the other
     * @param weights one per output
     * @param names of the features
     * @param here the features that speak for the one
     * @param there what they are compared with: the features of the other, or those of an average row
     */
    record Contrast(
            String above,
            String below,
            ExplainedScorer scorer,
            double[] weights,
            List<String> names,
            float[] here,
            float[] there) {
        /**
         * Contributions of the features to the difference of the two sums.
         *
         * @throws IllegalArgumentException if the file of the model does not tell
         */
        public double[] contributions() {
            double[] total = new double[here.length];
            double[] own = new double[here.length];
            for (int output = 0; output < weights.length; output++) {
                if (weights[output] != 0) {
                    scorer.differenceInto(here, there, output, own);
                    for (int j = 0; j < own.length; j++) {
                        total[j] += weights[output] * own[j];
                    }
                }
            }
            return total;
        }

        /** The weighted sum of the outputs for a row. */
        public double sum(float[] row) {
            double[] u = new double[scorer.outputs()];
            scorer.scoreInto(row, u);
            double sum = 0;
            for (int output = 0; output < u.length; output++) {
                sum += weights[output] * u[output];
            }
            return sum;
        }

        /** The mean of each feature over the rows that have it; NaN where none has. */
        public static float[] meanRow(List<float[]> rows) {
            float[] means = new float[rows.isEmpty() ? 0 : rows.get(0).length];
            for (int j = 0; j < means.length; j++) {
                double sum = 0;
                int present = 0;
                for (float[] row : rows) {
                    if (!Float.isNaN(row[j])) {
                        sum += row[j];
                        present++;
                    }
                }
                means[j] = present == 0 ? Float.NaN : (float) (sum / present);
            }
            return means;
        }
    }
}
