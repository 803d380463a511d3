package io.plumbrank.target.classes;

import io.plumbrank.target.LossMatrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * The first few singular values and vectors of the doubly centred matrix C, where those that follow are clearly smaller: iteration of
 * a random subspace by CᵀC (N. Halko, P.-G. Martinsson and J. A. Tropp, Finding structure with randomness, SIAM Review 53, 2011). Each of
 * at most {@value #ROUNDS} rounds costs O(nks). What has not come to rest by then is left to a whole decomposition.
 *
 * @param values singular values, largest first
 * @param a C bᵀ, one row per class
 * @param b right singular vectors as rows
 */
record LeadingDimensions(double[] values, double[][] a, double[][] b) {
    private static final int ROUNDS = 6;
    private static final int MORE = 8;
    private static final int FIRST = 8;
    private static final long SEED = 1;
    /** A vector may be off by this angle, which changes what is left of C by its square. */
    private static final double ANGLE = 1e-6;

    /** As many as are asked for. */
    static Optional<LeadingDimensions> of(LossMatrix matrix, int size) {
        int most = Math.min(matrix.classes(), matrix.predictions()) / CentredSvd.LOW_RANK;
        return size + MORE > most ? Optional.empty() : of(centred(matrix), size + MORE, size, 0);
    }

    /** Those whose singular values exceed a level, and a few more. */
    static Optional<LeadingDimensions> above(LossMatrix matrix, double level) {
        double[][] centred = centred(matrix);
        int most = Math.min(matrix.classes(), matrix.predictions()) / CentredSvd.LOW_RANK;
        if (FullRank.isRankAbove(centred, most, level)) {
            return Optional.empty();
        }
        for (int size = FIRST; size + MORE <= most; size *= 2) {
            Optional<LeadingDimensions> found = of(centred, size + MORE, size, level);
            if (found.isPresent() && found.get().values[size - 1] <= level) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static double[][] centred(LossMatrix matrix) {
        return CentredSvd.centre(matrix, new double[matrix.classes()], new double[matrix.predictions()]);
    }

    /** Empty if one of the first {@code size} whose value exceeds the level has not come to rest. */
    private static Optional<LeadingDimensions> of(double[][] c, int block, int size, double level) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[][] y = new double[block][];
        for (int i = 0; i < block; i++) {
            y[i] = random.doubles(c[0].length).map(value -> value - 0.5).toArray();
        }
        for (int round = 0; round < ROUNDS; round++) {
            y = timesTransposed(y, c);
            orthonormalise(y);
        }
        LeadingDimensions turned = turned(y, c);
        double[][] again = timesTransposed(turned.b, c);
        double least = turned.values[size - 1];
        for (int i = 0; i < size; i++) {
            if (turned.values[i] > level) {
                least = turned.values[i];
            }
        }
        for (int i = 0; i < size && turned.values[i] > level; i++) {
            CentredSvd.addTo(again[i], -turned.values[i] * turned.values[i], turned.b[i]);
            if (!(Math.sqrt(CentredSvd.dot(again[i], again[i])) <= ANGLE * least * least)) {
                return Optional.empty();
            }
        }
        return Optional.of(turned);
    }

    /** Rows CᵀCy. */
    private static double[][] timesTransposed(double[][] y, double[][] c) {
        double[][] result = new double[y.length][c[0].length];
        for (double[] row : c) {
            for (int i = 0; i < y.length; i++) {
                CentredSvd.addTo(result[i], CentredSvd.dot(row, y[i]), row);
            }
        }
        return result;
    }

    /** Gram and Schmidt, twice over, since once leaves what rounding adds. */
    private static void orthonormalise(double[][] y) {
        for (int i = 0; i < y.length; i++) {
            for (int round = 0; round < 2; round++) {
                for (int j = 0; j < i; j++) {
                    CentredSvd.addTo(y[i], -CentredSvd.dot(y[j], y[i]), y[j]);
                }
                double norm = Math.sqrt(CentredSvd.dot(y[i], y[i]));
                for (int t = 0; norm > 0 && t < y[i].length; t++) {
                    y[i][t] /= norm;
                }
            }
        }
    }

    /** The singular vectors within a subspace: with CYᵀ = XΣWᵀ, the rows of WᵀY. */
    private static LeadingDimensions turned(double[][] y, double[][] c) {
        DMatrixRMaj image = new DMatrixRMaj(c.length, y.length);
        for (int row = 0; row < c.length; row++) {
            for (int i = 0; i < y.length; i++) {
                image.set(row, i, CentredSvd.dot(c[row], y[i]));
            }
        }
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(c.length, y.length, false, true, true);
        if (!svd.decompose(image.copy())) {
            throw new IllegalStateException(
                    "the singular value decomposition of " + y.length + " columns did not converge");
        }
        double[] unordered = svd.getSingularValues();
        DMatrixRMaj w = svd.getV(null, false);
        int[] order = IntStream.range(0, y.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -unordered[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] values = Arrays.stream(order).mapToDouble(i -> unordered[i]).toArray();
        double[][] b = new double[y.length][c[0].length];
        for (int i = 0; i < b.length; i++) {
            for (int j = 0; j < y.length; j++) {
                CentredSvd.addTo(b[i], w.get(j, order[i]), y[j]);
            }
            double sign = CentredSvd.sign(b[i]);
            for (int t = 0; t < b[i].length; t++) {
                b[i][t] *= sign;
            }
        }
        double[][] a = new double[c.length][b.length];
        for (int row = 0; row < c.length; row++) {
            for (int i = 0; i < b.length; i++) {
                a[row][i] = CentredSvd.dot(c[row], b[i]);
            }
        }
        return new LeadingDimensions(values, a, b);
    }
}
