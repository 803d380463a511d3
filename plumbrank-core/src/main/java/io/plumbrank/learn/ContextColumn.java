package io.plumbrank.learn;

import io.plumbrank.learn.QueryFeatures.Context;
import java.util.Arrays;
import java.util.List;

/**
 * One feature over the items of a query, and what they make of it. Its arrays serve one column after another.
 *
 * <p>Sums go over values in ascending order, so that the order of items changes no bit; the sort is most of the work. Values fall into as
 * many buckets as there are items, by their distance from the smallest, and an insertion sort ends it: O(items) where they are spread
 * evenly. Where many crowd into one bucket, buckets by their exponents or a sort of keys take its place.
 */
final class ContextColumn {
    /** Steps of an insertion sort per item, after which another sort is faster. */
    private static final int MOST_STEPS = 4;

    private final boolean standardised;
    private final List<Context> contexts;

    /** By feature, the item's own first, and item. */
    private final float[][] made;

    /** The first {@link #count} are those that are not missing, ascending. */
    private final float[] sorted;

    /** Whose values these are. */
    private final int[] items;

    private final float[] present;
    private final int[] presentItems;
    private final int[] buckets;
    private final int[] starts;
    private final long[] keys;

    /** By twice the number of items below, equal ones counted half; of so many others. */
    private final float[] shares;

    private int others = -1;
    private int count;
    private double mean;
    private double squares;

    ContextColumn(QueryFeatures view, int items) {
        this.standardised = view.standardised();
        this.contexts = view.contexts();
        this.made = new float[1 + contexts.size()][items];
        this.sorted = new float[items];
        this.items = new int[items];
        this.present = new float[items];
        this.presentItems = new int[items];
        this.buckets = new int[items];
        this.starts = new int[items + 1];
        this.keys = new long[items];
        this.shares = new float[2 * items + 1];
    }

    /** Sorts the values of the next column, NaN for missing, which begins somewhere in an array. */
    void sort(float[] all, int from) {
        float[] values = made[0];
        System.arraycopy(all, from, values, 0, values.length);
        int some = 0;
        float least = Float.POSITIVE_INFINITY;
        float most = Float.NEGATIVE_INFINITY;
        for (int item = 0; item < values.length; item++) {
            float value = values[item] + 0.0f; // so that −0 and 0 are equal
            if (!Float.isNaN(value)) {
                present[some] = value;
                presentItems[some++] = item;
                least = value < least ? value : least;
                most = value > most ? value : most;
            }
        }
        count = some;
        double width = (double) most - least;
        if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
            sortByKeys();
            return;
        }
        for (int i = 0; i < some; i++) {
            buckets[i] = (int) (((double) present[i] - least) * ((some - 1) / width));
        }
        if (sortByBuckets()) {
            return;
        }
        // what crowds near 0 is spread evenly by its exponent
        long first = ordered(least);
        double bits = (some - 1) / (double) (ordered(most) - first);
        for (int i = 0; i < some; i++) {
            buckets[i] = (int) ((ordered(present[i]) - first) * bits);
        }
        if (!sortByBuckets()) {
            sortByKeys();
        }
    }

    /** A number that is in the order of the values. */
    private static long ordered(float value) {
        int bits = Float.floatToRawIntBits(value);
        return bits ^ (bits >> 31 & Integer.MAX_VALUE);
    }

    /** Whether all is sorted; it is left where buckets are crowded by values that differ. */
    private boolean sortByBuckets() {
        int some = count;
        Arrays.fill(starts, 0, some + 1, 0);
        for (int i = 0; i < some; i++) {
            starts[buckets[i] + 1]++;
        }
        int start = 0;
        for (int bucket = 1; bucket <= some; bucket++) {
            start += starts[bucket];
            starts[bucket] = start;
        }
        for (int i = 0; i < some; i++) {
            int place = starts[buckets[i]]++;
            sorted[place] = present[i];
            items[place] = presentItems[i];
        }
        int steps = MOST_STEPS * some;
        for (int i = 1; i < some && steps >= 0; i++) {
            float value = sorted[i];
            if (sorted[i - 1] > value) {
                int item = items[i];
                int place = i;
                do {
                    sorted[place] = sorted[place - 1];
                    items[place] = items[place - 1];
                    place--;
                } while (place > 0 && sorted[place - 1] > value);
                sorted[place] = value;
                items[place] = item;
                steps -= i - place;
            }
        }
        return steps >= 0;
    }

    /** By numbers that are in the order of the values, with the place of each below. */
    private void sortByKeys() {
        for (int i = 0; i < count; i++) {
            keys[i] = ordered(present[i]) << 32 | i;
        }
        Arrays.sort(keys, 0, count);
        for (int place = 0; place < count; place++) {
            int i = (int) keys[place];
            sorted[place] = present[i];
            items[place] = presentItems[i];
        }
    }

    /** Sums over several columns that are sorted, side by side: a sum alone waits for each addition. */
    static void sum(List<ContextColumn> columns) {
        if (columns.size() < 4) {
            columns.forEach(ContextColumn::sum);
            return;
        }
        ContextColumn a = columns.get(0);
        ContextColumn b = columns.get(1);
        ContextColumn c = columns.get(2);
        ContextColumn d = columns.get(3);
        if (a.count != b.count || a.count != c.count || a.count != d.count) {
            columns.forEach(ContextColumn::sum);
            return;
        }
        double sumA = 0;
        double sumB = 0;
        double sumC = 0;
        double sumD = 0;
        for (int i = 0; i < a.count; i++) {
            sumA += a.sorted[i];
            sumB += b.sorted[i];
            sumC += c.sorted[i];
            sumD += d.sorted[i];
        }
        a.mean = sumA / a.count;
        b.mean = sumB / a.count;
        c.mean = sumC / a.count;
        d.mean = sumD / a.count;
        double squaresA = 0;
        double squaresB = 0;
        double squaresC = 0;
        double squaresD = 0;
        for (int i = 0; i < a.count; i++) {
            squaresA += (a.sorted[i] - a.mean) * (a.sorted[i] - a.mean);
            squaresB += (b.sorted[i] - b.mean) * (b.sorted[i] - b.mean);
            squaresC += (c.sorted[i] - c.mean) * (c.sorted[i] - c.mean);
            squaresD += (d.sorted[i] - d.mean) * (d.sorted[i] - d.mean);
        }
        a.squares = squaresA;
        b.squares = squaresB;
        c.squares = squaresC;
        d.squares = squaresD;
    }

    private void sum() {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += sorted[i];
        }
        mean = sum / count;
        squares = 0;
        for (int i = 0; i < count; i++) {
            squares += (sorted[i] - mean) * (sorted[i] - mean);
        }
    }

    /** Makes the features of all items of what was sorted and summed; by feature and item. */
    float[][] make() {
        // of equal values the mean may be off by rounding
        boolean equal = count == 0 || sorted[0] == sorted[count - 1];
        double deviation = equal ? 0 : Math.sqrt(squares / count);
        for (int c = 0; c < contexts.size(); c++) {
            float[] out = made[1 + c];
            if (count == 0) {
                Arrays.fill(out, Float.NaN);
                continue;
            }
            switch (contexts.get(c)) {
                case MEAN -> Arrays.fill(out, (float) mean);
                case MAX -> Arrays.fill(out, sorted[count - 1]);
                case MIN -> Arrays.fill(out, sorted[0]);
                case SD -> Arrays.fill(out, (float) deviation);
                case Z -> zInto(deviation, out);
                case RANK -> ranksInto(out);
            }
        }
        if (standardised) {
            zInto(deviation, made[0]);
        }
        return made;
    }

    /** Where a value is missing so is this. */
    private void zInto(double deviation, float[] out) {
        float[] own = made[0];
        if (deviation > 0) {
            for (int item = 0; item < own.length; item++) {
                out[item] = (float) ((own[item] - mean) / deviation);
            }
        } else {
            for (int item = 0; item < own.length; item++) {
                out[item] = Float.isNaN(own[item]) ? own[item] : 0;
            }
        }
    }

    private void ranksInto(float[] out) {
        if (count < out.length) {
            Arrays.fill(out, Float.NaN);
        }
        if (count == 1) {
            out[items[0]] = 0.5f;
            return;
        }
        if (others != count - 1) {
            others = count - 1;
            for (int twice = 0; twice <= 2 * others; twice++) {
                shares[twice] = (float) (twice / 2.0 / others);
            }
        }
        int some = count;
        int below = 0;
        for (int end = 1; end <= some; end++) {
            if (end == some || sorted[end] != sorted[below]) {
                float share = shares[below + end - 1];
                for (; below < end; below++) {
                    out[items[below]] = share;
                }
            }
        }
    }
}
