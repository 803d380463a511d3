package io.plumbrank.measure;

/**
 * Spearman's rank correlation of scores and grades: Pearson's on mid-ranks, under {@link Ties#CORRECTED}. Under the other
 * conventions the scores stand for strict rankings, so that their ranks have variance (n² − 1)/12, and in the mean a tied item
 * has its mid-rank. Undefined where all grades are equal, and under the correction where all scores are. O(n log n).
 *
 * <p>On a ranking it is a positional measure with φ(k) = 12 (n − k)/(n(n² − 1)) and u_i the mid-rank of the grade from below,
 * counted from 0, times the ratio of the two standard deviations (CUG13, section 3, where grades have no ties).
 */
record Spearman(MeasureSpec spec) implements PositionalMeasure {

    @Override
    public double evaluate(JudgedList list) {
        Pool pool = new Pool(list, spec.ties());
        double[] gradeRanks = gradeRanks(pool);
        double gradeSpread = gradeSpread(pool, gradeRanks);
        double scoreSpread = scoreSpread(pool);
        if (gradeSpread == 0 || scoreSpread == 0) {
            return spec.empty().value();
        }
        int[] starts = pool.starts();
        double middle = (pool.size() - 1) / 2.0;
        double together = 0;
        for (int group = 0; group + 1 < starts.length; group++) {
            double fromTop = (starts[group] + starts[group + 1] - 1) / 2.0;
            for (int i = starts[group]; i < starts[group + 1]; i++) {
                together += (middle - fromTop) * (gradeRanks[pool.levelAt()[i]] - middle);
            }
        }
        double rho = together / Math.sqrt(gradeSpread * scoreSpread);
        return Math.max(-1, Math.min(1, rho)); // the root may round down
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        Pool pool = new Pool(list, spec.ties());
        return pool.levels().length < 2 || scoreSpread(pool) == 0;
    }

    @Override
    public double discount(int position, int n) {
        return n < 2 ? 0 : (n - 1 - position) / strictSpread(n);
    }

    @Override
    public double[] utilities(double[] grades) {
        Pool pool = new Pool(JudgedList.inOrder(grades), Ties.STABLE);
        double[] gradeRanks = gradeRanks(pool);
        double gradeSpread = gradeSpread(pool, gradeRanks);
        double[] utilities = new double[grades.length];
        if (gradeSpread > 0) {
            double ratio = Math.sqrt(strictSpread(grades.length) / gradeSpread);
            for (int i = 0; i < grades.length; i++) {
                utilities[i] = ratio * gradeRanks[pool.levelAt()[i]];
            }
        }
        return utilities;
    }

    @Override
    public double offset(double[] grades) {
        Pool pool = new Pool(JudgedList.inOrder(grades), Ties.STABLE);
        double gradeSpread = gradeSpread(pool, gradeRanks(pool));
        if (gradeSpread == 0) {
            return spec.empty().valueInSum();
        }
        // Centres the utilities, whose mean is (n − 1)/2 times the ratio; the discounts sum to 6/(n + 1).
        int n = grades.length;
        return -Math.sqrt(strictSpread(n) / gradeSpread) * (n - 1) / 2 * 6 / (n + 1);
    }

    /** Mid-rank of each level from below, counted from 0. */
    private static double[] gradeRanks(Pool pool) {
        int[] counts = pool.counts();
        double[] ranks = new double[counts.length];
        int below = 0;
        for (int level = 0; level < counts.length; level++) {
            ranks[level] = below + (counts[level] - 1) / 2.0;
            below += counts[level];
        }
        return ranks;
    }

    private static double gradeSpread(Pool pool, double[] gradeRanks) {
        double middle = (pool.size() - 1) / 2.0;
        int[] counts = pool.counts();
        double spread = 0;
        for (int level = 0; level < counts.length; level++) {
            spread += counts[level] * (gradeRanks[level] - middle) * (gradeRanks[level] - middle);
        }
        return spread;
    }

    private double scoreSpread(Pool pool) {
        double spread = strictSpread(pool.size());
        if (spec.ties() == Ties.CORRECTED) {
            int[] starts = pool.starts();
            for (int group = 0; group + 1 < starts.length; group++) {
                spread -= strictSpread(starts[group + 1] - starts[group]);
            }
        }
        return spread;
    }

    /** Σ (rank − mean rank)² of n strict ranks. */
    private static double strictSpread(double n) {
        return n * (n * n - 1) / 12;
    }
}
