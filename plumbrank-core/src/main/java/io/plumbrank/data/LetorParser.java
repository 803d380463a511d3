package io.plumbrank.data;

import io.plumbrank.data.rows.RowBlock;
import io.plumbrank.data.rows.RowBlockBuilder;
import io.plumbrank.data.text.Decimals;
import io.plumbrank.data.text.EightBytes;
import io.plumbrank.data.text.LineChunks;
import io.plumbrank.data.text.ShortDecimals;
import io.plumbrank.data.text.Utf8;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns a chunk of LETOR text, {@code label qid:ID number:value … # comment}, into a block of columns in one pass over
 * its bytes. One object a chunk.
 */
final class LetorParser {
    static final String ROW = "a row 'label qid:ID number:value …'";
    static final String PLAIN_ROW = "a row 'label number:value …'";

    private static final String QID = "'qid:ID' after the label, which says what query the row belongs to";
    private static final String FEATURE = "a feature 'number:value' with a number from 0 to 2147483646";
    private static final String VALUE = "a decimal number that a 32-bit float can hold, or nan for a missing value";
    private static final String ONCE = "each feature once in a row";

    /** The raw bytes of {@code " 0:"}, {@code " 1:"} and so on; zeros behind, and nothing that text could match last. */
    private static final long[] NEXT_FEATURE = nextFeatures(1000);

    private static final byte[] DOCID = {'d', 'o', 'c', 'i', 'd'};

    private final byte[] text;
    private final int length;
    private final Grouping grouping;
    private final Labels labels;
    private final long mostFaults;
    private final RowBlockBuilder out;
    private int line;
    private int queryFrom;
    private int queryTo;

    /**
     * @param text owned by the parser, with {@link LineChunks#PADDING} bytes behind {@code length}
     * @param options after more bad lines than they tolerate, the rest of the chunk does not matter
     */
    LetorParser(byte[] text, int length, Grouping grouping, ReadOptions options, RowBlockBuilder out) {
        this.text = text;
        this.length = length;
        this.grouping = grouping;
        this.labels = options.labels();
        this.mostFaults = options.skipBad();
        this.out = out;
        // every line, and every scan, ends here
        text[length] = '\n';
    }

    private static long[] nextFeatures(int count) {
        long[] texts = new long[count + 1];
        for (int i = 0; i < count; i++) {
            byte[] text = Arrays.copyOf((" " + i + ":").getBytes(StandardCharsets.US_ASCII), 8);
            texts[i] = EightBytes.raw(text, 0);
        }
        // matches nothing: a guess is compared where a value ended, at a blank or a line end
        texts[count] = -1;
        return texts;
    }

    RowBlock parse() {
        int at = 0;
        while (at < length && out.faultCount() <= mostFaults) {
            at = skipBlanks(at);
            if (text[at] != '\n' && text[at] != '#') {
                int end = row(at);
                at = end < 0 ? at : end;
            }
            while (text[at] != '\n') {
                at++;
            }
            at++;
            line++;
        }
        return out.build(line, 0);
    }

    /** Reads a row; returns where in its line it stopped, or −1 after a fault. */
    private int row(int from) {
        int at = tokenEnd(from);
        double label = labels.parse(text, from, at);
        if (!labels.accepts(label)) {
            return fault(
                    token(from, at) + " as the label", "a row that begins with its label, " + labels.expected(label));
        }
        at = skipBlanks(at);
        int qidAt = at;
        int idFrom = at;
        int idTo = at;
        if (isQid(at)) {
            idFrom = at + 4;
            idTo = tokenEnd(idFrom);
            at = idTo;
        }
        String newQuery = null;
        if (grouping == Grouping.QUERY) {
            if (idFrom == idTo) {
                return fault(idFrom > qidAt ? "a query without a name" : tokenOrEnd(at), QID);
            }
            if (!Arrays.equals(text, idFrom, idTo, text, queryFrom, queryTo)) {
                newQuery = Utf8.decode(text, idFrom, idTo);
                if (newQuery == null) {
                    return fault("a query name that is not UTF-8", Utf8.EXPECTED);
                }
            }
        }
        at = features(at);
        if (at >= 0 && text[at] == '#') {
            at = comment(at + 1);
        }
        if (at < 0) {
            return at;
        }
        if (newQuery != null) {
            out.beginRun(newQuery);
            queryFrom = idFrom;
            queryTo = idTo;
        }
        out.endRow(label, line);
        return at;
    }

    /** Reads features up to the comment or the line end and returns where that is, or −1 after a fault. */
    private int features(int from) {
        byte[] text = this.text;
        int[] indices = out.indices;
        float[] values = out.values;
        int count = out.present;
        int previous = -1;
        boolean ascending = true;
        int at = from;
        while (true) {
            // one blank and the next number is so common that the processor should bet on it
            int index = previous + 1;
            long guess = NEXT_FEATURE[Math.min(index, NEXT_FEATURE.length - 1)];
            int unused = Long.numberOfLeadingZeros(guess) & 56;
            if ((EightBytes.raw(text, at) ^ guess) << unused == 0) {
                at += 8 - (unused >>> 3);
            } else {
                at = skipBlanks(at);
                if (text[at] == '\n' || text[at] == '#') {
                    break;
                }
                int tokenAt = at;
                index = 0;
                while (text[at] >= '0' && text[at] <= '9') {
                    index = index * 10 + text[at++] - '0';
                }
                int digits = at - tokenAt;
                if (digits == 0 || digits > 9 || text[at] != ':') {
                    index = text[at] == ':' ? longNumber(tokenAt, at) : -1;
                    if (index < 0) {
                        return fault(token(tokenAt, tokenEnd(tokenAt)) + " as a feature", FEATURE);
                    }
                }
                at++;
            }
            if (count == values.length) {
                out.growFeatures();
                indices = out.indices;
                values = out.values;
            }
            int end = ShortDecimals.parseInto(text, at, values, count);
            if (end < 0) {
                end = tokenEnd(at);
                values[count] = Decimals.parseFloat(text, at, end);
                if (Float.isNaN(values[count]) && !isNan(at, end)) {
                    return fault(token(at, end) + " as the value of feature " + index, VALUE);
                }
            }
            at = end;
            indices[count++] = index;
            ascending &= index > previous;
            previous = index;
        }
        out.present = count;
        if (!ascending) {
            int twice = out.sortRow();
            if (twice >= 0) {
                return fault("feature " + twice + " twice", ONCE);
            }
        }
        return at;
    }

    /** The feature number that digits make, however many, or −1 when there are none or it does not fit. */
    private int longNumber(int from, int to) {
        long number = 0;
        for (int at = from; at < to; at++) {
            number = Math.min(Integer.MAX_VALUE, number * 10 + text[at] - '0');
        }
        return from < to && number < Integer.MAX_VALUE ? (int) number : -1;
    }

    /** Reads the item's name, {@code docid = X} or else the first word; returns where it ends, or −1 after a fault. */
    private int comment(int from) {
        int at = skipBlanks(from);
        int end = wordEnd(at);
        if (Arrays.equals(text, at, Math.min(end, at + DOCID.length), DOCID, 0, DOCID.length)) {
            int equals = skipBlanks(at + DOCID.length);
            if (text[equals] == '=') {
                at = skipBlanks(equals + 1);
                end = wordEnd(at);
            }
        }
        if (!Utf8.isValid(text, at, end)) {
            return fault("an item name that is not UTF-8", Utf8.EXPECTED);
        }
        out.itemId(text, at, end);
        return end;
    }

    private boolean isNan(int from, int to) {
        return to - from == 3
                && (text[from] | ' ') == 'n'
                && (text[from + 1] | ' ') == 'a'
                && (text[from + 2] | ' ') == 'n';
    }

    private boolean isQid(int at) {
        return text[at] == 'q' && text[at + 1] == 'i' && text[at + 2] == 'd' && text[at + 3] == ':';
    }

    private int skipBlanks(int from) {
        int at = from;
        while (text[at] == ' ' || text[at] == '\t' || text[at] == '\r') {
            at++;
        }
        return at;
    }

    private int wordEnd(int from) {
        int at = from;
        while (text[at] != ' ' && text[at] != '\t' && text[at] != '\r' && text[at] != '\n') {
            at++;
        }
        return at;
    }

    /** A word outside of comments ends where a comment begins, too. */
    private int tokenEnd(int from) {
        int at = from;
        while (true) {
            byte c = text[at];
            if (c <= '#' && (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#')) {
                return at;
            }
            at++;
        }
    }

    private String tokenOrEnd(int from) {
        int end = tokenEnd(from);
        return end == from ? "the end of the row" : token(from, end);
    }

    private String token(int from, int to) {
        return InputException.quote(Utf8.start(text, from, to));
    }

    private int fault(String found, String expected) {
        out.fault(line, found, expected);
        return -1;
    }
}
