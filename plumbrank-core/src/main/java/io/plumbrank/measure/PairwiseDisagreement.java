package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;

/**
 * Pairwise disagreement: the weight of the pairs that the scores order against the grades, over the weight of all pairs of
 * unequal grades; a tied pair counts half. The target of DMJ10 and of RAT13, section 4.3, with y_ij from grades, or as observed.
 * A loss: smaller is better. Undefined where all grades are equal, or no preference was observed. O(n log n + preferences).
 */
record PairwiseDisagreement(MeasureSpec spec) implements Measure {
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.PAIR_SHARE, "pd pairwise_disagreement", PairwiseDisagreement::new)
            .keys(Key.WEIGHT, Key.TIES, Key.EMPTY);

    @Override
    public double evaluate(JudgedList list) {
        PairCounts pairs = spec.takesPreferences()
                ? PairCounts.of(list.labels().preferences(), list.groupByItem(spec.ties()))
                : PairCounts.of(Pool.of(list, spec.ties()), spec.pairWeight());
        return pairs.total() == 0
                ? spec.empty().value()
                : Math.min(1, (pairs.disagreeing() + pairs.tied() / 2) / pairs.total());
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        return spec.takesPreferences()
                ? list.labels().preferences().size() == 0
                : list.labels().levels().grades().length < 2;
    }
}
