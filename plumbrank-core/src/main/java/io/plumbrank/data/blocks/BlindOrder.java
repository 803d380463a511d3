package io.plumbrank.data.blocks;

import io.plumbrank.data.Query;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An order of items that no label can have decided, for what a prediction leaves open. The order of the rows in a file may be
 * that of their labels, and so may the order of names; that of a hash of both query and name is neither. An item without a
 * name goes by its features, so that shuffling the file changes nothing; where these are equal too, by a hash of its place.
 */
public final class BlindOrder {
    private static final long SEED = 0x9e3779b97f4a7c15L;

    private BlindOrder() {}

    /** The items of a query. O(r·features), or O(r) where they have names. */
    public static int[] of(Query query) {
        long start = add(SEED, query.id());
        long[] keys = new long[query.size()];
        for (int item = 0; item < keys.length; item++) {
            keys[item] = query.hasItemId(item) ? add(start, query.itemId(item)) : ofFeatures(start, query, item);
        }
        return sorted(keys);
    }

    /** Labels of one instance, by their names and its features. */
    public static int[] ofLabels(List<String> labels, float[] features) {
        long start = SEED;
        for (float value : features) {
            start = add(start, bits(value));
        }
        long instance = start;
        return sorted(labels.stream().mapToLong(label -> add(instance, label)).toArray());
    }

    /** The same the other way round, which decides every open pair otherwise. */
    public static int[] reversed(int[] order) {
        return IntStream.range(0, order.length)
                .map(at -> order[order.length - 1 - at])
                .toArray();
    }

    private static long ofFeatures(long start, Query query, int item) {
        long[] hash = {start};
        query.forEachFeature(item, (feature, value) -> hash[0] = add(add(hash[0], feature), bits(value)));
        return hash[0];
    }

    private static int[] sorted(long[] keys) {
        return IntStream.range(0, keys.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(item -> keys[item]).thenComparing(item -> mixed(SEED + item)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** −0 and 0 are one number. */
    private static int bits(float value) {
        return Float.floatToIntBits(value + 0.0f);
    }

    /** A number that depends on every letter of a text. */
    static long hash(String text) {
        return add(SEED, text);
    }

    private static long add(long hash, String text) {
        long sum = add(hash, text.length());
        for (int i = 0; i < text.length(); i++) {
            sum = add(sum, text.charAt(i));
        }
        return sum;
    }

    static long add(long hash, long value) {
        return mixed(hash ^ mixed(value + SEED));
    }

    /** The finaliser of SplitMix64, a bijection whose every output bit depends on every input bit. */
    private static long mixed(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
