package io.plumbrank.learn;

import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.RowScorer.AdditiveScorer;
import java.util.Arrays;
import java.util.List;

/**
 * One feature over the items of a query, and what they make of it. Its arrays serve one column after another.
 *
 * <p>Sums go over values in ascending order, so that the order of items changes no bit; the sort is most of the work, and what makes a sort
 * slow here are branches that nobody can predict. So values fall into some sixty buckets per item or more, by their distance from the
 * smallest or, where most crowd near it, by their exponents. A bit per bucket says which are taken, and the place of a value is the number
 * of bits below its own: O(items), and without a branch where no two values share a bucket. Where different values do, they are sorted
 * among themselves.
 */
final class ContextColumn {
    private static final List<Context> Z_AND_RANK = List.of(Context.Z, Context.RANK);

    /** Steps of an insertion sort per item, after which another sort is faster. */
    private static final int MOST_STEPS = 4;

    private final boolean standardised;
    private final List<Context> contexts;

    /** By feature, the item's own first, and item. */
    private final float[][] made;

    /** The item's own; floats, widened once, since a conversion in each loop would be the slow part. */
    private final double[] own;

    private final double[] standard;
    private final double[] ranks;

    /** The first {@link #count} are those that are not missing, ascending. */
    private final double[] sorted;

    private final double[] present;

    /** Whose values these are. */
    private final int[] presentItems;

    private final int[] buckets;

    /** A bit for each bucket that is taken. */
    private final long[] taken;

    /** By word of these, how many are taken before it. */
    private final int[] before;

    private final int[] starts;

    /** A key and the place of its value among those that are present. */
    private final long[] pairs;

    /** Of each value that is present, twice the number of those below it, equal ones counted half. */
    private final int[] beaten;

    /** By twice the number of items below, equal ones counted half; of so many others. */
    private final double[] shares;

    private int others = -1;
    private int count;
    private double mean;
    private double squares;

    ContextColumn(QueryFeatures view, int items) {
        this.standardised = view.standardised();
        this.contexts = view.contexts();
        this.made = new float[1 + contexts.size()][items];
        this.own = new double[items];
        this.standard = new double[items];
        this.ranks = new double[items];
        this.sorted = new double[items];
        this.present = new double[items];
        this.presentItems = new int[items];
        this.buckets = new int[items];
        this.taken = new long[words(items)];
        this.before = new int[taken.length];
        this.starts = new int[items + 1];
        this.pairs = new long[items];
        this.beaten = new int[items];
        this.shares = new double[2 * items + 1];
    }

    /** A power of two, at least one word of buckets per item. */
    private static int words(int items) {
        return Integer.highestOneBit(Math.max(1, 2 * items - 1));
    }

    /** Sorts the values of the next column, NaN for missing, which begins somewhere in an array. */
    void sort(double[] all, int from) {
        System.arraycopy(all, from, own, 0, own.length);
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        int some = 0;
        for (int item = 0; item < own.length; item++) {
            double value = own[item];
            if (!Double.isNaN(value)) {
                present[some] = value;
                presentItems[some++] = item;
                least = value < least ? value : least;
                most = value > most ? value : most;
            }
        }
        count = some;
        if (!(least < most)) {
            System.arraycopy(present, 0, sorted, 0, count);
            Arrays.fill(beaten, 0, count, count - 1);
            return;
        }
        if (!spreadByValue(least, most)) {
            spreadByKey(key(least), key(most));
        }
        int distinct = take();
        if (distinct < count) {
            settle(distinct);
            return;
        }
        for (int i = 0; i < count; i++) {
            int place = place(buckets[i]);
            sorted[place] = present[i];
            beaten[i] = 2 * place;
        }
    }

    /** A number that is in the order of the values; −0 equals 0. */
    private static int key(double value) {
        return turned(Float.floatToRawIntBits((float) (value + 0.0)));
    }

    /** Turns the bits of a float into a number that is in the order of the values, and back. */
    private static int turned(int bits) {
        return bits ^ (bits >> 31 & Integer.MAX_VALUE);
    }

    /** Whether values are in buckets by their distance from the least, and not most of them in the first eighth. */
    private boolean spreadByValue(double least, double most) {
        double width = most - least;
        if (!(width < Double.POSITIVE_INFINITY)) {
            return false;
        }
        int all = words(count) << 6;
        double scale = (all - 1) / width;
        int eighth = all >> 3;
        int low = 0;
        for (int i = 0; i < count; i++) {
            int bucket = (int) ((present[i] - least) * scale);
            buckets[i] = bucket;
            low += (bucket - eighth) >>> 31;
        }
        return 2 * low <= count;
    }

    /** What crowds near 0 is spread evenly by its exponent. */
    private void spreadByKey(int least, int most) {
        double scale = ((words(count) << 6) - 1) / (double) ((long) most - least);
        for (int i = 0; i < count; i++) {
            buckets[i] = (int) (((long) key(present[i]) - least) * scale);
        }
    }

    /** Takes the bucket of each value, and says how many are taken. */
    private int take() {
        int words = words(count);
        Arrays.fill(taken, 0, words, 0);
        for (int i = 0; i < count; i++) {
            taken[buckets[i] >> 6] |= 1L << buckets[i];
        }
        int all = 0;
        for (int word = 0; word < words; word++) {
            before[word] = all;
            all += Long.bitCount(taken[word]);
        }
        return all;
    }

    /** The place of a bucket among those that are taken. */
    private int place(int bucket) {
        int word = bucket >> 6;
        return before[word] + Long.bitCount(taken[word] & ((1L << bucket) - 1));
    }

    /** Sorts values some of which share a bucket. */
    private void settle(int distinct) {
        Arrays.fill(starts, 0, distinct, 0);
        for (int i = 0; i < count; i++) {
            int place = place(buckets[i]);
            buckets[i] = place;
            starts[place]++;
            sorted[place] = present[i] + 0.0;
        }
        boolean equal = 2 * distinct < count;
        for (int i = 0; i < count && equal; i++) {
            equal = sorted[buckets[i]] == present[i];
        }
        if (!equal) {
            sortPairs(distinct);
            return;
        }
        int end = count;
        for (int place = distinct - 1; place >= 0; place--) {
            int start = end - starts[place];
            Arrays.fill(sorted, start, end, sorted[place]); // place ≤ start: each one below has a value at least
            starts[place] = start + end - 1;
            end = start;
        }
        for (int i = 0; i < count; i++) {
            beaten[i] = starts[buckets[i]];
        }
    }

    /** Sorts where buckets, by now numbered without gaps, hold values that differ. */
    private void sortPairs(int distinct) {
        int end = 0;
        for (int place = 0; place < distinct; place++) {
            int size = starts[place];
            starts[place] = end;
            end += size;
        }
        for (int i = 0; i < count; i++) {
            pairs[starts[buckets[i]]++] = (long) key(present[i]) << 32 | i;
        }
        if (!endsByInsertion()) {
            Arrays.sort(pairs, 0, count);
        }
        int start = 0;
        for (int next = 1; next <= count; next++) {
            int key = (int) (pairs[next - 1] >> 32);
            sorted[next - 1] = Float.intBitsToFloat(turned(key));
            if (next == count || (int) (pairs[next] >> 32) != key) {
                int twice = start + next - 1;
                for (; start < next; start++) {
                    beaten[(int) pairs[start]] = twice;
                }
            }
        }
    }

    /** Whether all is sorted; it is left where buckets are crowded. */
    private boolean endsByInsertion() {
        int steps = MOST_STEPS * count;
        for (int i = 1; i < count && steps >= 0; i++) {
            long pair = pairs[i];
            if (pairs[i - 1] > pair) {
                int place = i;
                do {
                    pairs[place] = pairs[place - 1];
                    place--;
                } while (place > 0 && pairs[place - 1] > pair);
                pairs[place] = pair;
                steps -= i - place;
            }
        }
        return steps >= 0;
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

    /** Adds what a linear function makes of the features of all items, of which {@code first} is the first, to u. */
    void addTo(AdditiveScorer linear, int first, double[] u) {
        double deviation = deviation();
        if (standardised || !contexts.equals(Z_AND_RANK) || count < u.length || !(deviation > 0)) {
            float[][] features = make();
            for (int i = 0; i < features.length; i++) {
                linear.addColumnInto(first + i, features[i], u);
            }
            return;
        }
        standardise(deviation);
        rank();
        linear.addColumnsInto(first, own, standard, ranks, u);
    }

    private double deviation() {
        // of equal values the mean may be off by rounding
        boolean equal = count == 0 || sorted[0] == sorted[count - 1];
        return equal ? 0 : Math.sqrt(squares / count);
    }

    /** Makes the features of all items of what was sorted and summed; by feature and item. */
    float[][] make() {
        double deviation = deviation();
        standardise(deviation);
        rank();
        for (int c = 0; c < contexts.size(); c++) {
            float[] out = made[1 + c];
            if (count == 0) {
                Arrays.fill(out, Float.NaN);
                continue;
            }
            switch (contexts.get(c)) {
                case MEAN -> Arrays.fill(out, (float) mean);
                case MAX -> Arrays.fill(out, (float) sorted[count - 1]);
                case MIN -> Arrays.fill(out, (float) sorted[0]);
                case SD -> Arrays.fill(out, (float) deviation);
                case Z -> narrowInto(standard, out);
                case RANK -> narrowInto(ranks, out);
            }
        }
        narrowInto(standardised ? standard : own, made[0]);
        return made;
    }

    private static void narrowInto(double[] values, float[] out) {
        for (int item = 0; item < out.length; item++) {
            out[item] = (float) values[item];
        }
    }

    /** (x − mean)/deviation, rounded to float; where a value is missing so is this. */
    private void standardise(double deviation) {
        if (!(deviation > 0)) {
            for (int item = 0; item < own.length; item++) {
                standard[item] = Double.isNaN(own[item]) ? own[item] : 0;
            }
            return;
        }
        for (int item = 0; item < own.length; item++) {
            standard[item] = (own[item] - mean) / deviation;
        }
        for (int item = 0; item < own.length; item++) {
            standard[item] = (float) standard[item];
        }
    }

    private void rank() {
        boolean complete = count == ranks.length;
        if (!complete) {
            Arrays.fill(ranks, Double.NaN);
        }
        if (count == 1) {
            ranks[complete ? 0 : presentItems[0]] = 0.5;
            return;
        }
        if (others != count - 1) {
            others = count - 1;
            for (int twice = 0; twice <= 2 * others; twice++) {
                shares[twice] = (float) (twice / 2.0 / others);
            }
        }
        for (int i = 0; i < count; i++) {
            ranks[complete ? i : presentItems[i]] = shares[beaten[i]];
        }
    }
}
