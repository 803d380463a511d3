package io.plumbrank.cli;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.PreferenceSource;
import io.plumbrank.data.Preferences;
import io.plumbrank.data.QuerySource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Opens files of queries that are read several times: into memory where there is plenty for it, which also lets the rows of a
 * query stand anywhere; else as a stream.
 */
final class QueryData {
    /** The share of the heap that the text of a file may be as large as, for it to be loaded. */
    private static final double SHARE = 0.25;

    /** How much larger text is than its gzipped form, at the most that is usual. */
    private static final int INFLATION = 8;

    private QueryData() {}

    /** @param preferences null where grades are the labels */
    static QuerySource open(Path file, @Nullable Path preferences, CsvColumnOptions csv, CommonOptions common) {
        QuerySource source = stream(file, preferences, csv, common);
        return fitsInMemory(file) ? source.loaded() : source;
    }

    static QuerySource open(Path file, CsvColumnOptions csv, Labels labels, CommonOptions common) {
        QuerySource source = csv.open(file, Grouping.QUERY, labels, common);
        return fitsInMemory(file) ? source.loaded() : source;
    }

    /** The same as a stream, for those who read once. */
    static QuerySource stream(Path file, @Nullable Path preferences, CsvColumnOptions csv, CommonOptions common) {
        if (preferences == null) {
            return csv.open(file, Grouping.QUERY, Labels.numbers(), common);
        }
        return new PreferenceSource(
                csv.open(file, Grouping.QUERY, Labels.optional(), common),
                Preferences.read(preferences, common.readOptions()));
    }

    private static boolean fitsInMemory(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                return true; // a pipe, which can be read only once; or nothing, and reading will say so
            }
            boolean packed = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
            long text = Files.size(file) * (packed ? INFLATION : 1);
            return text < SHARE * Runtime.getRuntime().maxMemory();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
