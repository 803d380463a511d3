package io.plumbrank.cli;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Labels;
import io.plumbrank.data.PreferenceSource;
import io.plumbrank.data.Preferences;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
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

    /** Opens a data file, CSV or LETOR text by its name, as a stream. */
    final QuerySource stream(Path file, Reading reading, CommonOptions common) {
        if (reading.ranking() != null) {
            common.refuse("--label", "--query", "--item", "--item-weight");
            if (!QuerySource.isCsv(file)) {
                throw common.usage(
                        "label rankings are in CSV files, whose names end in .csv or .csv.gz, and not in " + file);
            }
        } else if (given() && !QuerySource.isCsv(file)) {
            throw common.usage("--label, " + queryOption()
                    + ", --weight, --item and --item-weight name columns of CSV files, whose"
                    + " names end in .csv or .csv.gz, and not of " + file);
        }
        return common.checked(() ->
                reading.stream(file, new CsvColumns(label, query(), weight, item, itemWeight), common.readOptions()));
    }

    /** The same for several passes: in memory where there is plenty for it. */
    final QuerySource open(Path file, Reading reading, CommonOptions common) {
        return Reading.kept(stream(file, reading, common));
    }

    /**
     * The same with preferences that were observed among the items.
     *
     * @param preferences null where grades are the labels
     */
    final QuerySource stream(Path file, @Nullable Path preferences, CommonOptions common) {
        return preferences == null
                ? stream(file, Reading.queries(Labels.numbers()), common)
                : new PreferenceSource(
                        stream(file, Reading.queries(Labels.optional()), common),
                        Preferences.read(preferences, common.readOptions()));
    }

    /** The same for several passes: in memory where there is plenty for it. */
    final QuerySource open(Path file, @Nullable Path preferences, CommonOptions common) {
        return Reading.kept(stream(file, preferences, common));
    }
}
