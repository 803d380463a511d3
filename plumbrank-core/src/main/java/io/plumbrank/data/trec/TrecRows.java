package io.plumbrank.data.trec;

import io.plumbrank.data.text.BadLines.Fault;
import io.plumbrank.data.text.Decimals;
import io.plumbrank.data.text.LineChunks;
import io.plumbrank.data.text.Utf8;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one chunk of a qrels or run file as columns. Names stay bytes in the chunk; rows of one query that stand
 * together form a span. One pass over the bytes.
 */
final class TrecRows implements LineChunks.Parsed {
    /** The fields of a line and which of them count. */
    enum Layout {
        /** {@code query iteration docno grade}. */
        QRELS(4, 4, 3, "grade", "4 fields: query iteration docno grade", 6, " (this looks like a run)"),
        /** {@code query Q0 docno rank score tag}; trec_eval ignores what follows the tag, and so do we. */
        RUN(6, Integer.MAX_VALUE, 4, "score", "6 fields: query Q0 docno rank score tag", 4, " (these look like qrels)");

        private final int fewest;
        private final int most;
        private final int valueField;
        private final String valueName;
        private final String fields;
        private final int othersFields;
        private final String hint;

        Layout(int fewest, int most, int valueField, String valueName, String fields, int othersFields, String hint) {
            this.fewest = fewest;
            this.most = most;
            this.valueField = valueField;
            this.valueName = valueName;
            this.fields = fields;
            this.othersFields = othersFields;
            this.hint = hint;
        }

        String fields() {
            return fields;
        }
    }

    private static final int ITEM_FIELD = 2;
    private static final int TAG_FIELD = 5;
    private static final int FIELDS_KEPT = 6;
    private static final int TYPICAL_LINE = 40;

    final byte[] text;
    int rows;
    int[] itemFrom;
    int[] itemTo;
    int[] itemHash;
    double[] values;
    int[] lines;

    int spans;
    int[] spanFirstRow = new int[16];
    int[] queryFrom = new int[16];
    int[] queryTo = new int[16];

    final List<Fault> faults = new ArrayList<>();

    @Nullable
    String tag;

    private int lineCount;

    private TrecRows(byte[] text, int length) {
        this.text = text;
        int capacity = length / TYPICAL_LINE + 16;
        itemFrom = new int[capacity];
        itemTo = new int[capacity];
        itemHash = new int[capacity];
        values = new double[capacity];
        lines = new int[capacity];
    }

    static TrecRows parse(byte[] text, int length, Layout layout) {
        TrecRows result = new TrecRows(text, length);
        int[] from = new int[FIELDS_KEPT];
        int[] to = new int[FIELDS_KEPT];
        int at = 0;
        int line = 0;
        while (at < length) {
            int fields = 0;
            while (true) {
                while (at < length && text[at] != '\n' && isBlank(text[at])) {
                    at++;
                }
                if (at == length || text[at] == '\n') {
                    break;
                }
                int start = at;
                while (at < length && !isBlank(text[at])) {
                    at++;
                }
                if (fields < FIELDS_KEPT) {
                    from[fields] = start;
                    to[fields] = at;
                }
                fields++;
            }
            at++;
            if (fields > 0 && text[from[0]] != '#') {
                result.addLine(layout, line, fields, from, to);
            }
            line++;
        }
        result.lineCount = line;
        return result;
    }

    @Override
    public int lineCount() {
        return lineCount;
    }

    String queryId(int span) {
        return string(queryFrom[span], queryTo[span]);
    }

    boolean isQuery(int span, byte[] id) {
        return Arrays.equals(text, queryFrom[span], queryTo[span], id, 0, id.length);
    }

    int spanEnd(int span) {
        return span + 1 < spans ? spanFirstRow[span + 1] : rows;
    }

    private void addLine(Layout layout, int line, int fields, int[] from, int[] to) {
        if (fields < layout.fewest || fields > layout.most) {
            String found = fields + (fields == 1 ? " field" : " fields");
            faults.add(new Fault(line, found, layout.fields + (fields == layout.othersFields ? layout.hint : "")));
            return;
        }
        int valueFrom = from[layout.valueField];
        int valueTo = to[layout.valueField];
        double value = Decimals.parseDouble(text, valueFrom, valueTo);
        if (Double.isNaN(value)) {
            String found = layout.valueName + " " + InputException.quote(string(valueFrom, valueTo));
            faults.add(new Fault(line, found, "a finite number"));
            return;
        }
        if (spans == 0 || !Arrays.equals(text, from[0], to[0], text, queryFrom[spans - 1], queryTo[spans - 1])) {
            if (!isUtf8(line, "a query name", from[0], to[0])) {
                return;
            }
            addSpan(from[0], to[0]);
        }
        boolean tagged = tag == null && layout == Layout.RUN;
        if (!isUtf8(line, "a document name", from[ITEM_FIELD], to[ITEM_FIELD])
                || (tagged && !isUtf8(line, "a tag", from[TAG_FIELD], to[TAG_FIELD]))) {
            return;
        }
        if (rows == values.length) {
            grow();
        }
        itemFrom[rows] = from[ITEM_FIELD];
        itemTo[rows] = to[ITEM_FIELD];
        itemHash[rows] = hash(from[ITEM_FIELD], to[ITEM_FIELD]);
        values[rows] = value;
        lines[rows] = line;
        rows++;
        if (tagged) {
            tag = string(from[TAG_FIELD], to[TAG_FIELD]);
        }
    }

    /** Decoded names of different bytes could be the same. */
    private boolean isUtf8(int line, String what, int from, int to) {
        if (Utf8.isValid(text, from, to)) {
            return true;
        }
        faults.add(new Fault(line, what + " that is not UTF-8", "UTF-8 text: convert the file"));
        return false;
    }

    private void addSpan(int from, int to) {
        if (spans == spanFirstRow.length) {
            spanFirstRow = Arrays.copyOf(spanFirstRow, 2 * spans);
            queryFrom = Arrays.copyOf(queryFrom, 2 * spans);
            queryTo = Arrays.copyOf(queryTo, 2 * spans);
        }
        spanFirstRow[spans] = rows;
        queryFrom[spans] = from;
        queryTo[spans] = to;
        spans++;
    }

    private void grow() {
        int capacity = rows + (rows >> 1) + 16;
        itemFrom = Arrays.copyOf(itemFrom, capacity);
        itemTo = Arrays.copyOf(itemTo, capacity);
        itemHash = Arrays.copyOf(itemHash, capacity);
        values = Arrays.copyOf(values, capacity);
        lines = Arrays.copyOf(lines, capacity);
    }

    private int hash(int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + text[i];
        }
        return hash;
    }

    private String string(int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8);
    }

    private static boolean isBlank(byte b) {
        return b <= ' ' && b >= 0;
    }
}
