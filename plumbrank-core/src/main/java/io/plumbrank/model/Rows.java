package io.plumbrank.model;

import io.plumbrank.data.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
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
        requireNames(source, names);
        Batcher batcher = new Batcher(source, inputs, consumer);
        source.visit(batcher::add);
        batcher.flush();
    }

    private static void requireNames(QuerySource source, List<String> names) {
        List<String> here = source.featureNames();
        if (here.equals(names)) {
            return;
        }
        if (names.isEmpty() || here.isEmpty()) {
            // numbered features begin at 0 or 1 and columns at 0: to guess would be to shift
            throw new InputException(
                    source.file().toString(),
                    1,
                    here.isEmpty() ? "features by number" : "features by column name",
                    here.isEmpty()
                            ? "a CSV file with the columns of the training data: " + String.join(", ", names)
                            : "SVMlight text, as in training");
        }
        int at = 0;
        while (at < here.size() && at < names.size() && here.get(at).equals(names.get(at))) {
            at++;
        }
        String found = at < here.size() ? "feature column " + InputException.quote(here.get(at)) : "no more columns";
        String expected = at < names.size()
                ? InputException.quote(names.get(at)) + " there, as in the training data"
                : "no more than the " + names.size() + " features of the training data";
        throw new InputException(
                source.file().toString(),
                1,
                found,
                expected + " (--label, --query, --weight and" + " --item name the columns that are no features)");
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
            if (query.featureCount() > inputs) {
                throw new InputException(
                        source.file().toString(),
                        0,
                        "feature " + (query.featureCount() - 1) + " at row " + (firstRow + count + 1) + " or near it",
                        "features up to " + (inputs - 1) + ", as in the training data");
            }
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
