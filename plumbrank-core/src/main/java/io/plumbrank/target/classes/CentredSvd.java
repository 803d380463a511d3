package io.plumbrank.target.classes;

import io.plumbrank.target.LossMatrix;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.jspecify.annotations.Nullable;

/**
 * The singular value decomposition U Σ Vᵀ of the doubly centred matrix C = (I − 11ᵀ/n) L (I − 11ᵀ/k), cut at a tolerance.
 *
 * <p><b>Tolerance.</b> A singular value counts if it exceeds max(n,k) · 2⁻⁵² · ‖L‖_F. It is measured against L, not
 * against C, since rounding the entries of L already moves the singular values of C by up to 2⁻⁵³ ‖L‖_F.
 *
 * <p><b>Cost.</b> Up to {@value #DIRECT} rows or columns, EJML's SVD of C. Beyond, Gram–Schmidt with column pivoting on an
 * explicit residual in O(nk) a step; when the residual's Frobenius norm, which bounds every singular value that was left
 * out, falls below the tolerance after s steps, the SVD of an s × k factor completes it: O(nks). If it has not done so
 * when s reaches min(n,k) / {@value #LOW_RANK}, the whole is left to EJML's SVD, O(nk · min(n,k)).
 *
 * <p><b>Signs.</b> For every singular pair, the entry of v that is largest in magnitude is positive; of entries that tie
 * to within a relative 10⁻⁸, the first.
 *
 * @param scaledLeft n × size, row by row: UΣ
 * @param right size × k: the rows are right singular vectors
 * @param columnEffects column means less the mean of all entries, so that C_yt = L_yt − rowMeans_y − columnEffects_t
 */
public record CentredSvd(
        int size,
        double[] scaledLeft,
        double[][] right,
        double[] singularValues,
        double[] rowMeans,
        double[] columnEffects) {
    static final int DIRECT = 64;
    static final int LOW_RANK = 8;
    private static final double SIGN_TIE = 1e-8;

    static CentredSvd of(LossMatrix matrix) {
        return of(matrix, Math.min(matrix.classes(), matrix.predictions()) <= DIRECT);
    }

    /** Of a matrix whose rank is at most an eighth of its smaller side; empty for others. */
    static Optional<CentredSvd> ofLowRank(LossMatrix matrix) {
        return of(matrix, false, false);
    }

    /** With the route chosen by hand, so that tests can compare the two. */
    static CentredSvd of(LossMatrix matrix, boolean direct) {
        return of(matrix, direct, true).orElseThrow();
    }

    private static Optional<CentredSvd> of(LossMatrix matrix, boolean direct, boolean anyRank) {
        double[] rowMeans = new double[matrix.classes()];
        double[] columnEffects = new double[matrix.predictions()];
        double[][] centred = centre(matrix, rowMeans, columnEffects);
        double tolerance = tolerance(matrix);
        Raw raw = direct && frobenius(centred) > tolerance ? null : lowRank(centred, tolerance);
        if (raw == null && anyRank) {
            raw = Raw.of(new DMatrixRMaj(centred));
        }
        return Optional.ofNullable(raw).map(found -> cut(found, tolerance, rowMeans, columnEffects));
    }

    private static @Nullable Raw lowRank(double[][] centred, double tolerance) {
        int n = centred.length;
        int k = centred[0].length;
        return frobenius(centred) <= tolerance
                ? new Raw(new DMatrixRMaj(n, 0), new double[0], new DMatrixRMaj(k, 0))
                : pivoted(copy(centred), tolerance, Math.max(1, Math.min(n, k) / LOW_RANK));
    }

    /** The size below which a singular value is indistinguishable from zero. */
    static double tolerance(LossMatrix matrix) {
        double[] values = matrix.values();
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        double sum = 0;
        for (double value : values) {
            double scaled = largest == 0 ? 0 : value / largest;
            sum += scaled * scaled;
        }
        return Math.max(matrix.classes(), matrix.predictions()) * Math.ulp(1.0) * largest * Math.sqrt(sum);
    }

    static double[][] centre(LossMatrix matrix, double[] rowMeans, double[] columnEffects) {
        int n = rowMeans.length;
        int k = columnEffects.length;
        double[] values = matrix.values();
        double[][] centred = new double[n][k];
        for (int y = 0; y < n; y++) {
            for (int t = 0; t < k; t++) {
                rowMeans[y] += values[y * k + t];
            }
            rowMeans[y] /= k;
            for (int t = 0; t < k; t++) {
                centred[y][t] = values[y * k + t] - rowMeans[y];
                columnEffects[t] += centred[y][t];
            }
        }
        for (int t = 0; t < k; t++) {
            columnEffects[t] /= n;
        }
        for (double[] row : centred) {
            addTo(row, -1, columnEffects);
        }
        return centred;
    }

    static double mean(double[] values) {
        double mean = 0;
        for (double value : values) {
            mean += value / values.length;
        }
        return mean;
    }

    /** U Σ Vᵀ of a matrix that is within the tolerance of rank {@code limit}; null if this one is not. */
    private static @Nullable Raw pivoted(double[][] residual, double tolerance, int limit) {
        int n = residual.length;
        int k = residual[0].length;
        double[][] basis = new double[limit][];
        double[][] rows = new double[limit][];
        double[] squares = new double[k];
        for (double[] row : residual) {
            addSquares(squares, row);
        }
        int steps = 0;
        while (Math.sqrt(Arrays.stream(squares).sum()) > tolerance) {
            if (steps == limit) {
                return null;
            }
            double[] q = direction(residual, SimplexCode.best(squares), basis, steps);
            double[] row = new double[k];
            for (int y = 0; y < n; y++) {
                addTo(row, q[y], residual[y]);
            }
            Arrays.fill(squares, 0);
            for (int y = 0; y < n; y++) {
                addTo(residual[y], -q[y], row);
                addSquares(squares, residual[y]);
            }
            basis[steps] = q;
            rows[steps++] = row;
        }
        return expand(Arrays.copyOf(basis, steps), new DMatrixRMaj(Arrays.copyOf(rows, steps)), n);
    }

    /** A column of the residual as a unit vector; made orthogonal again, since a small residual is mostly rounding. */
    private static double[] direction(double[][] residual, int column, double[][] basis, int steps) {
        double[] q = new double[residual.length];
        for (int y = 0; y < q.length; y++) {
            q[y] = residual[y][column];
        }
        for (int round = 0; round < 2; round++) {
            for (int s = 0; s < steps; s++) {
                addTo(q, -dot(basis[s], q), basis[s]);
            }
        }
        double norm = Math.sqrt(dot(q, q));
        for (int y = 0; y < q.length; y++) {
            q[y] /= norm;
        }
        return q;
    }

    /** With Q orthonormal and the small factor R = W Σ Vᵀ: Q R = (Q W) Σ Vᵀ. */
    private static Raw expand(double[][] basis, DMatrixRMaj factor, int n) {
        Raw small = Raw.of(factor);
        int size = small.values.length;
        DMatrixRMaj left = new DMatrixRMaj(n, size);
        CommonOps_DDRM.multTransA(new DMatrixRMaj(basis), small.left, left);
        return new Raw(left, small.values, small.right);
    }

    private static CentredSvd cut(Raw raw, double tolerance, double[] rowMeans, double[] columnEffects) {
        int n = rowMeans.length;
        int k = columnEffects.length;
        int[] order = IntStream.range(0, raw.values.length)
                .filter(i -> raw.values[i] > tolerance)
                .boxed()
                .sorted((i, j) -> Double.compare(raw.values[j], raw.values[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        int size = order.length;
        double[] scaledLeft = new double[n * size];
        double[][] right = new double[size][k];
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = raw.values[order[i]];
            for (int t = 0; t < k; t++) {
                right[i][t] = raw.right.get(t, order[i]);
            }
            double sign = sign(right[i]);
            for (int t = 0; t < k; t++) {
                right[i][t] *= sign;
            }
            for (int y = 0; y < n; y++) {
                scaledLeft[y * size + i] = sign * values[i] * raw.left.get(y, order[i]);
            }
        }
        return new CentredSvd(size, scaledLeft, right, values, rowMeans, columnEffects);
    }

    static double sign(double[] vector) {
        double largest = 0;
        for (double value : vector) {
            largest = Math.max(largest, Math.abs(value));
        }
        for (double value : vector) {
            if (Math.abs(value) >= largest * (1 - SIGN_TIE)) {
                return Math.signum(value);
            }
        }
        throw new IllegalStateException("a singular vector is not finite");
    }

    /** Those of a matrix, without vectors, largest first. */
    static double[] singularValues(DMatrixRMaj matrix) {
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(matrix.numRows, matrix.numCols, false, false, false);
        if (!svd.decompose(matrix)) {
            throw new IllegalStateException(
                    "the singular values of a " + matrix.numRows + " × " + matrix.numCols + " matrix were not found");
        }
        double[] values = Arrays.copyOf(svd.getSingularValues(), svd.numberOfSingularValues());
        Arrays.sort(values);
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[values.length - 1 - i])
                .toArray();
    }

    private static double[][] copy(double[][] rows) {
        return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
    }

    private static double frobenius(double[][] rows) {
        double sum = 0;
        for (double[] row : rows) {
            sum += dot(row, row);
        }
        return Math.sqrt(sum);
    }

    public static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** a ← a + factor · b; rows are arrays of their own because C2 vectorises no loop with an offset into one array. */
    public static void addTo(double[] a, double factor, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] += factor * b[i];
        }
    }

    private static void addSquares(double[] sums, double[] row) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += row[i] * row[i];
        }
    }

    /** A compact SVD as it comes, neither sorted nor cut. */
    private record Raw(DMatrixRMaj left, double[] values, DMatrixRMaj right) {
        /** May overwrite the matrix. */
        static Raw of(DMatrixRMaj matrix) {
            SingularValueDecomposition_F64<DMatrixRMaj> svd =
                    DecompositionFactory_DDRM.svd(matrix.numRows, matrix.numCols, true, true, true);
            if (!svd.decompose(matrix)) {
                throw new IllegalStateException("the singular value decomposition of a " + matrix.numRows + " × "
                        + matrix.numCols + " matrix did not converge");
            }
            double[] values = Arrays.copyOf(svd.getSingularValues(), svd.numberOfSingularValues());
            return new Raw(svd.getU(null, false), values, svd.getV(null, false));
        }
    }
}
