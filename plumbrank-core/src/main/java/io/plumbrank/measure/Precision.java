package io.plumbrank.measure;

/**
 * Precision at k: relevant items among the first k, over k or over min(k, retrieved). With k = 1 it is WTA, winner takes all.
 * Never undefined: nothing retrieved is 0. O(k).
 */
record Precision(MeasureSpec spec) implements PositionalMeasure {

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

    private int cutoff() {
        return spec.cutoff().orElse(1); // only WTA has none
    }

    private double denominator(int n) {
        return spec.denominator() == Denominator.CAPPED ? Math.min(cutoff(), n) : cutoff();
    }
}
