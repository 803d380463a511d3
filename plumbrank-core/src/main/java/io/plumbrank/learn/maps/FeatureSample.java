package io.plumbrank.learn.maps;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.sums.BlockSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A sample of rows from all over a file (Vitter's reservoir) that fixes a feature map: where a file is sorted, or a feature
 * turns up late, the first rows say little about the rest, and Fourier features could not recover.
 */
public final class FeatureSample {
    private final SplittableRandom random;
    /** A sample is held twice, beside a block of rows that is being read. */
    private static final int COPIES = 4;

    private final List<float[]> rows = new ArrayList<>();
    private final Padding padding;
    private int widest;
    private long seen;

    /** @param padding of rows that are narrower than others */
    public FeatureSample(long seed, Padding padding) {
        this.random = new SplittableRandom(seed);
        this.padding = padding;
    }

    /** Of rows that were sampled elsewhere, at most as many as it can hold. */
    static FeatureSample of(List<float[]> sampled, Padding padding) {
        FeatureSample sample = new FeatureSample(0, padding);
        sampled.forEach(sample::add);
        return sample;
    }

    /** Whether it holds as many rows as it can; the next one takes the place of another, or is passed over. */
    public boolean isFull() {
        return rows.size() == BlockSums.BLOCK_ROWS;
    }

    /** @throws io.plumbrank.util.InputException if so many rows of so many features do not fit into memory */
    public void add(Instances<?> instances, Instance instance) {
        int width = instance.width();
        widest = Math.max(widest, width);
        long held = Math.min(BlockSums.BLOCK_ROWS, rows.size() + (long) instance.rows());
        long room = Math.min(Integer.MAX_VALUE - 8L, Runtime.getRuntime().maxMemory() / (Float.BYTES * (long) COPIES));
        if (held * widest > room) {
            throw instances.fault(
                    instance,
                    "a feature number that makes " + width + " features",
                    "at most " + room / held + " in " + held + " rows with "
                            + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MB of heap: number the features without gaps, take a linear model by scores, whose rows"
                            + " stay sparse, or give the JVM more memory (-Xmx)");
        }
        float[] x = instance.x(width);
        for (int row = 0; row < instance.rows(); row++) {
            add(instance.rows() == 1 ? x : Arrays.copyOfRange(x, row * width, (row + 1) * width));
        }
    }

    /** Takes a row, which must not be written again. */
    private void add(float[] row) {
        seen++;
        if (!isFull()) {
            rows.add(row);
            return;
        }
        long place = random.nextLong(seen);
        if (place < rows.size()) {
            rows.set((int) place, row);
        }
    }

    /** How many features have a value in some row that is not as if absent. */
    public int present() {
        BitSet present = new BitSet();
        for (float[] row : rows) {
            for (int j = 0; j < row.length; j++) {
                if (!Float.isNaN(row[j]) && row[j] != padding.at(j)) {
                    present.set(j);
                }
            }
        }
        return present.cardinality();
    }

    /** The map that the sample fixes, for rows as wide as its widest. */
    public FeatureMap map(Features features, long seed) {
        return map(
                features, seed, rows.stream().mapToInt(row -> row.length).max().orElse(0));
    }

    /** @param inputs the width of rows, at least that of the sample's */
    public FeatureMap map(Features features, long seed, int inputs) {
        float[] x = new float[rows.size() * inputs];
        for (int row = 0; row < rows.size(); row++) {
            System.arraycopy(rows.get(row), 0, x, row * inputs, rows.get(row).length);
            padding.fill(x, row * inputs, rows.get(row).length, inputs);
        }
        return features.map(x, rows.size(), inputs, seed);
    }
}
