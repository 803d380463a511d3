package io.plumbrank.measure;

/** R-precision: relevant items among the first R, over R, the number of relevant items. Undefined for R = 0. O(n). */
record RPrecision(MeasureSpec spec) implements Binary {

    @Override
    public double evaluate(JudgedList list, int relevant) {
        return Hits.expected(list, spec, relevant) / relevant;
    }
}
