package io.plumbrank.util.internal;

import java.util.Arrays;

/** Index sorts on primitive keys, without boxing. */
public final class Sorting {
    private static final int SMALL = 24;

    private Sorting() {}

    /**
     * The indices 0 … n − 1 sorted by key, largest first, equal keys in index order; −0.0 equals 0.0. O(n log n).
     *
     * @param keys no NaN among the first n
     */
    public static int[] descending(double[] keys, int n) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        if (isDescending(keys, n)) {
            return order;
        }
        mergeSort(keys, order, order.clone(), 0, n);
        return order;
    }

    /**
     * As {@link #descending}, without allocation.
     *
     * @param scratch at least n long; its contents are lost
     * @param order the first n places receive the indices
     */
    public static void descendingInto(double[] keys, int n, int[] scratch, int[] order) {
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        if (!isDescending(keys, n)) {
            System.arraycopy(order, 0, scratch, 0, n);
            mergeSort(keys, order, scratch, 0, n);
        }
    }

    /** The first n values sorted in place, largest first. */
    public static void sortDescending(double[] values, int n) {
        Arrays.sort(values, 0, n);
        for (int low = 0, high = n - 1; low < high; low++, high--) {
            double t = values[low];
            values[low] = values[high];
            values[high] = t;
        }
    }

    private static boolean isDescending(double[] keys, int n) {
        for (int i = 1; i < n; i++) {
            if (keys[i] > keys[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Sorts {@code into[from, to)}; {@code other} holds the same indices and is scratch. */
    private static void mergeSort(double[] keys, int[] into, int[] other, int from, int to) {
        if (to - from <= SMALL) {
            for (int i = from + 1; i < to; i++) {
                int item = into[i];
                int j = i - 1;
                while (j >= from && keys[into[j]] < keys[item]) {
                    into[j + 1] = into[j];
                    j--;
                }
                into[j + 1] = item;
            }
            return;
        }
        int middle = (from + to) >>> 1;
        mergeSort(keys, other, into, from, middle);
        mergeSort(keys, other, into, middle, to);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft = right >= to || (left < middle && keys[other[left]] >= keys[other[right]]);
            into[i] = takeLeft ? other[left++] : other[right++];
        }
    }
}
