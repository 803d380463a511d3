package io.plumbrank.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Query;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of LETOR text as jobs leave them, and as people do. */
@Tag("full")
class LetorDirectoryTest {
    private static final List<Query> QUERIES = SparkData.queries(10, 5, 81);

    @TempDir
    Path directory;

    private static Dataset<Row> read(Path path) {
        return LocalSpark.session().read().format("letor").load(path.toString());
    }

    private static byte[] model(Dataset<Row> rows) {
        return new RankingEstimator()
                .setItemCol("item")
                .setBlocks(2)
                .setLambdas(1)
                .fit(rows)
                .toBytes();
    }

    private Path written(Dataset<Row> rows, String name) {
        Path path = directory.resolve(name);
        rows.write().format("letor").save(path.toString());
        return path;
    }

    private static void gzip(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void assertFault(Path path, String message) {
        assertThatThrownBy(() -> read(path))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aJobWithMorePartitionsThanRowsIsReadBack() {
        Dataset<Row> rows = SparkData.frame(QUERIES.subList(0, 2), 1, 1).repartition(50);
        Path path = written(rows, "many");
        assertThat(read(path).count()).isEqualTo(rows.count());
    }

    @Test
    void packedEmptyAndHiddenFilesAreWhatTheyAre() throws IOException {
        Path parts = Files.createDirectory(directory.resolve("parts"));
        assertFault(parts, "parts: found no files, expected LETOR text");
        Files.writeString(parts.resolve(".part-0.txt.crc"), "\0\1");
        Files.writeString(parts.resolve("_SUCCESS"), "");
        assertFault(parts, "parts: found no files, expected LETOR text");
        gzip(parts.resolve("part-0.gz"), "2 qid:a 0:1 3:2 # x\n0 qid:a 0:2\n");
        gzip(parts.resolve("part-1.GZ"), "");
        Files.writeString(parts.resolve("part-2.txt"), "");
        Files.writeString(parts.resolve("part-3"), "1 qid:b 1:4\r\n");
        assertThat(read(parts).count()).isEqualTo(3);
        assertThat(read(parts)
                        .first()
                        .<org.apache.spark.ml.linalg.Vector>getAs("features")
                        .size())
                .isEqualTo(4);
        Files.write(parts.resolve("part-4.txt"), new byte[] {0x50, 0x41, 0x52, 0x31, (byte) 0xff, 0, 10, 10});
        assertFault(parts, "part-4.txt:1: found ");
        Files.delete(parts.resolve("part-4.txt"));
        gzip(parts.resolve("part-5.gz"), "1 qid:b 1:4\n1 qid:b 1:4:5\n");
        assertFault(parts, "part-5.gz:2: found '4:5' as the value of feature 1");
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> read(directory.resolve("nowhere"))).hasMessageContaining("nowhere");
    }

    /** What a line leaves out is missing, and what a vector leaves out is zero. */
    @Test
    void zerosThatAVectorLeavesOutStayZeros() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int[] places = i % 3 == 0 ? new int[] {1} : new int[] {0, 2};
            double[] values = i % 3 == 0 ? new double[] {i} : new double[] {i % 7, -i};
            rows.add(RowFactory.create((double) (i % 3), "q" + i / 5, "docid" + i, Vectors.sparse(3, places, values)));
        }
        Dataset<Row> sparse = LocalSpark.session().createDataFrame(rows, SparkData.SCHEMA);
        byte[] expected = model(sparse);
        assertThat(model(read(written(sparse, "sparse")))).isEqualTo(expected);
        Dataset<Row> arrays = sparse.withColumn("features", functions.vector_to_array(col("features"), "float64"));
        assertThat(model(read(written(arrays, "arrays")))).isEqualTo(expected);
    }

    @Test
    void whatTextCannotHoldIsNotWritten() {
        Dataset<Row> rows = SparkData.frame(QUERIES, 1, 1);
        assertThatThrownBy(() -> written(rows.withColumn("query", concat(lit("a b"), col("query"))), "blank"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("without blanks");
        assertThatThrownBy(() -> written(rows.withColumn("item", lit("new\nline")), "line"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("without blanks");
        assertThatThrownBy(() -> written(rows.withColumn("label", lit(null).cast("double")), "label"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no label");
        assertThatThrownBy(() -> written(rows.drop("query"), "query"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("expected label, query and features");
    }
}
