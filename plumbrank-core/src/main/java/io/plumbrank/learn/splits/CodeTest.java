package io.plumbrank.learn.splits;

import java.util.Arrays;

/**
 * 0 if the whole part of a feature is one of these codes, else 1, which is what negative and missing values give: a categorical split of
 * LightGBM.
 *
 * @param codes ascending, not negative
 */
public record CodeTest(int feature, int[] codes) implements RowTest {
    private static final long serialVersionUID = 1;

    public CodeTest {
        codes = codes.clone();
        for (int i = 0; i < codes.length; i++) {
            if (codes[i] < 0 || (i > 0 && codes[i] <= codes[i - 1])) {
                throw new IllegalArgumentException("codes must ascend from 0, got " + codes[i]);
            }
        }
    }

    @Override
    public int[] codes() {
        return codes.clone();
    }

    @Override
    public float value(float[] rows, int from) {
        float value = rows[from + feature];
        // a negative fraction has the whole part 0, as in C
        return Float.isNaN(value) || (int) value < 0 || Arrays.binarySearch(codes, (int) value) < 0 ? 1 : 0;
    }

    @Override
    public int attributed(float[] rows, int from) {
        return feature;
    }

    @Override
    public int[] features() {
        return new int[] {feature};
    }

    @Override
    public CodeTest countedFrom(int first) {
        return new CodeTest(feature + first, codes);
    }

    /** A search among the ends of the runs of codes; missing values go below all of them. */
    @Override
    public <T> T plain(float threshold, boolean missingLeft, T left, T right, Splits<T> splits) {
        int runs = 0;
        float[] ends = new float[2 * codes.length];
        for (int i = 0; i < codes.length; i++) {
            if (i == 0 || codes[i] != codes[i - 1] + 1) {
                ends[2 * runs] = codes[i] == 0 ? Math.nextUp(-1f) : atLeast(codes[i]);
                runs++;
            }
            ends[2 * runs - 1] = atLeast(codes[i] + 1L);
        }
        return search(Arrays.copyOf(ends, 2 * runs), 0, 2 * runs, left, right, splits);
    }

    /** The branch for values between ends {@code from - 1} and {@code to}; after an even number of ends a value is outside. */
    private <T> T search(float[] ends, int from, int to, T left, T right, Splits<T> splits) {
        if (from == to) {
            return from % 2 == 0 ? right : left;
        }
        int middle = (from + to) >>> 1;
        return splits.split(
                feature,
                ends[middle],
                search(ends, from, middle, left, right, splits),
                search(ends, middle + 1, to, left, right, splits),
                true);
    }

    /** The least float that is not below. */
    private static float atLeast(long number) {
        float nearest = number;
        return (double) nearest < number ? Math.nextUp(nearest) : nearest;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CodeTest that && feature == that.feature && Arrays.equals(codes, that.codes);
    }

    @Override
    public int hashCode() {
        return 31 * feature + Arrays.hashCode(codes);
    }

    @Override
    public String toString() {
        return "feature " + feature + " in " + Arrays.toString(codes);
    }
}
