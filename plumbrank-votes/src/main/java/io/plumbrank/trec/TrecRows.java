package io.plumbrank.trec;

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
 * The lines of one chunk of a qrels or run file as columns. Names stay bytes in the chunk; the rows of one query are
 * together and form a span. One pass over the bytes.
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
    private static final int BEGINNING = 4096;

    byte[] text;
    int rows;
    int[] itemFrom;
    int[] itemTo;
    int[] itemHash;
    double[] values;
    int[] lines;

    /** Spans of one query that stand apart in the text are one span here, where the first of them stood. */
    int spans;

    int[] spanFirstRow = new int[16];

    /** The first span whose query came before, as it stood in the text: its first row's line, or −1. */
    int scatteredLine = -1;

    String scatteredQuery = "";

    /** The names of the queries, and which of them each span has. */
    final NameTable queries = new NameTable();

    int[] spanQuery = new int[16];

    /** Whether the text is names alone, one behind the other in the order of the rows. */
    boolean packed;

    final List<Fault> faults = new ArrayList<>();

    @Nullable
    String tag;

    private int lineCount;

    private TrecRows(byte[] text, int capacity) {
        this.text = text;
        itemFrom = new int[capacity];
        itemTo = new int[capacity];
        itemHash = new int[capacity];
        values = new double[capacity];
        lines = new int[capacity];
    }

    static TrecRows parse(byte[] text, int length, Layout layout) {
        TrecRows result = new TrecRows(text, rowsExpected(text, length));
        Line fields = new Line();
        text[length] = '\n';
        int at = 0;
        int line = 0;
        while (at < length) {
            at = fields.read(text, at);
            if (fields.count > 0 && text[fields.from[0]] != '#') {
                result.addLine(layout, line, fields);
            }
            line++;
        }
        result.lineCount = line;
        if (result.spans > result.queries.size()) {
            result.group();
        }
        return result;
    }

    /** An eighth more rows than there would be if all lines were as long as the first ones. */
    private static int rowsExpected(byte[] text, int length) {
        int seen = Math.min(length, BEGINNING);
        int lines = 0;
        for (int at = 0; at < seen; at++) {
            lines += text[at] == '\n' ? 1 : 0;
        }
        return (int) (1.125 * lines * length / Math.max(1, seen)) + 16;
    }

    /** The fields of one line. */
    private static final class Line {
        private final int[] from = new int[FIELDS_KEPT];
        private final int[] to = new int[FIELDS_KEPT];
        private final int[] hash = new int[FIELDS_KEPT];
        private int count;
        private boolean ascii;

        /** Reads a line of a text that has a line end, and returns where the next begins. */
        int read(byte[] text, int start) {
            int at = start;
            int fields = 0;
            int seen = 0;
            byte b = text[at];
            while (true) {
                while (b != '\n' && isBlank(b)) {
                    b = text[++at];
                }
                if (b == '\n') {
                    break;
                }
                int first = at;
                int hashed = 0;
                do {
                    seen |= b;
                    hashed = 31 * hashed + b;
                    b = text[++at];
                } while (!isBlank(b));
                if (fields < FIELDS_KEPT) {
                    from[fields] = first;
                    to[fields] = at;
                    hash[fields] = hashed;
                }
                fields++;
            }
            count = fields;
            ascii = seen >= 0;
            return at + 1;
        }
    }

    @Override
    public int lineCount() {
        return lineCount;
    }

    int spanEnd(int span) {
        return span + 1 < spans ? spanFirstRow[span + 1] : rows;
    }

    /** The end of a span's rows that stand in front of a line of the chunk. */
    int spanEnd(int span, int beforeLine) {
        int end = spanEnd(span);
        while (lines[end - 1] >= beforeLine) {
            end--;
        }
        return end;
    }

    private void addLine(Layout layout, int line, Line fields) {
        if (fields.count < layout.fewest || fields.count > layout.most) {
            String found = fields.count + (fields.count == 1 ? " field" : " fields");
            faults.add(
                    new Fault(line, found, layout.fields + (fields.count == layout.othersFields ? layout.hint : "")));
            return;
        }
        int valueFrom = fields.from[layout.valueField];
        int valueTo = fields.to[layout.valueField];
        double value = value(valueFrom, valueTo);
        if (Double.isNaN(value)) {
            String found = layout.valueName + " " + InputException.quote(string(valueFrom, valueTo));
            faults.add(new Fault(line, found, "a finite number"));
            return;
        }
        boolean tagged = tag == null && layout == Layout.RUN;
        if (!fields.ascii
                && (!isUtf8(line, "a query name", fields, 0)
                        || !isUtf8(line, "a document name", fields, ITEM_FIELD)
                        || (tagged && !isUtf8(line, "a tag", fields, TAG_FIELD)))) {
            return;
        }
        enterQuery(fields, line);
        if (rows == values.length) {
            grow();
        }
        itemFrom[rows] = fields.from[ITEM_FIELD];
        itemTo[rows] = fields.to[ITEM_FIELD];
        itemHash[rows] = fields.hash[ITEM_FIELD];
        values[rows] = value;
        lines[rows] = line;
        rows++;
        if (tagged) {
            tag = string(fields.from[TAG_FIELD], fields.to[TAG_FIELD]);
        }
    }

    private double value(int from, int to) {
        int digit = text[from] - '0';
        return to - from == 1 && digit >= 0 && digit <= 9 ? digit : Decimals.parseDouble(text, from, to);
    }

    /** Begins a span where the query of the next row is not that of the row before. */
    private void enterQuery(Line fields, int line) {
        int from = fields.from[0];
        int to = fields.to[0];
        int hash = fields.hash[0];
        if (spans > 0 && queries.is(spanQuery[spans - 1], text, from, to, hash)) {
            return;
        }
        if (spans == spanFirstRow.length) {
            spanFirstRow = Arrays.copyOf(spanFirstRow, 2 * spans);
            spanQuery = Arrays.copyOf(spanQuery, 2 * spans);
        }
        int known = queries.size();
        spanFirstRow[spans] = rows;
        spanQuery[spans] = queries.enter(text, from, to, hash);
        if (spanQuery[spans] < known && scatteredLine < 0) {
            scatteredLine = line;
            scatteredQuery = queries.name(spanQuery[spans]);
        }
        spans++;
    }

    /** Puts the rows of each query together, in the order in which they stood. O(rows). */
    private void group() {
        int[] next = new int[queries.size() + 1];
        for (int span = 0; span < spans; span++) {
            next[spanQuery[span] + 1] += spanEnd(span) - spanFirstRow[span];
        }
        for (int query = 0; query < queries.size(); query++) {
            next[query + 1] += next[query];
        }
        int[] firstRow = Arrays.copyOf(next, queries.size());
        int[] order = new int[rows];
        int bytes = 0;
        for (int span = 0; span < spans; span++) {
            int query = spanQuery[span];
            for (int row = spanFirstRow[span]; row < spanEnd(span); row++) {
                order[next[query]++] = row;
                bytes += itemTo[row] - itemFrom[row];
            }
        }
        TrecRows grouped = new TrecRows(new byte[bytes], rows);
        int at = 0;
        for (int i = 0; i < rows; i++) {
            int row = order[i];
            grouped.itemFrom[i] = at;
            for (int from = itemFrom[row]; from < itemTo[row]; from++) {
                grouped.text[at++] = text[from];
            }
            grouped.itemTo[i] = at;
            grouped.itemHash[i] = itemHash[row];
            grouped.values[i] = values[row];
            grouped.lines[i] = lines[row];
        }
        text = grouped.text;
        itemFrom = grouped.itemFrom;
        itemTo = grouped.itemTo;
        itemHash = grouped.itemHash;
        values = grouped.values;
        lines = grouped.lines;
        packed = true;
        spans = queries.size();
        spanFirstRow = firstRow;
        spanQuery = new int[spans];
        Arrays.setAll(spanQuery, query -> query);
    }

    /** Copies the names of rows, one behind the other. */
    void copyNames(int fromRow, int toRow, byte[] into, int start) {
        if (packed && toRow > fromRow) {
            System.arraycopy(text, itemFrom[fromRow], into, start, itemTo[toRow - 1] - itemFrom[fromRow]);
            return;
        }
        int at = start;
        for (int row = fromRow; row < toRow; row++) {
            for (int from = itemFrom[row]; from < itemTo[row]; from++) {
                into[at++] = text[from];
            }
        }
    }

    /** Decoded names of different bytes could be the same. */
    private boolean isUtf8(int line, String what, Line fields, int field) {
        if (Utf8.isValid(text, fields.from[field], fields.to[field])) {
            return true;
        }
        faults.add(new Fault(line, what + " that is not UTF-8", "UTF-8 text: convert the file"));
        return false;
    }

    private void grow() {
        int capacity = rows + (rows >> 1) + 16;
        itemFrom = Arrays.copyOf(itemFrom, capacity);
        itemTo = Arrays.copyOf(itemTo, capacity);
        itemHash = Arrays.copyOf(itemHash, capacity);
        values = Arrays.copyOf(values, capacity);
        lines = Arrays.copyOf(lines, capacity);
    }

    private String string(int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8);
    }

    private static boolean isBlank(byte b) {
        return b <= ' ' && b >= 0;
    }
}
