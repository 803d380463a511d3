package io.plumbrank.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a file is read for a task.
 *
 * @param grouping what an instance is
 * @param labels what labels are
 * @param ranking how the names of columns with positions of labels begin; null where there are none
 * @param absent what a feature is that a row of LETOR text does not name
 */
public record Reading(
        Grouping grouping, Labels labels, @Nullable String ranking, Absent absent) {
    /** The share of the heap that the text of a file may be as large as, for it to be loaded. */
    private static final double SHARE = 0.25;

    /** How much larger text is than its gzipped form, at the most that is usual. */
    private static final int INFLATION = 8;

    /** Queries with items. */
    public static Reading queries(Labels labels) {
        return new Reading(Grouping.QUERY, labels, null, Absent.ZERO);
    }

    /** Rows that are instances. */
    public static Reading rows(Labels labels) {
        return new Reading(Grouping.ROW, labels, null, Absent.ZERO);
    }

    /** Rows with positions of labels. */
    public static Reading rankings(String beginning) {
        return new Reading(Grouping.ROW, Labels.ignored(), beginning, Absent.ZERO);
    }

    /** The same for data whose absent features have another meaning. */
    public Reading withAbsent(Absent other) {
        return new Reading(grouping, labels, ranking, other);
    }

    /** A file as a stream; a pipe of CSV is loaded, since its header is read before its rows. */
    public QuerySource stream(Path file, CsvColumns columns, ReadOptions options) {
        CsvColumns all = ranking == null ? columns : columns.withRanking(ranking);
        QuerySource source =
                QuerySource.of(file, all, grouping, options.withLabels(labels).withAbsent(absent));
        return options.isCsv(file) && QuerySource.isReadOnce(file) ? source.loaded() : source;
    }

    /**
     * A file for several passes: in memory where there is plenty for it, which also lets the rows of a query stand anywhere;
     * else as a stream.
     */
    public QuerySource open(Path file, CsvColumns columns, ReadOptions options) {
        return kept(stream(file, columns, options));
    }

    /** The same source, in memory where there is plenty for it. */
    public static QuerySource kept(QuerySource source) {
        return fitsInMemory(source.file()) ? source.loaded() : source;
    }

    private static boolean fitsInMemory(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                return true; // a pipe, which can be read only once; or nothing, and reading will say so
            }
            boolean packed = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz") || TableFormat.isTable(file);
            long text = Files.size(file) * (packed ? INFLATION : 1);
            return text < SHARE * Runtime.getRuntime().maxMemory();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
