package io.plumbrank.model;

import io.plumbrank.data.InOrder;
import io.plumbrank.data.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.target.PairsTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * The measure and the surrogate risk of many fits at once, in one pass over data, by the quick decoder. Batches are of a fixed
 * number of queries and added in their order, so that threads change no bit.
 *
 * @param features what fits see of an item
 */
record PairValidation(Measure measure, PairsTarget<Query> target, QueryFeatures features, int threads) {
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
        int items = query.size();
        double[] alpha = PairLabels.encode(target, query);
        int inputs = features.input(fit.pairs().features().itemInputs());
        double[][] u = fit.of(features.rows(query, inputs), items);
        boolean counts = false;
        for (int o = 0; o < u.length; o++) {
            Ranking ranking = target.decodeQuickly(u[o]);
            JudgedList list = JudgedList.ofRanking(ranking, query);
            double value = measure.evaluate(list);
            if (!Double.isNaN(value)) {
                sums.shares[o] += measure.share(list, value, query.weight());
                counts = true;
            }
            double risk = 0;
            for (int pair = 0; pair < alpha.length; pair++) {
                risk += (u[o][pair] - alpha[pair]) * (u[o][pair] - alpha[pair]);
            }
            sums.risks[o] += query.weight() * risk / items;
        }
        sums.weights += counts ? query.weight() : 0;
        sums.weight += query.weight();
        sums.rows += items;
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
