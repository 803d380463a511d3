package io.plumbrank.spark;

import io.plumbrank.data.BlockRule;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Settings;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Trainer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/**
 * What a linear fit with one λ costs: {@code SparkCosts QUERIES ITEMS FEATURES CORES}. Prints seconds of one machine and of Spark with
 * so many cores in local mode, bytes shuffled, and bytes that come to the driver. No test: it tells and does not judge.
 */
final class SparkCosts {
    private static final int BLOCKS = 64;

    private SparkCosts() {}

    private static Query query(int number, int items, int features) {
        Random random = new Random(number);
        float[][] x = new float[items][features];
        double[] labels = new double[items];
        for (int item = 0; item < items; item++) {
            for (int j = 0; j < features; j++) {
                x[item][j] = (float) random.nextGaussian();
            }
            labels[item] = Math.max(0, Math.min(2, Math.rint(x[item][1] + 1)));
        }
        return Query.of("q" + number, labels, x);
    }

    private static Iterator<Row> rows(Query query) {
        List<Row> rows = new ArrayList<>();
        for (int item = 0; item < query.size(); item++) {
            float[] x = new float[query.featureCount()];
            query.featuresInto(item, x);
            double[] wide = new double[x.length];
            Arrays.setAll(wide, j -> x[j]);
            rows.add(RowFactory.create(query.label(item), query.id(), null, Vectors.dense(wide)));
        }
        return rows.iterator();
    }

    /** Prints one line per figure. */
    public static void main(String... arguments) {
        int queries = Integer.parseInt(arguments[0]);
        int items = Integer.parseInt(arguments[1]);
        int features = Integer.parseInt(arguments[2]);
        int cores = Integer.parseInt(arguments[3]);
        long rows = (long) queries * items;
        SparkSession session = SparkSession.builder()
                .master("local[" + cores + "]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .getOrCreate();
        AtomicLong shuffled = new AtomicLong();
        AtomicLong results = new AtomicLong();
        AtomicLong working = new AtomicLong();
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                shuffled.addAndGet(end.taskMetrics().shuffleWriteMetrics().bytesWritten());
                results.addAndGet(end.taskMetrics().resultSize());
                working.addAndGet(end.taskMetrics().executorCpuTime());
            }
        });
        JavaRDD<Row> made = JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(IntStream.range(0, queries).boxed().toList(), 8)
                .flatMap(number -> rows(query(number, items, features)));
        org.apache.spark.sql.Dataset<Row> frame =
                session.createDataFrame(made, SparkData.SCHEMA).cache();
        System.out.println("rows " + frame.count());
        long before = working.get();
        long start = System.nanoTime();
        byte[] onSpark = new RankingEstimator()
                .setBlocks(BLOCKS)
                .setLambdas(0.1)
                .fit(frame)
                .toBytes();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT, "spark: %.1f s, %.1f s of processors in tasks%n", seconds, (working.get() - before) / 1e9);
        System.out.printf(
                Locale.ROOT,
                "shuffled: %.1f bytes per row, %.1f per query; results to the driver: %d bytes in all%n",
                (double) shuffled.get() / rows,
                (double) shuffled.get() / queries,
                results.get());
        session.stop();
        QuerySource alone = QuerySource.of(
                "data",
                new Dataset(IntStream.range(0, queries)
                        .mapToObj(number -> query(number, items, features))
                        .toList()));
        long again = System.nanoTime();
        byte[] here = ModelFile.toBytes(Trainer.forMeasure("ndcg@10")
                .withSettings(Settings.defaults()
                        .withThreads(cores)
                        .withLambdas(List.of(0.1))
                        .withProgram("plumbrank (development)"))
                .train(alone.blocked(new BlockRule(BLOCKS, Grouping.QUERY), cores))
                .model());
        System.out.printf(Locale.ROOT, "one machine: %.1f s%n", (System.nanoTime() - again) / 1e9);
        System.out.println("same bytes: " + Arrays.equals(onSpark, here));
    }
}
