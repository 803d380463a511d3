package io.plumbrank.measure;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.measure.settings.PairWeight;
import java.util.Arrays;

/**
 * The weight of the preferences in a label, and how the scores order them. Of grades it is the weight of the pairs of unequal
 * ones, by the work of Knight's algorithm (1966) with a tree of prefix sums over the distinct grades: O(n log n).
 *
 * @param total weight of all preferences
 * @param disagreeing weight of those whose scores are in the opposite order
 * @param tied weight of those whose scores are equal
 */
record PairCounts(double total, double disagreeing, double tied) {

    static PairCounts of(Pool pool, PairWeight weight) {
        double[] levels = fromLowest(pool.labels().levels().grades());
        int[] levelAt = pool.levelAt();
        int[] starts = pool.starts();
        PrefixSums above = new PrefixSums(levels.length);
        double disagreeing = 0;
        double tied = 0;
        for (int group = 0; group + 1 < starts.length; group++) {
            int from = starts[group];
            int to = starts[group + 1];
            for (int i = from; i < to; i++) {
                disagreeing += above.weightBelow(levelAt[i], levels[levelAt[i]], weight);
            }
            for (int i = from; i < to; i++) {
                above.add(levelAt[i], levels[levelAt[i]]);
            }
            if (to - from > 1) {
                tied += unequal(levelAt, from, to, levels, weight);
            }
        }
        double total = pool.labels().once(weight, () -> unequal(levelAt, 0, levelAt.length, levels, weight));
        return new PairCounts(total, disagreeing, tied);
    }

    /** @param groups the place of each item among the scores, counted from the top; equal ones are tied */
    static PairCounts of(PreferenceGraph preferences, int[] groups) {
        double[] sums = new double[3];
        preferences.forEach((above, below, weight) -> {
            sums[0] += weight;
            sums[1] += groups[above] > groups[below] ? weight : 0;
            sums[2] += groups[above] == groups[below] ? weight : 0;
        });
        return new PairCounts(sums[0], sums[1], sums[2]);
    }

    /** Grades as distances from the lowest: their differences lose no digits to a common offset. */
    private static double[] fromLowest(double[] levels) {
        double[] distances = new double[levels.length];
        for (int i = 1; i < levels.length; i++) {
            distances[i] = levels[i] - levels[0];
        }
        return distances;
    }

    /** The weight of all pairs of unequal levels among the positions of a range. O(n log n). */
    private static double unequal(int[] levelAt, int from, int to, double[] levels, PairWeight weight) {
        int[] ascending = Arrays.copyOfRange(levelAt, from, to);
        Arrays.sort(ascending);
        double total = 0;
        int lower = 0;
        double sum = 0;
        double lowerSum = 0;
        for (int i = 0; i < ascending.length; i++) {
            if (i > 0 && ascending[i] != ascending[i - 1]) {
                lower = i;
                lowerSum = sum;
            }
            double grade = levels[ascending[i]];
            total += weight == PairWeight.UNIT ? lower : grade * lower - lowerSum;
            sum += grade;
        }
        return total;
    }

    /** A Fenwick tree of the number and the sum of grades per level. */
    private static final class PrefixSums {
        private final double[] counts;
        private final double[] sums;

        PrefixSums(int levels) {
            this.counts = new double[levels + 1];
            this.sums = new double[levels + 1];
        }

        void add(int level, double grade) {
            for (int node = level + 1; node < counts.length; node += node & -node) {
                counts[node]++;
                sums[node] += grade;
            }
        }

        /** The weight of the pairs that an item of this level makes with the lower ones. */
        double weightBelow(int level, double grade, PairWeight weight) {
            double count = 0;
            double sum = 0;
            for (int node = level; node > 0; node -= node & -node) {
                count += counts[node];
                sum += sums[node];
            }
            return weight == PairWeight.UNIT ? count : grade * count - sum;
        }
    }
}
