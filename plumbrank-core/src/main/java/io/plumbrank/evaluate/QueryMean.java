package io.plumbrank.evaluate;

import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;

/** A weighted mean of a measure over queries. A query on which the measure does not count, NaN, is left out. */
final class QueryMean {
    private double shares;
    private double weight;

    /**
     * Adds a query.
     *
     * @return whether it counts
     */
    public boolean add(Measure measure, JudgedList list, double weight) {
        return add(measure.share(list, measure.evaluate(list), weight), weight);
    }

    /**
     * Adds a query.
     *
     * @param share what it adds to the sum, weight · value for most conventions; NaN where it does not count
     * @return whether it counts
     */
    public boolean add(double share, double weight) {
        if (Double.isNaN(share)) {
            return false;
        }
        this.shares += share;
        this.weight += weight;
        return true;
    }

    /** Adds the queries of another mean. Addition is not associative: bits depend on which queries are summed first. */
    public void add(QueryMean other) {
        shares += other.shares;
        weight += other.weight;
    }

    /** The sum of the shares. */
    double sum() {
        return shares;
    }

    /** The weight of the queries that count. */
    public double weight() {
        return weight;
    }

    /** NaN if no query counts. */
    public double value() {
        return shares / weight;
    }
}
