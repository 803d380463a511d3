package io.plumbrank.spark;

import io.plumbrank.data.Absent;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How data are read, and which columns mean what, by the names of plumbrank's options. */
final class SparkInput {
    @Option(
            names = "--input-format",
            paramLabel = "F",
            description = "letor or parquet; default: parquet where the name says so, else letor.")
    @Nullable
    String format;

    @Option(names = "--label", paramLabel = "COLUMN", description = "Of Parquet; default: label.")
    @Nullable
    String label;

    @Option(names = "--query", paramLabel = "COLUMN", description = "Of Parquet; default: query, else qid.")
    @Nullable
    String query;

    @Option(
            names = "--item",
            paramLabel = "COLUMN",
            description = "Of Parquet; default: docid or item, if there is one.")
    @Nullable
    String item;

    @Option(names = "--weight", paramLabel = "COLUMN", description = "Of Parquet; default: weight, if there is one.")
    @Nullable
    String weight;

    @Option(
            names = "--item-weight",
            paramLabel = "COLUMN",
            description = "Of Parquet; default: item_weight, if there is one.")
    @Nullable
    String itemWeight;

    /**
     * Reads data.
     *
     * @param grouping of text: query, or row where lines are instances
     * @param absent what a line of text leaves out
     */
    Dataset<Row> read(String path, String grouping, Absent absent) {
        SparkSession session = SparkSession.builder().getOrCreate();
        return isParquet(path)
                ? session.read().parquet(path)
                : session.read()
                        .format("letor")
                        .option("grouping", grouping)
                        .option("absent", absent.text())
                        .load(path);
    }

    private boolean isParquet(String path) {
        String given = format;
        if (given == null) {
            return new Path(path).getName().toLowerCase(Locale.ROOT).contains("parquet");
        }
        if (!List.of("letor", "parquet").contains(given)) {
            throw new IllegalArgumentException("--input-format is letor or parquet, not '" + given + "'");
        }
        return given.equals("parquet");
    }

    /** The columns by their roles; a usual name counts where the data have it. */
    void setColumns(HasColumns stage, Dataset<Row> data, boolean ofRows) {
        List<String> there = List.of(data.schema().fieldNames());
        stage.set(stage.labelCol(), label == null ? "label" : label);
        if (!ofRows) {
            stage.set(stage.queryCol(), named(query, there.contains("query") ? "query" : usual(there, "qid", "query")));
            stage.set(stage.itemCol(), named(item, usual(there, "docid", usual(there, "item", ""))));
            stage.set(stage.itemWeightCol(), named(itemWeight, usual(there, "item_weight", "")));
        }
        stage.set(stage.weightCol(), named(weight, usual(there, "weight", "")));
        if (weight == null && there.contains("weight")) {
            System.err.println("note: using column weight as weights of " + (ofRows ? "rows" : "queries")
                    + "; --weight none for no weights");
        }
    }

    private static String named(@Nullable String given, String usual) {
        return given == null ? usual : given.equals("none") ? "" : given;
    }

    private static String usual(List<String> there, String name, String otherwise) {
        return there.contains(name) ? name : otherwise;
    }
}
