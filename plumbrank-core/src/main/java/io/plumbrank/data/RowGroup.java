package io.plumbrank.data;

import static java.util.Objects.requireNonNull;

import io.plumbrank.data.rows.FeatureStack;
import io.plumbrank.data.rows.ItemColumns;
import io.plumbrank.data.rows.ItemIds;
import io.plumbrank.data.rows.ItemTable;
import io.plumbrank.data.rows.RowBlock;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one query while they come in: stretches of blocks. */
final class RowGroup {
    /** Rows {@code from … to − 1} of a block whose first line is given. */
    record Stretch(RowBlock block, long firstLine, int from, int to) {
        int size() {
            return to - from;
        }

        long line(int row) {
            return firstLine + block.lines()[row];
        }
    }

    private final String id;
    private final double weight;
    private final long firstLine;
    private final List<Stretch> stretches = new ArrayList<>(1);
    private long size;
    private @Nullable ItemTable items;

    RowGroup(String id, double weight, long firstLine) {
        this.id = id;
        this.weight = weight;
        this.firstLine = firstLine;
    }

    String id() {
        return id;
    }

    double weight() {
        return weight;
    }

    long firstLine() {
        return firstLine;
    }

    void add(Stretch stretch) {
        if (stretch.size() > 0) {
            stretches.add(stretch);
            size += stretch.size();
        }
    }

    /** The items so far, for finding one that comes again; gathered anew when the table was given away. */
    ItemTable items() {
        if (items == null) {
            items = new ItemTable();
            for (Stretch stretch : stretches) {
                ItemIds ids = stretch.block.columns().ids();
                for (int row = stretch.from; ids != null && row < stretch.to; row++) {
                    if (ids.isPresent(row)) {
                        items.add(ids, row, stretch.line(row));
                    }
                }
            }
        }
        return items;
    }

    /** Lends the group an empty table, or takes a table away with null. */
    void items(@Nullable ItemTable table) {
        items = table;
    }

    /** A query that views its block when its rows stand together there, and a copy when not. */
    Query toQuery(String file) {
        if (stretches.size() == 1) {
            Stretch rows = stretches.get(0);
            RowBlock block = rows.block;
            return new Query(id, rows.from, rows.size(), block.columns(), weight, firstLine, null);
        }
        return copy(file);
    }

    private Query copy(String file) {
        long present = 0;
        int columns = 0;
        long idBytes = 0;
        for (Stretch rows : stretches) {
            present += rows.block.columns().features().present(rows.from, rows.to);
            columns = Math.max(columns, rows.block.columns().features().columns());
            ItemIds ids = rows.block.columns().ids();
            idBytes += ids == null ? 0 : ids.length(rows.from, rows.to);
        }
        int most = Integer.MAX_VALUE - 8;
        if (size > most || present > most || idBytes > most) {
            String found = "a query of " + size + " rows with " + present + " feature values";
            throw new InputException(file, firstLine, found, "at most 2147483639 of each in one query");
        }
        int n = (int) size;
        double[] labels = new double[n];
        FeatureStack features = new FeatureStack(
                n,
                columns,
                (int) present,
                stretches.get(0).block.columns().features().absent());
        byte[] names = new byte[(int) idBytes];
        int[] nameStarts = new int[n + 1];
        int at = 0;
        for (Stretch rows : stretches) {
            System.arraycopy(rows.block.columns().labels(), rows.from, labels, at, rows.size());
            features.add(rows.block.columns().features(), rows.from, rows.to);
            ItemIds ids = rows.block.columns().ids();
            if (ids != null) {
                ids.copyInto(rows.from, rows.to, names, nameStarts[at]);
            }
            for (int row = rows.from; row < rows.to; row++, at++) {
                nameStarts[at + 1] = nameStarts[at] + (ids == null ? 0 : ids.length(row, row + 1));
            }
        }
        ItemIds ids = idBytes == 0 ? null : new ItemIds(names, nameStarts);
        ItemColumns copied = new ItemColumns(labels, features.build(), ids, copyItemWeights(n), 0);
        return new Query(id, 0, n, copied, weight, firstLine, null);
    }

    private double @Nullable [] copyItemWeights(int n) {
        // a file gives a weight to each item or to none
        if (stretches.get(0).block.columns().weights() == null) {
            return null;
        }
        double[] weights = new double[n];
        int at = 0;
        for (Stretch rows : stretches) {
            System.arraycopy(requireNonNull(rows.block.columns().weights()), rows.from, weights, at, rows.size());
            at += rows.size();
        }
        return weights;
    }
}
