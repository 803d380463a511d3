package io.plumbrank.data;

/**
 * Where the pairs of r items stand in an array.
 *
 * <pre>{@code
 * double[] u = new double[PairIndex.STRICT.size(r)];
 * u[PairIndex.STRICT.of(i, j, r)] = 1;
 * }</pre>
 */
public enum PairIndex {
    /** Pairs of different items: (0,1), (0,2), …, (1,2), …. */
    STRICT(-1),
    /** Items with themselves too, the lower triangle row by row: (0,0), (1,0), (1,1), (2,0), …. */
    TRIANGLE(1);

    /** r items have r(r + more)/2 pairs. */
    private final int more;

    PairIndex(int more) {
        this.more = more;
    }

    /** Takes pairs. */
    @FunctionalInterface
    public interface Visitor {
        /** i &lt; j where pairs are {@link #STRICT}, else i ≥ j; {@code at} is where the pair stands. */
        void pair(int i, int j, int at);
    }

    /** How many pairs there are: r(r − 1)/2 or r(r + 1)/2. */
    public long count(int items) {
        return (long) items * (items + more) / 2;
    }

    /**
     * How many pairs there are, as the length of an array.
     *
     * @throws IllegalArgumentException if no array is so long
     */
    public int size(int items) {
        long pairs = count(items);
        if (pairs > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(items + " items have " + pairs + " pairs, more than the "
                    + Integer.MAX_VALUE + " that an array can hold; take fewer items, or the surrogate squared, which"
                    + " needs no pairs");
        }
        return (int) pairs;
    }

    /**
     * How many items have so many pairs; 1 for no {@link #STRICT} pair.
     *
     * @throws IllegalArgumentException if no number of items has
     */
    public int items(int pairs) {
        int items = (int) Math.round((Math.sqrt(1 + 8.0 * pairs) - more) / 2);
        if (count(items) != pairs) {
            throw new IllegalArgumentException(
                    "need r(r" + (more < 0 ? "-" : "+") + "1)/2 numbers for some r, got " + pairs);
        }
        return items;
    }

    /** Where a pair stands, whichever of its items comes first. */
    public int of(int i, int j, int items) {
        return (i < j) == (this == STRICT) ? row(i, items) + j : row(j, items) + i;
    }

    /** Where (i, j) stands, less j: for loops over j that should not multiply. */
    public int row(int i, int items) {
        // the product may be twice as large as any index
        return this == STRICT ? (int) (i * (2L * items - i - 1) / 2) - i - 1 : (int) (i * (i + 1L) / 2);
    }

    /** Visits all pairs in their order. */
    public void forEach(int items, Visitor visitor) {
        int at = 0;
        for (int i = 0; i < items; i++) {
            int end = this == STRICT ? items : i + 1;
            for (int j = this == STRICT ? i + 1 : 0; j < end; j++) {
                visitor.pair(i, j, at++);
            }
        }
    }
}
