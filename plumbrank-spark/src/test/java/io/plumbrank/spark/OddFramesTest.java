package io.plumbrank.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.model.ModelFile;
import io.plumbrank.util.InputException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of odd types and rows with something missing: as on one machine, or one line that says what is wrong. */
@Tag("full")
class OddFramesTest {
    private static final int BLOCKS = 3;
    private static final List<Query> QUERIES = SparkData.queries(12, 5, 61);

    @TempDir
    Path directory;

    private static RankingEstimator estimator() {
        return new RankingEstimator()
                .setMeasure("ndcg@3")
                .setItemCol("item")
                .setBlocks(BLOCKS)
                .setLambdas(0.1);
    }

    private static Dataset<Row> frame() {
        return SparkData.frame(QUERIES, 2, 1);
    }

    private static byte[] onOneMachine(Path parquet) {
        return ModelFile.toBytes(Plumbrank.forMeasure("ndcg@3")
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withLambdas(List.of(0.1)))
                .train(BlockedSource.of(
                        QuerySource.of("data", QuerySource.of(parquet).load()),
                        new BlockRule(BLOCKS, Grouping.QUERY),
                        1))
                .model());
    }

    @ParameterizedTest
    @ValueSource(strings = {"array<float>", "array<double>", "array<decimal(30,20)>"})
    void arraysTrainAsVectorsDo(String type) {
        Dataset<Row> vectors = frame();
        // 20 digits behind the point are more than a float has
        Dataset<Row> arrays = vectors.withColumn("features", functions.vector_to_array(col("features"), "float64"))
                .withColumn(
                        "features",
                        type.contains("decimal")
                                ? nullForNaN()
                                : col("features").cast(type));
        RankingModel model = estimator().fit(arrays);
        assertThat(model.toBytes()).isEqualTo(estimator().fit(vectors).toBytes());
        assertThat(model.transform(arrays).count()).isEqualTo(arrays.count());
    }

    private static Column nullForNaN() {
        return org.apache.spark.sql.functions.transform(
                col("features"),
                x -> when(x.isNaN(), lit(null)).otherwise(x).cast(DataTypes.createDecimalType(30, 20)));
    }

    /** The widest row has nothing but NaN where it is wider, and it may come first or last. */
    @Test
    void theWidestRowCountsWhereverItIs() {
        StructType schema = new StructType()
                .add("label", DataTypes.DoubleType)
                .add("query", DataTypes.StringType)
                .add("item", DataTypes.StringType)
                .add("features", DataTypes.createArrayType(DataTypes.DoubleType));
        List<Row> rows = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 24; i++) {
            List<Double> x = new ArrayList<>(List.of(random.nextGaussian(), random.nextGaussian()));
            x.addAll(Collections.nCopies(i == 11 ? 3 : 0, Double.NaN));
            rows.add(RowFactory.create((double) random.nextInt(3), "q" + i / 4, "d" + i, x));
        }
        List<byte[]> models = new ArrayList<>();
        for (int turn : new int[] {0, 11, 12}) {
            Collections.rotate(rows, -turn);
            Dataset<Row> frame =
                    LocalSpark.session().createDataFrame(rows, schema).coalesce(1);
            RankingModel model = estimator().fit(frame);
            assertThat(model.trained().scorer().inputs()).isEqualTo(5);
            models.add(model.toBytes());
            Path file = directory.resolve("turned" + turn + ".parquet");
            frame.write().parquet(file.toString());
            models.add(onOneMachine(file));
        }
        assertThat(models).allSatisfy(model -> assertThat(model).isEqualTo(models.get(0)));
    }

    /** The block of a query goes by its name, and a long has more digits than a double. */
    static Stream<Arguments> namesOfQueries() {
        return Stream.of(
                named(DataTypes.LongType, i -> Long.MAX_VALUE - i),
                named(DataTypes.IntegerType, i -> -i),
                named(DataTypes.ShortType, i -> (short) i),
                named(DataTypes.DoubleType, i -> i / 4.0),
                named(DataTypes.FloatType, i -> i / 10f),
                named(
                        DataTypes.createDecimalType(18, 2),
                        i -> new BigDecimal("9007199254740993.50").add(BigDecimal.valueOf(i))),
                named(DataTypes.createDecimalType(9, 2), i -> BigDecimal.valueOf(i * 50L, 2)),
                named(DataTypes.BinaryType, i -> ("b" + i).getBytes(StandardCharsets.UTF_8)),
                named(DataTypes.StringType, i -> "wie weit ist's #" + i + "\u2003😀\n"),
                named(DataTypes.StringType, i -> "x".repeat(70_000) + i));
    }

    private static Arguments named(DataType type, IntFunction<Object> names) {
        return Arguments.of(type, names);
    }

    @ParameterizedTest
    @MethodSource("namesOfQueries")
    void queriesHaveTheNamesThatParquetHasOnOneMachine(DataType type, IntFunction<Object> names) {
        List<Row> rows = new ArrayList<>();
        Random random = new Random(4);
        for (int query = 0; query < 8; query++) {
            for (int item = 0; item < 3; item++) {
                double x = random.nextGaussian();
                rows.add(RowFactory.create(
                        Math.rint(1 + Math.tanh(x)), names.apply(query), "d" + item, Vectors.dense(x, item)));
            }
        }
        StructType schema = new StructType()
                .add("label", DataTypes.DoubleType)
                .add("query", type)
                .add("item", DataTypes.StringType)
                .add("features", SparkData.SCHEMA.apply("features").dataType());
        Dataset<Row> frame = LocalSpark.session().createDataFrame(rows, schema).coalesce(1);
        Path file = directory.resolve("named.parquet");
        frame.write().parquet(file.toString());
        assertThat(QuerySource.of(file).load().queries()).hasSize(8);
        RankingModel model = estimator().fit(frame);
        assertThat(model.toBytes()).isEqualTo(onOneMachine(file));
        assertThat(model.transform(frame).select("query").distinct().count()).isEqualTo(8);
    }

    static Stream<Arguments> faults() {
        Column q = col("query").equalTo("q0003");
        return Stream.of(
                Arguments.of("query", when(q, lit(null)).otherwise(col("query")), "no query"),
                Arguments.of("query", when(q, lit("")).otherwise(col("query")), "no query"),
                Arguments.of("query", lit("2026-11-16").cast("date"), "column query of type date"),
                Arguments.of("query", array(col("query")), "column query of type array<string>"),
                Arguments.of("label", when(q, lit(null)).otherwise(col("label")), "no label in query 'q0003'"),
                Arguments.of("label", lit(Double.NaN), "label NaN"),
                Arguments.of("label", lit(-1e101), "label -1.0E101"),
                Arguments.of("label", col("label").cast("string"), "label '"),
                Arguments.of("features", when(q, lit(null)).otherwise(col("features")), "no features in query 'q0003'"),
                Arguments.of("features", array(lit("a")), "column features of type array<string>"),
                Arguments.of("features", array(lit(1.0), lit(1e39)), "feature 1 of 1.0E39"),
                Arguments.of("features", array(lit(Float.NEGATIVE_INFINITY)), "feature 0 of -Infinity"),
                Arguments.of("item", lit("same"), "'same'"),
                Arguments.of("weight", when(q, lit(null)).otherwise(lit(2)), "no weight in query 'q0003'"),
                Arguments.of("weight", lit(Double.NaN), "weight NaN"),
                Arguments.of("weight", lit(-1), "weight -1.0"),
                Arguments.of("weight", lit(Double.POSITIVE_INFINITY), "weight Infinity"),
                Arguments.of(
                        "weight",
                        when(q.and(col("item").equalTo("d1")), lit(2)).otherwise(lit(1)),
                        "in query 'q0003', expected the same in all rows"),
                Arguments.of("item_weight", lit(null).cast("double"), "no item weight"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatOneMachineRefusesIsOneLineHere(String column, Column value, String message) {
        RankingEstimator estimator = estimator();
        if (column.equals("weight")) {
            estimator.setWeightCol("weight");
        }
        if (column.equals("item_weight")) {
            estimator.set(estimator.itemWeightCol(), "item_weight");
        }
        Dataset<Row> rows = frame().withColumn(column, value);
        int kept = LocalSpark.session().sparkContext().getPersistentRDDs().size();
        assertThatThrownBy(() -> estimator.fit(rows))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("data: found ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
        assertThat(LocalSpark.session().sparkContext().getPersistentRDDs().size())
                .isEqualTo(kept);
    }

    @Test
    void noRowsAreOneLine() {
        assertThatThrownBy(() -> estimator().fit(frame().where(lit(false))))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("data: found ");
    }

    /** Spark's filter on a null would drop the row, and nobody would know. */
    @Test
    void rowsWithoutAMarkAreForTheFit() {
        Column choice = col("query").geq("q0008");
        Dataset<Row> said = frame().withColumn("choice", choice);
        Dataset<Row> silent = frame().withColumn("choice", when(choice, lit(true)));
        assertThat(estimator().setValidationIndicatorCol("choice").fit(silent).toBytes())
                .isEqualTo(estimator()
                        .setValidationIndicatorCol("choice")
                        .fit(said)
                        .toBytes());
        assertThatThrownBy(() -> estimator().setValidationIndicatorCol("choise").fit(said))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no column choise, expected one of label, query, item, features, choice");
        assertThatThrownBy(() -> estimator().setValidationIndicatorCol("label").fit(said))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("column label of type double");
    }

    /** As `--loss-matrix` takes them from CSV: 1 may be written 1.0. */
    @Test
    void classesAreFoundHoweverTheirNumberIsWritten() {
        Dataset<Row> rows = SparkData.frame(SparkData.queries(60, 1, 8), 2, 2);
        LossMatrixEstimator estimator = new LossMatrixEstimator()
                .setLossMatrix("ordinal(n=3)")
                .setBlocks(2)
                .setLambdas(0.1);
        byte[] expected = estimator.fit(rows).toBytes();
        for (String type : List.of("int", "float", "decimal(9,1)", "string")) {
            assertThat(estimator
                            .fit(rows.withColumn("label", col("label").cast(type)))
                            .toBytes())
                    .isEqualTo(expected);
        }
        Dataset<Row> middle = rows.where(col("label").equalTo(1));
        assertThatThrownBy(() -> estimator.fit(middle)).hasMessageContaining("neither class 0 nor class 3");
        assertThat(estimator.setFirstClass("0").fit(rows).toBytes()).isEqualTo(expected);
        assertThatThrownBy(() -> estimator.setFirstClass("2")).hasMessageContaining("auto, 0 or 1, not '2'");
    }
}
