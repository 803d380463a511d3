package io.plumbrank.learn.boost;

import java.util.Arrays;

/** Draws that depend on what is drawn for alone, and on nothing that was drawn before: so a resumed run draws the same. */
final class Mixing {
    private Mixing() {}

    /** As good as random, from numbers. */
    static long mix(long... numbers) {
        long mixed = 0;
        for (long number : numbers) {
            mixed = (mixed ^ number) + 0x9E3779B97F4A7C15L;
            // the finaliser of SplitMix64 (Steele, Lea and Flood 2014)
            mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            mixed ^= mixed >>> 31;
        }
        return mixed;
    }

    /** In [0, 1). */
    static double uniform(long mixed) {
        return (mixed >>> 11) * 0x1p-53;
    }

    /** A share of some things, at least one, without replacement, in their order; all of them for a share of 1. */
    static int[] draw(int[] from, double share, long key) {
        if (share >= 1) {
            return from;
        }
        int count = Math.max(1, (int) (share * from.length));
        long[] keys = new long[from.length];
        Arrays.setAll(keys, i -> mix(key, from[i]));
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        int[] drawn = new int[count];
        int next = 0;
        for (int i = 0; i < from.length && next < count; i++) {
            if (keys[i] <= sorted[count - 1]) {
                drawn[next++] = from[i];
            }
        }
        return drawn;
    }
}
