package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;

/**
 * Reciprocal rank 1/k of the first relevant item, 0 if it stands below the cut-off or was not retrieved. In the first tied
 * group that holds one, with m relevant ones of g, the first is at place j with chance m/(g − j + 1) Π_{i&lt;j−1} (g − m −
 * i)/(g − i). Undefined where nothing is relevant. O(n).
 */
record ReciprocalRank(MeasureSpec spec) implements FirstRelevant {
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.FIRST_RELEVANT,
                    "rr mrr recip_rank reciprocal_rank mean_reciprocal_rank",
                    spec -> FirstPlace.where(new ReciprocalRank(spec)))
            .mayBeCut()
            .keys(Key.REL, Key.TIES, Key.EMPTY);

    @Override
    public double valueIn(int above, int size, int relevant, int places) {
        double sum = 0;
        double waiting = 1;
        for (int i = 0; i < places && waiting > 0; i++) {
            sum += waiting * relevant / (size - i) / (above + i + 1);
            waiting *= (size - relevant - i) / (double) (size - i);
        }
        return sum;
    }
}
