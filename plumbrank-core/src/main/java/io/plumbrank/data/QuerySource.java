package io.plumbrank.data;

import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.Stop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A file of queries. It can be streamed, in memory that does not grow with the file, or loaded.
 *
 * <pre>{@code
 * QuerySource source = QuerySource.of(Path.of("train.txt"), ReadOptions.defaults());
 * source.visit(query -> System.out.println(query.id())); // one query after another, in file order
 * Dataset all = source.load();                            // everything, rows in any order
 * }</pre>
 *
 * <p>Both may be called again and again; each call reads the file anew, unless it is {@link #loaded()}. Results are the same
 * bits whatever the number of threads.
 */
public interface QuerySource {

    /** Opens a file as {@link #of(Path, ReadOptions)} does, with the usual options. */
    static QuerySource of(Path file) {
        return of(file, ReadOptions.defaults());
    }

    /** Queries that are in memory. */
    static QuerySource of(List<Query> queries) {
        return of("memory", new Dataset(queries));
    }

    /**
     * Opens a file by its name: {@code .csv} is CSV, {@code .tsv} has tabs in place of commas, {@code .parquet} is Parquet where
     * {@code plumbrank-parquet} is on the class path, everything else is LETOR text. Nothing is read yet.
     */
    static QuerySource of(Path file, ReadOptions options) {
        return of(file, CsvColumns.defaults(), Grouping.QUERY, options);
    }

    /**
     * Opens a file by its name, as {@link #of(Path, ReadOptions)} does.
     *
     * @param columns the columns of a CSV or Parquet file that are no features; LETOR text does without
     * @param grouping whether an instance is a query or a row
     * @throws IllegalArgumentException as in {@link CsvSource#CsvSource(Path, CsvColumns, Grouping, ReadOptions)}
     */
    static QuerySource of(Path file, CsvColumns columns, Grouping grouping, ReadOptions options) {
        if (options.isTable(file)) {
            return new TableSource(file, columns, grouping, options);
        }
        return options.isCsv(file)
                ? new CsvSource(file, columns, grouping, options)
                : new LetorSource(file, grouping, options);
    }

    /**
     * Queries that are in memory.
     *
     * @param name stands in for a file in messages
     */
    static QuerySource of(String name, Dataset data) {
        return new MemorySource(name, data);
    }

    /** Whether a file is a pipe or the like, which gives its bytes only once. */
    static boolean isReadOnce(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** Whether a file is CSV by its name, {@code .csv} or {@code .tsv}, perhaps with {@code .gz}, in any case of letters. */
    static boolean isCsv(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).matches(".*\\.[ct]sv(\\.gz)?");
    }

    Path file();

    /** All that the file has, where this is a part of it, such as the queries outside a fold. */
    default QuerySource whole() {
        return this;
    }

    /**
     * Streams the queries in file order, in the calling thread. Memory is a few megabytes per thread, plus the largest query,
     * plus some 16 bytes per query to notice one that comes back.
     *
     * @throws InputException if a line is bad and not to be skipped, or the rows of a query do not stand together
     */
    void visit(Consumer<Query> visitor);

    /** Streams queries up to and with the first for which {@code last} holds. */
    default void visitUntil(Predicate<Query> last) {
        Stop.visiting(stop -> visit(query -> {
            if (last.test(query)) {
                throw stop;
            }
        }));
    }

    /**
     * Reads everything into memory: queries in the order in which they first appear, items in file order, rows of a query
     * anywhere in the file. Rows that stand together are not copied after they were parsed.
     *
     * @throws InputException if a line is bad and not to be skipped
     */
    Dataset load();

    /**
     * The same file for several passes: it is loaded once, on first use, and from then on everything comes from memory.
     * {@link #visit} hands on what {@link #load} gives, so the rows of a query may stand anywhere in the file.
     */
    default QuerySource loaded() {
        return new LoadedSource(this, data -> data);
    }

    /** A checksum of the rows, whatever their order, where the bytes of {@link #file} are not what counts. */
    default Optional<String> checksum() {
        return Optional.empty();
    }

    /** The text of a sum of {@code BlockRule.sum} over all instances. */
    static String checksum(long sum) {
        return String.format(Locale.ROOT, "rows:%016x", sum);
    }

    /** The number of rows, where it is known without another pass, else −1; a source that is loaded loads. */
    default long knownRows() {
        return -1;
    }

    /** How many bad lines the last finished {@link #visit} or {@link #load} passed over; 0 before. */
    long skippedLines();

    /** What else a user should know of the last finished {@link #visit} or {@link #load}, a sentence each; none before. */
    default List<String> notes() {
        return List.of();
    }

    /** The file that the labels come from, where it is not {@link #file}. */
    default Optional<Path> labelFile() {
        return Optional.empty();
    }

    /** What a feature is that a row does not have: zero in LETOR text unless its reader was told otherwise, else missing. */
    default Absent absent() {
        return Absent.MISSING;
    }

    /** The names of the features in order, or an empty list where features go by their numbers. */
    List<String> featureNames();

    /**
     * The number by which queries know a feature.
     *
     * @param name a column of a CSV file, or a feature number of LETOR text
     * @throws InputException if there is no such feature, with the nearest name that there is
     */
    int featureIndex(String name);
}
