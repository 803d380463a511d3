package io.plumbrank.data.blocks;

import io.plumbrank.data.Grouping;
import java.io.Serializable;
import java.util.Comparator;

/**
 * Where rows are kept, and in which order, by nothing but themselves: a query goes to the block that a hash of its name says,
 * queries stand in a block by name, and items in a query by name and values. One machine and any cluster then make the same sums
 * of the same blocks. A row that is an instance of its own goes by a hash of all that it holds; where two rows hold the same, it
 * does not matter which comes first.
 *
 * @param blocks how many there are; part of what a model depends on, as a seed is
 * @param grouping whether an instance is a query or a row
 */
public record BlockRule(int blocks, Grouping grouping) implements Serializable {
    /** More would be more work to merge than to make. */
    public static final int MOST = 1 << 16;

    private static final long serialVersionUID = 1;

    public BlockRule {
        if (blocks < 1 || blocks > MOST) {
            throw new IllegalArgumentException("blocks must be from 1 to " + MOST + ", got " + blocks);
        }
    }

    /** The block of a query of so many rows, or of a single row. */
    public int of(QueryRows rows) {
        return of(grouping == Grouping.ROW ? rows.hash(0) : BlindOrder.hash(rows.id()));
    }

    /** The block of a query by its name. */
    public int ofQuery(String id) {
        return of(BlindOrder.hash(id));
    }

    private int of(long hash) {
        return (int) Long.remainderUnsigned(hash, blocks);
    }

    /** The order of instances within a block. */
    public Comparator<QueryRows> order() {
        return grouping == Grouping.ROW
                ? Comparator.<QueryRows>comparingLong(row -> row.hash(0)).thenComparingDouble(row -> row.label(0))
                : Comparator.comparing(QueryRows::id);
    }

    /** A number for some rows that is theirs alone, but for chance; the sum over instances is that of the data. */
    public long sum(QueryRows rows) {
        long id = grouping == Grouping.ROW ? 0 : BlindOrder.hash(rows.id());
        long sum = 0;
        for (int item = 0; item < rows.size(); item++) {
            sum += BlindOrder.add(id, rows.hash(item));
        }
        return sum;
    }
}
