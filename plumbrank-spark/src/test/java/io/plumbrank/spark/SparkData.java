package io.plumbrank.spark;

import io.plumbrank.data.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Made-up data, as queries and as DataFrames. */
final class SparkData {
    static final int FEATURES = 4;
    static final StructType SCHEMA = new StructType()
            .add("label", DataTypes.DoubleType)
            .add("query", DataTypes.StringType)
            .add("item", DataTypes.StringType)
            .add("features", SQLDataTypes.VectorType());

    private SparkData() {}

    /** Queries of up to {@code most} items with grades from 0 to 2, which the second feature tells in part. */
    static List<Query> queries(int count, int most, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(number -> {
                    int size = most == 1 ? 1 : 2 + random.nextInt(most - 1);
                    float[][] x = new float[size][FEATURES];
                    double[] labels = new double[size];
                    for (int item = 0; item < size; item++) {
                        for (int j = 0; j < FEATURES; j++) {
                            x[item][j] = random.nextInt(12) == 0 ? Float.NaN : (float) random.nextGaussian();
                        }
                        double mean = Float.isNaN(x[item][1]) ? 0 : x[item][1];
                        labels[item] = Math.max(0, Math.min(2, Math.rint(mean + random.nextGaussian() / 2 + 1)));
                    }
                    return Query.of(String.format(Locale.ROOT, "q%04d", number), labels, x)
                            .withItemIds(IntStream.range(0, size)
                                    .mapToObj(item -> "d" + item)
                                    .toList());
                })
                .toList();
    }

    /** Their rows in any order, in so many partitions. */
    static Dataset<Row> frame(List<Query> queries, int partitions, long seed) {
        List<Row> rows = new ArrayList<>();
        for (Query query : queries) {
            for (int item = 0; item < query.size(); item++) {
                double[] x = new double[FEATURES];
                for (int j = 0; j < FEATURES; j++) {
                    x[j] = query.feature(item, j);
                }
                rows.add(RowFactory.create(query.label(item), query.id(), query.itemId(item), Vectors.dense(x)));
            }
        }
        Collections.shuffle(rows, new Random(seed));
        return LocalSpark.session().createDataFrame(rows, SCHEMA).repartition(partitions);
    }
}
