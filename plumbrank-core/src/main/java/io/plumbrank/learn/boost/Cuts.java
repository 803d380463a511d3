package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.TreeRows;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Where the values of each feature are cut into bins. A value is in bin b where b cuts are at most as large, so that it is below
 * cut b exactly where its bin is at most b. A feature with no more values than bins has a bin for each; else bins hold about as
 * many rows each, of all rows or of {@value #SAMPLE} that are spread over them. A cut lies halfway between two values.
 */
final class Cuts implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int SAMPLE = 1 << 16;
    /** Room for a search by halves; what is not a cut is NaN, and not at most as large as anything. */
    private static final int PADDED = 256;

    private final float[][] cuts;
    /** The first place of each feature among the places of all bins, and behind the last how many there are. */
    private final int[] offsets;

    private Cuts(float[][] cuts) {
        this.cuts = cuts;
        offsets = new int[cuts.length + 1];
        for (int feature = 0; feature < cuts.length; feature++) {
            offsets[feature + 1] = offsets[feature] + bins(feature) + 1;
        }
    }

    static Cuts of(TreeRows rows, int mostBins, Workers workers) {
        return of(sample(rows, workers), mostBins, workers);
    }

    /** @param sample the values of each feature at the rows of {@link #chosen}, in any order; sorted by this */
    static Cuts of(float[][] sample, int mostBins, Workers workers) {
        float[][] cuts = new float[sample.length][];
        workers.run(cuts.length, feature -> cuts[feature] = cuts(sample[feature], mostBins));
        return new Cuts(cuts);
    }

    /** Rows that are spread over so many, ascending; all of them where they are few. */
    static long[] chosen(long rows) {
        int count = (int) Math.min(rows, SAMPLE);
        long[] chosen = new long[count];
        for (int i = 0; i < count; i++) {
            double within = count == rows ? 0 : Mixing.uniform(Mixing.mix(i));
            chosen[i] = (long) ((i + within) * rows / count);
        }
        return chosen;
    }

    /** A value as it is in a sample: both zeros are one. */
    static float sampled(float value) {
        return value + 0f;
    }

    /** The values of each feature at rows that are spread over all of them. */
    private static float[][] sample(TreeRows rows, Workers workers) {
        long[] chosen = chosen(rows.rows());
        int count = chosen.length;
        float[][] sample = new float[rows.inputs()][count];
        rows.visit(workers::run, block -> {
            int found = Arrays.binarySearch(chosen, block.first());
            int end = block.first() + block.rows();
            for (int i = found < 0 ? -found - 1 : found; i < count && chosen[i] < end; i++) {
                int from = block.from() + ((int) chosen[i] - block.first()) * rows.inputs();
                for (int feature = 0; feature < sample.length; feature++) {
                    sample[feature][i] = sampled(block.x()[from + feature]);
                }
            }
        });
        return sample;
    }

    private static float[] cuts(float[] values, int mostBins) {
        Arrays.sort(values); // NaN last
        int present = values.length;
        while (present > 0 && Float.isNaN(values[present - 1])) {
            present--;
        }
        int distinct = 0;
        for (int i = 0; i < present; i++) {
            distinct += i == 0 || values[i] != values[i - 1] ? 1 : 0;
        }
        float[] cuts = new float[Math.max(0, Math.min(distinct, mostBins) - 1)];
        int next = 0;
        int opened = 0;
        for (int i = 1; i < present && next < cuts.length; i++) {
            // an equal share of what is left to each bin that is left, so that a frequent value takes from no other
            double share = (double) (present - opened) / (cuts.length - next + 1);
            if (values[i] != values[i - 1] && (distinct <= mostBins || isNearer(values, i, present, opened + share))) {
                cuts[next++] = halfway(values[i - 1], values[i]);
                opened = i;
            }
        }
        return Arrays.copyOf(cuts, next);
    }

    /** Whether a bin that ends before i ends nearer to where it should than one that takes the next value too. */
    private static boolean isNearer(float[] values, int i, int present, double wanted) {
        if (i >= wanted) {
            return true;
        }
        int after = i + 1;
        while (after < present && after <= 2 * wanted && values[after] == values[i]) {
            after++;
        }
        return after - wanted > wanted - i;
    }

    /** Above the one and at most the other. */
    private static float halfway(float low, float high) {
        float middle = (float) (((double) low + high) / 2);
        return middle > low ? middle : high;
    }

    /** How many bins a feature has, without the one for missing values, whose code comes next. */
    int bins(int feature) {
        return cuts[feature].length + 1;
    }

    int features() {
        return cuts.length;
    }

    int offset(int feature) {
        return offsets[feature];
    }

    /** What goes left is below it where the bin is the last to go left; infinite for the last bin of all, and for none. */
    float threshold(int feature, int bin) {
        if (bin < 0) {
            return Float.NEGATIVE_INFINITY;
        }
        return bin < cuts[feature].length ? cuts[feature][bin] : Float.POSITIVE_INFINITY;
    }

    /** The last bin to go left of one of the {@link #threshold}s; refuses others. */
    int bin(int feature, float threshold) {
        if (threshold == Float.NEGATIVE_INFINITY) {
            return -1;
        }
        int bin = threshold == Float.POSITIVE_INFINITY
                ? bins(feature) - 1
                : Arrays.binarySearch(cuts[feature], threshold);
        if (bin < 0) {
            throw new IllegalArgumentException("a threshold of " + threshold + " that is no cut");
        }
        return bin;
    }

    /** The cuts of a feature, padded for {@link #code}. */
    float[] padded(int feature) {
        float[] padded = Arrays.copyOf(cuts[feature], PADDED);
        Arrays.fill(padded, cuts[feature].length, PADDED, Float.NaN);
        return padded;
    }

    /** The bin of a value, of the feature whose cuts these are. */
    static int code(float value, float[] padded, int bins) {
        if (Float.isNaN(value)) {
            return bins;
        }
        int code = 0;
        for (int step = PADDED / 2; step > 0; step >>= 1) {
            code += padded[code + step - 1] <= value ? step : 0;
        }
        return code;
    }
}
