package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Denominator;

/**
 * Precision at k: relevant items among the first k, over k or over min(k, retrieved). With k = 1 it is WTA, winner takes all.
 * Never undefined: nothing retrieved is 0. O(k).
 */
record Precision(MeasureSpec spec) implements PositionalMeasure {
    static final MeasureKind KIND = MeasureKind.of(Structure.POSITIONAL, "p prec precision pre", Precision::new)
            .mustBeCut()
            .keys(Key.REL, Key.TIES, Key.DENOMINATOR)
            .habit(MeasureKind.CUTOFF, 32, Compat.XGBOOST)
            .habit(MeasureKind.CUTOFF, 10, Compat.RANKLIB);
    static final MeasureKind WINNER_TAKES_ALL = MeasureKind.of(
                    Structure.POSITIONAL, "wta winner winner_take_all winner_takes_all", Precision::new)
            .keys(Key.REL, Key.TIES);

    @Override
    public double evaluate(JudgedList list) {
        double denominator = denominator(list.retrieved());
        return denominator == 0 ? 0 : Hits.expected(list, spec, cutoff()) / denominator;
    }

    @Override
    public double discount(int position, int n) {
        return position < cutoff() ? 1 / denominator(n) : 0;
    }

    @Override
    public double[] utilities(double[] grades) {
        return Hits.utilities(grades, spec, 1);
    }

    @Override
    public int depth(int n) {
        return Math.min(cutoff(), n);
    }

    @Override
    public boolean isItemwise() {
        return true;
    }

    private int cutoff() {
        return spec.cutoff().orElse(1); // only WTA has none
    }

    private double denominator(int n) {
        return spec.denominator() == Denominator.CAPPED ? Math.min(cutoff(), n) : cutoff();
    }
}
