package io.plumbrank.data.write;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.rows.QueryIdSet;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.AtomicOutput;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes queries as LETOR text, {@code label qid:ID number:value … # item}, plain or, for a name that ends in {@code .gz},
 * packed. Numbers are the shortest decimals that read back as the same bits; missing features are left out. The file
 * appears whole at {@link #commit} or not at all.
 *
 * <pre>{@code
 * try (LetorWriter writer = LetorWriter.create(Path.of("out.txt.gz"))) {
 *     source.visit(writer::write);
 *     writer.commit();
 * }
 * }</pre>
 */
public final class LetorWriter implements AutoCloseable {
    private final Path file;
    private final AtomicOutput output;
    private final QueryIdSet written = new QueryIdSet();
    private final LetorLine line = new LetorLine();

    private LetorWriter(Path file) {
        this.file = file;
        this.output = AtomicOutput.create(file);
    }

    /**
     * Begins a file.
     *
     * @throws InputException if it is a directory, or its directory does not exist
     * @throws java.io.UncheckedIOException if it cannot be written
     */
    public static LetorWriter create(Path file) {
        return new LetorWriter(file);
    }

    /**
     * Writes a whole data set. O(values).
     *
     * @throws java.io.UncheckedIOException if the file cannot be written
     * @throws IllegalArgumentException as in {@link #write(Query)}
     */
    public static void write(Path file, Dataset data) {
        try (LetorWriter writer = create(file)) {
            data.queries().forEach(writer::write);
            writer.commit();
        }
    }

    /**
     * Writes a query; no row of it is copied.
     *
     * @throws java.io.UncheckedIOException if the file cannot be written
     * @throws IllegalArgumentException if the text could not be read back: a name with blanks or without letters, a query
     *     without items, with a weight (its own or an item's) other than 1 or with a name that was written before, a number that is not finite
     */
    public void write(Query query) {
        byte[] id = LetorLine.requireWritable(query);
        if (!written.add(query.id())) {
            throw new IllegalArgumentException("query '" + query.id() + "' was written before");
        }
        try {
            for (int item = 0; item < query.size(); item++) {
                line.row(query, id, item);
                line.writeTo(output.stream());
            }
        } catch (IOException e) {
            throw AtomicOutput.fault(file, e);
        }
    }

    /**
     * The text of a query of one item, without the end of the line.
     *
     * @throws IllegalArgumentException as in {@link #write(Query)}
     */
    public static String line(Query query) {
        LetorLine line = new LetorLine();
        line.row(query, LetorLine.requireWritable(query), 0);
        return line.text();
    }

    /**
     * Puts the file in its place.
     *
     * @throws java.io.UncheckedIOException if the file cannot be written
     */
    public void commit() {
        output.commit();
    }

    /** Leaves nothing behind unless the file was committed. */
    @Override
    public void close() {
        output.close();
    }
}
