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
    private static final int TYPICAL_LINE = 40;

    final byte[] text;
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

    private int queries;
    private int[] queryFrom = new int[16];
    private int[] queryTo = new int[16];
    private int[] queryHash = new int[16];
    private int[] spanQuery = new int[16];

    /** Open addressing by name: 0, or one more than the number of a query. */
    private int[] querySlots = new int[64];

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
        if (result.spans > result.queries) {
            result.group();
        }
        return result;
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

    String queryId(int span) {
        return string(queryFrom[spanQuery[span]], queryTo[spanQuery[span]]);
    }

    boolean isQuery(int span, byte[] id) {
        int query = spanQuery[span];
        return Arrays.equals(text, queryFrom[query], queryTo[query], id, 0, id.length);
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
        if (spans > 0 && isQuery(spanQuery[spans - 1], fields)) {
            return;
        }
        int slot = querySlot(fields.hash[0]);
        while (querySlots[slot] != 0 && !isQuery(querySlots[slot] - 1, fields)) {
            slot = (slot + 1) & (querySlots.length - 1);
        }
        if (spans == spanFirstRow.length) {
            spanFirstRow = Arrays.copyOf(spanFirstRow, 2 * spans);
            spanQuery = Arrays.copyOf(spanQuery, 2 * spans);
        }
        spanFirstRow[spans] = rows;
        spanQuery[spans] = querySlots[slot] == 0 ? queries : querySlots[slot] - 1;
        if (querySlots[slot] == 0) {
            querySlots[slot] = queries + 1;
            addQuery(fields);
        } else if (scatteredLine < 0) {
            scatteredLine = line;
            scatteredQuery = queryId(spans);
        }
        spans++;
    }

    private void addQuery(Line fields) {
        if (queries == queryFrom.length) {
            queryFrom = Arrays.copyOf(queryFrom, 2 * queries);
            queryTo = Arrays.copyOf(queryTo, 2 * queries);
            queryHash = Arrays.copyOf(queryHash, 2 * queries);
        }
        queryFrom[queries] = fields.from[0];
        queryTo[queries] = fields.to[0];
        queryHash[queries] = fields.hash[0];
        queries++;
        if (2 * queries > querySlots.length) {
            querySlots = new int[2 * querySlots.length];
            for (int query = 0; query < queries; query++) {
                int slot = querySlot(queryHash[query]);
                while (querySlots[slot] != 0) {
                    slot = (slot + 1) & (querySlots.length - 1);
                }
                querySlots[slot] = query + 1;
            }
        }
    }

    private int querySlot(int hash) {
        int mask = querySlots.length - 1;
        return (hash * 0x9E3779B9) >>> Integer.numberOfLeadingZeros(mask) & mask;
    }

    private boolean isQuery(int query, Line fields) {
        return queryHash[query] == fields.hash[0]
                && sameBytes(text, queryFrom[query], queryTo[query], text, fields.from[0], fields.to[0]);
    }

    /** Names are short, and most comparisons find them equal: a plain loop is over before the JDK's has begun. */
    static boolean sameBytes(byte[] text, int from, int to, byte[] other, int otherFrom, int otherTo) {
        if (to - from != otherTo - otherFrom) {
            return false;
        }
        for (int i = from, j = otherFrom; i < to; i++, j++) {
            if (text[i] != other[j]) {
                return false;
            }
        }
        return true;
    }

    /** Puts the rows of each query together, in the order in which they stood. O(rows). */
    private void group() {
        int[] next = new int[queries + 1];
        for (int span = 0; span < spans; span++) {
            next[spanQuery[span] + 1] += spanEnd(span) - spanFirstRow[span];
        }
        for (int query = 0; query < queries; query++) {
            next[query + 1] += next[query];
        }
        int[] firstRow = Arrays.copyOf(next, queries);
        int[] from = new int[rows];
        int[] to = new int[rows];
        int[] hash = new int[rows];
        double[] value = new double[rows];
        int[] line = new int[rows];
        for (int span = 0; span < spans; span++) {
            int length = spanEnd(span) - spanFirstRow[span];
            int target = next[spanQuery[span]];
            for (int row = spanFirstRow[span]; row < spanFirstRow[span] + length; row++, target++) {
                from[target] = itemFrom[row];
                to[target] = itemTo[row];
                hash[target] = itemHash[row];
                value[target] = values[row];
                line[target] = lines[row];
            }
            next[spanQuery[span]] = target;
        }
        itemFrom = from;
        itemTo = to;
        itemHash = hash;
        values = value;
        lines = line;
        spans = queries;
        spanFirstRow = firstRow;
        spanQuery = new int[queries];
        Arrays.setAll(spanQuery, query -> query);
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
