package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Ties;
import java.util.Arrays;

/**
 * Spearman's rank correlation of scores and grades: Pearson's on mid-ranks, under {@link Ties#CORRECTED}. Under the other
 * conventions the scores stand for strict rankings, so that their ranks have variance (n² − 1)/12, and in the mean a tied item
 * has its mid-rank. Undefined where all grades are equal, and under the correction where all scores are. O(n log n).
 *
 * <p>On a ranking it is a positional measure with φ(k) = 12 (n − k)/(n(n² − 1)) and u_i the mid-rank of the grade from below,
 * counted from 0, times the ratio of the two standard deviations (CUG13, section 3, where grades have no ties).
 */
record Spearman(MeasureSpec spec) implements PositionalMeasure {
    /** No tool resolves ties by rank here. */
    static final MeasureKind KIND = MeasureKind.of(
                    Structure.RANK_CORRELATION, "spearman spearmanr spearman_rho rho", Spearman::new)
            .keys(Key.CORRECTED_TIES, Key.EMPTY)
            .habit(Key.TIES, Ties.CORRECTED, Compat.values());

    @Override
    public double evaluate(JudgedList list) {
        GradeRanks ranks = gradeRanks(list.labels());
        Pool pool = Pool.of(list, spec.ties());
        double scoreSpread = pool.ofScores(spec.ties(), Spearman::strictSpread);
        if (ranks.spread == 0 || scoreSpread == 0) {
            return spec.empty().value();
        }
        int[] starts = pool.starts();
        double middle = (pool.size() - 1) / 2.0;
        double together = 0;
        for (int group = 0; group + 1 < starts.length; group++) {
            double fromTop = (starts[group] + starts[group + 1] - 1) / 2.0;
            for (int i = starts[group]; i < starts[group + 1]; i++) {
                together += (middle - fromTop) * (ranks.ofLevel[pool.levelAt()[i]] - middle);
            }
        }
        double rho = together / Math.sqrt(ranks.spread * scoreSpread);
        return Math.max(-1, Math.min(1, rho)); // the root may round down
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        Pool pool = Pool.of(list, spec.ties());
        return pool.isLevel() || pool.ofScores(spec.ties(), Spearman::strictSpread) == 0;
    }

    @Override
    public double discount(int position, int n) {
        return n < 2 ? 0 : (n - 1 - position) / strictSpread(n);
    }

    @Override
    public double[] utilities(double[] grades) {
        Judgements labels = Judgements.of(grades);
        GradeRanks ranks = gradeRanks(labels);
        double[] utilities = new double[grades.length];
        if (ranks.spread > 0) {
            double ratio = Math.sqrt(strictSpread(grades.length) / ranks.spread);
            Arrays.setAll(utilities, i -> ratio * ranks.ofLevel[labels.levels().ofItem()[i]]);
        }
        return utilities;
    }

    @Override
    public double offset(double[] grades) {
        double gradeSpread = gradeRanks(Judgements.of(grades)).spread;
        if (gradeSpread == 0) {
            return spec.empty().valueInSum();
        }
        // Centres the utilities, whose mean is (n − 1)/2 times the ratio; the discounts sum to 6/(n + 1).
        int n = grades.length;
        return -Math.sqrt(strictSpread(n) / gradeSpread) * (n - 1) / 2 * 6 / (n + 1);
    }

    /**
     * Grades are mid-ranks here that are scaled to the spread of strict ranks, n(n² − 1)/12. Mid-ranks of merged grades are means
     * of the old ones, so the least spread belongs to two grades, one of them with a single item: n(n − 1)/4.
     */
    @Override
    public double largestUtility(int n) {
        return n < 2 ? 0 : (n - 1) * Math.sqrt((n + 1) / 3.0);
    }

    /**
     * Grades as ranks.
     *
     * @param ofLevel mid-rank of each level from below, counted from 0
     * @param spread Σ (mid-rank − mean)² over items
     */
    private record GradeRanks(double[] ofLevel, double spread) {}

    private GradeRanks gradeRanks(Judgements labels) {
        return labels.once(this, () -> {
            int[] counts = labels.levels().counts();
            double middle = (labels.items() - 1) / 2.0;
            double[] ranks = new double[counts.length];
            int below = 0;
            double spread = 0;
            for (int level = 0; level < counts.length; level++) {
                ranks[level] = below + (counts[level] - 1) / 2.0;
                below += counts[level];
                spread += counts[level] * (ranks[level] - middle) * (ranks[level] - middle);
            }
            return new GradeRanks(ranks, spread);
        });
    }

    /** Σ (rank − mean rank)² of n strict ranks. */
    private static double strictSpread(double n) {
        return n * (n * n - 1) / 12;
    }
}
