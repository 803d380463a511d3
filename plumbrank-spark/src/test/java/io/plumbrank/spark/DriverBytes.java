package io.plumbrank.spark;

import io.plumbrank.kind.classes.ClassTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What comes to the driver for m features and d outputs: {@code DriverBytes [BLOCKS]}. Classes by zero-one, which has an output less than
 * classes, on 3,000 rows; one λ and two folds, or two rounds of trees of depth 4. Prints the largest result of a task and the sum of all.
 * No test: it tells and does not judge.
 */
final class DriverBytes {
    private static final int ROWS = 3000;

    private static final AtomicLong LARGEST = new AtomicLong();
    private static final AtomicLong SUM = new AtomicLong();

    private DriverBytes() {}

    /** Prints a line per model. */
    public static void main(String... arguments) throws InterruptedException {
        int blocks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
        SparkSession session = LocalSpark.session();
        session.sparkContext().setLogLevel("OFF");
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                LARGEST.accumulateAndGet(end.taskMetrics().resultSize(), Math::max);
                SUM.addAndGet(end.taskMetrics().resultSize());
            }
        });
        System.out.println("model,m,d,largest,sum");
        for (String model : List.of("linear", "trees")) {
            for (int features : new int[] {10, 100, 1000}) {
                for (int classes : new int[] {2, 6, 21}) {
                    measure(session, model, features, classes, blocks);
                }
            }
        }
        session.stop();
    }

    private static void measure(SparkSession session, String model, int features, int classes, int blocks)
            throws InterruptedException {
        Dataset<Row> rows = rows(session, features, classes).cache();
        rows.count();
        settle();
        LARGEST.set(0);
        SUM.set(0);
        LossMatrixEstimator estimator = new LossMatrixEstimator()
                .setLossMatrix("zero-one(n=" + classes + ")")
                .setModel(model)
                .setBlocks(blocks);
        estimator.set(estimator.folds(), 2);
        if (model.equals("linear")) {
            estimator.setLambdas(1);
        } else {
            estimator.set(estimator.treeParams(), new String[] {"n_estimators=2", "max_depth=4"});
        }
        LossMatrixModel trained = estimator.fit(rows);
        settle();
        int outputs = ((ClassTask<?>) trained.trained().task()).loss().dimension();
        System.out.printf(Locale.ROOT, "%s,%d,%d,%d,%d%n", model, features, outputs, LARGEST.get(), SUM.get());
        rows.unpersist();
    }

    /** Listeners hear of tasks a little later. */
    private static void settle() throws InterruptedException {
        Thread.sleep(500);
    }

    private static Dataset<Row> rows(SparkSession session, int features, int classes) {
        Random random = new Random(1);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            double[] x = random.doubles(features).toArray();
            rows.add(RowFactory.create((int) (classes * x[0] * 0.999), Vectors.dense(x)));
        }
        StructType schema =
                new StructType().add("label", DataTypes.IntegerType).add("features", SQLDataTypes.VectorType());
        return session.createDataFrame(rows, schema);
    }
}
