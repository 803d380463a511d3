package io.plumbrank.learn;

import io.plumbrank.learn.QueryFeatures.Context;
import java.util.Arrays;

/**
 * One feature over the items of a query: means, deviations and ranks. Made once for many features of the same items. One thread.
 *
 * <p>Ranks of up to {@value #FEW} items come from comparing all pairs, r² operations without a branch that processors do eight at
 * a time; beyond, from a sort. Sums go over values in ascending order, so that the order of the items changes no bit.
 */
final class ColumnContext {
    /** Up to so many items all pairs are compared. */
    private static final int FEW = 256;

    /** The values that are present, in the order of items, without −0; and whole numbers in the same order. */
    private final float[] present;

    private final int[] keys;

    /** By present value: how many are smaller, less how many are larger. */
    private final int[] balance;

    private final float[] sorted;

    /** By present value. */
    private final float[] zs;

    private final float[] ranks;
    private final float[] ascending;
    private final int[] counts;
    private int count;
    private double mean;
    private double deviation;

    ColumnContext(int items) {
        present = new float[items];
        keys = new int[items];
        balance = new int[items];
        sorted = new float[items];
        zs = new float[items];
        ranks = new float[items];
        ascending = new float[2 * Math.min(items, FEW) + 1];
        counts = new int[2 * Math.min(items, FEW) + 1];
    }

    /** Takes the values of another feature, NaN for missing. */
    void load(float[] values) {
        count = 0;
        for (float value : values) {
            if (value == value) {
                present[count++] = value + 0.0f; // so that −0 and 0 are equal
            }
        }
        if (count <= FEW) {
            compare();
        } else {
            System.arraycopy(present, 0, sorted, 0, count);
            Arrays.sort(sorted, 0, count);
            for (int i = 0; i < count; i++) {
                balance[i] = countBelow(present[i]) + countBelow(Math.nextUp(present[i])) - count;
            }
        }
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += sorted[i];
        }
        mean = sum / count;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            squares += (sorted[i] - mean) * (sorted[i] - mean);
        }
        // of equal values the mean may be off by rounding
        boolean equal = count == 0 || sorted[0] == sorted[count - 1];
        deviation = equal ? 0 : Math.sqrt(squares / count);
        standardise();
    }

    /** Compares all pairs, and orders values by how the comparisons went. */
    private void compare() {
        int n = count;
        int least = Integer.MAX_VALUE;
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            int bits = Float.floatToRawIntBits(present[i]);
            int key = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
            keys[i] = key;
            least = Math.min(least, key);
            most = Math.max(most, key);
        }
        Arrays.fill(balance, 0, n, 0);
        if ((long) most - least <= Integer.MAX_VALUE) {
            balanceOfNear(keys, balance, n);
        } else {
            balanceOfAny(keys, balance, n);
        }
        Arrays.fill(counts, 0, 2 * n, 0);
        for (int i = 0; i < n; i++) {
            int place = balance[i] + n;
            counts[place]++;
            ascending[place] = present[i];
        }
        int at = 0;
        for (int place = 0; place < 2 * n; place++) {
            for (int again = counts[place]; again > 0; again--) {
                sorted[at++] = ascending[place];
            }
        }
    }

    /** Where no difference overflows. */
    private static void balanceOfNear(int[] keys, int[] balance, int n) {
        for (int j = 0; j < n; j++) {
            int other = keys[j];
            for (int i = 0; i < n; i++) {
                balance[i] += ((other - keys[i]) >>> 31) + ((keys[i] - other) >> 31);
            }
        }
    }

    /** x &lt; y is the sign of x − y where both have one sign, and else that of x. */
    private static void balanceOfAny(int[] keys, int[] balance, int n) {
        for (int j = 0; j < n; j++) {
            int other = keys[j];
            for (int i = 0; i < n; i++) {
                int own = keys[i];
                int unlike = own ^ other;
                int below = (other & ~own) | (~unlike & (other - own));
                int above = (own & ~other) | (~unlike & (own - other));
                balance[i] += (below >>> 31) + (above >> 31);
            }
        }
    }

    private void standardise() {
        int others = count - 1;
        if (deviation > 0) {
            for (int i = 0; i < count; i++) {
                zs[i] = (float) ((present[i] - mean) / deviation);
            }
        } else {
            Arrays.fill(zs, 0, count, 0);
        }
        if (others == 0) {
            ranks[0] = 0.5f;
        } else {
            for (int i = 0; i < count; i++) {
                // smaller ones, and half of the equal ones: of r, balance is smaller − larger = 2 · smaller + equal − r
                ranks[i] = (float) ((balance[i] + others) / 2.0 / others);
            }
        }
    }

    /**
     * Writes what stands beside the values of an input.
     *
     * @param values as they were loaded
     * @param at where the input's own value of the first item goes
     * @param width from one item to the next
     */
    void writeInto(float[] values, boolean standardised, Context[] contexts, int at, int width, float[] rows) {
        int next = 0;
        int to = at;
        for (float value : values) {
            boolean missing = value != value;
            rows[to] = standardised ? missing ? value : zs[next] : value;
            for (int c = 0; c < contexts.length; c++) {
                rows[to + 1 + c] = count == 0 ? Float.NaN : context(contexts[c], value, missing, next);
            }
            next += missing ? 0 : 1;
            to += width;
        }
    }

    private float context(Context context, float value, boolean missing, int next) {
        return switch (context) {
            case MEAN -> (float) mean;
            case MAX -> sorted[count - 1];
            case MIN -> sorted[0];
            case SD -> (float) deviation;
            case Z -> missing ? value : zs[next];
            case RANK -> missing ? value : ranks[next];
        };
    }

    private int countBelow(float value) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
