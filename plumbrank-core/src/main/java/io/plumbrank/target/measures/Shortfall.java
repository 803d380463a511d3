package io.plumbrank.target.measures;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;

/** The loss that belongs to a measure: what a ranking falls short of the best one for the same grades. */
final class Shortfall {
    private Shortfall() {}

    /** Never negative; 0 on a query that the measure leaves out. */
    static double of(Measure measure, double[] grades, Ranking ranking, Ranking best) {
        Judgements labels = Judgements.of(grades);
        double value = measure.evaluate(labels.rankedBy(ranking));
        double largest = measure.evaluate(labels.rankedBy(best));
        return Double.isNaN(value) ? 0 : Math.max(0, largest - value);
    }
}
