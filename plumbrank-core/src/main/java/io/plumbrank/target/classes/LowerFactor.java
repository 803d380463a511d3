package io.plumbrank.target.classes;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The lower triangular L of M = LQ, where the rows of Q are orthonormal: it has the singular values of M. By Householder's reflections of
 * rows, {@value #BLOCK} at a time as one product I − VᵀTV (R. Schreiber and C. Van Loan, A storage-efficient WY representation for
 * products of Householder transformations, SIAM J. Sci. Stat. Comput. 10, 1989). O(s²m) for s ≤ m rows of length m.
 */
final class LowerFactor {
    private static final int BLOCK = 128;
    private static final int GROUP = 8;
    private static final int TILE = 256;
    private static final int STEPS = 40;
    private static final long SEED = 1;

    private final double[][] lower;

    private LowerFactor(double[][] lower) {
        this.lower = lower;
    }

    /** Of rows that are at most as many as they are long, which are overwritten. */
    static LowerFactor of(double[][] rows) {
        int s = rows.length;
        for (int from = 0; from < s; from += BLOCK) {
            int to = Math.min(s, from + BLOCK);
            Reflections block = new Reflections(rows, from, to);
            for (int row = to; row < s; row += GROUP) {
                block.applyTo(rows, row, Math.min(s, row + GROUP));
            }
        }
        double[][] lower = new double[s][];
        for (int i = 0; i < s; i++) {
            lower[i] = Arrays.copyOf(rows[i], i + 1);
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

    /** Some reflections after one another: I − VᵀTV with T upper triangular. */
    private static final class Reflections {
        private final int from;
        private final int width;
        /** V: one row for each reflection, whole. */
        private final double[][] vectors;
        /** −Vᵀ T, a row for each column from {@link #from} on. */
        private final double[][] turned;

        /** Those that bring rows to triangular form, done to these rows. */
        Reflections(double[][] rows, int from, int to) {
            this.from = from;
            this.width = rows[0].length;
            int count = to - from;
            this.vectors = new double[count][];
            double[] betas = new double[count];
            for (int i = 0; i < count; i++) {
                double[] row = rows[from + i];
                vectors[i] = reflector(row, from + i);
                betas[i] = vectors[i][from + i] == 0 ? 0 : 2 / CentredSvd.dot(vectors[i], vectors[i]);
                for (int j = from + i; j < to; j++) {
                    CentredSvd.addTo(rows[j], -betas[i] * CentredSvd.dot(rows[j], vectors[i]), vectors[i]);
                }
                Arrays.fill(row, from + i + 1, width, 0);
            }
            this.turned = turned(betas);
        }

        /** x + sign(x₀)‖x‖e₀ for the part x of a row from {@code at} on. */
        private static double[] reflector(double[] row, int at) {
            double[] v = new double[row.length];
            System.arraycopy(row, at, v, at, row.length - at);
            v[at] += Math.copySign(Math.sqrt(CentredSvd.dot(v, v)), v[at]);
            return v;
        }

        private double[][] turned(double[] betas) {
            int count = betas.length;
            double[][] t = new double[count][count];
            for (int j = 0; j < count; j++) {
                double[] products = new double[j];
                for (int i = 0; i < j; i++) {
                    products[i] = CentredSvd.dot(vectors[i], vectors[j]);
                }
                for (int i = 0; i < j; i++) {
                    for (int l = i; l < j; l++) {
                        t[i][j] -= betas[j] * t[i][l] * products[l];
                    }
                }
                t[j][j] = betas[j];
            }
            double[][] result = new double[width - from][count];
            for (int column = 0; column < result.length; column++) {
                for (int i = 0; i < count; i++) {
                    CentredSvd.addTo(result[column], -vectors[i][from + column], t[i]);
                }
            }
            return result;
        }

        void applyTo(double[][] rows, int first, int end) {
            double[][] shares = new double[end - first][vectors.length];
            double[][] some = Arrays.copyOfRange(rows, first, end);
            addProduct(some, from, turned, 0, vectors.length, shares);
            addProduct(shares, 0, vectors, from, width, some);
        }

        /** c[r][j] += Σ_k s[r][sFrom + k]·a[k][j] for from ≤ j &lt; to. */
        private static void addProduct(double[][] s, int sFrom, double[][] a, int from, int to, double[][] c) {
            int fours = a.length & ~3;
            for (int tile = from; tile < to; tile += TILE) {
                int end = Math.min(tile + TILE, to);
                for (int k = 0; k < fours; k += 4) {
                    for (int r = 0; r < s.length; r++) {
                        addFour(s[r], sFrom + k, a[k], a[k + 1], a[k + 2], a[k + 3], tile, end, c[r]);
                    }
                }
                for (int k = fours; k < a.length; k++) {
                    for (int r = 0; r < s.length; r++) {
                        double factor = s[r][sFrom + k];
                        for (int j = tile; j < end; j++) {
                            c[r][j] += factor * a[k][j];
                        }
                    }
                }
            }
        }

        private static void addFour(
                double[] s, int at, double[] a0, double[] a1, double[] a2, double[] a3, int from, int to, double[] c) {
            double s0 = s[at];
            double s1 = s[at + 1];
            double s2 = s[at + 2];
            double s3 = s[at + 3];
            for (int j = from; j < to; j++) {
                c[j] = c[j] + s0 * a0[j] + s1 * a1[j] + s2 * a2[j] + s3 * a3[j];
            }
        }
    }
}
