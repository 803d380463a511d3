package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;

/** R-precision: relevant items among the first R, over R, the number of relevant items. Undefined for R = 0. O(n). */
record RPrecision(MeasureSpec spec) implements Binary {
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.LABEL_DEPTH, "rprec r_prec r_precision rprecision", RPrecision::new)
            .keys(Key.REL, Key.TIES, Key.EMPTY, Key.IDEAL);

    @Override
    public double evaluate(JudgedList list, int relevant) {
        return Hits.expected(list, spec, relevant) / relevant;
    }
}
