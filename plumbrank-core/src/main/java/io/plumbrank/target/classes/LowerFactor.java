package io.plumbrank.target.classes;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.QRDecomposition;

/**
 * The lower triangular L of M = LQ, where the rows of Q are orthonormal: it has the singular values of M. By EJML's QR decomposition of
 * Mᵀ, in O(s²m) for s ≤ m rows of length m.
 */
final class LowerFactor {
    private static final int STEPS = 40;
    private static final long SEED = 1;

    private final double[][] lower;

    private LowerFactor(double[][] lower) {
        this.lower = lower;
    }

    /** The factor of at least one row; rows that are more than they are long get zeros behind them. */
    static LowerFactor of(double[][] rows) {
        int s = rows.length;
        DMatrixRMaj transposed = new DMatrixRMaj(Math.max(s, rows[0].length), s);
        for (int i = 0; i < s; i++) {
            for (int j = 0; j < rows[i].length; j++) {
                transposed.data[j * s + i] = rows[i][j];
            }
        }
        QRDecomposition<DMatrixRMaj> qr = DecompositionFactory_DDRM.qr(transposed.numRows, s);
        // false only says that a row depends on those before it, which leaves a 0 on the diagonal
        qr.decompose(transposed);
        DMatrixRMaj upper = qr.getR(null, true);
        double[][] lower = new double[s][];
        for (int i = 0; i < s; i++) {
            lower[i] = new double[i + 1];
            for (int j = 0; j <= i; j++) {
                lower[i][j] = upper.get(j, i);
            }
        }
        return new LowerFactor(lower);
    }

    /** L_ij for j ≤ i. */
    double at(int i, int j) {
        return lower[i][j];
    }

    /** The factor of all rows but the last. */
    LowerFactor withoutLast() {
        return new LowerFactor(Arrays.copyOf(lower, lower.length - 1));
    }

    /**
     * The smallest singular value, too large by a factor of at most 2. By {@value #STEPS} steps of the power method on (LLᵀ)⁻¹ from a
     * random vector: for q steps the quotient is below the largest eigenvalue by more than a factor θ with probability at most
     * 0.8 √s θ^(−q/2) (J. D. Dixon, Estimating extremal eigenvalues and condition numbers of matrices, SIAM J. Numer. Anal. 20, 1983),
     * here 10⁻¹² √s for θ = 4. O(s²).
     */
    double leastSingularValue() {
        int s = lower.length;
        for (int i = 0; i < s; i++) {
            if (lower[i][i] == 0) {
                return 0;
            }
        }
        SplittableRandom random = new SplittableRandom(SEED);
        double[] x = random.doubles(s).map(value -> value - 0.5).toArray();
        double least = Double.POSITIVE_INFINITY;
        for (int step = 0; step < STEPS; step++) {
            double norm = Math.sqrt(CentredSvd.dot(x, x));
            for (int i = 0; i < s; i++) {
                x[i] /= norm;
            }
            double[] half = solve(x);
            // xᵀ(LLᵀ)⁻¹x = ‖L⁻¹x‖²
            least = Math.min(least, 1 / Math.sqrt(CentredSvd.dot(half, half)));
            x = solveTransposed(half);
            if (!(least > 0)) {
                return 0;
            }
        }
        return least;
    }

    /** L⁻¹x. */
    double[] solve(double[] x) {
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            double sum = x[i];
            for (int j = 0; j < i; j++) {
                sum -= lower[i][j] * y[j];
            }
            y[i] = sum / lower[i][i];
        }
        return y;
    }

    /** L⁻ᵀx. */
    double[] solveTransposed(double[] x) {
        double[] y = x.clone();
        for (int i = y.length - 1; i >= 0; i--) {
            y[i] /= lower[i][i];
            for (int j = 0; j < i; j++) {
                y[j] -= y[i] * lower[i][j];
            }
        }
        return y;
    }
}
