package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.measure.settings.Ties;

/**
 * Kendall's rank correlation of scores and grades: (agreeing − disagreeing pairs) / √(pairs of unequal grades × pairs of
 * unequal scores), tau-b of Kendall 1945, under {@link Ties#CORRECTED}. Under the other conventions the scores stand for
 * strict rankings, so that the second factor is n(n − 1)/2 and a tied pair adds 0 in the mean. Undefined where all grades are
 * equal, and for tau-b where all scores are. O(n log n).
 */
record Kendall(MeasureSpec spec) implements Measure {
    /** No tool resolves ties by rank here. */
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.PAIR_CORRELATION, "kendall tau tau_b kendall_tau kendalltau kendall_tau_b", Kendall::new)
            .keys(Key.CORRECTED_TIES, Key.EMPTY)
            .habit(Key.TIES, Ties.CORRECTED, Compat.values());

    @Override
    public double evaluate(JudgedList list) {
        Pool pool = Pool.of(list, spec.ties());
        double orderedScores = pool.ofScores(spec.ties(), Kendall::pairs);
        PairCounts pairs = PairCounts.of(pool, PairWeight.UNIT);
        if (pairs.total() == 0 || orderedScores == 0) {
            return spec.empty().value();
        }
        double surplus = pairs.total() - pairs.tied() - 2 * pairs.disagreeing();
        double tau = surplus / Math.sqrt(pairs.total() * orderedScores);
        return Math.max(-1, Math.min(1, tau)); // the root may round down
    }

    private static double pairs(double n) {
        return n * (n - 1) / 2;
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        Pool pool = Pool.of(list, spec.ties());
        return pool.isLevel() || pool.ofScores(spec.ties(), Kendall::pairs) == 0;
    }
}
