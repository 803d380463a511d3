package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows of plain instances in batches, for whoever scores them.
 *
 * @param features row-major, as wide as the scorer wants
 * @param labels one a row; NaN where they are ignored
 * @param weights one a row
 * @param count how many rows count
 * @param firstRow the 0-based number of the first of them in the file
 */
record Rows(float[] features, double[] labels, double[] weights, int count, long firstRow) {
    private static final int BATCH = 1024;

    /**
     * Streams a file in batches of a fixed size.
     *
     * @param inputs how many features the scorer takes; fewer in the data are missing, more are refused
     * @param names the features in training, empty where they go by their numbers
     * @throws InputException if the data have other features than the training data
     */
    static void forEach(QuerySource source, int inputs, List<String> names, Consumer<Rows> consumer) {
        FeatureCheck.requireNames(source, names);
        Batcher batcher = new Batcher(source, inputs, consumer);
        source.visit(batcher::add);
        batcher.flush();
    }

    private static final class Batcher {
        private final QuerySource source;
        private final int inputs;
        private final Consumer<Rows> consumer;
        private final float[] row;
        private float[] features;
        private double[] labels = new double[BATCH];
        private double[] weights = new double[BATCH];
        private int count;
        private long firstRow;

        Batcher(QuerySource source, int inputs, Consumer<Rows> consumer) {
            this.source = source;
            this.inputs = inputs;
            this.consumer = consumer;
            this.row = new float[inputs];
            this.features = new float[BATCH * inputs];
        }

        void add(Query query) {
            FeatureCheck.requireCount(source, query, inputs);
            query.featuresInto(0, row);
            System.arraycopy(row, 0, features, count * inputs, inputs);
            labels[count] = query.label(0);
            weights[count] = query.weight();
            count++;
            if (count == BATCH) {
                flush();
            }
        }

        void flush() {
            if (count > 0) {
                consumer.accept(new Rows(features, labels, weights, count, firstRow));
                firstRow += count;
                features = new float[BATCH * inputs];
                labels = new double[BATCH];
                weights = new double[BATCH];
                count = 0;
            }
        }
    }
}
