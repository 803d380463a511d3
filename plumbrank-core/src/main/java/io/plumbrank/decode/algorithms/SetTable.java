package io.plumbrank.decode.algorithms;

/**
 * The least cost at which each set of items was reached: open addressing on 64-bit sets, of bounded size. A set that
 * finds no room is forgotten, which costs time and never a solution. Problems of more than 64 items go without.
 */
final class SetTable {
    private static final int MOST_SLOTS = 1 << 21;
    private static final int LONGEST_PROBE = 8;

    private final boolean used;
    private long[] sets = new long[1 << 10];
    private double[] costs = new double[1 << 10];
    private int filled;

    SetTable(int size) {
        this.used = size <= Long.SIZE;
    }

    /** The set with one more item; always 0 where the table is not used. */
    static long with(long set, int item, int size) {
        return size <= Long.SIZE ? set | 1L << item : 0;
    }

    /** Whether the set was never reached at this cost or less; notes it if so. */
    boolean improves(long set, double cost) {
        if (!used) {
            return true;
        }
        if (filled > sets.length / 2 && sets.length < MOST_SLOTS) {
            grow();
        }
        int mask = sets.length - 1;
        int slot = hash(set) & mask;
        for (int probe = 0; probe < LONGEST_PROBE; probe++) {
            int at = (slot + probe) & mask;
            if (sets[at] == set) {
                boolean improves = cost < costs[at];
                costs[at] = Math.min(cost, costs[at]);
                return improves;
            }
            if (sets[at] == 0) {
                sets[at] = set;
                costs[at] = cost;
                filled++;
                return true;
            }
        }
        return true;
    }

    private void grow() {
        long[] oldSets = sets;
        double[] oldCosts = costs;
        sets = new long[2 * oldSets.length];
        costs = new double[sets.length];
        filled = 0;
        for (int i = 0; i < oldSets.length; i++) {
            if (oldSets[i] != 0) {
                improves(oldSets[i], oldCosts[i]);
            }
        }
    }

    private static int hash(long set) {
        long mixed = set * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }
}
