package io.plumbrank.data.write;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.plumbrank.data.Absent;
import io.plumbrank.data.Query;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A row of LETOR text that is put together in memory. */
final class LetorLine {
    private static final int EXACT_INTEGER = 1 << 24;
    private static final byte[] QID = " qid:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ITEM = " # ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LONG_ITEM = " #docid = ".getBytes(StandardCharsets.US_ASCII);

    private byte[] line = new byte[1 << 12];
    private int length;

    void writeTo(OutputStream out) throws IOException {
        out.write(line, 0, length);
    }

    /** Without the end of the line. */
    String text() {
        return new String(line, 0, length - 1, StandardCharsets.UTF_8);
    }

    /** Puts a row together in memory: that cannot fail half way. */
    void row(Query query, byte[] id, int item) {
        length = 0;
        number(NumberOutput.toString(query.label(item), true));
        put(QID);
        put(id);
        for (int feature = 0; names(query) && feature < query.featureCount(); feature++) {
            feature(query, item, feature, query.feature(item, feature));
        }
        if (!names(query)) {
            query.forEachFeature(item, (feature, value) -> feature(query, item, feature, value));
        }
        if (query.hasItemId(item)) {
            String name = query.itemId(item);
            // such a name would be taken for the keyword
            put(name.startsWith("docid") ? LONG_ITEM : ITEM);
            put(word("item", name, ""));
        }
        put('\n');
    }

    /** Whether each value is written, as what a line leaves out is 0 to most readers. */
    private static boolean names(Query query) {
        return query.absent() == Absent.MISSING;
    }

    private void feature(Query query, int item, int feature, float value) {
        if (Float.isInfinite(value)) {
            throw notFinite(query, item, "feature " + feature, value);
        }
        put(' ');
        put(Integer.toString(feature));
        put(':');
        value(value);
    }

    private void value(float value) {
        if (Float.isNaN(value)) {
            put("nan");
            return;
        }
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

    /** The name of a query that text can hold. */
    static byte[] requireWritable(Query query) {
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
        return word("query", query.id(), "#");
    }

    private static IllegalArgumentException notFinite(Query query, int item, String what, double value) {
        return new IllegalArgumentException("the " + what + " of item " + (item + 1) + " of query '" + query.id()
                + "' is " + value + ", which LETOR text cannot hold");
    }
}
