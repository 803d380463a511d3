package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;

/**
 * Success at k: 1 if a relevant item is among the first k. Where a tied group of g items with m relevant ones reaches over
 * the cut with t places above it, the chance that all t are not relevant is hypergeometric, Π_{i&lt;t} (g − m − i)/(g − i).
 * Undefined where nothing is relevant. O(n).
 */
record Success(MeasureSpec spec) implements FirstRelevant {
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.ANY_RELEVANT,
                    "success hit hits hit_rate hitrate hit_ratio",
                    spec -> FirstPlace.where(new Success(spec)))
            .mustBeCut()
            .keys(Key.REL, Key.TIES, Key.EMPTY);

    @Override
    public double valueIn(int above, int size, int relevant, int places) {
        double missing = 1;
        for (int i = 0; i < places && missing > 0; i++) {
            missing *= Math.max(0, size - relevant - i) / (double) (size - i);
        }
        return 1 - missing;
    }
}
