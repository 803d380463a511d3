package io.plumbrank.spark;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.train.Trainer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What training costs on Spark: {@code SparkCosts LETOR.txt CORES [BLOCKS [linear|trees]]}. For a linear model with one λ and for 20 trees of depth 6,
 * both judged over two folds, prints seconds of Spark in local mode with so many cores and of one machine with as many threads,
 * from the file to the model; rows per second and core; bytes shuffled per row and per query; bytes that came to the driver in all and
 * in the largest task; and whether the bytes of both models are the same. No test: it tells and does not judge.
 */
final class SparkCosts {
    private static final String MEASURE = "ndcg@10";
    private static final int FOLDS = 2;
    private static final Map<String, String> TREES =
            Map.of(TreeLearner.ENGINE, "own", "num_round", "20", "max_depth", "6");

    private final AtomicLong shuffled = new AtomicLong();
    private final AtomicLong results = new AtomicLong();
    private final AtomicLong largest = new AtomicLong();
    private final AtomicLong working = new AtomicLong();
    private final Path file;
    private final int cores;
    private final int blocks;

    private SparkCosts(Path file, int cores, int blocks) {
        this.file = file;
        this.cores = cores;
        this.blocks = blocks;
    }

    /** Prints some lines per model. */
    public static void main(String... arguments) {
        SparkCosts costs = new SparkCosts(
                Path.of(arguments[0]),
                Integer.parseInt(arguments[1]),
                arguments.length > 2 ? Integer.parseInt(arguments[2]) : 64);
        List<String> models = arguments.length > 3 ? List.of(arguments[3]) : List.of("linear", "trees");
        models.forEach(costs::print);
    }

    private SparkSession session() {
        SparkSession session = SparkSession.builder()
                .master("local[" + cores + "]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.log.level", "WARN")
                .getOrCreate();
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                shuffled.addAndGet(end.taskMetrics().shuffleWriteMetrics().bytesWritten());
                results.addAndGet(end.taskMetrics().resultSize());
                largest.accumulateAndGet(end.taskMetrics().resultSize(), Math::max);
                working.addAndGet(end.taskMetrics().executorCpuTime());
            }
        });
        return session;
    }

    private void print(String function) {
        List.of(shuffled, results, largest, working).forEach(sum -> sum.set(0));
        SparkSession session = session();
        long start = System.nanoTime();
        org.apache.spark.sql.Dataset<Row> frame = session.read().format("letor").load(file.toString());
        RankingEstimator estimator = new RankingEstimator()
                .setMeasure(MEASURE)
                .setModel(function)
                .setBlocks(blocks)
                .setItemCol("item")
                .setLambdas(function.equals("trees") ? new double[0] : new double[] {0.1})
                .setDataName(file.toString());
        estimator.set(estimator.folds(), FOLDS);
        estimator.set(estimator.treeParams(), new String[] {"num_round=20", "max_depth=6"});
        byte[] onSpark = estimator.fit(frame).toBytes();
        double seconds = (System.nanoTime() - start) / 1e9;
        session.stop();
        long again = System.nanoTime();
        boolean trees = function.equals("trees");
        ItemTask task = ItemTask.of(MeasureSpec.parse(MEASURE));
        Learner learner = trees ? new TreeLearner(TREES) : FeatureLearner.linear();
        QuerySource alone = BlockedSource.of(QuerySource.of(file), new BlockRule(blocks, Grouping.QUERY), cores);
        byte[] here = ModelFile.toBytes(Trainer.of(trees ? task.withSurrogates(Surrogates.parse("squared")) : task)
                .withSettings(Settings.defaults()
                        .withThreads(cores)
                        .withFolds(FOLDS)
                        .withLambdas(trees ? List.of() : List.of(0.1)))
                .withLearner(learner)
                .train(alone)
                .model());
        double ofOne = (System.nanoTime() - again) / 1e9;
        long rows = alone.knownRows();
        long queries = alone.load().queries().size();
        System.out.printf(
                Locale.ROOT,
                "%s, %d rows of %d queries, %d blocks, %d cores%n"
                        + "  spark %.1f s, %.1f s of processors in tasks; one machine %.1f s; %.2f times%n"
                        + "  %.0f rows per second and core on spark, %.0f on one machine%n"
                        + "  shuffled %.1f bytes per row, %.0f per query%n"
                        + "  to the driver %.1f MB in all, %.2f MB in the largest task%n"
                        + "  same bytes: %b%n",
                function,
                rows,
                queries,
                blocks,
                cores,
                seconds,
                working.get() / 1e9,
                ofOne,
                seconds / ofOne,
                rows / seconds / cores,
                rows / ofOne / cores,
                (double) shuffled.get() / rows,
                (double) shuffled.get() / queries,
                results.get() / 1e6,
                largest.get() / 1e6,
                Arrays.equals(onSpark, here));
    }
}
