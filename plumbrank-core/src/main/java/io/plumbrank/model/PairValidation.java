package io.plumbrank.model;

import io.plumbrank.util.InOrder;
import io.plumbrank.util.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.target.PairRankingTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * The measure and the surrogate risk of many fits at once, in one pass over data, by rankings that take little time. Batches are
 * of a fixed number of queries and added in their order, so that threads change no bit.
 *
 * @param features what fits see of an item
 */
record PairValidation(Measure measure, PairRankingTarget<Query> target, QueryFeatures features, int threads) {
    private static final int BATCH = 64;

    /**
     * One result an output.
     *
     * @param fitOf the fit for a query, by its number in the file; all have as many outputs
     * @throws InputException if no query counts
     */
    List<Result> of(QuerySource data, LongFunction<PairScores> fitOf, LongConsumer progress) {
        int outputs = fitOf.apply(0).pairs().outputs();
        Sums total = new Sums(outputs);
        try (InOrder<Sums> workers = new InOrder<>(threads, "plumbrank-validation", batch -> {
            total.add(batch);
            progress.accept(total.rows);
        })) {
            List<Query> open = new ArrayList<>();
            long[] first = {0};
            data.visit(query -> {
                open.add(query);
                if (open.size() == BATCH) {
                    submit(open, first, outputs, fitOf, workers);
                }
            });
            submit(open, first, outputs, fitOf, workers);
            workers.finish();
        }
        List<Result> results = new ArrayList<>();
        for (int o = 0; o < outputs; o++) {
            if (!(total.weights > 0)) {
                throw new InputException(
                        data.file().toString(),
                        0,
                        "no query that counts in " + measure.spec().typed(),
                        "queries with a positive weight and labels on which the measure is defined");
            }
            results.add(new Result(total.shares[o] / total.weights, total.risks[o] / total.weight));
        }
        return results;
    }

    private void submit(
            List<Query> open, long[] first, int outputs, LongFunction<PairScores> fitOf, InOrder<Sums> workers) {
        List<Query> batch = List.copyOf(open);
        open.clear();
        long from = first[0];
        first[0] += batch.size();
        workers.submit(() -> {
            Sums sums = new Sums(outputs);
            for (int i = 0; i < batch.size(); i++) {
                add(sums, batch.get(i), fitOf.apply(from + i));
            }
            return sums;
        });
    }

    private void add(Sums sums, Query query, PairScores fit) {
        double[] alpha = PairLabels.encode(target, query);
        int inputs = features.input(fit.pairs().itemInputs());
        double[][] u = fit.of(features.rows(query, inputs), query.size());
        boolean counts = false;
        for (int o = 0; o < u.length; o++) {
            counts |= addShare(sums, o, query, u[o]);
            double risk = 0;
            for (int pair = 0; pair < alpha.length; pair++) {
                risk += (u[o][pair] - alpha[pair]) * (u[o][pair] - alpha[pair]);
            }
            sums.risks[o] += query.weight() * risk / query.size();
        }
        sums.weights += counts ? query.weight() : 0;
        sums.weight += query.weight();
        sums.rows += query.size();
    }

    /** Whether the measure counts on the query. */
    private boolean addShare(Sums sums, int output, Query query, double[] u) {
        JudgedList list = JudgedList.ofRanking(target.decodeQuickly(u), query);
        double value = measure.evaluate(list);
        if (Double.isNaN(value)) {
            return false;
        }
        sums.shares[output] += measure.share(list, value, query.weight());
        return true;
    }

    /** The mean of the measure over queries in memory, by what is predicted of each; NaN where it counts on none. */
    double mean(List<Query> queries, IntFunction<double[]> predictions) {
        Sums total = new Sums(1);
        try (InOrder<Sums> workers = new InOrder<>(threads, "plumbrank-validation", total::add)) {
            for (int first = 0; first < queries.size(); first += BATCH) {
                int from = first;
                int to = Math.min(first + BATCH, queries.size());
                workers.submit(() -> {
                    Sums sums = new Sums(1);
                    for (int q = from; q < to; q++) {
                        Query query = queries.get(q);
                        sums.weights += addShare(sums, 0, query, predictions.apply(q)) ? query.weight() : 0;
                    }
                    return sums;
                });
            }
            workers.finish();
        }
        return total.shares[0] / total.weights;
    }

    /** Sums over queries, by output. */
    private static final class Sums {
        private final double[] shares;
        private final double[] risks;
        private double weights;
        private double weight;
        private long rows;

        Sums(int outputs) {
            this.shares = new double[outputs];
            this.risks = new double[outputs];
        }

        void add(Sums other) {
            for (int o = 0; o < shares.length; o++) {
                shares[o] += other.shares[o];
                risks[o] += other.risks[o];
            }
            weights += other.weights;
            weight += other.weight;
            rows += other.rows;
        }
    }
}
