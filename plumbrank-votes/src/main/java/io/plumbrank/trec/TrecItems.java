package io.plumbrank.trec;

import io.plumbrank.data.text.BadLines;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The lines of one query in a qrels or run file: items, each with one number, its grade or its score. No item stands
 * there twice. Immutable; names stay bytes until asked for, and look-ups by name cost O(1).
 */
public final class TrecItems {
    private final String queryId;
    private final Columns columns;
    private final int first;
    private final int size;
    /** Open addressing by name: 0, or one more than the index of an item. */
    private final int[] slots;

    private TrecItems(String queryId, Columns columns, int first, int size) {
        this.queryId = queryId;
        this.columns = columns;
        this.first = first;
        this.size = size;
        this.slots = new int[Math.max(2, Integer.highestOneBit(Math.max(1, size)) * 4)];
    }

    /** Gathers the stretches of a file that belong to a query, and notes items that come again. One stretch is not copied. */
    static TrecItems of(String queryId, List<Stretch> stretches, BadLines bad) {
        TrecItems items;
        if (stretches.size() == 1) {
            Stretch only = stretches.get(0);
            items = new TrecItems(queryId, Columns.of(only.rows), only.from, only.to - only.from);
        } else {
            int size = size(stretches);
            items = new TrecItems(queryId, Columns.copyOf(stretches, size), 0, size);
        }
        for (int item = 0; item < items.size; item++) {
            if (!items.insert(item)) {
                return withoutRepeats(queryId, stretches, bad);
            }
        }
        return items;
    }

    /** No items of a query. */
    public static TrecItems none(String queryId) {
        return of(queryId, List.of(), new BadLines("", 0));
    }

    public String queryId() {
        return queryId;
    }

    /** The number of items. */
    public int size() {
        return size;
    }

    /** The grade or score of an item. */
    public double value(int item) {
        return columns.values[first + item];
    }

    /** The grades or scores of all items, a fresh array. */
    public double[] values() {
        return Arrays.copyOfRange(columns.values, first, first + size);
    }

    /** The name of an item. */
    public String itemId(int item) {
        return columns.name(first + item);
    }

    /** The names of all items. */
    public List<String> itemIds() {
        return IntStream.range(0, size).mapToObj(this::itemId).toList();
    }

    /** Compares two names as unsigned bytes, as trec_eval's {@code strcmp} does. */
    public int compareItemIds(int item, int other) {
        return columns.compareNames(first + item, first + other);
    }

    /** The index here of an item that another list names, or −1. O(1). */
    public int indexOf(TrecItems other, int item) {
        return slots[slotOf(other.columns, other.first + item)] - 1;
    }

    /** The slot that holds the name of that row, or the free one where it belongs. */
    private int slotOf(Columns other, int otherRow) {
        int hash = other.hashes[otherRow];
        int mask = slots.length - 1;
        int slot = (hash * 0x9E3779B9) >>> Integer.numberOfLeadingZeros(mask) & mask;
        while (slots[slot] != 0) {
            int row = first + slots[slot] - 1;
            if (columns.hashes[row] == hash && columns.sameName(row, other, otherRow)) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Enters an item; false if its name is there already. */
    private boolean insert(int item) {
        int slot = slotOf(columns, first + item);
        if (slots[slot] != 0) {
            return false;
        }
        slots[slot] = item + 1;
        return true;
    }

    /** The slow way, for files with repeated items: keeps the first of them and notes the others, up to one too many. */
    private static TrecItems withoutRepeats(String queryId, List<Stretch> stretches, BadLines bad) {
        int size = size(stretches);
        TrecItems seen = new TrecItems(queryId, Columns.copyOf(stretches, size), 0, size);
        int kept = 0;
        int row = 0;
        long repeats = 0;
        for (Stretch stretch : stretches) {
            for (int i = stretch.from; i < stretch.to; i++, row++) {
                seen.columns.move(row, kept);
                if (seen.insert(kept)) {
                    kept++;
                } else if (repeats++ <= bad.allowed()) {
                    bad.note(
                            stretch.line(i),
                            "item " + InputException.quote(seen.columns.name(kept)) + " a second time in query "
                                    + InputException.quote(queryId),
                            "each item of a query once");
                }
            }
        }
        TrecItems result = new TrecItems(queryId, seen.columns, 0, kept);
        for (int item = 0; item < kept; item++) {
            result.insert(item);
        }
        return result;
    }

    private static int size(List<Stretch> stretches) {
        int size = 0;
        for (Stretch stretch : stretches) {
            size += stretch.size();
        }
        return size;
    }

    /** Rows of one chunk that belong to one query. */
    record Stretch(TrecRows rows, int from, int to, long firstLine) {
        int size() {
            return to - from;
        }

        long line(int row) {
            return firstLine + rows.lines[row];
        }
    }

    /** Names and values by row. */
    private record Columns(byte[] text, int[] from, int[] to, int[] hashes, double[] values) {
        static Columns of(TrecRows rows) {
            return new Columns(rows.text, rows.itemFrom, rows.itemTo, rows.itemHash, rows.values);
        }

        static Columns copyOf(List<Stretch> stretches, int size) {
            int bytes = 0;
            for (Stretch stretch : stretches) {
                for (int i = stretch.from; i < stretch.to; i++) {
                    bytes = Math.addExact(bytes, stretch.rows.itemTo[i] - stretch.rows.itemFrom[i]);
                }
            }
            Columns copy = new Columns(new byte[bytes], new int[size], new int[size], new int[size], new double[size]);
            int row = 0;
            int at = 0;
            for (Stretch stretch : stretches) {
                TrecRows rows = stretch.rows;
                rows.copyNames(stretch.from, stretch.to, copy.text, at);
                for (int i = stretch.from; i < stretch.to; i++, row++) {
                    copy.from[row] = at;
                    at += rows.itemTo[i] - rows.itemFrom[i];
                    copy.to[row] = at;
                    copy.hashes[row] = rows.itemHash[i];
                    copy.values[row] = rows.values[i];
                }
            }
            return copy;
        }

        void move(int row, int target) {
            from[target] = from[row];
            to[target] = to[row];
            hashes[target] = hashes[row];
            values[target] = values[row];
        }

        String name(int row) {
            return new String(text, from[row], to[row] - from[row], StandardCharsets.UTF_8);
        }

        boolean sameName(int row, Columns other, int otherRow) {
            return NameTable.sameBytes(text, from[row], to[row], other.text, other.from[otherRow], other.to[otherRow]);
        }

        int compareNames(int row, int other) {
            return Arrays.compareUnsigned(text, from[row], to[row], text, from[other], to[other]);
        }
    }
}
