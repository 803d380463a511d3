package io.plumbrank.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Absent;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.blocks.QueryRows;
import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Ranker;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Spark writes as Parquet, one machine reads as the rows that they are; the oracle is Spark's own writer. */
class ParquetOnOneMachineTest {
    private static final int FEATURES = SparkData.FEATURES;
    private static final List<Query> QUERIES = SparkData.queries(25, 7, 41);
    private static final StructType ARRAYS = new StructType()
            .add("label", DataTypes.IntegerType)
            .add("query", DataTypes.StringType)
            .add("item", DataTypes.StringType)
            .add("weight", DataTypes.createDecimalType(9, 2))
            .add("when", DataTypes.TimestampType)
            .add("features", DataTypes.createArrayType(DataTypes.FloatType, true));

    @TempDir
    Path directory;

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Query query : QUERIES) {
            for (int item = 0; item < query.size(); item++) {
                List<Float> x = new ArrayList<>();
                for (int j = 0; j < FEATURES; j++) {
                    float value = query.feature(item, j);
                    x.add(Float.isNaN(value) ? null : value);
                }
                rows.add(RowFactory.create(
                        (int) query.label(item),
                        query.id(),
                        query.itemId(item),
                        java.math.BigDecimal.valueOf(weight(query)),
                        new java.sql.Timestamp(0),
                        x));
            }
        }
        return rows;
    }

    private static double weight(Query query) {
        return 0.25 + query.size();
    }

    private static List<Query> weighted() {
        return QUERIES.stream().map(query -> query.withWeight(weight(query))).toList();
    }

    private static org.apache.spark.sql.Dataset<Row> frame() {
        return LocalSpark.session().createDataFrame(rows(), ARRAYS).coalesce(1);
    }

    private static void assertSame(List<Query> read, List<Query> expected) {
        assertThat(read.stream().map(QueryRows::of).map(QueryRows::packed).map(ParquetOnOneMachineTest::withoutLine))
                .containsExactlyElementsOf(expected.stream()
                        .map(QueryRows::of)
                        .map(QueryRows::packed)
                        .map(ParquetOnOneMachineTest::withoutLine)
                        .toList());
    }

    /** The row where it begins is no part of a query. */
    private static List<Byte> withoutLine(byte[] packed) {
        QueryRows rows = QueryRows.unpacked(packed);
        List<Byte> bytes = new ArrayList<>();
        for (byte one : QueryRows.joined(List.of(rows)).packed()) {
            bytes.add(one);
        }
        int line = Integer.BYTES + rows.id().length() + Double.BYTES;
        bytes.subList(line, line + Long.BYTES).clear();
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({
        "snappy, PARQUET_1_0",
        "gzip, PARQUET_1_0",
        "zstd, PARQUET_2_0",
        "lz4_raw, PARQUET_2_0",
        "none, PARQUET_1_0"
    })
    void everyCodecGivesTheRows(String codec, String version) {
        Path file = directory.resolve("rows.parquet");
        DataFrameWriter<Row> writer = frame().write().option("compression", codec);
        writer.option("parquet.writer.version", version)
                .option("parquet.page.size", "600")
                .option("parquet.block.size", "3000")
                .parquet(file.toString());
        QuerySource source = QuerySource.of(file, ReadOptions.defaults().withAbsent(Absent.MISSING)); // as in memory
        assertSame(source.load().queries(), weighted());
        List<Query> visited = new ArrayList<>();
        source.visit(visited::add);
        assertSame(visited, weighted());
        assertThat(source.featureNames()).isEmpty();
        assertThat(source.notes()).last().asString().endsWith("when");
    }

    @Test
    void vectorsOfLetorTextTrainAndRankAsTheTextDoes() throws IOException {
        Path text = directory.resolve("rows.txt");
        LetorWriter.write(text, new Dataset(QUERIES));
        Path file = directory.resolve("rows.parquet");
        LocalSpark.session()
                .read()
                .format("letor")
                .load(text.toString())
                .coalesce(1)
                .write()
                .parquet(file.toString());
        List<Query> expected = QuerySource.of(text).load().queries();
        List<Query> read = QuerySource.of(file).load().queries();
        assertSame(read, expected);
        assertThat(model(read)).isEqualTo(model(expected));
        assertThat(run(file, expected)).isEqualTo(run(text, expected));
    }

    private static byte[] model(List<Query> queries) {
        return ModelFile.toBytes(Plumbrank.forMeasure("ndcg@5")
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withLambdas(List.of(0.1)))
                .train(QuerySource.of("data", new Dataset(queries)))
                .model());
    }

    private static List<String> run(Path data, List<Query> train) throws IOException {
        List<String> lines = new ArrayList<>();
        Plumbrank.forMeasure("ndcg@5")
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withLambdas(List.of(0.1)))
                .train(QuerySource.of("data", new Dataset(train)))
                .model()
                .predictor()
                .as(Ranker.class)
                .orElseThrow()
                .write(
                        QuerySource.of(data),
                        PredictionFormat.TREC,
                        1,
                        text -> text.lines().forEach(lines::add));
        return lines;
    }

    @Test
    void aColumnPerFeatureGivesNames() {
        Path file = directory.resolve("wide.parquet");
        List<Column> columns = new ArrayList<>(List.of(
                col("features").getItem(1).as("b"),
                col("query").as("q"),
                col("label"),
                col("item"),
                col("weight"),
                col("features").getItem(0).cast("double").as("a"),
                col("features").getItem(2).as("c"),
                col("features").getItem(3).as("d")));
        frame().select(columns.toArray(new Column[0])).repartition(1).write().parquet(file.toString());
        CsvColumns named = CsvColumns.defaults().withQuery("q").withFeatures(List.of("a", "b", "c", "d"));
        QuerySource source = QuerySource.of(file, named, Grouping.QUERY, ReadOptions.defaults());
        assertSame(source.load().queries(), weighted());
        assertThat(source.featureNames()).containsExactly("a", "b", "c", "d");
        assertThat(source.featureIndex("c")).isEqualTo(2);
    }

    @Test
    void zerosThatAVectorLeavesOutAreZeros() {
        Path file = directory.resolve("sparse.parquet");
        Row row = RowFactory.create(
                1.0, "q", null, org.apache.spark.ml.linalg.Vectors.sparse(3, new int[] {1}, new double[] {2.5}));
        LocalSpark.session()
                .createDataFrame(List.of(row), SparkData.SCHEMA)
                .write()
                .parquet(file.toString());
        Query query = QuerySource.of(file).load().queries().get(0);
        assertThat(List.of(query.feature(0, 0), query.feature(0, 1), query.feature(0, 2)))
                .containsExactly(0f, 2.5f, 0f);
    }

    @Test
    void classesAreTextsOrNumbers() {
        Path file = directory.resolve("classes.parquet");
        StructType schema = new StructType().add("label", DataTypes.StringType).add("x", DataTypes.LongType);
        LocalSpark.session()
                .createDataFrame(List.of(RowFactory.create("cat", 7L), RowFactory.create("dog", null)), schema)
                .coalesce(1)
                .write()
                .parquet(file.toString());
        List<Query> rows = QuerySource.of(
                        file,
                        CsvColumns.defaults(),
                        Grouping.ROW,
                        ReadOptions.defaults().withLabels(Labels.classes(List.of("dog", "cat"))))
                .load()
                .queries();
        assertThat(rows.stream().map(row -> row.label(0))).containsExactly(1.0, 0.0);
        assertThat(rows.get(0).feature(0, 0)).isEqualTo(7f);
        assertThat(rows.get(1).feature(0, 0)).isNaN();
    }

    @Test
    void whatIsWrongIsNamedByFileAndRow() throws IOException {
        List<Row> rows = new ArrayList<>(rows());
        rows.set(4, RowFactory.create(1, null, "d", null, null, List.of(1f)));
        Path file = directory.resolve("bad.parquet");
        LocalSpark.session().createDataFrame(rows, ARRAYS).coalesce(1).write().parquet(file.toString());
        assertFault(file, ":5: found nothing in column 'query', row 5 of part-");
        Path part;
        try (Stream<Path> parts = Files.list(file)) {
            part = parts.filter(one -> one.getFileName().toString().startsWith("part-"))
                    .findFirst()
                    .orElseThrow();
        }
        Path alone = directory.resolve("alone.parquet");
        Files.copy(part, alone);
        assertFault(
                alone, "alone.parquet:5: found nothing in column 'query', expected the name of a query in each row");
        byte[] bytes = Files.readAllBytes(part);
        Path cut = directory.resolve("cut.parquet");
        Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length - 9));
        assertFault(cut, "cut.parquet: found a file that does not end as Parquet does");
        for (int place = 10; place < bytes.length; place += 37) {
            byte[] damaged = bytes.clone();
            damaged[place] ^= 0x55;
            Files.write(cut, damaged);
            try {
                QuerySource.of(cut).load();
            } catch (InputException e) {
                assertThat(e).hasMessageContaining("cut.parquet:");
            }
        }
    }

    private static void assertFault(Path file, String message) {
        assertThatThrownBy(() -> QuerySource.of(file).load())
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void queriesThatAreScatteredAreGatheredWhenLoaded() {
        List<Row> rows = new ArrayList<>(rows());
        Collections.shuffle(rows, new java.util.Random(3));
        Path file = directory.resolve("shuffled.parquet");
        LocalSpark.session()
                .createDataFrame(rows, ARRAYS)
                .repartition(3)
                .write()
                .parquet(file.toString());
        assertThat(QuerySource.of(file).load().queries()).hasSize(QUERIES.size());
    }
}
