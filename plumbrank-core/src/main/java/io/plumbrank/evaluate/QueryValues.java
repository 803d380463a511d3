package io.plumbrank.evaluate;

import io.plumbrank.data.Query;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The values of all measures on all queries of one run. A query's share of a mean is weight · value, but XGBoost and
 * LightGBM let an undefined query count an unweighted 1, so shares are kept apart.
 */
public final class QueryValues {
    private final String run;
    private final List<MeasureSpec> measures;
    private final List<OfQuery> rows;
    private final List<String> queryIds;

    QueryValues(String run, List<MeasureSpec> measures, List<OfQuery> rows) {
        this.run = run;
        this.measures = measures;
        this.rows = rows;
        this.queryIds = rows.stream().map(OfQuery::query).toList();
    }

    /**
     * What one query gave, which can be made wherever the query is.
     *
     * @param query its name
     * @param weight how much it counts
     * @param values by measure
     * @param shares what it adds to the sum of each measure
     */
    public record OfQuery(String query, double weight, double[] values, double[] shares) implements Serializable {
        private static final long serialVersionUID = 1;

        /** The measures on one query whose items have scores. */
        public static OfQuery of(List<MeasureSpec> measures, Query query, double[] scores) {
            return of(measures, query.id(), query.weight(), Judgements.of(query).rankedBy(scores));
        }

        static OfQuery of(List<MeasureSpec> measures, String query, double weight, JudgedList list) {
            double[] values = new double[measures.size()];
            double[] shares = new double[measures.size()];
            for (int m = 0; m < values.length; m++) {
                Measure measure = measures.get(m).measure();
                values[m] = measure.evaluate(list);
                shares[m] = measure.share(list, values[m], weight);
            }
            return new OfQuery(query, weight, values, shares);
        }
    }

    /** Values that were made query by query; means are sums in this order. */
    public static QueryValues of(String run, List<MeasureSpec> measures, List<OfQuery> queries) {
        return new QueryValues(run, List.copyOf(measures), List.copyOf(queries));
    }

    /** The run's name. */
    public String run() {
        return run;
    }

    /** The values of one run on several parts of the data; names of queries begin with the number of the part. */
    static QueryValues joined(List<QueryValues> parts) {
        QueryValues first = parts.get(0);
        List<OfQuery> all = new ArrayList<>();
        for (int part = 0; part < parts.size(); part++) {
            QueryValues own = parts.get(part);
            if (!own.run.equals(first.run) || !own.measures.equals(first.measures)) {
                throw new IllegalArgumentException("parts of different runs or measures");
            }
            for (OfQuery row : own.rows) {
                all.add(new OfQuery((part + 1) + ":" + row.query, row.weight, row.values, row.shares));
            }
        }
        return new QueryValues(first.run, first.measures, all);
    }

    /** The same values under another name. */
    public QueryValues withRun(String name) {
        return new QueryValues(name, measures, rows);
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
        return rows.get(query).values[measure];
    }

    public int count(int measure) {
        return (int)
                rows.stream().filter(row -> !Double.isNaN(row.values[measure])).count();
    }

    /** The mean over queries, by weight, or the sum where the measure is a count; NaN if no query counts. */
    public double mean(int measure) {
        double sum = 0;
        double weight = 0;
        for (OfQuery row : rows) {
            if (!Double.isNaN(row.shares[measure])) {
                sum += row.shares[measure];
                weight += row.weight;
            }
        }
        return measures.get(measure).isCount() ? sum : sum / weight;
    }

    /** √(n/(n − 1) · Σ(share − mean · w)²) / Σw over the n queries that count; NaN of a count, and of fewer than two queries. */
    public double standardError(int measure) {
        double[][] counting = sharesAndWeights(measure);
        int n = counting[0].length;
        if (n < 2 || measures.get(measure).isCount()) {
            return Double.NaN;
        }
        double mean = mean(measure);
        double squares = 0;
        double weight = 0;
        for (int i = 0; i < n; i++) {
            double left = counting[0][i] - mean * counting[1][i];
            squares += left * left;
            weight += counting[1][i];
        }
        return Math.sqrt(squares * n / (n - 1)) / weight;
    }

    /** Shares and weights of the queries that count and weigh something: two columns. */
    double[][] sharesAndWeights(int measure) {
        List<OfQuery> counting = rows.stream()
                .filter(row -> !Double.isNaN(row.values[measure]) && row.weight > 0)
                .toList();
        return new double[][] {
            counting.stream().mapToDouble(row -> row.shares[measure]).toArray(),
            counting.stream().mapToDouble(OfQuery::weight).toArray()
        };
    }

    /**
     * The queries that count in two runs and weigh something.
     *
     * @param differences of the shares, the other run's minus this one's
     * @param weight of these queries together
     */
    record Pairs(double[] differences, double weight) {
        /** The difference of the two means on these queries; NaN if there are none. */
        double mean() {
            return Arrays.stream(differences).sum() / weight;
        }
    }

    /** This run and another one, query by query; both give a query the same weight. */
    Pairs pairs(int measure, QueryValues other) {
        Map<String, OfQuery> index = index();
        double[] differences = new double[other.rows.size()];
        double weight = 0;
        int count = 0;
        for (OfQuery there : other.rows) {
            OfQuery here = index.get(there.query);
            double difference = here == null ? Double.NaN : there.shares[measure] - here.shares[measure];
            if (!Double.isNaN(difference) && there.weight > 0) {
                differences[count++] = difference;
                weight += there.weight;
            }
        }
        return new Pairs(Arrays.copyOf(differences, count), weight);
    }

    /** The same values with the queries in another order; queries that have no value are left out. */
    public QueryValues inOrderOf(Collection<String> order) {
        Map<String, OfQuery> index = index();
        return new QueryValues(
                run,
                measures,
                order.stream().map(index::get).filter(Objects::nonNull).toList());
    }

    private Map<String, OfQuery> index() {
        Map<String, OfQuery> index = new HashMap<>(2 * rows.size());
        rows.forEach(row -> index.put(row.query, row));
        return index;
    }
}
