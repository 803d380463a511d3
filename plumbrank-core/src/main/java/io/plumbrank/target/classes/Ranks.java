package io.plumbrank.target.classes;

import java.io.Serializable;

/**
 * The rank of L and the affine dimension of its columns, from the SVD U Σ Vᵀ of the doubly centred L alone.
 *
 * <p>L = U Σ Vᵀ + a 1ᵀ + 1 bᵀ + m 11ᵀ with a ⟂ 1 and b ⟂ 1, the effects of rows and columns, and m the mean. Split
 * a = U a₁ + a₂ and b = V b₁ + b₂ with a₂ ⟂ U, b₂ ⟂ V. In the orthonormal bases (U, a₂/‖a₂‖, 1/√n) and
 * (V, b₂/‖b₂‖, 1/√k), L is Σ bordered by two rows and columns, and its Schur complement is
 *
 * <pre>
 *   S = [ 0           √k ‖a₂‖              ]
 *       [ √n ‖b₂‖     √(nk) (m − a₁ᵀΣ⁻¹b₁) ]
 * </pre>
 *
 * so rank(L) = d + rank(S), and the columns span an affine space of d + rank(√n ‖b₂‖) dimensions, which is the rank of
 * L (I − 11ᵀ/k). Each entry of S is compared with the tolerance after division by ‖(√k Σ⁻¹a₁, 1)‖ for its column of ones
 * and by ‖(√n Σ⁻¹b₁, 1)‖ for its row of ones; the quotient is then the smallest singular value of the bordered matrix to
 * within a factor of two, provided that those of Σ are not smaller.
 *
 * @param rank of L
 * @param affineDimension of the columns: the dimension of the smallest affine space that holds them
 * @param dimension d, the rank of the doubly centred L
 */
public record Ranks(int rank, int affineDimension, int dimension) implements Serializable {
    private static final long serialVersionUID = 1;

    public static Ranks of(CentredSvd svd, double tolerance) {
        int n = svd.rowMeans.length;
        int k = svd.columnEffects.length;
        int d = svd.size;
        double mean = 0;
        for (double value : svd.rowMeans) {
            mean += value / n;
        }
        // a₁ and b₁ divided by Σ.
        double[] a = new double[d];
        double[] b = new double[d];
        double[] outsideU = new double[n];
        double[] outsideV = svd.columnEffects.clone();
        for (int y = 0; y < n; y++) {
            outsideU[y] = svd.rowMeans[y] - mean;
        }
        double schur = mean;
        for (int i = 0; i < d; i++) {
            double sigma = svd.singularValues[i];
            double inU = 0;
            for (int y = 0; y < n; y++) {
                inU += svd.scaledLeft[y * d + i] / sigma * (svd.rowMeans[y] - mean);
            }
            double inV = CentredSvd.dot(svd.right[i], svd.columnEffects);
            for (int y = 0; y < n; y++) {
                outsideU[y] -= svd.scaledLeft[y * d + i] / sigma * inU;
            }
            CentredSvd.addTo(outsideV, -inV, svd.right[i]);
            a[i] = inU / sigma;
            b[i] = inV / sigma;
            schur -= inU * inV / sigma;
        }
        double left = Math.sqrt(1 + k * CentredSvd.dot(a, a));
        double right = Math.sqrt(1 + n * CentredSvd.dot(b, b));
        boolean rows = Math.sqrt(k * CentredSvd.dot(outsideU, outsideU)) / left > tolerance;
        boolean columns = Math.sqrt(n * CentredSvd.dot(outsideV, outsideV)) / right > tolerance;
        boolean constant = Math.sqrt((double) n * k) * Math.abs(schur) / (left * right) > tolerance;
        int bordered = rows || columns ? (rows ? 1 : 0) + (columns ? 1 : 0) : constant ? 1 : 0;
        return new Ranks(d + bordered, d + (columns ? 1 : 0), d);
    }
}
