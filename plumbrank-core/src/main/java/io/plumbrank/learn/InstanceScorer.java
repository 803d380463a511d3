package io.plumbrank.learn;

import io.plumbrank.data.Query;
import java.io.Serializable;

/**
 * A fitted function of instances: x ↦ u for the rows, or the pairs of rows, of an instance; of several candidates side by side
 * while one is being chosen. Immutable and thread-safe.
 */
public interface InstanceScorer extends Serializable {
    /** How many features a row has. */
    int inputs();

    /** How many numbers it makes of a row or pair, for all candidates together. */
    int outputs();

    /** u of some instances with so many rows each; x has all rows, one after another, NaN for missing. */
    Outputs score(float[] x, int[] rows);

    /** u of one instance, of the first candidate. */
    default double[] score(float[] x, int rows) {
        return score(x, new int[] {rows}).u()[0];
    }

    /** u of a query as a view shows it, of the first candidate. */
    default double[] score(Query query, QueryFeatures view) {
        return score(view.rows(query, view.input(inputs())), query.size());
    }
}
