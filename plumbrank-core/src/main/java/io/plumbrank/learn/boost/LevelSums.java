package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Summable;
import java.util.Arrays;

/** Whole numbers that blocks add up, the same in any order: rows of each node of a level, and some histograms. */
record LevelSums(long[] counts, long[][] histograms) implements Summable<LevelSums> {
    private static final long serialVersionUID = 1;

    @Override
    public LevelSums plus(LevelSums other) {
        long[][] both = new long[histograms.length][];
        Arrays.setAll(both, i -> sum(histograms[i], other.histograms[i]));
        return new LevelSums(sum(counts, other.counts), both);
    }

    private static long[] sum(long[] one, long[] other) {
        long[] sum = one.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other[i];
        }
        return sum;
    }
}
