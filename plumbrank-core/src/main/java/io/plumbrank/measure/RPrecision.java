package io.plumbrank.measure;

/** R-precision: relevant items among the first R, over R, the number of relevant items. Undefined for R = 0. O(n). */
record RPrecision(MeasureSpec spec) implements Measure {

    @Override
    public double evaluate(JudgedList list) {
        int relevant = list.relevant(spec.relevance(), spec.ideal());
        return relevant == 0 ? spec.empty().value() : Hits.expected(list, spec, relevant) / relevant;
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        return list.relevant(spec.relevance(), spec.ideal()) == 0;
    }
}
