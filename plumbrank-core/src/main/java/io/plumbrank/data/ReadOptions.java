package io.plumbrank.data;

import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.DoubleConsumer;

/**
 * How a file is read.
 *
 * @param threads parser threads; 1 reads and parses in the calling thread. Results do not depend on it.
 * @param skipBad how many bad lines are passed over before the next one is an {@link InputException}
 * @param labels what the labels of data files are; TREC files have grades whatever this says
 * @param format what data files hold, since a pipe has no name that would tell
 * @param absent what a feature is that a row of LETOR text does not name
 * @param follower is told the share of the file's bytes that was read, now and then; of a pipe nothing
 */
public record ReadOptions(
        int threads, long skipBad, Labels labels, Format format, Absent absent, DoubleConsumer follower) {
    /** What a data file holds. */
    public enum Format {
        /** CSV if its name ends in .csv, .csv.gz, .tsv or .tsv.gz, else LETOR text. */
        BY_NAME,
        /** CSV with a header. */
        CSV,
        /** The same with tabs in place of commas. */
        TSV,
        /** LETOR or SVMlight text. */
        LETOR
    }

    public ReadOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        if (skipBad < 0) {
            throw new IllegalArgumentException("skipBad must not be negative, got " + skipBad);
        }
    }

    /** Files are what their names say. */
    public ReadOptions(int threads, long skipBad, Labels labels) {
        this(threads, skipBad, labels, Format.BY_NAME, Absent.ZERO, share -> {});
    }

    /** Labels are numbers. */
    public ReadOptions(int threads, long skipBad) {
        this(threads, skipBad, Labels.numbers());
    }

    /** All processors, no bad line tolerated, labels are numbers. */
    public static ReadOptions defaults() {
        return new ReadOptions(Runtime.getRuntime().availableProcessors(), 0);
    }

    public ReadOptions withThreads(int threads) {
        return new ReadOptions(threads, skipBad, labels, format, absent, follower);
    }

    public ReadOptions withSkipBad(long skipBad) {
        return new ReadOptions(threads, skipBad, labels, format, absent, follower);
    }

    public ReadOptions withLabels(Labels labels) {
        return new ReadOptions(threads, skipBad, labels, format, absent, follower);
    }

    /** The same for data files of a format that their names do not tell. */
    public ReadOptions withFormat(Format format) {
        return new ReadOptions(threads, skipBad, labels, format, absent, follower);
    }

    /** The same with another meaning of features that a row of LETOR text does not name. */
    public ReadOptions withAbsent(Absent absent) {
        return new ReadOptions(threads, skipBad, labels, format, absent, follower);
    }

    /** The same with somebody who follows. */
    public ReadOptions followedBy(DoubleConsumer follower) {
        return new ReadOptions(threads, skipBad, labels, format, absent, follower);
    }

    /** Whether a data file is one of typed columns, by its name. */
    public boolean isTable(Path file) {
        return format == Format.BY_NAME && TableFormat.isTable(file);
    }

    /** What separates the fields of a CSV file. */
    char separator(Path file) {
        boolean tabs = format == Format.BY_NAME
                ? file.toString().toLowerCase(Locale.ROOT).matches(".*\\.tsv(\\.gz)?")
                : format == Format.TSV;
        return tabs ? '\t' : ',';
    }

    /** Whether a data file is CSV, or has tabs in place of commas. */
    public boolean isCsv(Path file) {
        return format == Format.BY_NAME ? QuerySource.isCsv(file) : format != Format.LETOR;
    }
}
