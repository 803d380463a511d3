package io.plumbrank.data;

import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of typed columns, such as Parquet, or directories of them. Found by {@link ServiceLoader}, so that the core needs no
 * library for any of them; the module {@code plumbrank-parquet} provides Parquet.
 */
public interface TableFormat {
    /** How the names of its files, and of directories of them, end. */
    String ending();

    /**
     * Opens a file or a directory.
     *
     * @throws InputException if it is not of the format
     */
    Table open(Path file);

    /** What a column holds. */
    enum Kind {
        /** A number, or nothing. */
        NUMBER,
        /** A text, or nothing. */
        TEXT,
        /** Many numbers, of which some may not be there. */
        NUMBERS,
        /** What nobody reads. */
        OTHER
    }

    /**
     * A column.
     *
     * @param type in the words of the format, for messages
     */
    record Column(String name, Kind kind, String type) {}

    /**
     * The numbers of one cell.
     *
     * @param size how many there could be
     * @param places of those that are there, ascending; null where all are
     * @param values NaN for what is missing
     */
    record Numbers(int size, int @Nullable [] places, double[] values) {}

    /** Rows one after another; in one thread. */
    interface Table extends AutoCloseable {
        List<Column> columns();

        /** Goes to the next row, from before the first; false if there is none. */
        boolean next();

        /** Where the row is, to be put behind what is wrong with it; empty where its number among all rows says it. */
        String place();

        /** The number in a column of numbers; NaN for none. */
        double number(int column);

        /** The text in a column of texts, or a number as text, whole ones without a point; null for none. */
        @Nullable
        String text(int column);

        /** The numbers in a column of many; null for none. */
        @Nullable
        Numbers numbers(int column);

        @Override
        void close();
    }

    /** Whether a file is one of columns by its name, in any case of letters. */
    static boolean isTable(Path file) {
        String name = name(file);
        return name.endsWith(PARQUET) || name.endsWith(MEMORY);
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).replaceAll("/+$", "");
    }

    /** The ending of files. */
    String PARQUET = ".parquet";

    /** The ending of tables that are in the memory of this process, and in no file. */
    String MEMORY = ".plumbrank-memory";

    /** Whether each feature of a file has a column, and so a name. */
    static boolean hasNamedFeatures(Path file) {
        try (Table table = of(file).open(file)) {
            return table.columns().stream().noneMatch(column -> column.kind() == Kind.NUMBERS);
        }
    }

    /**
     * What reads a file.
     *
     * @throws InputException if the module is not there
     */
    static TableFormat of(Path file) {
        return ServiceLoader.load(TableFormat.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(format -> name(file).endsWith(format.ending()))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        file.toString(), 0, "Parquet", "the module plumbrank-parquet on the class path, or text"));
    }
}
