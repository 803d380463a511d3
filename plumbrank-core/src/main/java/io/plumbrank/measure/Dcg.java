package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Gain;

/**
 * Discounted cumulative gain Σ_{k ≤ cut-off} G(grade at k) / log2(k + 1). Järvelin and Kekäläinen 2002 with the discount of
 * Burges et al. 2005. O(n).
 */
record Dcg(MeasureSpec spec) implements Additive {
    static final MeasureKind KIND = MeasureKind.of(Structure.POSITIONAL, "dcg discounted_cumulative_gain", Dcg::new)
            .mayBeCut()
            .keys(Key.SIGNED_GAIN, Key.TIES)
            .habit(Key.SIGNED_GAIN, Gain.SIGNED, Compat.SKLEARN)
            .habit(MeasureKind.CUTOFF, 10, Compat.RANKLIB);

    private static final double[] DISCOUNTS = new double[1024];

    static {
        for (int position = 0; position < DISCOUNTS.length; position++) {
            DISCOUNTS[position] = logDiscount(position);
        }
    }

    /** 1 / log2(k + 1) at the 0-based position k − 1. */
    static double discountAt(int position) {
        return position < DISCOUNTS.length ? DISCOUNTS[position] : logDiscount(position);
    }

    private static double logDiscount(int position) {
        return Math.log(2) / Math.log(position + 2.0);
    }

    @Override
    public double discount(int position, int n) {
        return position < spec.depth(n) ? discountAt(position) : 0;
    }

    @Override
    public double utility(double grade) {
        return spec.gain().of(grade);
    }
}
