package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;

/** Recall at k: relevant items among the first k, over all relevant ones. Undefined where there are none. O(n). */
record Recall(MeasureSpec spec) implements PositionalMeasure, Binary {
    static final MeasureKind KIND = MeasureKind.of(Structure.POSITIONAL, "recall rec r", Recall::new)
            .mustBeCut()
            .keys(Key.REL, Key.TIES, Key.EMPTY, Key.IDEAL);

    @Override
    public double evaluate(JudgedList list, int relevant) {
        return Hits.expected(list, spec, spec.depth(list.retrieved())) / relevant;
    }

    @Override
    public double discount(int position, int n) {
        return position < spec.depth(n) ? 1 : 0;
    }

    @Override
    public double[] utilities(double[] grades) {
        return Hits.utilities(grades, spec, spec.relevance().count(grades, 0, grades.length));
    }
}
