package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.SquareForm;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.util.InputException;

/**
 * The surrogate of one query, items by their weights: a sum over items counts each so often, and centred squares are about
 * the mean by weight. Other surrogates take no item weights. One for each thread.
 */
final class QueryLoss {
    private final Surrogate surrogate;
    private final Scratch scratch = new Scratch();
    private double[] gradient = {};

    QueryLoss(Surrogate surrogate) {
        this.surrogate = surrogate;
    }

    /** Whether {@link #value} can count items by weight. */
    static boolean takesItemWeights(Surrogate surrogate) {
        return surrogate instanceof PointwiseSurrogate || surrogate.squareForm().isPresent();
    }

    /** The fault of item weights where a surrogate takes none. */
    static InputException noItemWeights(QuerySource data, Query query, String surrogate) {
        return new InputException(
                data.file().toString(),
                query.firstLine(),
                "weights of items",
                "none with " + surrogate + ": surrogates of single items, and pairwise-squared, take them");
    }

    /** ψ of the query's items. */
    double value(Query query, double[] scores, double[] utilities) {
        int items = query.size();
        if (query.hasItemWeights()) {
            return weighted(query, scores, utilities);
        }
        if (gradient.length < items) {
            gradient = new double[items];
        }
        return surrogate.gradientInto(scores, utilities, items, scratch, gradient);
    }

    private double weighted(Query query, double[] scores, double[] utilities) {
        if (surrogate instanceof PointwiseSurrogate pointwise) {
            double sum = 0;
            for (int i = 0; i < query.size(); i++) {
                sum += query.itemWeight(i) * pointwise.loss(utilities[i], scores[i]);
            }
            return sum;
        }
        SquareForm form = surrogate.squareForm().orElseThrow();
        double weight = 0;
        double mean = 0;
        for (int i = 0; i < query.size(); i++) {
            weight += query.itemWeight(i);
            mean += query.itemWeight(i) * (form.targetFactor() * utilities[i] - scores[i]);
        }
        mean = weight > 0 && form.centred() ? mean / weight : 0;
        double squares = 0;
        for (int i = 0; i < query.size(); i++) {
            double distance = form.targetFactor() * utilities[i] - scores[i] - mean;
            squares += query.itemWeight(i) * distance * distance;
        }
        return form.lossFactor() * squares;
    }
}
