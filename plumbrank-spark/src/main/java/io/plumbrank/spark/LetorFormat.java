package io.plumbrank.spark;

import io.plumbrank.data.Absent;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.blocks.QueryRows;
import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.util.InputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.input.PortableDataStream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.RelationProvider;
import org.apache.spark.sql.sources.TableScan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.Tuple2;

/**
 * LETOR and SVMlight text as a data source, {@code spark.read().format("letor").load(directory)}: columns label, query, item and
 * features. A vector has a place for each number up to the largest; what a line leaves out is 0, or
 * missing with the option {@code absent=missing}, and the column's metadata say so. Each file is one task; lines are read, and bad ones reported, as on one machine. The option {@code features} gives the
 * largest number plus one, and saves a pass; {@code grouping} is query, or row where lines are instances and have no qid.
 *
 * <p>{@code frame.write().format("letor").save(directory)} writes the same columns, one file per partition, and no others.
 */
public final class LetorFormat implements RelationProvider, CreatableRelationProvider, DataSourceRegister {
    /** Has no state. */
    public LetorFormat() {}

    @Override
    public String shortName() {
        return "letor";
    }

    @Override
    public BaseRelation createRelation(SQLContext context, scala.collection.immutable.Map<String, String> options) {
        String path = path(options);
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(context.sparkContext());
        Reading read = new Reading(grouping(options), Absent.named(options.getOrElse("absent", () -> "zero")));
        Option<String> given = options.get("features");
        try {
            return new Relation(
                    context, path, given.isDefined() ? features(given.get()) : width(spark, path, read), read);
        } catch (Exception e) {
            throw Faults.ofUser(e);
        }
    }

    /** How lines are read. */
    private record Reading(Grouping grouping, Absent absent) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    private static int features(String option) {
        if (!option.matches("\\d{1,9}")) {
            throw new InputException("letor", 0, "features " + option, "the largest number of a feature, plus one");
        }
        return Integer.parseInt(option);
    }

    private static int width(JavaSparkContext spark, String path, Reading reading) {
        JavaRDD<Integer> widths = files(spark, path).map(file -> width(file, reading));
        List<Integer> all = widths.collect();
        if (all.isEmpty()) {
            throw new InputException(
                    path, 0, "no files", "LETOR text; names that begin with a dot or an underscore are ignored");
        }
        return Collections.max(all);
    }

    private static String path(scala.collection.immutable.Map<String, String> options) {
        Option<String> path = options.get("path");
        if (path.isEmpty()) {
            throw new InputException("letor", 0, "no path", "load(\"directory\")");
        }
        return path.get();
    }

    private static Grouping grouping(scala.collection.immutable.Map<String, String> options) {
        String word = options.getOrElse("grouping", () -> "query");
        return switch (word) {
            case "query" -> Grouping.QUERY;
            case "row" -> Grouping.ROW;
            default -> throw new InputException("letor", 0, "grouping " + word, "query or row");
        };
    }

    /** A directory may hold what jobs leave beside their output. */
    private static JavaRDD<Tuple2<String, PortableDataStream>> files(JavaSparkContext spark, String path) {
        return spark.binaryFiles(path)
                .map(file -> new Tuple2<>(file._1(), file._2()))
                .filter(file ->
                        !name(file._1()).startsWith("_") && !name(file._1()).startsWith("."));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** One more than the largest number of a feature. */
    private static int width(Tuple2<String, PortableDataStream> file, Reading reading) throws IOException {
        int[] most = {0};
        for (Query query : queries(file, reading)) {
            for (int item = 0; item < query.size(); item++) {
                query.forEachFeature(item, (feature, value) -> most[0] = Math.max(most[0], feature + 1));
            }
        }
        return most[0];
    }

    /** Copied to where the reader of files can see it, since it may be on any file system. */
    private static List<Query> queries(Tuple2<String, PortableDataStream> file, Reading reading) throws IOException {
        String name = name(file._1());
        Path copy =
                Files.createTempFile("plumbrank-", name.toLowerCase(Locale.ROOT).endsWith(".gz") ? ".gz" : ".txt");
        try (InputStream in = file._2().open()) {
            Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
            if (isEmpty(copy)) {
                return List.of(); // a job whose partition has no rows leaves such a file
            }
            ReadOptions plain = ReadOptions.defaults()
                    .withThreads(1)
                    .withFormat(ReadOptions.Format.LETOR)
                    .withAbsent(reading.absent);
            return QuerySource.of(copy, CsvColumns.defaults(), reading.grouping, plain)
                    .load()
                    .queries();
        } catch (InputException e) {
            throw new InputException(file._1(), e.line(), e.found(), e.expected(), e);
        } finally {
            Files.delete(copy);
        }
    }

    private static boolean isEmpty(Path file) throws IOException {
        if (!file.toString().endsWith(".gz") || Files.size(file) == 0) {
            return Files.size(file) == 0;
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return in.read() < 0;
        } catch (ZipException e) {
            return false; // the reader of files says what is wrong
        } catch (EOFException e) {
            return false;
        }
    }

    private static final class Relation extends BaseRelation implements TableScan {
        private final SQLContext context;
        private final String path;
        private final int features;
        private final Reading reading;

        Relation(SQLContext context, String path, int features, Reading reading) {
            this.reading = reading;
            this.context = context;
            this.path = path;
            this.features = features;
        }

        @Override
        public SQLContext sqlContext() {
            return context;
        }

        @Override
        public StructType schema() {
            Metadata absent = new MetadataBuilder()
                    .putString(FrameColumns.ABSENT, reading.absent.text())
                    .build();
            return new StructType()
                    .add("label", DataTypes.DoubleType, false)
                    .add("query", DataTypes.StringType, false)
                    .add("item", DataTypes.StringType, true)
                    .add(new StructField("features", SQLDataTypes.VectorType(), false, absent));
        }

        @Override
        public RDD<Row> buildScan() {
            int width = features;
            Reading read = reading;
            return files(JavaSparkContext.fromSparkContext(context.sparkContext()), path)
                    .flatMap(file -> rows(queries(file, read), width))
                    .rdd();
        }

        private static Iterator<Row> rows(List<Query> queries, int width) {
            List<Row> rows = new ArrayList<>();
            for (Query query : queries) {
                for (int item = 0; item < query.size(); item++) {
                    List<Integer> columns = new ArrayList<>();
                    List<Double> values = new ArrayList<>();
                    query.forEachFeature(item, (feature, value) -> {
                        if (feature < width) {
                            columns.add(feature);
                            values.add((double) value);
                        }
                    });
                    Vector features = Vectors.sparse(
                            width,
                            columns.stream().mapToInt(Integer::intValue).toArray(),
                            values.stream().mapToDouble(Double::doubleValue).toArray());
                    rows.add(RowFactory.create(
                            query.label(item),
                            query.id(),
                            query.hasItemId(item) ? query.itemId(item) : null,
                            features));
                }
            }
            return rows.iterator();
        }
    }

    @Override
    public BaseRelation createRelation(
            SQLContext context,
            SaveMode mode,
            scala.collection.immutable.Map<String, String> options,
            Dataset<Row> data) {
        String path = path(options);
        List<String> names = Arrays.asList(data.schema().fieldNames());
        if (!names.containsAll(List.of("label", "query", "features"))) {
            throw new InputException(
                    path,
                    0,
                    "columns " + String.join(", ", names),
                    "label, query and features, and item if there is one");
        }
        FrameColumns columns = FrameColumns.of(
                data.schema(),
                path,
                Grouping.QUERY,
                Map.of(
                        FrameColumns.Role.LABEL,
                        "label",
                        FrameColumns.Role.QUERY,
                        "query",
                        FrameColumns.Role.ITEM,
                        names.contains("item") ? "item" : "",
                        FrameColumns.Role.FEATURES,
                        "features"),
                options.getOrElse("absent", () -> "auto"),
                null);
        try {
            if (Outputs.prepare(path, mode, context.sparkSession())) {
                data.toJavaRDD().map(row -> line(row, columns)).saveAsTextFile(path);
            }
        } catch (Exception e) {
            throw Faults.ofUser(e);
        }
        return createRelation(context, options);
    }

    /** Zeros are written where what a vector leaves out is missing, and so is what is missing. */
    private static String line(Row row, FrameColumns columns) {
        QueryRows one = columns.rows(row);
        try {
            return LetorWriter.line(one.query(columns.width(row)));
        } catch (IllegalArgumentException e) {
            throw new InputException(columns.data(), 0, "" + e.getMessage(), "what LETOR text can hold, or Parquet", e);
        }
    }
}
