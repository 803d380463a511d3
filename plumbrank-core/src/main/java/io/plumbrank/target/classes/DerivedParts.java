package io.plumbrank.target.classes;

import io.plumbrank.target.LossMatrix;
import java.util.Arrays;

/**
 * Checks parts of a factorisation against the matrix that they are of. Singular vectors of equal singular values are one basis of
 * many, and another machine's rounding may choose another; so what is compared holds for each of them, and fixes all else:
 *
 * <ul>
 *   <li>the rows of B are orthonormal, and of each the entry largest in magnitude is positive;
 *   <li>A = C·Bᵀ, since C = UΣVᵀ and B = Vᵀ; C is the doubly centred matrix;
 *   <li>not truncated, offsets are the means of rows and shifts what is left of those of columns, and nothing of L is left;
 *       truncated, they leave no more of L than those that are fitted to A and B.
 * </ul>
 *
 * O(nkd), and no decomposition.
 */
final class DerivedParts {
    private static final double PRECISION = 1e-7;
    private static final double FIT_PRECISION = 1e-3;

    private DerivedParts() {}

    /** @throws IllegalArgumentException if a part is another than the matrix has */
    static void require(Factorization parts) {
        LossMatrix matrix = parts.matrix();
        int n = matrix.classes();
        int k = matrix.predictions();
        double largest = Arrays.stream(matrix.values()).map(Math::abs).max().orElse(0);
        double[] offsets = new double[n];
        double[] means = new double[k];
        for (int y = 0; y < n; y++) {
            for (int t = 0; t < k; t++) {
                offsets[y] += matrix.loss(y, t) / k;
                means[t] += matrix.loss(y, t) / n;
            }
        }
        double mean = Arrays.stream(offsets).sum() / n;
        double[][] b = parts.b();
        double[][] a = parts.a();
        requireBasis(b);
        for (int y = 0; y < n; y++) {
            double[] centred = new double[k];
            for (int t = 0; t < k; t++) {
                centred[t] = matrix.loss(y, t) - offsets[y] - (means[t] - mean);
            }
            for (int i = 0; i < b.length; i++) {
                // an entry of A is a sum of k losses times at most 1
                requireClose("A", a[y][i], CentredSvd.dot(centred, b[i]), largest * Math.sqrt(k));
            }
        }
        if (parts.truncated()) {
            // the fit of offsets ends where a round gains little, which rounding may move
            double least = parts.withFittedOffsets().epsilon();
            if (parts.epsilon() > least * (1 + FIT_PRECISION) + PRECISION * largest) {
                throw new IllegalArgumentException("the encoder's offsets and shifts leave an error of "
                        + parts.epsilon() + " where the loss matrix allows " + least);
            }
            return;
        }
        double[] given = parts.offsets();
        double[] shifts = parts.shifts();
        for (int y = 0; y < n; y++) {
            requireClose("offsets", given[y], offsets[y], largest);
        }
        for (int t = 0; t < k; t++) {
            requireClose("shifts", shifts[t], means[t] - mean, largest);
        }
        requireClose("A·B", parts.epsilon(), 0, largest * Math.sqrt(k));
    }

    private static void requireBasis(double[][] b) {
        for (int i = 0; i < b.length; i++) {
            for (int j = 0; j <= i; j++) {
                requireClose("B", CentredSvd.dot(b[i], b[j]), i == j ? 1 : 0, 1);
            }
            double high = Arrays.stream(b[i]).max().orElse(0);
            double low = Arrays.stream(b[i]).min().orElse(0);
            if (high < -low * (1 - PRECISION)) {
                throw new IllegalArgumentException("a row of the encoder's B has the wrong sign");
            }
        }
    }

    private static void requireClose(String part, double said, double derived, double scale) {
        if (!(Math.abs(said - derived) <= PRECISION * scale)) {
            throw new IllegalArgumentException(
                    "the encoder's " + part + " has " + said + " where the loss matrix gives " + derived);
        }
    }
}
