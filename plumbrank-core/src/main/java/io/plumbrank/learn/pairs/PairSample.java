package io.plumbrank.learn.pairs;

import io.plumbrank.data.PairIndex;
import java.util.SplittableRandom;

/**
 * Pairs of a query's items to learn from: all of them, or of a query with more than {@code most} so many, drawn without
 * replacement by the seed and the number of the query. With {@link #weight}, the inverse of a pair's chance, the expected sums over
 * these pairs are those over all.
 *
 * @param items how many the query has
 * @param most how many pairs are taken at most
 * @param number of the query
 */
public record PairSample(int items, int most, long seed, long number) {
    /** @throws IllegalArgumentException if no pair may be taken */
    public PairSample {
        if (most < 1) {
            throw new IllegalArgumentException("at least one pair of a query must be taken, got " + most);
        }
    }

    /** Whether an instance of so many items has more pairs than are taken. */
    public static boolean isPart(int items, int most) {
        return (long) items * (items - 1) / 2 > most;
    }

    /** What a user should know where some instances have more pairs than are taken. */
    public static String note(int instances, int most) {
        return "of " + instances + " queries " + most + " pairs each were drawn and weighed";
    }

    /** Takes a pair. */
    @FunctionalInterface
    public interface Visitor {
        /** Items i &lt; j. */
        void pair(int i, int j);
    }

    /** How many pairs there are. */
    public long all() {
        return PairIndex.STRICT.count(items);
    }

    /** How many of them are taken. */
    public int taken() {
        return (int) Math.min(all(), most);
    }

    /** How much each of them counts. */
    public double weight() {
        return (double) all() / taken();
    }

    /** Visits them in the order (0,1), (0,2), …, (1,2), …: selection sampling (Knuth 3.4.2, S). */
    public void forEach(Visitor visitor) {
        SplittableRandom random = new SplittableRandom(seed + number * 0x9E3779B97F4A7C15L);
        long left = all();
        long open = taken();
        for (int i = 0; i < items && open > 0; i++) {
            for (int j = i + 1; j < items && open > 0; j++, left--) {
                if (open == left || random.nextLong(left) < open) {
                    open--;
                    visitor.pair(i, j);
                }
            }
        }
    }
}
