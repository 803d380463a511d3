package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.util.InOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Scores the queries of a file, in file order. */
public final class RankerPredictions {
    private static final int BATCH = 64;

    /** Decoding a query may take a second, so that a thread should not wait for a batch of them. */
    private static final int DECODED = 1;

    private RankerPredictions() {}

    /**
     * Streams a file of queries; labels do not matter. Threads change nothing.
     *
     * @param finish makes something of a query and its scores, on any thread
     * @param consumer takes it, in file order, in the calling thread
     * @throws io.plumbrank.util.InputException if the file is not as it should be, or has other features than in training
     */
    public static <T> void forEach(
            QueryScorer model,
            QuerySource data,
            int threads,
            BiFunction<Query, double[], T> finish,
            Consumer<T> consumer) {
        model.requireFeaturesOf(data);
        forEach(data, threads, BATCH, query -> finish.apply(query, model.scores(query)), consumer);
    }

    /**
     * The same for a ranker by pairs.
     *
     * @param limits of the decoder, for each query
     * @param finish makes something of a query and what the decoder says, on any thread
     */
    public static <T> void forEach(
            PairRankerModel model,
            QuerySource data,
            int threads,
            DecodeLimits limits,
            BiFunction<Query, DecodeResult, T> finish,
            Consumer<T> consumer) {
        model.requireFeaturesOf(data);
        forEach(data, threads, DECODED, query -> finish.apply(query, model.decode(query, limits)), consumer);
    }

    private static <T> void forEach(
            QuerySource data, int threads, int size, Function<Query, T> work, Consumer<T> consumer) {
        try (InOrder<List<T>> workers = new InOrder<>(threads, "plumbrank-scorer", batch -> batch.forEach(consumer))) {
            List<Query> batch = new ArrayList<>();
            data.visit(query -> {
                batch.add(query);
                if (batch.size() == size) {
                    submit(batch, work, workers);
                }
            });
            submit(batch, work, workers);
            workers.finish();
        }
    }

    private static <T> void submit(List<Query> batch, Function<Query, T> work, InOrder<List<T>> workers) {
        List<Query> queries = List.copyOf(batch);
        batch.clear();
        workers.submit(() -> queries.stream().map(work).toList());
    }
}
