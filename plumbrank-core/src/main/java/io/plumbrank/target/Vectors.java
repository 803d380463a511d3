package io.plumbrank.target;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;

/** Checks of what decoders are given, the list 0, 1, … that most of them choose from, and classes of equal entries. */
public final class Vectors {
    private Vectors() {}

    /** Throws unless u has this length and is finite. */
    public static void requireSize(double[] u, int size) {
        if (u.length != size) {
            throw new IllegalArgumentException("u has " + u.length + " entries, expected " + size);
        }
        requireFinite(u, size);
    }

    /** Throws unless the first entries are finite. */
    public static void requireFinite(double[] us, int count) {
        for (int i = 0; i < count; i++) {
            if (!Double.isFinite(us[i])) {
                throw new IllegalArgumentException("entry " + i + " of u is " + us[i]);
            }
        }
    }

    /** 0 … count − 1, without storing them. */
    public static List<Integer> range(int count) {
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

    /** The distinct entries, the smallest first. O(n log n). */
    public static double[] distinct(double[] values) {
        return Arrays.stream(values).sorted().distinct().toArray();
    }

    /** A matrix of what all pairs of entries make. */
    public static double[][] table(double[] values, DoubleBinaryOperator entry) {
        return Arrays.stream(values)
                .mapToObj(one -> Arrays.stream(values)
                        .map(other -> entry.applyAsDouble(one, other))
                        .toArray())
                .toArray(double[][]::new);
    }

    /** The class of each entry: its place among {@link #distinct}. O(n log n). */
    public static int[] classes(double[] values) {
        double[] distinct = distinct(values);
        return Arrays.stream(values)
                .mapToInt(value -> Arrays.binarySearch(distinct, value))
                .toArray();
    }
}
