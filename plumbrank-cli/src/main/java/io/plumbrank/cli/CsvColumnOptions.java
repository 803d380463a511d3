package io.plumbrank.cli;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which columns of a CSV file mean what; the option for that of the query is the subclass's. */
abstract class CsvColumnOptions {
    @Option(
            names = "--label",
            paramLabel = "COLUMN",
            description = "CSV column of the label; default: label. A file is CSV if its name ends in .csv or .csv.gz.")
    @Nullable
    String label;

    @Option(
            names = "--weight",
            paramLabel = "COLUMN",
            description = "CSV column of the query's weight; default: weight, if there is one.")
    @Nullable
    String weight;

    @Option(
            names = "--item",
            paramLabel = "COLUMN",
            description = "CSV column of the item's name; default: docid or item, if there is one.")
    @Nullable
    String item;

    @Option(
            names = "--item-weight",
            paramLabel = "COLUMN",
            description = "CSV column of the item's weight within its query; default: item_weight, if there is one."
                    + " Measures do not count it.")
    @Nullable
    String itemWeight;

    /** CSV column of the query, if the user named it. */
    abstract @Nullable String query();

    /** The option that names it. */
    abstract String queryOption();

    /** Whether the user named a column. */
    final boolean given() {
        return label != null || query() != null || weight != null || item != null || itemWeight != null;
    }

    /** Opens a CSV file of label rankings. */
    QuerySource openRanking(Path file, String beginning, CommonOptions common) {
        common.refuse("--label", "--query", "--item", "--item-weight");
        if (!QuerySource.isCsv(file)) {
            throw common.usage(
                    "label rankings are in CSV files, whose names end in .csv or .csv.gz, and not in " + file);
        }
        CsvColumns columns = new CsvColumns(null, null, weight, null, null, beginning);
        return QuerySource.of(file, columns, Grouping.ROW, common.readOptions().withLabels(Labels.ignored()));
    }

    /** Opens a data file, CSV or LETOR text by its name. */
    final QuerySource open(Path file, Grouping grouping, Labels labels, CommonOptions common) {
        if (given() && !QuerySource.isCsv(file)) {
            throw common.usage("--label, " + queryOption()
                    + ", --weight, --item and --item-weight name columns of CSV files, whose"
                    + " names end in .csv or .csv.gz, and not of " + file);
        }
        try {
            CsvColumns columns = new CsvColumns(label, query(), weight, item, itemWeight);
            return QuerySource.of(file, columns, grouping, common.readOptions().withLabels(labels));
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
    }
}
