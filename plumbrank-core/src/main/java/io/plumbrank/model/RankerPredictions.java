package io.plumbrank.model;

import io.plumbrank.data.InOrder;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Scores the queries of a file, in file order. */
public final class RankerPredictions {
    private static final int BATCH = 64;

    private RankerPredictions() {}

    /**
     * Streams a file of queries; labels do not matter. Threads change nothing.
     *
     * @param finish makes something of a query and its scores, on any thread
     * @param consumer takes it, in file order, in the calling thread
     * @throws io.plumbrank.data.InputException if the file is not as it should be, or has other features than in training
     */
    public static <T> void forEach(
            QueryScorer model,
            QuerySource data,
            int threads,
            BiFunction<Query, double[], T> finish,
            Consumer<T> consumer) {
        model.requireFeaturesOf(data);
        try (InOrder<List<T>> workers = new InOrder<>(threads, "plumbrank-scorer", batch -> batch.forEach(consumer))) {
            List<Query> batch = new ArrayList<>();
            data.visit(query -> {
                batch.add(query);
                if (batch.size() == BATCH) {
                    submit(model, batch, finish, workers);
                }
            });
            submit(model, batch, finish, workers);
            workers.finish();
        }
    }

    private static <T> void submit(
            QueryScorer model, List<Query> batch, BiFunction<Query, double[], T> finish, InOrder<List<T>> workers) {
        List<Query> queries = List.copyOf(batch);
        batch.clear();
        workers.submit(() -> queries.stream()
                .map(query -> finish.apply(query, model.scores(query)))
                .toList());
    }
}
