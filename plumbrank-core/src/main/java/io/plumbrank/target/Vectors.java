package io.plumbrank.target;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Checks of what decoders are given, the number of pairs, the list 0, 1, … that most of them choose from, and classes of equal entries. */
final class Vectors {
    private Vectors() {}

    /** Throws unless u has this length and is finite. */
    static void requireSize(double[] u, int size) {
        if (u.length != size) {
            throw new IllegalArgumentException("u has " + u.length + " entries, expected " + size);
        }
        requireFinite(u, size);
    }

    /** Throws unless the first entries are finite. */
    static void requireFinite(double[] us, int count) {
        for (int i = 0; i < count; i++) {
            if (!Double.isFinite(us[i])) {
                throw new IllegalArgumentException("entry " + i + " of u is " + us[i]);
            }
        }
    }

    /**
     * How many pairs r items have, r · s/2, where each is in s of them.
     *
     * @throws IllegalArgumentException if no array has a place for each
     */
    static int pairs(int items, long each) {
        long pairs = items * each / 2;
        if (pairs > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(items + " items have " + pairs + " pairs, more than the "
                    + Integer.MAX_VALUE + " that an array can hold; take fewer items, or the surrogate squared, which"
                    + " needs no pairs");
        }
        return (int) pairs;
    }

    /** 0 … count − 1, without storing them. */
    static List<Integer> range(int count) {
        return new AbstractList<>() {
            @Override
            public Integer get(int index) {
                return Objects.checkIndex(index, count);
            }

            @Override
            public int size() {
                return count;
            }
        };
    }

    /** The class of each entry, where equal entries are one class: 0 for the smallest. O(n log n). */
    static int[] classes(double[] values) {
        double[] distinct = Arrays.stream(values).sorted().distinct().toArray();
        return Arrays.stream(values)
                .mapToInt(value -> Arrays.binarySearch(distinct, value))
                .toArray();
    }
}
