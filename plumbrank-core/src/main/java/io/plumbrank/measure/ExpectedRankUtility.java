package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;

/**
 * Expected rank utility Σ_k max(grade at k − v, 0) 2^((1 − k)/(w − 1)): the half-life utility of Breese, Heckerman and Kadie
 * 1998, not normalised (CUG13, section 3). Utility is half as much at position w as at the top. O(n).
 */
record ExpectedRankUtility(MeasureSpec spec, double v, double w) implements Additive {
    static final Key<Double> V = Key.number("v", "3", text -> Key.number("v", text, "a number"));
    static final Key<Double> W = Key.number("w", "5", ExpectedRankUtility::halfLife);
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.POSITIONAL, "eru expected_rank_utility", ExpectedRankUtility::new)
            .keys(V, W, Key.TIES);

    ExpectedRankUtility(MeasureSpec spec) {
        this(spec, spec.get(V), spec.get(W));
    }

    private static double halfLife(String text) {
        double w = Key.number("w", text, "a number above 1");
        if (w <= 1) {
            throw new IllegalArgumentException("w must be above 1, found '" + text + "'");
        }
        return w;
    }

    @Override
    public double discount(int position, int n) {
        return Math.pow(2, -position / (w - 1));
    }

    @Override
    public double utility(double grade) {
        return grade > v ? grade - v : 0;
    }

    @Override
    public int tellingGrade() {
        return (int) Math.ceil(Math.max(0, v)) + 2;
    }
}
