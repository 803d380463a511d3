package io.plumbrank.spark;

import io.plumbrank.data.Absent;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.measure.Compat;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code train}, {@code predict} and {@code eval} for {@code spark-submit}. Paths may be on any file system that the cluster knows.
 */
@Command(
        name = "plumbrank-spark",
        description = "Trains, predicts and evaluates on Spark, with the models of plumbrank.",
        subcommands = {SparkMain.Train.class, SparkMain.Predict.class, SparkMain.Eval.class},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class SparkMain {
    private static final int BAD_INPUT = 2;
    private static final int MISSING = 3;
    private static final int BUG = 70;

    private SparkMain() {}

    /** Ends the JVM with 0, with 2 where usage or input is bad, with 3 where a disk or network fails, and with 70 otherwise. */
    public static void main(String... arguments) {
        int code = run(arguments);
        if (SparkSession.getDefaultSession().isDefined()) {
            SparkSession.getDefaultSession().get().stop();
        }
        if (code != 0) {
            System.exit(code);
        }
    }

    /** The same, and gives the code back. */
    static int run(String... arguments) {
        return new CommandLine(new SparkMain())
                .setExecutionExceptionHandler((thrown, command, parsed) -> failed(thrown))
                .execute(arguments);
    }

    private static int failed(Exception thrown) {
        String line = Faults.line(thrown);
        if (line != null) {
            System.err.println(line);
            return BAD_INPUT;
        }
        if (Faults.isOutside(thrown)) {
            System.err.println("plumbrank-spark: input or output failed: " + Faults.firstLine(thrown));
            return MISSING;
        }
        thrown.printStackTrace();
        return BUG;
    }

    @Command(name = "train", description = "Trains a ranker, or a model of classes.", mixinStandardHelpOptions = true)
    static final class Train implements Callable<Integer> {
        @Option(names = "--train", required = true, paramLabel = "PATH", description = "Labelled data.")
        String train = "";

        @Option(
                names = "--valid",
                paramLabel = "PATH",
                description = "Data to choose by; else folds of the training data.")
        @Nullable
        String valid;

        @Option(names = "--measure", paramLabel = "M", description = "What to rank for, such as ndcg@10.")
        @Nullable
        String measure;

        @Option(
                names = "--loss-matrix",
                paramLabel = "L",
                description = "A CSV file on the driver, or such as 'ordinal(n=5)'.")
        @Nullable
        String lossMatrix;

        @Option(
                names = "--first-class",
                paramLabel = "N",
                description = "0 or 1, where the loss names no classes; default: what the labels say.")
        @Nullable
        String firstClass;

        @Option(names = "--surrogate", paramLabel = "S", description = "As in plumbrank train.")
        @Nullable
        String surrogate;

        @Option(
                names = "--model",
                paramLabel = "MODEL",
                defaultValue = "linear",
                description = "linear, fourier, kernel, trees or forest.")
        String model = "";

        @Option(names = "--features", paramLabel = "D", defaultValue = "500", description = "Of fourier and kernel.")
        int features;

        @Option(names = "--bandwidth", paramLabel = "F", defaultValue = "1", description = "Of fourier and kernel.")
        double bandwidth;

        @Option(names = "--param", paramLabel = "K=V", description = "Of trees and forest, by XGBoost's names.")
        List<String> parameters = List.of();

        @Option(names = "--lambda", split = ",", paramLabel = "X", description = "Regularisations to choose from.")
        List<Double> lambdas = List.of();

        @Option(names = "--folds", paramLabel = "N", defaultValue = "5", description = "Without --valid.")
        int folds;

        @Option(
                names = "--blocks",
                paramLabel = "N",
                defaultValue = "64",
                description = "As in plumbrank train --blocks.")
        int blocks;

        @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Of all that is random.")
        long seed;

        @Option(
                names = "--normalize",
                paramLabel = "HOW",
                defaultValue = "global",
                description = "global, query or none.")
        String normalize = "";

        @Option(
                names = "--context",
                split = ",",
                paramLabel = "C",
                description = "Some of mean, max, min, sd, z, rank.")
        List<String> context = List.of();

        @Option(names = "--out", required = true, paramLabel = "PATH", description = "Where the model file goes.")
        String out = "";

        @Option(
                names = "--absent",
                paramLabel = "WHAT",
                defaultValue = "zero",
                description = "What a line of LETOR text leaves out: zero or missing; default ${DEFAULT-VALUE}.")
        String absent = "";

        @Mixin
        SparkInput input = new SparkInput();

        @Override
        public Integer call() throws IOException {
            if ((measure == null) == (lossMatrix == null)) {
                throw new IllegalArgumentException(
                        "give --measure for a ranker, or --loss-matrix for classes, and not both");
            }
            String grouping = measure == null ? "row" : "query";
            Dataset<Row> data = input.read(train, grouping, Absent.named(absent));
            String indicator = "";
            if (valid != null) {
                indicator = "plumbrank_valid";
                data = data.withColumn(indicator, functions.lit(false))
                        .unionByName(input.read(valid, grouping, Absent.named(absent))
                                .withColumn(indicator, functions.lit(true)));
            }
            FrameModel<?> trained = estimator(data, indicator).fit(data);
            trained.notes().forEach(note -> System.err.println("note: " + note));
            write(out, trained.toBytes());
            System.out.println(out + ": " + trained.trained().task().measureName() + ", by "
                    + trained.trained().task().surrogate() + ", lambda "
                    + trained.trained().lambda() + ", "
                    + trained.trained().provenance().rows() + " rows");
            return 0;
        }

        private FrameEstimator<? extends FrameModel<?>> estimator(Dataset<Row> data, String indicator) {
            FrameEstimator<? extends FrameModel<?>> estimator;
            if (measure != null) {
                RankingEstimator ranking = new RankingEstimator().setMeasure(measure);
                ranking.set(ranking.normalize(), normalize);
                ranking.set(ranking.context(), context.toArray(String[]::new));
                ranking.set(ranking.surrogate(), surrogate == null ? "auto" : surrogate);
                estimator = ranking;
            } else {
                LossMatrixEstimator classes =
                        new LossMatrixEstimator().setLossMatrix(lossMatrix == null ? "" : lossMatrix);
                classes.set(classes.surrogate(), surrogate == null ? "squared" : surrogate);
                classes.set(classes.firstClass(), firstClass == null ? "auto" : firstClass);
                estimator = classes;
            }
            input.setColumns(estimator, data, measure == null);
            estimator.set(estimator.model(), model);
            estimator.set("features", features);
            estimator.set("bandwidth", bandwidth);
            estimator.set(estimator.treeParams(), parameters.toArray(String[]::new));
            estimator.set(
                    estimator.lambdas(),
                    lambdas.stream().mapToDouble(Double::doubleValue).toArray());
            estimator.set("folds", folds);
            estimator.set("blocks", blocks);
            estimator.set("seed", seed);
            estimator.set(estimator.dataName(), train);
            estimator.set(estimator.validationIndicatorCol(), indicator);
            return estimator;
        }
    }

    private static FileSystem files(Path path) throws IOException {
        return path.getFileSystem(
                SparkSession.builder().getOrCreate().sparkContext().hadoopConfiguration());
    }

    /** Whole or not at all. */
    private static void write(String name, byte[] content) throws IOException {
        Path path = new Path(name);
        Path begun = new Path(name + ".begun");
        try (OutputStream out = files(path).create(begun, true)) {
            out.write(content);
        }
        files(path).delete(path, false);
        if (!files(path).rename(begun, path)) {
            throw new IOException(name + " cannot be written");
        }
    }

    private static byte[] model(String name) throws IOException {
        try (InputStream in = files(new Path(name)).open(new Path(name))) {
            return in.readAllBytes();
        }
    }

    /** A stage of a model file. */
    private static FrameModel<?> stage(String name) throws IOException {
        byte[] file = model(name);
        return ModelFile.ofBytes(file, name).predictor().as(Ranker.class).isPresent()
                ? RankingModel.of(file, name)
                : LossMatrixModel.of(file, name);
    }

    @Command(name = "predict", description = "Ranks or classifies.", mixinStandardHelpOptions = true)
    static final class Predict implements Callable<Integer> {
        @Option(names = "--model", required = true, paramLabel = "MODEL", description = "A model file.")
        String model = "";

        @Option(names = "--data", required = true, paramLabel = "PATH", description = "What to predict for.")
        String data = "";

        @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where predictions go.")
        String out = "";

        @Option(
                names = "--output",
                paramLabel = "F",
                defaultValue = "parquet",
                description = "parquet, or trec for rankers.")
        String output = "";

        @Mixin
        SparkInput input = new SparkInput();

        @Override
        public Integer call() throws IOException {
            if (!List.of("parquet", "trec").contains(output)) {
                throw new IllegalArgumentException("--output is parquet or trec, not '" + output + "'");
            }
            FrameModel<?> stage = stage(model);
            boolean classes = stage instanceof LossMatrixModel;
            if (classes && output.equals("trec")) {
                throw new IllegalArgumentException("--output trec is for rankers, and " + model + " predicts classes");
            }
            Dataset<Row> rows = input.read(data, classes ? "row" : "query", stage.absentFeatures());
            input.setColumns(stage, rows, classes);
            Dataset<Row> predicted = stage.transform(rows);
            if (output.equals("trec")) {
                Outputs.writeTrec(
                        predicted
                                .withColumnRenamed(stage.getOrDefault(stage.queryCol()), "query")
                                .withColumnRenamed(stage.getOrDefault(stage.itemCol()), "item"),
                        out);
            } else {
                predicted.write().parquet(out);
            }
            return 0;
        }
    }

    @Command(name = "eval", description = "Measures rankers.", mixinStandardHelpOptions = true)
    static final class Eval implements Callable<Integer> {
        @Option(names = "--model", paramLabel = "MODEL", description = "A model file; may come again, and is compared.")
        List<String> models = List.of();

        @Option(names = "--data", required = true, paramLabel = "PATH", description = "Labelled data.")
        String data = "";

        @Option(names = "--measures", required = true, paramLabel = "M,M", description = "Such as ndcg@10,map.")
        String measures = "";

        @Option(
                names = "--compat",
                paramLabel = "TOOL",
                description = "Conventions of trec_eval or sklearn; those of other tools depend on the order of rows.")
        @Nullable
        String compat;

        @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Of the resampling.")
        long seed;

        @Mixin
        SparkInput input = new SparkInput();

        @Override
        public Integer call() throws IOException {
            if (models.isEmpty()) {
                throw new IllegalArgumentException("give the rankers to be measured: --model, once for each");
            }
            List<MeasureSpec> specs = MeasureSpec.parseList(measures, conventions());
            Dataset<Row> rows = input.read(data, "query", stage(models.get(0)).absentFeatures());
            RankingEvaluator evaluator = new RankingEvaluator();
            Map<String, String> columns = new LinkedHashMap<>();
            for (String name : models) {
                if (!(stage(name) instanceof RankingModel ranker)) {
                    throw new InputException(name, 0, "a model of classes", "a ranker");
                }
                input.setColumns(ranker, rows, false);
                evaluator
                        .setLabelCol(ranker.getOrDefault(ranker.labelCol()))
                        .setQueryCol(ranker.getOrDefault(ranker.queryCol()))
                        .setItemCol(ranker.getOrDefault(ranker.itemCol()))
                        .setWeightCol(ranker.getOrDefault(ranker.weightCol()));
                String column = "score_" + columns.size();
                ranker.set(ranker.scoreCol(), column);
                ranker.set(ranker.rankCol(), "rank_" + columns.size());
                ranker.set(ranker.gapCol(), "gap_" + columns.size());
                columns.put(column, name);
                rows = ranker.transform(rows);
            }
            print(evaluator.evaluation(rows, specs, columns.keySet().toArray(String[]::new)), columns);
            return 0;
        }

        private Conventions conventions() {
            return compat == null
                    ? Conventions.plumbrank()
                    : Compat.parse(compat).conventions();
        }

        private void print(Evaluation evaluation, Map<String, String> names) {
            evaluation.notes().forEach(note -> System.err.println("note: " + note));
            Evaluation.Resamples how = Evaluation.Resamples.defaults(seed);
            System.out.println("run,measure,mean,low,high,queries");
            for (Evaluation.Summary one : evaluation.summaries(how)) {
                line(names.get(one.run()), one.measure().typed(), one.mean(), one.low(), one.high(), one.queries());
            }
            List<Evaluation.Comparison> comparisons = evaluation.comparisons(how);
            if (!comparisons.isEmpty()) {
                System.out.println();
                System.out.println("baseline,run,measure,difference,p,p_holm,p_t,p_t_holm,queries");
            }
            for (Evaluation.Comparison one : comparisons) {
                line(
                        names.get(one.baseline()),
                        names.get(one.run()),
                        one.measure().typed(),
                        one.difference(),
                        one.p().randomization(),
                        one.holm().randomization(),
                        one.p().t(),
                        one.holm().t(),
                        one.queries());
            }
        }

        private static void line(@Nullable Object... values) {
            System.out.println(Arrays.stream(values)
                    .map(String::valueOf)
                    .map(text -> text.matches("(?s).*[,\"\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text)
                    .collect(Collectors.joining(",")));
        }
    }
}
