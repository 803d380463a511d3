package io.plumbrank.learn.boost;

import java.util.ArrayDeque;
import java.util.Arrays;

/** Sums over the rows of a node by bin, for eight features at a time. Kept and used again from tree to tree. */
final class Histograms {
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

    /** Sums rows that have several numbers each. */
    void sum(int group, int[] rows, long[] values, int from, int to, long[] histogram) {
        Arrays.fill(histogram, first(group), end(group), 0);
        long[] column = bins.column(group);
        int features = Math.min(BinnedRows.ABREAST, bins.cuts().features() - group * BinnedRows.ABREAST);
        int[] at = places(group);
        for (int i = from; i < to; i++) {
            int row = rows[i];
            long codes = column[row];
            for (int feature = 0; feature < features; feature++) {
                int place = (at[feature] + (int) (codes & 0xff)) * stride;
                codes >>>= Byte.SIZE;
                if (stride == 2) {
                    histogram[place] += values[2 * row];
                    histogram[place + 1] += values[2 * row + 1];
                } else {
                    add(histogram, place, values, row * stride, stride);
                }
            }
        }
    }

    private static void add(long[] sums, int to, long[] values, int from, int count) {
        for (int i = 0; i < count; i++) {
            sums[to + i] += values[from + i];
        }
    }
}
