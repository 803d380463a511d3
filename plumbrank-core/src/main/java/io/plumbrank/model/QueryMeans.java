package io.plumbrank.model;

import io.plumbrank.util.Batches;
import io.plumbrank.data.Query;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.QueryMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The mean of a measure over queries in memory, for one array of scores after another. */
final class QueryMeans {
    private static final int BATCH = 256;

    private final Measure measure;
    private final List<Labelled> queries = new ArrayList<>();
    private final int threads;

    /** A query whose scores stand at {@code [from, to)}. */
    private record Labelled(Judgements labels, double weight, int from, int to) {}

    QueryMeans(Measure measure, List<Query> queries, int threads) {
        this.measure = measure;
        this.threads = threads;
        int from = 0;
        for (Query query : queries) {
            this.queries.add(new Labelled(Judgements.of(query), query.weight(), from, from + query.size()));
            from += query.size();
        }
    }

    /** By weight of the queries; NaN if none counts. Threads change no bit. */
    double of(double[] scores) {
        QueryMean total = new QueryMean();
        Batches.inOrder(
                queries::forEach,
                BATCH,
                threads,
                "plumbrank-measure",
                batch -> mean(batch.items(), scores),
                total::add);
        return total.value();
    }

    private QueryMean mean(List<Labelled> some, double[] scores) {
        QueryMean mean = new QueryMean();
        for (Labelled query : some) {
            double[] own = Arrays.copyOfRange(scores, query.from, query.to);
            mean.add(measure, query.labels.rankedBy(own), query.weight);
        }
        return mean;
    }
}
