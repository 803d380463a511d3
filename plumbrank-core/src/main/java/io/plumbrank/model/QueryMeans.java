package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.util.InOrder;
import java.util.Arrays;
import java.util.List;

/** The mean of a measure over queries in memory whose scores stand one after another. */
final class QueryMeans {
    private static final int BATCH = 256;

    private QueryMeans() {}

    /** By weight of the queries; NaN if none counts. Threads change no bit. */
    static double of(Measure measure, List<Query> queries, double[] scores, int threads) {
        double[] sums = new double[2];
        try (InOrder<double[]> workers = new InOrder<>(threads, "plumbrank-measure", batch -> {
            sums[0] += batch[0];
            sums[1] += batch[1];
        })) {
            int at = 0;
            for (int first = 0; first < queries.size(); first += BATCH) {
                List<Query> batch = queries.subList(first, Math.min(first + BATCH, queries.size()));
                int from = at;
                workers.submit(() -> sums(measure, batch, scores, from));
                at += batch.stream().mapToInt(Query::size).sum();
            }
            workers.finish();
        }
        return sums[0] / sums[1];
    }

    private static double[] sums(Measure measure, List<Query> queries, double[] scores, int from) {
        double[] sums = new double[2];
        int at = from;
        for (Query query : queries) {
            double[] own = Arrays.copyOfRange(scores, at, at + query.size());
            at += query.size();
            JudgedList list = Judgements.of(query).rankedBy(own);
            double value = measure.evaluate(list);
            if (!Double.isNaN(value)) {
                sums[0] += measure.share(list, value, query.weight());
                sums[1] += query.weight();
            }
        }
        return sums;
    }
}
