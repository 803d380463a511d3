package io.plumbrank.learn.boost;

import java.util.ArrayDeque;
import java.util.Arrays;

/** Sums over the rows of a node by bin, for eight features at a time. Kept and used again from tree to tree. */
final class Histograms {
    /** Where a row has more than two numbers, their number is a multiple of this. */
    static final int AT_ONCE = 4;

    /** Rows whose codes are brought together before they are summed. */
    private static final int BLOCK = 256;

    private final BinnedRows bins;
    private final int stride;
    /** Of each group, the first bin of each of its features. */
    private final int[][] places;

    private final ArrayDeque<long[]> spare = new ArrayDeque<>();

    Histograms(BinnedRows bins, int stride) {
        this.bins = bins;
        this.stride = stride;
        places = new int[bins.groups()][];
        Arrays.setAll(places, group -> places(bins.cuts(), group));
    }

    /** Numbers of a histogram, besides a place for features that are not there. */
    private int size() {
        return Math.multiplyExact(bins.cuts().offset(bins.cuts().features()) + 1, stride);
    }

    long[] take() {
        long[] free = spare.poll();
        return free == null ? fresh() : free;
    }

    /** One that nobody gives back, all 0. */
    long[] fresh() {
        return new long[size()];
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

    /** Sums rows of which gradient and count share a number, {@code moved} in the order of rows, for wanted groups. */
    void sumPacked(int slice, boolean[] groups, int[] rows, long[] moved, int from, int to, long[] histogram) {
        inBlocks(slice, groups, rows, from, to, histogram, (codes, at, group, first, end) -> {
            int[] places = this.places[group];
            int a = places[0];
            int b = places[1];
            int c = places[2];
            int d = places[3];
            int e = places[4];
            int f = places[5];
            int g = places[6];
            int h = places[7];
            int shift = at - first;
            for (int i = first; i < end; i++) {
                long own = codes[shift + i];
                long value = moved[i];
                int low = (int) own;
                int high = (int) (own >>> 32);
                histogram[a + (low & 0xff)] += value;
                histogram[b + (low >>> 8 & 0xff)] += value;
                histogram[c + (low >>> 16 & 0xff)] += value;
                histogram[d + (low >>> 24)] += value;
                histogram[e + (high & 0xff)] += value;
                histogram[f + (high >>> 8 & 0xff)] += value;
                histogram[g + (high >>> 16 & 0xff)] += value;
                histogram[h + (high >>> 24)] += value;
            }
        });
    }

    /** Sums the rows of a block for one group. */
    private interface Kernel {
        /** Adds rows from place {@code first} on to a histogram; their codes begin at {@code at}. */
        void add(long[] codes, int at, int group, int first, int end);
    }

    /** Block by block of rows, and in each group by group. */
    private void inBlocks(int slice, boolean[] groups, int[] rows, int from, int to, long[] histogram, Kernel kernel) {
        int firstGroup = bins.firstGroup(slice);
        int count = bins.groupsOf(slice);
        for (int group = firstGroup; group < firstGroup + count; group++) {
            Arrays.fill(histogram, first(group), end(group), 0);
        }
        int room = Math.min(BLOCK, to - from);
        long[] codes = new long[bins.roomFor(slice, room)];
        for (int first = from; first < to; first += room) {
            int end = Math.min(to, first + room);
            bins.gather(slice, rows, first, end, codes, room);
            for (int g = 0; g < count; g++) {
                if (groups[firstGroup + g]) {
                    kernel.add(codes, g * room, firstGroup + g, first, end);
                }
            }
        }
    }

    /** The place of the first bin of each feature of a group; behind all bins for those that are not there. */
    private static int[] places(Cuts cuts, int group) {
        int[] places = new int[BinnedRows.ABREAST];
        Arrays.setAll(places, i -> cuts.offset(Math.min(cuts.features(), group * BinnedRows.ABREAST + i)));
        return places;
    }

    private int features(int group) {
        return Math.min(BinnedRows.ABREAST, bins.cuts().features() - group * BinnedRows.ABREAST);
    }

    /** Sums rows that have two numbers each, for the groups of a slice. */
    void sumTwo(int slice, boolean[] groups, int[] rows, long[] values, int from, int to, long[] histogram) {
        inBlocks(slice, groups, rows, from, to, histogram, (codes, at, group, first, end) -> {
            int[] places = this.places[group];
            int features = features(group);
            for (int i = first; i < end; i++) {
                int row = rows[i];
                long rest = codes[at + i - first];
                long one = values[2 * row];
                long two = values[2 * row + 1];
                for (int feature = 0; feature < features; feature++) {
                    int place = 2 * (places[feature] + (int) (rest & 0xff));
                    rest >>>= Byte.SIZE;
                    histogram[place] += one;
                    histogram[place + 1] += two;
                }
            }
        });
    }

    /**
     * Sums rows that have several numbers each, {@link #AT_ONCE} of them for all features of the group before the next: written out,
     * since a loop over so few is not worth what the compiler puts around it.
     */
    void sum(int slice, boolean[] groups, int[] rows, long[] values, int from, int to, long[] histogram) {
        inBlocks(slice, groups, rows, from, to, histogram, (codes, at, group, first, end) -> {
            int[] places = this.places[group];
            int features = features(group);
            for (int i = first; i < end; i++) {
                int row = rows[i];
                for (int number = 0; number < stride; number += AT_ONCE) {
                    int own = row * stride + number;
                    long a = values[own];
                    long b = values[own + 1];
                    long c = values[own + 2];
                    long d = values[own + 3];
                    long rest = codes[at + i - first];
                    for (int feature = 0; feature < features; feature++) {
                        int place = (places[feature] + (int) (rest & 0xff)) * stride + number;
                        rest >>>= Byte.SIZE;
                        histogram[place] += a;
                        histogram[place + 1] += b;
                        histogram[place + 2] += c;
                        histogram[place + 3] += d;
                    }
                }
            }
        });
    }
}
