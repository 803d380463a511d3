package io.plumbrank.data;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.plumbrank.util.AtomicOutput;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

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
    private static final int EXACT_INTEGER = 1 << 24;
    private static final byte[] QID = " qid:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ITEM = " # ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LONG_ITEM = " #docid = ".getBytes(StandardCharsets.US_ASCII);

    private final Path file;
    private final AtomicOutput output;
    private final QueryIdSet written = new QueryIdSet();
    private byte[] line = new byte[1 << 12];
    private int length;

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
        requireWritable(query);
        byte[] id = word("query", query.id(), "#");
        if (!written.add(query.id())) {
            throw new IllegalArgumentException("query '" + query.id() + "' was written before");
        }
        try {
            for (int item = 0; item < query.size(); item++) {
                row(query, id, item);
                output.stream().write(line, 0, length);
            }
        } catch (IOException e) {
            throw AtomicOutput.fault(file, e);
        }
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

    /** Puts a row together in memory: that cannot fail half way. */
    private void row(Query query, byte[] id, int item) {
        length = 0;
        number(NumberOutput.toString(query.label(item), true));
        put(QID);
        put(id);
        query.forEachFeature(item, (feature, value) -> {
            if (Float.isInfinite(value)) {
                throw notFinite(query, item, "feature " + feature, value);
            }
            put(' ');
            put(Integer.toString(feature));
            put(':');
            value(value);
        });
        if (query.hasItemId(item)) {
            String name = query.itemId(item);
            // such a name would be taken for the keyword
            put(name.startsWith("docid") ? LONG_ITEM : ITEM);
            put(word("item", name, ""));
        }
        put('\n');
    }

    private void value(float value) {
        boolean negativeZero = Float.floatToRawIntBits(value) == Integer.MIN_VALUE;
        if (Math.abs(value) < EXACT_INTEGER && (int) value == value && !negativeZero) {
            put(Integer.toString((int) value));
        } else {
            number(NumberOutput.toString(value, true));
        }
    }

    /** Puts Java's text of a number, without a fraction that is zero. */
    private void number(String text) {
        int point = text.indexOf(".0");
        boolean whole = point >= 0 && (point + 2 == text.length() || text.charAt(point + 2) == 'E');
        put(whole ? text.substring(0, point) + text.substring(point + 2) : text);
    }

    private void put(String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            put(ascii.charAt(i));
        }
    }

    private void put(byte[] bytes) {
        for (byte each : bytes) {
            put((char) each);
        }
    }

    private void put(char ascii) {
        if (length == line.length) {
            line = Arrays.copyOf(line, Math.multiplyExact(2, length));
        }
        line[length++] = (byte) ascii;
    }

    private static byte[] word(String what, String name, String forbidden) {
        boolean readable =
                !name.isEmpty() && name.chars().noneMatch(c -> " \t\r\n".indexOf(c) >= 0 || forbidden.indexOf(c) >= 0);
        if (!readable) {
            String rule = forbidden.isEmpty() ? "blanks" : "blanks or '" + forbidden + "'";
            throw new IllegalArgumentException(
                    "LETOR text takes names without " + rule + " only, got " + what + " '" + name + "'");
        }
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private void requireWritable(Query query) {
        if (query.size() == 0) {
            throw new IllegalArgumentException(
                    "query '" + query.id() + "' has no items, and LETOR text only has items");
        }
        if (query.weight() != 1) {
            throw new IllegalArgumentException(
                    "LETOR text has no place for weights, and query '" + query.id() + "' weighs " + query.weight());
        }
        for (int item = 0; item < query.size(); item++) {
            if (query.itemWeight(item) != 1) {
                throw new IllegalArgumentException("LETOR text has no place for weights, and item " + (item + 1)
                        + " of query '" + query.id() + "' weighs " + query.itemWeight(item));
            }
            if (!Double.isFinite(query.label(item))) {
                throw notFinite(query, item, "label", query.label(item));
            }
        }
    }

    private static IllegalArgumentException notFinite(Query query, int item, String what, double value) {
        return new IllegalArgumentException("the " + what + " of item " + (item + 1) + " of query '" + query.id()
                + "' is " + value + ", which LETOR text cannot hold");
    }
}
