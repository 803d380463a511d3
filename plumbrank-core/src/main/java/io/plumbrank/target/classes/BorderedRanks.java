package io.plumbrank.target.classes;

import java.util.Arrays;
import java.util.Optional;

/**
 * The ranks of L from a factorisation C = A·B of its doubly centred form whose B has orthonormal rows. As in {@link Ranks}, with
 * U any basis of the columns of A, from Aᵀ = FQ with F lower triangular, in place of singular vectors: Σ is Fᵀ in these bases, so that
 * a₁ᵀΣ⁻¹b₁ = (F⁻ᵀQa)ᵀ(Bb). The effects a of rows are one more row of the factor, which holds Qa and then ‖a₂‖.
 */
final class BorderedRanks {
    private BorderedRanks() {}

    /**
     * O(nd²).
     *
     * @param columns of A, which are overwritten
     * @param inB the effects of columns in the basis
     * @param outside what the basis does not hold of them
     * @param least what the smallest singular value of A must exceed
     * @return empty if it does not, or not certainly
     */
    static Optional<Ranks> of(
            double[][] columns, double[] inB, double[] outside, double[] rowMeans, double least, double tolerance) {
        int d = columns.length;
        int n = rowMeans.length;
        int k = outside.length;
        double mean = CentredSvd.mean(rowMeans);
        double[][] rows = Arrays.copyOf(columns, d + 1);
        rows[d] = Arrays.stream(rowMeans).map(value -> value - mean).toArray();
        LowerFactor bordered = LowerFactor.of(rows);
        LowerFactor factor = bordered.withoutLast();
        if (!(factor.leastSingularValue() / 2 > least)) {
            return Optional.empty();
        }
        double[] inU = new double[d];
        for (int i = 0; i < d; i++) {
            inU[i] = bordered.at(d, i);
        }
        double[] a = factor.solveTransposed(inU);
        double[] b = factor.solve(inB);
        double left = Math.sqrt(1 + k * CentredSvd.dot(a, a));
        double right = Math.sqrt(1 + n * CentredSvd.dot(b, b));
        double schur = mean - CentredSvd.dot(a, inB);
        boolean ofRows = Math.sqrt(k) * Math.abs(bordered.at(d, d)) / left > tolerance;
        boolean ofColumns = Math.sqrt(n * CentredSvd.dot(outside, outside)) / right > tolerance;
        boolean constant = Math.sqrt((double) n * k) * Math.abs(schur) / (left * right) > tolerance;
        int more = ofRows || ofColumns ? (ofRows ? 1 : 0) + (ofColumns ? 1 : 0) : constant ? 1 : 0;
        return Optional.of(new Ranks(d + more, d + (ofColumns ? 1 : 0), d));
    }
}
