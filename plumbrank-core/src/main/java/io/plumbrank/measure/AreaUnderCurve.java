package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.EmptyQuery;
import io.plumbrank.measure.settings.Key.Ideal;
import io.plumbrank.measure.settings.Ties;

/**
 * Area under the ROC curve: the share of pairs of a relevant and an irrelevant item that the scores order rightly; a tied pair
 * counts half (Mann and Whitney 1947). Items that were judged but not retrieved stand below all others, tied. Undefined where
 * none or all are relevant. O(n).
 *
 * <p>On a ranking with P relevant and N other items it is a positional measure with φ(k) = n − k, u = 1/(PN) for a relevant item
 * and offset −(P − 1)/(2N) (CUG13, section 3).
 */
record AreaUnderCurve(MeasureSpec spec) implements PositionalMeasure {
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.POSITIONAL, "auc roc_auc rocauc auroc", AreaUnderCurve::new)
            .keys(Key.REL, Key.TIES, Key.EMPTY)
            .habit(Key.TIES, Ties.AVERAGE, Compat.XGBOOST, Compat.LIGHTGBM)
            .habit(Key.EMPTY, EmptyQuery.SKIP, Compat.XGBOOST, Compat.LIGHTGBM, Compat.SKLEARN);

    @Override
    public double evaluate(JudgedList list) {
        double[] grades = list.gradesByPosition(spec.ties());
        double[] unretrieved = list.labels().unretrieved();
        int[] starts = list.groupStarts(spec.ties());
        double agreeing = 0;
        long relevantAbove = 0;
        long othersAbove = 0;
        for (int group = 0; group < starts.length; group++) {
            boolean last = group + 1 == starts.length; // what was not retrieved
            int relevant = last
                    ? spec.relevance().count(unretrieved, 0, unretrieved.length)
                    : spec.relevance().count(grades, starts[group], starts[group + 1]);
            int others = (last ? unretrieved.length : starts[group + 1] - starts[group]) - relevant;
            agreeing += others * (relevantAbove + relevant / 2.0);
            relevantAbove += relevant;
            othersAbove += others;
        }
        return relevantAbove == 0 || othersAbove == 0
                ? spec.empty().value()
                : agreeing / ((double) relevantAbove * othersAbove);
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        int relevant = list.labels().relevant(spec.relevance(), Ideal.JUDGED);
        return relevant == 0 || relevant == list.labels().items();
    }

    @Override
    public double discount(int position, int n) {
        return n - 1 - position;
    }

    @Override
    public double[] utilities(double[] grades) {
        double relevant = spec.relevance().count(grades, 0, grades.length);
        return Hits.utilities(grades, spec, relevant * (grades.length - relevant));
    }

    @Override
    public double offset(double[] grades) {
        double relevant = spec.relevance().count(grades, 0, grades.length);
        double others = grades.length - relevant;
        return relevant == 0 || others == 0 ? spec.empty().valueInSum() : -(relevant - 1) / (2 * others);
    }
}
