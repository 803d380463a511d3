package io.plumbrank.spark;

import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/** Directories of text that jobs write. */
public final class Outputs {
    private Outputs() {}

    /**
     * Writes what {@link RankingModel#transform} gave as runs in TREC's format, one file per partition.
     *
     * @param ranked with columns query, item, rank and score
     * @throws InputException if a column is not there, or the directory is
     */
    public static void writeTrec(Dataset<Row> ranked, String directory) {
        for (String column : new String[] {"query", "item", "rank", "score"}) {
            if (!Arrays.asList(ranked.schema().fieldNames()).contains(column)) {
                throw new InputException(directory, 0, "no column " + column, "query, item, rank and score");
            }
        }
        prepare(directory, SaveMode.ErrorIfExists, ranked.sparkSession());
        ranked.select(
                        functions.col("query"),
                        functions.col("item"),
                        functions.col("rank").cast(DataTypes.IntegerType),
                        functions.col("score").cast(DataTypes.DoubleType))
                .toJavaRDD()
                .map(row -> name(row, 0) + " Q0 " + name(row, 1) + " " + row.getInt(2) + " " + row.getDouble(3)
                        + " plumbrank")
                .saveAsTextFile(directory);
    }

    /** A name that a line of TREC's formats can hold; numbers go by their text in the model. */
    static String name(Row row, int place) {
        String name = row.isNullAt(place) ? "" : FrameColumns.text(row.get(place));
        if (name.isEmpty() || name.chars().anyMatch(Character::isWhitespace)) {
            throw new InputException(
                    "data",
                    0,
                    row.isNullAt(place) ? "an item or query without a name" : "the name " + InputException.quote(name),
                    "a name without blanks, as TREC's format wants it");
        }
        return name;
    }

    /** Makes room for a directory as a mode says; false where nothing is to be written. */
    static boolean prepare(String directory, SaveMode mode, SparkSession session) {
        Path path = new Path(directory);
        try {
            FileSystem files = path.getFileSystem(session.sparkContext().hadoopConfiguration());
            if (!files.exists(path)) {
                return true;
            }
            if (mode == SaveMode.Ignore) {
                return false;
            }
            if (mode == SaveMode.Overwrite) {
                return files.delete(path, true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new InputException(
                directory, 0, "something already", "a directory that is not there yet, or mode overwrite");
    }
}
