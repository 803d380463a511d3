package io.plumbrank.learn.ridge;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.util.internal.Sorting;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * A = QΛQᵀ of a symmetric matrix, by EJML: Householder's tridiagonal form and implicit QR, O(n³), one thread.
 *
 * @param values eigenvalues, largest first
 * @param basis row i holds entry i of every eigenvector, in the order of the values
 */
record SymmetricEigen(double[] values, double[][] basis) {

    /**
     * Of XᵀX by XXᵀ, for fewer rows than columns: with XXᵀ = UΛUᵀ, the eigenvectors of XᵀX whose eigenvalues are not 0 are the
     * columns of XᵀUΛ^(−½). Those whose eigenvalues are 0 but for rounding are left out: what rows are made of has no part in them.
     */
    static SymmetricEigen ofFewRows(double[][] rows) {
        int n = rows.length;
        int k = rows[0].length;
        DMatrixRMaj products = new DMatrixRMaj(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double product = Kernels.dot(0, rows[i], 0, rows[j]);
                products.set(i, j, product);
                products.set(j, i, product);
            }
        }
        SymmetricEigen small = ofSemidefinite(products);
        double rounding = n == 0 ? 0 : small.values[0] * k * Math.ulp(1.0);
        int kept = (int)
                IntStream.range(0, n).filter(e -> small.values[e] > rounding).count();
        double[][] basis = new double[k][kept];
        for (int row = 0; row < n; row++) {
            double[] shares = new double[kept];
            for (int e = 0; e < kept; e++) {
                shares[e] = small.basis[row][e] / Math.sqrt(small.values[e]);
            }
            for (int i = 0; i < k; i++) {
                Kernels.addOneInto(rows[row][i], shares, 0, kept, basis[i]);
            }
        }
        return new SymmetricEigen(Arrays.copyOf(small.values, kept), basis);
    }

    /** Of a symmetric positive semidefinite matrix; eigenvalues that rounding has pushed below 0 become 0. */
    static SymmetricEigen ofSemidefinite(DMatrixRMaj matrix) {
        int n = matrix.numRows;
        if (n == 0) {
            return new SymmetricEigen(new double[0], new double[0][]);
        }
        EigenDecomposition_F64<DMatrixRMaj> decomposition = DecompositionFactory_DDRM.eig(n, true, true);
        if (!decomposition.decompose(decomposition.inputModified() ? matrix.copy() : matrix)) {
            throw new IllegalStateException(
                    "the eigendecomposition of a " + n + " × " + n + " matrix did not converge");
        }
        double[] unordered = new double[n];
        for (int e = 0; e < n; e++) {
            unordered[e] = Math.max(0, decomposition.getEigenvalue(e).getReal());
        }
        int[] order = Sorting.descending(unordered, n);
        double[] values = new double[n];
        double[][] basis = new double[n][n];
        for (int e = 0; e < n; e++) {
            values[e] = unordered[order[e]];
            double[] vector = decomposition.getEigenVector(order[e]).data;
            for (int i = 0; i < n; i++) {
                basis[i][e] = vector[i];
            }
        }
        return new SymmetricEigen(values, basis);
    }
}
