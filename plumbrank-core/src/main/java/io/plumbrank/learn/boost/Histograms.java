package io.plumbrank.learn.boost;

import java.util.ArrayDeque;
import java.util.Arrays;

/** Sums over the rows of a node by bin, for eight features at a time. Kept and used again from tree to tree. */
final class Histograms {
    /** Where a row has more than two numbers, their number is a multiple of this. */
    static final int AT_ONCE = 4;

    private final BinnedRows bins;
    private final int stride;
    private final ArrayDeque<long[]> spare = new ArrayDeque<>();

    Histograms(BinnedRows bins, int stride) {
        this.bins = bins;
        this.stride = stride;
    }

    /** Numbers of a histogram, besides a place for features that are not there. */
    private int size() {
        return Math.multiplyExact(bins.cuts().offset(bins.cuts().features()) + 1, stride);
    }

    long[] take() {
        long[] free = spare.poll();
        return free == null ? new long[size()] : free;
    }

    void giveBack(long[] histogram) {
        spare.push(histogram);
    }

    private int first(int group) {
        return bins.cuts().offset(group * BinnedRows.ABREAST) * stride;
    }

    private int end(int group) {
        return bins.cuts().offset(Math.min(bins.cuts().features(), (group + 1) * BinnedRows.ABREAST)) * stride;
    }

    /** The larger child's, in place of the parent's. */
    void subtract(int group, long[] parent, long[] child) {
        for (int i = first(group); i < end(group); i++) {
            parent[i] -= child[i];
        }
    }

    /**
     * Sums rows of which gradient and count share a number.
     *
     * @param moved those numbers, in the order of rows
     */
    void sumPacked(int group, int[] rows, long[] moved, int from, int to, long[] histogram) {
        Arrays.fill(histogram, first(group), end(group), 0);
        long[] column = bins.column(group);
        int[] at = places(group);
        int a = at[0];
        int b = at[1];
        int c = at[2];
        int d = at[3];
        int e = at[4];
        int f = at[5];
        int g = at[6];
        int h = at[7];
        for (int i = from; i < to; i++) {
            long codes = column[rows[i]];
            long value = moved[i];
            int low = (int) codes;
            int high = (int) (codes >>> 32);
            histogram[a + (low & 0xff)] += value;
            histogram[b + (low >>> 8 & 0xff)] += value;
            histogram[c + (low >>> 16 & 0xff)] += value;
            histogram[d + (low >>> 24)] += value;
            histogram[e + (high & 0xff)] += value;
            histogram[f + (high >>> 8 & 0xff)] += value;
            histogram[g + (high >>> 16 & 0xff)] += value;
            histogram[h + (high >>> 24)] += value;
        }
    }

    /** The place of the first bin of each feature of a group; behind all bins for those that are not there. */
    private int[] places(int group) {
        int[] places = new int[BinnedRows.ABREAST];
        Cuts cuts = bins.cuts();
        Arrays.setAll(places, i -> cuts.offset(Math.min(cuts.features(), group * BinnedRows.ABREAST + i)));
        return places;
    }

    /** Sums rows that have two numbers each. */
    void sumTwo(int group, int[] rows, long[] values, int from, int to, long[] histogram) {
        Arrays.fill(histogram, first(group), end(group), 0);
        long[] column = bins.column(group);
        int features = features(group);
        int[] at = places(group);
        for (int i = from; i < to; i++) {
            int row = rows[i];
            long codes = column[row];
            long first = values[2 * row];
            long second = values[2 * row + 1];
            for (int feature = 0; feature < features; feature++) {
                int place = 2 * (at[feature] + (int) (codes & 0xff));
                codes >>>= Byte.SIZE;
                histogram[place] += first;
                histogram[place + 1] += second;
            }
        }
    }

    private int features(int group) {
        return Math.min(BinnedRows.ABREAST, bins.cuts().features() - group * BinnedRows.ABREAST);
    }

    /**
     * Sums rows that have several numbers each, {@link #AT_ONCE} of them for all features of the group before the next: written out,
     * since a loop over so few is not worth what the compiler puts around it.
     */
    void sum(int group, int[] rows, long[] values, int from, int to, long[] histogram) {
        Arrays.fill(histogram, first(group), end(group), 0);
        long[] column = bins.column(group);
        int features = features(group);
        int[] at = places(group);
        for (int i = from; i < to; i++) {
            int row = rows[i];
            long codes = column[row];
            for (int number = 0; number < stride; number += AT_ONCE) {
                int own = row * stride + number;
                long a = values[own];
                long b = values[own + 1];
                long c = values[own + 2];
                long d = values[own + 3];
                long rest = codes;
                for (int feature = 0; feature < features; feature++) {
                    int place = (at[feature] + (int) (rest & 0xff)) * stride + number;
                    rest >>>= Byte.SIZE;
                    histogram[place] += a;
                    histogram[place + 1] += b;
                    histogram[place + 2] += c;
                    histogram[place + 3] += d;
                }
            }
        }
    }
}
