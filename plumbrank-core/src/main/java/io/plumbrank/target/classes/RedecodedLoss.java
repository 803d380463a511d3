package io.plumbrank.target.classes;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * A loss matrix in the encoding α of another loss: ℓ(y,t) = ⟨α_y, β_t⟩ + c_y + b_t with c_y = ℓ(y,0). What was fitted to α is decoded
 * for this loss, and RAT13's Theorem 3 holds for it as for the loss that α was made for.
 */
public final class RedecodedLoss implements ClassLoss<Integer> {
    /** How far off a cost may be, relative to the largest difference between costs: rounding of the factors. */
    private static final double EXACT = 1e-9;

    private final LossMatrix matrix;
    private final double[][] alpha;
    private final double[][] beta;
    private final LinearArgmin argmin;

    private RedecodedLoss(LossMatrix matrix, double[][] alpha, double[][] beta, double[] shifts) {
        this.matrix = matrix;
        this.alpha = alpha;
        this.beta = beta;
        this.argmin = new LinearArgmin(beta, shifts);
    }

    /**
     * A matrix in the encoding of a loss; empty where some difference between two of its columns is no affine function of α. O(n d²)
     * for the singular values and O(n d) per prediction.
     *
     * @param matrix its classes in the order of the loss's
     */
    public static Optional<RedecodedLoss> of(ClassLoss<?> encoder, LossMatrix matrix) {
        int n = encoder.classes();
        int d = encoder.encodedSize();
        int k = matrix.predictions();
        if (matrix.classes() != n) {
            throw new IllegalArgumentException(matrix.classes() + " classes, expected " + n);
        }
        double[][] alpha = new double[n][d];
        DMatrixRMaj design = new DMatrixRMaj(n, d + 1);
        for (int y = 0; y < n; y++) {
            encoder.encodeInto(y, alpha[y]);
            for (int i = 0; i < d; i++) {
                design.set(y, i, alpha[y][i]);
            }
            design.set(y, d, 1);
        }
        double[][] pseudoInverse = pseudoInverse(design);
        double[][] beta = new double[d][k];
        double[] shifts = new double[k];
        double largest = 0;
        double error = 0;
        for (int t = 1; t < k; t++) {
            double[] solution = new double[d + 1];
            for (int y = 0; y < n; y++) {
                double difference = matrix.loss(y, t) - matrix.loss(y, 0);
                largest = Math.max(largest, Math.abs(difference));
                for (int i = 0; i <= d; i++) {
                    solution[i] += pseudoInverse[i][y] * difference;
                }
            }
            for (int i = 0; i < d; i++) {
                beta[i][t] = solution[i];
            }
            shifts[t] = solution[d];
            for (int y = 0; y < n; y++) {
                double sum = shifts[t];
                for (int i = 0; i < d; i++) {
                    sum += alpha[y][i] * beta[i][t];
                }
                error = Math.max(error, Math.abs(sum - (matrix.loss(y, t) - matrix.loss(y, 0))));
            }
        }
        return error <= EXACT * largest
                ? Optional.of(new RedecodedLoss(matrix, alpha, beta, shifts))
                : Optional.empty();
    }

    /** (d + 1) × n; of an encoding that does not span, that of the least solution. */
    private static double[][] pseudoInverse(DMatrixRMaj design) {
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(design.numRows, design.numCols, true, true, true);
        if (!svd.decompose(design.copy())) {
            throw new IllegalStateException("the singular values of an encoding were not found");
        }
        DMatrixRMaj u = svd.getU(null, false);
        DMatrixRMaj v = svd.getV(null, false);
        double[] values = svd.getSingularValues();
        int count = svd.numberOfSingularValues();
        double largest = 0;
        for (int s = 0; s < count; s++) {
            largest = Math.max(largest, values[s]);
        }
        double[][] inverse = new double[design.numCols][design.numRows];
        for (int s = 0; s < count; s++) {
            if (values[s] > 1e-12 * largest) {
                for (int i = 0; i < inverse.length; i++) {
                    for (int y = 0; y < design.numRows; y++) {
                        inverse[i][y] += v.get(i, s) * u.get(y, s) / values[s];
                    }
                }
            }
        }
        return inverse;
    }

    @Override
    public double loss(Integer label, Integer prediction) {
        return matrix.loss(label, prediction);
    }

    @Override
    public double given(int label, Integer prediction) {
        return matrix.given(label, prediction);
    }

    @Override
    public void encodeInto(Integer label, double[] out) {
        System.arraycopy(alpha[label], 0, out, 0, alpha[label].length);
    }

    @Override
    public Integer decode(double[] u) {
        Vectors.requireSize(u, encodedSize());
        return argmin.of(u, 0);
    }

    @Override
    public int classes() {
        return matrix.classes();
    }

    @Override
    public int encodedSize() {
        return beta.length;
    }

    @Override
    public int dimension() {
        return Factorization.of(matrix).dimension();
    }

    @Override
    public String className(int label) {
        return matrix.className(label);
    }

    @Override
    public String predictionName(Integer prediction) {
        return matrix.predictionName(prediction);
    }

    @Override
    public List<Integer> predictions() {
        return Vectors.range(matrix.predictions());
    }

    @Override
    public LossMatrix toMatrix() {
        return matrix;
    }

    /** With D = max ‖β_t − β_t'‖. */
    @Override
    public Guarantee guarantee() {
        double largest = 0;
        for (int t = 0; t < matrix.predictions(); t++) {
            for (int other = 0; other < t; other++) {
                double squares = 0;
                for (double[] row : beta) {
                    squares += (row[t] - row[other]) * (row[t] - row[other]);
                }
                largest = Math.max(largest, squares);
            }
        }
        return Promises.exact(Math.sqrt(largest));
    }

    @Override
    public String toString() {
        return "loss matrix, " + matrix.classes() + " × " + matrix.predictions();
    }
}
