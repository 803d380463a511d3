package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InOrder;

/** Predicts the rows of a file, in file order. */
public final class ClassPredictions {
    private ClassPredictions() {}

    /** Takes predictions, one row after another. */
    @FunctionalInterface
    public interface Consumer {
        /**
         * Takes one.
         *
         * @param row 0-based, in the file
         * @param prediction index of the prediction
         */
        void accept(long row, int prediction);
    }

    /** Streams a file of instances; labels do not matter. Threads change nothing. */
    public static void forEach(ClassModel model, QuerySource data, int threads, Consumer consumer) {
        long[] row = {0};
        try (InOrder<int[]> workers = new InOrder<>(threads, "plumbrank-scorer", predictions -> {
            for (int prediction : predictions) {
                consumer.accept(row[0]++, prediction);
            }
        })) {
            Rows.forEach(
                    data,
                    model.scorer().inputs(),
                    model.provenance().featureNames(),
                    rows -> workers.submit(() -> {
                        int[] predictions = new int[rows.count()];
                        model.predictInto(rows.features(), rows.count(), predictions);
                        return predictions;
                    }));
            workers.finish();
        }
    }
}
