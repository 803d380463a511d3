package io.plumbrank.target.classes;

import io.plumbrank.target.LossMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An orthonormal basis B of the rows of the doubly centred matrix C, and A = C Bᵀ, so that C = A·B: for large matrices whose rank is
 * neither small nor full. Any such basis serves as well as singular vectors, since rotating outputs changes no fit by least squares.
 *
 * <p>Gram–Schmidt with pivoting: of what is left of C, the longest row gives the next vector, and its multiple is taken out of every
 * row. When the Frobenius norm of what is left, which bounds every singular value that was left out, falls below the tolerance after d
 * steps, C has at most d singular values above it; it has as many, if the least of A, of which those of A·B are, exceeds the tolerance
 * by what is left. O(nk) a step.
 *
 * @param ranks of the matrix
 * @param a n × d
 * @param b d × k
 * @param rowMeans of the matrix
 * @param columnEffects column means less the mean of all entries
 */
record RowBasis(Ranks ranks, double[] a, double[][] b, double[] rowMeans, double[] columnEffects) {
    /** The right singular vectors. */
    static RowBasis of(CentredSvd svd, double tolerance) {
        double[][] columns = new double[svd.size()][svd.rowMeans().length];
        for (int at = 0; at < svd.scaledLeft().length; at++) {
            columns[at % svd.size()][at / svd.size()] = svd.scaledLeft()[at];
        }
        // no singular value is left that is not above the tolerance
        Ranks ranks = Ranks.of(columns, svd.right(), svd.columnEffects(), svd.rowMeans(), 0, tolerance)
                .orElseThrow();
        return new RowBasis(ranks, svd.scaledLeft(), svd.right(), svd.rowMeans(), svd.columnEffects());
    }

    /** Empty where the rank is not certain. */
    static Optional<RowBasis> of(LossMatrix matrix) {
        int n = matrix.classes();
        int k = matrix.predictions();
        double[] rowMeans = new double[n];
        double[] columnEffects = new double[k];
        double[][] residual = CentredSvd.centre(matrix, rowMeans, columnEffects);
        double tolerance = CentredSvd.tolerance(matrix);
        double[] squares = Arrays.stream(residual)
                .mapToDouble(row -> CentredSvd.dot(row, row))
                .toArray();
        List<double[]> basis = new ArrayList<>();
        List<double[]> shares = new ArrayList<>();
        while (Math.sqrt(Arrays.stream(squares).sum()) > tolerance) {
            if (basis.size() == Math.min(n, k) - 1) {
                return Optional.empty();
            }
            double[] next = direction(residual[SimplexCode.best(squares)], basis);
            double[] share = new double[n];
            for (int y = 0; y < n; y++) {
                share[y] = CentredSvd.dot(residual[y], next);
                CentredSvd.addTo(residual[y], -share[y], next);
                squares[y] = CentredSvd.dot(residual[y], residual[y]);
            }
            basis.add(next);
            shares.add(share);
        }
        double[][] b = basis.toArray(double[][]::new);
        double[][] columns = shares.toArray(double[][]::new);
        double[] a = transposed(columns, n);
        return Ranks.of(columns, b, columnEffects, rowMeans, 2 * tolerance, tolerance)
                .map(ranks -> new RowBasis(ranks, a, b, rowMeans, columnEffects));
    }

    /** A row as a unit vector; made orthogonal again, since a small residual is mostly rounding. */
    private static double[] direction(double[] row, List<double[]> basis) {
        double[] next = row.clone();
        normalise(next);
        for (int round = 0; round < 2; round++) {
            for (double[] known : basis) {
                CentredSvd.addTo(next, -CentredSvd.dot(known, next), known);
            }
            normalise(next);
        }
        double sign = CentredSvd.sign(next);
        for (int t = 0; t < next.length; t++) {
            next[t] *= sign;
        }
        return next;
    }

    private static void normalise(double[] vector) {
        double norm = Math.sqrt(CentredSvd.dot(vector, vector));
        for (int t = 0; t < vector.length; t++) {
            vector[t] /= norm;
        }
    }

    private static double[] transposed(double[][] columns, int n) {
        double[] rows = new double[n * columns.length];
        for (int i = 0; i < columns.length; i++) {
            for (int y = 0; y < n; y++) {
                rows[y * columns.length + i] = columns[i][y];
            }
        }
        return rows;
    }
}
