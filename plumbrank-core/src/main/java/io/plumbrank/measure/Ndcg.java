package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.EmptyQuery;

/**
 * DCG over the DCG of the perfect ranking, both cut at the same k. Undefined where no item has a gain. O(n), and
 * O(n log n) once for the judgements.
 */
record Ndcg(MeasureSpec spec) implements Additive {
    /** XGBoost and LightGBM weigh the 1 of an empty query in MAP, and forget to here. */
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.POSITIONAL, "ndcg normalized_discounted_cumulative_gain", Ndcg::new)
            .mayBeCut()
            .keys(Key.GAIN, Key.TIES, Key.EMPTY, Key.IDEAL)
            .habit(Key.EMPTY, EmptyQuery.ONE_UNWEIGHTED, Compat.XGBOOST, Compat.LIGHTGBM)
            .habit(MeasureKind.CUTOFF, 32, Compat.XGBOOST)
            .habit(MeasureKind.CUTOFF, 10, Compat.RANKLIB);

    @Override
    public double evaluate(JudgedList list) {
        return Math.min(1, Additive.super.evaluate(list)); // a tied group may round up
    }

    @Override
    public double discount(int position, int n) {
        return position < spec.depth(n) ? Dcg.discountAt(position) : 0;
    }

    @Override
    public double utility(double grade) {
        return spec.gain().of(grade);
    }

    @Override
    public double normaliser(Judgements labels) {
        return labels.once(this, () -> ideal(labels.judgedDescending(spec.ideal())));
    }

    private double ideal(double[] best) {
        double sum = 0;
        for (int position = 0; position < spec.depth(best.length) && best[position] > 0; position++) {
            sum += spec.gain().of(best[position]) * Dcg.discountAt(position);
        }
        return sum;
    }

    @Override
    public double largestUtility(int n) {
        return 1;
    }

    @Override
    public boolean isItemwise() {
        return false;
    }
}
