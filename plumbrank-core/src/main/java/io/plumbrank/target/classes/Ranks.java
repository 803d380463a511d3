package io.plumbrank.target.classes;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;

/**
 * The rank of L and the affine dimension of its columns, from a factorisation C = A·B of the doubly centred L whose B has orthonormal
 * rows.
 *
 * <p>L = A·B + a 1ᵀ + 1 bᵀ + m 11ᵀ with a ⟂ 1 and b ⟂ 1, the effects of rows and columns, and m the mean. Aᵀ = FQ with F lower
 * triangular, so that A·B = U Σ Vᵀ with U = Qᵀ, Σ = Fᵀ, Vᵀ = B. Split a = U a₁ + a₂ and b = V b₁ + b₂ with a₂ ⟂ U, b₂ ⟂ V. In the
 * orthonormal bases (U, a₂/‖a₂‖, 1/√n) and (V, b₂/‖b₂‖, 1/√k), L is Σ bordered by two rows and columns, and its Schur complement is
 *
 * <pre>
 *   S = [ 0           √k ‖a₂‖              ]
 *       [ √n ‖b₂‖     √(nk) (m − a₁ᵀΣ⁻¹b₁) ]
 * </pre>
 *
 * so rank(L) = d + rank(S), and the columns span an affine space of d + rank(√n ‖b₂‖) dimensions, which is the rank of
 * L (I − 11ᵀ/k). Each entry of S is compared with the tolerance after division by ‖(√k Σ⁻ᵀa₁, 1)‖ for its column of ones
 * and by ‖(√n Σ⁻¹b₁, 1)‖ for its row of ones; the quotient is then the smallest singular value of the bordered matrix to
 * within a factor of two, provided that those of Σ are not smaller. The effects a of rows are one more row of the factor, which holds
 * a₁ and then ‖a₂‖.
 *
 * @param rank of L
 * @param affineDimension of the columns: the dimension of the smallest affine space that holds them
 * @param dimension d, the rank of the doubly centred L
 */
record Ranks(int rank, int affineDimension, int dimension) implements Serializable {
    private static final long serialVersionUID = 1;

    /** As below, with the effects of columns split by B. */
    static Optional<Ranks> of(
            double[][] columns,
            double[][] b,
            double[] columnEffects,
            double[] rowMeans,
            double least,
            double tolerance) {
        double[] inB = Arrays.stream(b)
                .mapToDouble(row -> CentredSvd.dot(row, columnEffects))
                .toArray();
        double[] outside = columnEffects.clone();
        for (int i = 0; i < b.length; i++) {
            CentredSvd.addTo(outside, -inB[i], b[i]);
        }
        return of(columns, inB, outside, rowMeans, least, tolerance);
    }

    /**
     * O(nd²).
     *
     * @param columns of A
     * @param inB the effects of columns in the basis B
     * @param outside the part of them that the basis does not hold
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
