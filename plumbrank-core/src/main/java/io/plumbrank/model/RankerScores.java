package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Scorer;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.util.InOrder;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * The measure and the surrogate risk of many scorers at once, in one pass over data. Queries are scored in batches of a fixed
 * number on worker threads, and batches are added in their order, so that threads change no bit.
 */
final class RankerScores {
    private static final int BATCH = 64;

    private final Measure measure;
    private final RankingTarget<Query> target;
    private final QueryFeatures features;
    private final List<Surrogate> surrogates;
    private final int threads;

    /** @param surrogates of each output of the scorers */
    RankerScores(
            Measure measure,
            RankingTarget<Query> target,
            QueryFeatures features,
            List<Surrogate> surrogates,
            int threads) {
        this.measure = measure;
        this.target = target;
        this.features = features;
        this.surrogates = surrogates;
        this.threads = threads;
    }

    /**
     * One result an output.
     *
     * @param scorerOf the scorer of a query, by its number in the file
     * @param progress is told how many rows are done
     * @throws InputException if no query counts, or a label has a grade that the measure cannot take
     */
    List<Result> of(QuerySource data, LongFunction<Scorer> scorerOf, LongConsumer progress) {
        Sums total = new Sums(surrogates.size());
        try (InOrder<Sums> workers = new InOrder<>(threads, "plumbrank-validation", batch -> {
            total.add(batch);
            progress.accept(total.rows);
        })) {
            Batch[] open = {new Batch(0)};
            data.visit(query -> {
                open[0].queries.add(query);
                if (open[0].queries.size() == BATCH) {
                    Batch full = open[0];
                    open[0] = new Batch(full.first + BATCH);
                    workers.submit(() -> sums(data, full, scorerOf));
                }
            });
            workers.submit(() -> sums(data, open[0], scorerOf));
            workers.finish();
        }
        List<Result> results = new ArrayList<>();
        for (int c = 0; c < surrogates.size(); c++) {
            if (!(total.weights[c] > 0)) {
                throw new InputException(
                        data.file().toString(),
                        0,
                        "no query that counts in " + measure.spec().typed(),
                        "queries with a positive weight and labels on which the measure is defined");
            }
            results.add(new Result(total.shares[c] / total.weights[c], total.risks[c] / total.weight));
        }
        return results;
    }

    private record Batch(long first, List<Query> queries) {
        Batch(long first) {
            this(first, new ArrayList<>(BATCH));
        }
    }

    private Sums sums(QuerySource data, Batch batch, LongFunction<Scorer> scorerOf) {
        Sums sums = new Sums(surrogates.size());
        QueryLoss[] losses = surrogates.stream().map(QueryLoss::new).toArray(QueryLoss[]::new);
        for (int i = 0; i < batch.queries.size(); i++) {
            Query query = batch.queries.get(i);
            Scorer scorer = scorerOf.apply(batch.first + i);
            add(sums, data, query, scorer, losses);
        }
        return sums;
    }

    private void add(Sums sums, QuerySource data, Query query, Scorer scorer, QueryLoss[] losses) {
        int items = query.size();
        int outputs = surrogates.size();
        double[] stacked = new double[Math.multiplyExact(items, outputs)];
        scorer.scoreInto(features.rows(query, features.input(scorer.inputs())), items, stacked);
        double[] utilities = new double[items];
        QueryLabels.encodeInto(target, data, query, utilities);
        Judgements labels = Judgements.of(query);
        double[] scores = new double[items];
        for (int c = 0; c < outputs; c++) {
            for (int i = 0; i < items; i++) {
                scores[i] = stacked[i * outputs + c];
            }
            JudgedList list = labels.rankedBy(scores);
            double value = measure.evaluate(list);
            if (!Double.isNaN(value)) {
                sums.shares[c] += measure.share(list, value, query.weight());
                sums.weights[c] += query.weight();
            }
            sums.risks[c] += query.weight() * losses[c].value(query, scores, utilities);
        }
        sums.weight += query.weight();
        sums.rows += items;
    }

    /** Sums over queries, by output. */
    private static final class Sums {
        private final double[] shares;
        private final double[] weights;
        private final double[] risks;
        private double weight;
        private long rows;

        Sums(int outputs) {
            this.shares = new double[outputs];
            this.weights = new double[outputs];
            this.risks = new double[outputs];
        }

        void add(Sums other) {
            for (int c = 0; c < shares.length; c++) {
                shares[c] += other.shares[c];
                weights[c] += other.weights[c];
                risks[c] += other.risks[c];
            }
            weight += other.weight;
            rows += other.rows;
        }
    }
}
