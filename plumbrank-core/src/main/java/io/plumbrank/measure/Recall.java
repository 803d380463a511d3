package io.plumbrank.measure;

/** Recall at k: relevant items among the first k, over all relevant ones. Undefined where there are none. O(n). */
record Recall(MeasureSpec spec) implements PositionalMeasure {

    @Override
    public double evaluate(JudgedList list) {
        int relevant = list.relevant(spec.relevance(), spec.ideal());
        return relevant == 0
                ? spec.empty().value()
                : Hits.expected(list, spec, spec.depth(list.retrieved())) / relevant;
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        return list.relevant(spec.relevance(), spec.ideal()) == 0;
    }

    @Override
    public double discount(int position, int n) {
        return position < spec.depth(n) ? 1 : 0;
    }

    @Override
    public double[] utilities(double[] grades) {
        return Hits.utilities(grades, spec, spec.relevance().count(grades, 0, grades.length));
    }

    @Override
    public double offset(double[] grades) {
        return isEmpty(JudgedList.inOrder(grades)) ? spec.empty().valueInSum() : 0;
    }
}
