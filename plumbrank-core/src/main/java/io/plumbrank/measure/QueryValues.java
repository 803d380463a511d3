package io.plumbrank.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of all measures on all queries of one run. A query's share of a mean is weight · value, but XGBoost and
 * LightGBM let an undefined query count an unweighted 1, so shares are kept apart.
 */
public final class QueryValues {
    private final String run;
    private final List<MeasureSpec> measures;
    private final List<String> queryIds;
    private final double[] weights;
    private final double[][] values;
    private final double[][] shares;

    /** Arrays are indexed by measure, then query. */
    QueryValues(
            String run,
            List<MeasureSpec> measures,
            List<String> queryIds,
            double[] weights,
            double[][] values,
            double[][] shares) {
        this.run = run;
        this.measures = List.copyOf(measures);
        this.queryIds = List.copyOf(queryIds);
        this.weights = weights;
        this.values = values;
        this.shares = shares;
    }

    /** The run's name. */
    public String run() {
        return run;
    }

    /** The same values under another name. */
    QueryValues withRun(String name) {
        return new QueryValues(name, measures, queryIds, weights, values, shares);
    }

    /** The measures, in the order asked for. */
    public List<MeasureSpec> measures() {
        return measures;
    }

    /** The queries, in the order of the judgements or the data. */
    public List<String> queryIds() {
        return queryIds;
    }

    /** The value of a measure on a query; NaN where the query does not count. */
    public double value(int measure, int query) {
        return values[measure][query];
    }

    /** On how many queries a measure counts. */
    public int count(int measure) {
        int count = 0;
        for (double value : values[measure]) {
            count += Double.isNaN(value) ? 0 : 1;
        }
        return count;
    }

    /** The mean over queries, by weight, or the sum where the measure is a count; NaN if no query counts. */
    public double mean(int measure) {
        double sum = 0;
        double weight = 0;
        for (int query = 0; query < weights.length; query++) {
            if (!Double.isNaN(values[measure][query])) {
                sum += shares[measure][query];
                weight += weights[query];
            }
        }
        return measures.get(measure).isCount() ? sum : sum / weight;
    }

    /** Shares and weights of the queries that count and weigh something: two columns. */
    double[][] sharesAndWeights(int measure) {
        double[][] columns = new double[2][weights.length];
        int n = 0;
        for (int query = 0; query < weights.length; query++) {
            if (!Double.isNaN(values[measure][query]) && weights[query] > 0) {
                columns[0][n] = shares[measure][query];
                columns[1][n] = weights[query];
                n++;
            }
        }
        return new double[][] {Arrays.copyOf(columns[0], n), Arrays.copyOf(columns[1], n)};
    }

    /**
     * The queries that count in two runs and weigh something.
     *
     * @param differences of the shares, the other run's minus this one's
     * @param weight of these queries together
     */
    @SuppressWarnings("ArrayRecordComponent") // a carrier that nobody compares
    record Pairs(double[] differences, double weight) {
        /** The difference of the two means on these queries; NaN if there are none. */
        double mean() {
            return Arrays.stream(differences).sum() / weight;
        }
    }

    /** This run and another one, query by query; both give a query the same weight. */
    Pairs pairs(int measure, QueryValues other) {
        Map<String, Integer> index = index();
        double[] differences = new double[other.queryIds.size()];
        double weight = 0;
        int count = 0;
        for (int query = 0; query < other.queryIds.size(); query++) {
            Integer here = index.get(other.queryIds.get(query));
            if (here == null) {
                continue;
            }
            double difference = other.shares[measure][query] - shares[measure][here];
            if (!Double.isNaN(difference) && other.weights[query] > 0) {
                differences[count++] = difference;
                weight += other.weights[query];
            }
        }
        return new Pairs(Arrays.copyOf(differences, count), weight);
    }

    /** The same values with the queries in another order; queries that have no value are left out. */
    QueryValues inOrderOf(Iterable<String> order) {
        Map<String, Integer> index = index();
        List<String> ids = new ArrayList<>(queryIds.size());
        int[] source = new int[queryIds.size()];
        for (String id : order) {
            Integer query = index.get(id);
            if (query != null) {
                source[ids.size()] = query;
                ids.add(id);
            }
        }
        return new QueryValues(
                run,
                measures,
                ids,
                pick(weights, source, ids.size()),
                pick(values, source, ids.size()),
                pick(shares, source, ids.size()));
    }

    private Map<String, Integer> index() {
        Map<String, Integer> index = new HashMap<>(2 * queryIds.size());
        for (int query = 0; query < queryIds.size(); query++) {
            index.put(queryIds.get(query), query);
        }
        return index;
    }

    private static double[][] pick(double[][] columns, int[] source, int count) {
        double[][] picked = new double[columns.length][];
        for (int i = 0; i < columns.length; i++) {
            picked[i] = pick(columns[i], source, count);
        }
        return picked;
    }

    private static double[] pick(double[] column, int[] source, int count) {
        double[] picked = new double[count];
        for (int i = 0; i < count; i++) {
            picked[i] = column[source[i]];
        }
        return picked;
    }
}
