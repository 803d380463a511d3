package io.plumbrank.measure;

/**
 * Expected rank utility Σ_k max(grade at k − v, 0) 2^((1 − k)/(w − 1)): the half-life utility of Breese, Heckerman and Kadie
 * 1998, not normalised (CUG13, section 3). Utility is half as much at position w as at the top. O(n).
 */
record ExpectedRankUtility(MeasureSpec spec) implements Additive {

    @Override
    public double discount(int position, int n) {
        return Math.pow(2, -position / (spec.w() - 1));
    }

    @Override
    public double utility(double grade) {
        return grade > spec.v() ? grade - spec.v() : 0;
    }
}
