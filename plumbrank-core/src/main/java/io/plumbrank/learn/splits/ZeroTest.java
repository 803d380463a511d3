package io.plumbrank.learn.splits;

/** The value of a feature, where 0 too is missing: LightGBM's {@code zero_as_missing}. */
public record ZeroTest(int feature) implements RowTest {
    private static final long serialVersionUID = 1;

    /** Values up to it, in size, are 0 to LightGBM. */
    public static final float ZERO = 1e-35f;

    @Override
    public float value(float[] rows, int from) {
        float value = rows[from + feature];
        return Math.abs(value) <= ZERO ? Float.NaN : value;
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
    public ZeroTest countedFrom(int first) {
        return new ZeroTest(feature + first);
    }

    /** Below the zeros, the zeros, above the zeros; one split where 0 goes with the missing values by itself. */
    @Override
    public <T> T plain(float threshold, boolean missingLeft, T left, T right, Splits<T> splits) {
        float above = Math.nextUp(ZERO);
        if (missingLeft ? threshold >= above : threshold <= -ZERO) {
            return splits.split(feature, threshold, left, right, missingLeft);
        }
        T low = threshold >= -ZERO ? left : splits.split(feature, threshold, left, right, false);
        T high = threshold <= above ? right : splits.split(feature, threshold, left, right, false);
        T zero = missingLeft ? left : right;
        return splits.split(feature, -ZERO, low, splits.split(feature, above, zero, high, true), false);
    }
}
