package io.plumbrank.cli.options;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.ReadOptions.Format;
import io.plumbrank.data.Reading;
import io.plumbrank.data.TableFormat;
import io.plumbrank.data.preferences.PreferenceSource;
import io.plumbrank.data.preferences.Preferences;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which columns of a CSV file mean what; the option for that of the query is the subclass's. */
public abstract class CsvColumnOptions {
    @Option(
            names = "--label",
            paramLabel = "COLUMN",
            description =
                    "Column of the label; default label. Files named .csv or .csv.gz are CSV; .parquet is Parquet, a file or a folder.")
    @Nullable
    String label;

    @Option(
            names = "--weight",
            paramLabel = "COLUMN",
            description = "Column of the weight of the query or row; default weight, if present; none for no column.")
    @Nullable
    String weight;

    @Option(
            names = "--item",
            paramLabel = "COLUMN",
            description =
                    "Column of the item's name; default docid or item, if present; none for no column. Rankers only.")
    @Nullable
    String item;

    @Option(
            names = "--item-weight",
            paramLabel = "COLUMN",
            description =
                    "Column of the item's weight in its query; default item_weight, if present; none for no column. Measures ignore it.")
    @Nullable
    String itemWeight;

    @Option(names = "--ignore", split = ",", paramLabel = "COLUMN", description = "Columns to ignore.")
    List<String> ignored = List.of();

    @Option(
            names = "--na",
            split = ",",
            paramLabel = "WORD",
            description =
                    "More words for a missing value, such as -999. NA, N/A, nan, null, none, ? and an empty field always mean one.")
    List<String> missing = List.of();

    @Option(
            names = "--categorical",
            split = ",",
            paramLabel = "COLUMN",
            description = "Columns whose numbers are names: each level is a feature, as in columns of text.")
    List<String> categorical = List.of();

    @Option(
            names = "--input-format",
            paramLabel = "FORMAT",
            description =
                    "Format of files whose names do not tell, such as pipes: csv, tsv or letor (LETOR, SVMlight). The file - is standard"
                            + " input.")
    @Nullable
    String inputFormat;

    /** CSV column of the query, if the user named it. */
    protected abstract @Nullable String query();

    /** The option that names it. */
    protected abstract String queryOption();

    /** Whether the user named a column. */
    public final boolean given() {
        return label != null
                || query() != null
                || weight != null
                || item != null
                || itemWeight != null
                || !ignored.isEmpty()
                || !categorical.isEmpty();
    }

    /** Whether the features of a data file have names: CSV by what the user says of it or else by its name, and Parquet by its columns. */
    public final boolean isCsv(Path file, CommonOptions common) {
        ReadOptions options = readOptions(common);
        return options.isCsv(file) || (options.isTable(file) && TableFormat.hasNamedFeatures(file));
    }

    /** Whether a data file is CSV text. */
    public final boolean isCsvText(Path file, CommonOptions common) {
        return readOptions(common).isCsv(file);
    }

    private ReadOptions readOptions(CommonOptions common) {
        String word = inputFormat == null ? "" : inputFormat.strip().toLowerCase(Locale.ROOT);
        return common.readOptions()
                .withFormat(
                        switch (word) {
                            case "" -> Format.BY_NAME;
                            case "csv" -> Format.CSV;
                            case "tsv" -> Format.TSV;
                            case "letor", "svmlight", "libsvm" -> Format.LETOR;
                            default ->
                                throw common.usage("--input-format is csv, tsv or letor, not '" + inputFormat + "'");
                        });
    }

    /** Opens a data file, CSV or LETOR text, as a stream. */
    public final QuerySource stream(Path file, Reading reading, CommonOptions common) {
        return stream(file, reading, List.of(), common);
    }

    /**
     * The same with the columns that a model was trained on.
     *
     * @param features their names; empty for all columns
     */
    public final QuerySource stream(Path file, Reading reading, List<String> features, CommonOptions common) {
        ReadOptions options = readOptions(common);
        if (reading.ranking() != null) {
            common.refuse("--label", queryOption(), "--item-weight");
            if (!options.isCsv(file)) {
                throw common.usage(
                        "label rankings and costs of rows are in CSV files, whose names end in .csv or .csv.gz, and not in "
                                + file + "; of a pipe say --input-format csv");
            }
        } else if (given() && !options.isCsv(file) && !options.isTable(file)) {
            throw common.usage("--label, " + queryOption()
                    + ", --weight, --item, --item-weight, --ignore and --categorical name columns of CSV and Parquet files, whose"
                    + " names end in .csv, .csv.gz or .parquet, and not of " + file
                    + "; of a pipe say --input-format csv");
        } else if (!missing.isEmpty() && !options.isCsv(file) && !options.isTable(file)) {
            throw common.usage("--na gives words for missing values in CSV files, and not in " + file
                    + ": write nan there; of a pipe say --input-format csv");
        }
        return common.checked(() -> reading.stream(
                file,
                new CsvColumns(label, query(), column(weight), column(item), column(itemWeight))
                        .withIgnored(Set.copyOf(ignored))
                        .withMissing(Set.copyOf(missing))
                        .withCategorical(Set.copyOf(categorical))
                        .withFeatures(features),
                options));
    }

    /** The column that the user named; empty for none, which makes one with the usual name a feature. */
    private static @Nullable String column(@Nullable String said) {
        return said != null && said.equals("none") ? "" : said;
    }

    /** Opens data for several passes, in memory if there is plenty. */
    public final QuerySource open(Path file, Reading reading, List<String> features, CommonOptions common) {
        return open(file, reading, null, features, common);
    }

    public final QuerySource open(
            Path file, Reading reading, @Nullable Path preferences, List<String> features, CommonOptions common) {
        return Reading.kept(stream(file, reading, preferences, features, common));
    }

    /**
     * The same with preferences that were observed among the items.
     *
     * @param reading where grades are the labels
     * @param preferences null where grades are the labels
     * @param features the columns that a model was trained on; empty for all
     */
    public final QuerySource stream(
            Path file, Reading reading, @Nullable Path preferences, List<String> features, CommonOptions common) {
        return preferences == null
                ? stream(file, reading, features, common)
                : new PreferenceSource(
                        stream(file, Reading.queries(Labels.optional()).withAbsent(reading.absent()), features, common),
                        Preferences.read(preferences, common.readOptions()));
    }
}
