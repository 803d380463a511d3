package io.plumbrank.data.rows;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The named items of one query, to find one that comes a second time. A hash table of places, not of strings. */
public final class ItemTable {
    private static final int SMALLEST = 64;

    private @Nullable ItemIds[] owners = new ItemIds[0];
    private int[] rows = new int[0];
    private long[] lines = new long[0];
    private int count;

    /** Adds an item; returns the line in which the same name came before, or 0. */
    public long add(ItemIds ids, int row, long line) {
        if (2 * count >= owners.length) {
            grow();
        }
        int slot = slot(ids, row);
        if (owners[slot] != null) {
            return lines[slot];
        }
        put(slot, ids, row, line);
        count++;
        return 0;
    }

    /** Forgets all items. O(items), not O(the most that there ever were). */
    public void clear() {
        if (owners.length > SMALLEST && owners.length > 8 * count) {
            allocate(SMALLEST);
        } else {
            Arrays.fill(owners, null);
        }
        count = 0;
    }

    private void grow() {
        @Nullable ItemIds[] oldOwners = owners;
        int[] oldRows = rows;
        long[] oldLines = lines;
        allocate(Math.max(SMALLEST, 2 * owners.length));
        for (int i = 0; i < oldOwners.length; i++) {
            ItemIds owner = oldOwners[i];
            if (owner != null) {
                put(slot(owner, oldRows[i]), owner, oldRows[i], oldLines[i]);
            }
        }
    }

    private void allocate(int size) {
        owners = new ItemIds[size];
        rows = new int[size];
        lines = new long[size];
    }

    private void put(int slot, ItemIds ids, int row, long line) {
        owners[slot] = ids;
        rows[slot] = row;
        lines[slot] = line;
    }

    /** Where an item stands or would stand. */
    private int slot(ItemIds ids, int row) {
        int mask = owners.length - 1;
        int slot = ((ids.hash(row) * 0x9E37_79B9) >>> 7) & mask;
        for (ItemIds owner = owners[slot]; owner != null; owner = owners[slot]) {
            if (owner.same(rows[slot], ids, row)) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
