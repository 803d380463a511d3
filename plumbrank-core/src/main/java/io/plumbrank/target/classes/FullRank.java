package io.plumbrank.target.classes;

import io.plumbrank.target.rankings.Ranks;
import java.util.Optional;

/**
 * Tells whether the doubly centred matrix C of n ≥ k predictions has the largest rank that it can have, k − 1, without its singular
 * vectors: then {@link SimplexCode} H is a basis of its rows, C = (C Hᵀ) H.
 *
 * <p><b>Proof.</b> The singular values of (C Hᵀ)ᵀ = LQ are those of C but for the 0 of 1, and the smallest of L is compared with the
 * tolerance of {@link CentredSvd}. Before that some rows of C are looked at alone: C has at least their rank.
 *
 * <p><b>Ranks.</b> As in {@link Ranks}, with U any basis of the columns and V one of all vectors that sum to 0: a₁ᵀΣ⁻¹b₁ =
 * ((C Hᵀ)⁺ a)ᵀ(H b), and b₂ = 0. The effects a of rows are one more row of the factor, which holds Q a and then ‖a₂‖.
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
        double mean = CentredSvd.mean(rowMeans);
        double[][] rows = new double[k][n];
        double[] alpha = new double[k - 1];
        for (int y = 0; y < n; y++) {
            SimplexCode.contrastInto(centred[y], alpha, 0);
            for (int i = 0; i < alpha.length; i++) {
                rows[i][y] = alpha[i];
            }
            rows[k - 1][y] = rowMeans[y] - mean;
        }
        LowerFactor bordered = LowerFactor.of(rows);
        LowerFactor factor = bordered.withoutLast();
        if (!(factor.leastSingularValue() / 2 > tolerance)) {
            return Optional.empty();
        }
        int d = k - 1;
        double[] inU = new double[d];
        for (int i = 0; i < d; i++) {
            inU[i] = bordered.at(d, i);
        }
        double[] a = factor.solveTransposed(inU);
        double[] inV = new double[d];
        SimplexCode.contrastInto(columnEffects, inV, 0);
        double[] b = factor.solve(inV);
        double left = Math.sqrt(1 + k * CentredSvd.dot(a, a));
        double right = Math.sqrt(1 + n * CentredSvd.dot(b, b));
        double schur = mean - CentredSvd.dot(a, inV);
        boolean more = Math.sqrt(k) * Math.abs(bordered.at(d, d)) / left > tolerance
                || Math.sqrt((double) n * k) * Math.abs(schur) / (left * right) > tolerance;
        return Optional.of(new Ranks(more ? d + 1 : d, d, d));
    }

    /** Whether some rows of a matrix prove that more than so many of its singular values exceed the level. */
    static boolean isRankAbove(double[][] matrix, int rank, double level) {
        double[][] some = new double[rank + 1][];
        for (int i = 0; i < some.length; i++) {
            some[i] = matrix[(int) ((long) i * matrix.length / some.length)].clone();
        }
        return LowerFactor.of(some).leastSingularValue() / 2 > level;
    }
}
