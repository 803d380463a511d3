package io.plumbrank.data;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import io.plumbrank.data.rows.RowBlock;
import io.plumbrank.data.rows.RowBlockBuilder;
import io.plumbrank.data.text.Decimals;
import io.plumbrank.data.text.Levels;
import io.plumbrank.data.text.Utf8;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of a CSV file into blocks of columns, without a string per field. The first block is empty and says
 * that the header was read.
 */
final class CsvRows extends CsvCallbackHandler<RowBlock> {
    private static final int BLOCK_VALUES = 1 << 17;
    private static final int BLOCK_ROWS = 1 << 14;

    private static final String NUMBER =
            "a decimal number that a 32-bit float can hold, or nothing for a missing value";

    private final String file;
    private final CsvColumns columns;
    private final Grouping grouping;
    private final Labels labels;
    private final long mostFaults;
    private final Map<String, List<String>> text;
    private RowBlockBuilder out = new RowBlockBuilder(Float.NaN);
    private final List<String> names = new ArrayList<>();
    private @Nullable CsvHeader header;

    /** The first line of the block under way. */
    private long blockLine;

    private long recordLine;
    private int linesInRecord;
    private int fields;
    private boolean empty;
    private boolean blank;
    private long nextLine = 1;

    private double label = Double.NaN;
    private String query = "";
    private @Nullable String runQuery;
    private byte[] bytes = new byte[64];
    private int faultLine;
    private @Nullable String found;
    private String expected = "";

    /** @param text which columns hold text, with the levels that get a feature */
    CsvRows(String file, CsvColumns columns, Map<String, List<String>> text, Grouping grouping, ReadOptions options) {
        this.file = file;
        this.columns = columns;
        this.text = text;
        this.grouping = grouping;
        this.labels = options.labels();
        this.mostFaults = options.skipBad();
    }

    @Nullable
    CsvHeader header() {
        return header;
    }

    /** The line behind the last record. */
    long nextLine() {
        return nextLine;
    }

    /** The first line of the block that {@link #rest} would give, or that was given last. */
    long blockLine() {
        return blockLine;
    }

    RowBlock rest() {
        runQuery = null;
        return out.build(0, header == null ? 0 : header.features().size());
    }

    @Override
    protected RecordType getRecordType() {
        return empty ? RecordType.EMPTY : RecordType.DATA;
    }

    @Override
    protected int getFieldCount() {
        return fields;
    }

    @Override
    protected void beginRecord(long startingLineNumber) {
        recordLine = startingLineNumber;
        linesInRecord = 0;
        fields = 0;
        empty = false;
        blank = true;
        found = null;
        if (out.rows() == 0 && out.faultCount() == 0) {
            blockLine = startingLineNumber;
        }
    }

    @Override
    protected void addField(char[] buffer, int offset, int length, boolean quoted) {
        int from = offset;
        int to = offset + length;
        while (!quoted && from < to && isBlank(buffer[from])) {
            from++;
        }
        while (!quoted && from < to && isBlank(buffer[to - 1])) {
            to--;
        }
        blank &= from == to && !quoted;
        if (header == null) {
            names.add(new String(buffer, from, to - from));
        } else if (fields < header.size() && found == null) {
            field(header, buffer, from, to);
        }
        fields++;
        linesInRecord += quoted ? lineEnds(buffer, from, to) : 0;
    }

    @Override
    protected void setComment(char[] buffer, int offset, int length) {
        throw new AssertionError("comments are off");
    }

    @Override
    protected void setEmpty() {
        empty = true;
    }

    /** Ends the record; gives a block when it is large enough, or holds more faults than are tolerated. */
    @Override
    protected @Nullable RowBlock buildRecord() {
        nextLine = recordLine + linesInRecord + 1;
        boolean blankLine = empty || (blank && fields == 1);
        if (header == null) {
            if (blankLine) {
                names.clear();
                return null;
            }
            header = new CsvHeader(file, recordLine, names, columns, text, grouping, labels);
            if (header.hasLevels()) {
                out = new RowBlockBuilder(Absent.ZERO.value());
            }
            return rest();
        }
        if (blankLine) {
            out.dropRow();
            return null;
        }
        endRow(header);
        boolean full = out.rows() >= BLOCK_ROWS || out.present >= BLOCK_VALUES;
        return full || out.faultCount() > mostFaults || out.faultCount() >= BLOCK_ROWS ? rest() : null;
    }

    private void endRow(CsvHeader header) {
        if (fields != header.size()) {
            String count = fields == 1 ? "1 field" : fields + " fields";
            out.fault((int) (recordLine - blockLine), count, header.size() + " as in the header");
            return;
        }
        if (found != null) {
            out.fault(faultLine, found, expected);
            return;
        }
        if (grouping == Grouping.QUERY && !query.equals(runQuery)) {
            out.beginRun(query);
            runQuery = query;
        }
        if (header.reorders()) {
            out.sortRow();
        }
        out.endRow(label, (int) (recordLine - blockLine));
    }

    private void field(CsvHeader header, char[] text, int from, int to) {
        int role = header.role(fields);
        switch (role) {
            case CsvHeader.LABEL -> {
                if (labels.areWords() && isUnreadable(text, from, to)) {
                    fault(header, text, from, to, Utf8.EXPECTED);
                    return;
                }
                label = labels.areWords()
                        ? labels.parseClass(new String(text, from, to - from))
                        : labels.parse(bytes(text, from, to), 0, to - from);
                if (!labels.accepts(label)) {
                    fault(header, text, from, to, labels.expected(label, new String(text, from, to - from)));
                }
            }
            case CsvHeader.WEIGHT -> out.weight(weight(header, text, from, to, "query"));
            case CsvHeader.ITEM_WEIGHT -> out.itemWeight(weight(header, text, from, to, "item"));
            case CsvHeader.QUERY -> query(header, text, from, to);
            case CsvHeader.ITEM -> item(header, text, from, to);
            case CsvHeader.UNUSED -> {}
            case CsvHeader.LEVEL -> level(header, text, from, to);
            default -> {
                if (from == to) {
                    missing(header, role);
                } else {
                    float value = Decimals.parseFloat(bytes(text, from, to), 0, to - from);
                    boolean number = !Float.isNaN(value);
                    if (number && columns.features().missing().isEmpty()) {
                        out.addFeature(role, value);
                        return;
                    }
                    String field = new String(text, from, to - from);
                    if (columns.features().isMissing(field)) {
                        missing(header, role);
                        return;
                    }
                    if (number) {
                        out.addFeature(role, value);
                    } else {
                        fault(header, text, from, to, NUMBER + hint(field));
                    }
                }
            }
        }
    }

    /** Adds an absent feature: 0 where there are levels. */
    private void missing(CsvHeader header, int feature) {
        if (header.hasLevels()) {
            out.addFeature(feature, Float.NaN);
        }
    }

    private void level(CsvHeader header, char[] text, int from, int to) {
        Levels levels = header.levels(fields);
        if (levels == null || from == to) {
            return;
        }
        String level = new String(text, from, to - from);
        if (level.indexOf(Utf8.UNREADABLE) >= 0) {
            fault(header, text, from, to, Utf8.EXPECTED);
            return;
        }
        int feature = columns.features().isMissing(level) ? -1 : levels.feature(level);
        if (feature >= 0) {
            out.addFeature(feature, 1);
        }
    }

    /** Advice on a field that is no number. */
    private static String hint(String field) {
        return field.matches("[-+]?[0-9.]*,[0-9]+([eE][-+]?[0-9]+)?")
                ? ": write a decimal point, not a comma"
                : "; a column may be ignored or categorical, and more words may mean a missing value";
    }

    private double weight(CsvHeader header, char[] text, int from, int to, String whose) {
        double weight = Decimals.parseDouble(bytes(text, from, to), 0, to - from);
        if (!(weight >= 0 && weight <= Labels.LARGEST)) {
            String wanted = weight > Labels.LARGEST
                    ? "a decimal number from 0 to " + Labels.LARGEST
                    : "a finite decimal number, 0 or more,";
            fault(header, text, from, to, wanted + " as the weight of the " + whose);
        }
        return weight;
    }

    private void query(CsvHeader header, char[] text, int from, int to) {
        if (from == to) {
            fault(header, text, from, to, "the name of a query in each row");
        } else if (!isSame(query, text, from, to)) {
            String name = new String(text, from, to - from);
            if (name.indexOf(Utf8.UNREADABLE) >= 0) {
                fault(header, text, from, to, Utf8.EXPECTED);
            } else {
                query = name;
            }
        }
    }

    private void item(CsvHeader header, char[] text, int from, int to) {
        String item = new String(text, from, to - from);
        if (item.indexOf(Utf8.UNREADABLE) >= 0) {
            fault(header, text, from, to, Utf8.EXPECTED);
        }
        byte[] name = item.getBytes(StandardCharsets.UTF_8);
        out.itemId(name, 0, name.length);
    }

    private void fault(CsvHeader header, char[] text, int from, int to, String wanted) {
        String value = from == to ? "nothing" : InputException.quote(new String(text, from, Math.min(to - from, 256)));
        found = value + " in column " + InputException.quote(header.column(fields));
        expected = wanted;
        faultLine = (int) (recordLine + linesInRecord - blockLine);
    }

    /** The same text as bytes; what is not ASCII cannot be part of a number and becomes a byte that is not either. */
    private byte[] bytes(char[] text, int from, int to) {
        if (bytes.length < to - from) {
            bytes = new byte[2 * (to - from)];
        }
        for (int i = from; i < to; i++) {
            bytes[i - from] = text[i] < 128 ? (byte) text[i] : (byte) '?';
        }
        return bytes;
    }

    private static boolean isSame(String query, char[] text, int from, int to) {
        if (query.length() != to - from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (query.charAt(i - from) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnreadable(char[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == Utf8.UNREADABLE) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** Line ends as the CSV reader counts them: LF, CRLF or CR. */
    private static int lineEnds(char[] text, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            boolean ends = text[i] == '\n' || (text[i] == '\r' && (i + 1 == to || text[i + 1] != '\n'));
            count += ends ? 1 : 0;
        }
        return count;
    }
}
