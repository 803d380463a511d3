package io.plumbrank.target.classes;

import io.plumbrank.target.LossMatrix;
import java.util.Optional;

/**
 * Tells whether the doubly centred matrix C of n ≥ k predictions has the largest rank that it can have, k − 1, without its singular
 * vectors: then {@link SimplexCode} H is a basis of its rows, C = (C Hᵀ) H.
 *
 * <p><b>Proof.</b> The singular values of (C Hᵀ)ᵀ = LQ are those of C but for the 0 of 1, and the smallest of L is compared with the
 * tolerance of {@link CentredSvd}. Before that some rows of C are looked at alone: C has at least their rank.
 *
 * <p><b>Ranks.</b> Those of {@link Ranks}: H holds all vectors that sum to 0, so that nothing is outside of it.
 */
final class FullRank {
    private FullRank() {}

    /** The ranks of a matrix whose dimension is k − 1; empty if it is less or not certain. O(nk²). */
    static Optional<Ranks> of(LossMatrix matrix) {
        int n = matrix.classes();
        int k = matrix.predictions();
        double[] rowMeans = new double[n];
        double[] columnEffects = new double[k];
        double[][] centred = CentredSvd.centre(matrix, rowMeans, columnEffects);
        double tolerance = CentredSvd.tolerance(matrix);
        if (k < 2 || k > n || !isRankAbove(centred, k / CentredSvd.LOW_RANK, tolerance)) {
            return Optional.empty();
        }
        double[][] columns = new double[k - 1][n];
        double[] alpha = new double[k - 1];
        for (int y = 0; y < n; y++) {
            SimplexCode.contrastInto(centred[y], alpha, 0);
            for (int i = 0; i < alpha.length; i++) {
                columns[i][y] = alpha[i];
            }
        }
        SimplexCode.contrastInto(columnEffects, alpha, 0);
        return Ranks.of(columns, alpha, new double[k], rowMeans, tolerance, tolerance);
    }

    /** Whether some rows of a matrix prove that more than so many of its singular values exceed the level. */
    static boolean isRankAbove(double[][] matrix, int rank, double level) {
        double[][] some = new double[rank + 1][];
        for (int i = 0; i < some.length; i++) {
            some[i] = matrix[(int) ((long) i * matrix.length / some.length)];
        }
        return LowerFactor.of(some).leastSingularValue() / 2 > level;
    }
}
