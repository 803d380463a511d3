package io.plumbrank.target.classes;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.Promises;
import java.util.Optional;

/**
 * A loss matrix in the encoding α of another loss: ℓ(y,t) = ⟨α_y, β_t⟩ + c_y + b_t with c_y = ℓ(y,0). What was fitted to α is decoded
 * for this loss, and RAT13's Theorem 3 holds for it as for the loss that α was made for.
 */
public final class RedecodedLoss extends TabulatedLoss {
    /** How far off a cost may be, relative to the largest difference between costs: rounding of the factors. */
    private static final double EXACT = 1e-9;

    private final double[][] alpha;
    private final double[][] beta;

    private RedecodedLoss(LossMatrix matrix, double[][] alpha, double[][] beta, double[] shifts) {
        super(matrix, new LinearArgmin(beta, shifts));
        this.alpha = alpha;
        this.beta = beta;
    }

    /**
     * A matrix in the encoding of a loss; empty where some difference between two of its columns is no affine function of α. O(n d²)
     * for the singular values and O(n d) per prediction.
     */
    public static Optional<RedecodedLoss> of(ClassLoss<?> encoder, LossMatrix matrix) {
        int n = encoder.classes();
        int d = encoder.encodedSize();
        int k = matrix.predictions();
        if (matrix.classes() != n) {
            throw new IllegalArgumentException(matrix.classes() + " classes, expected " + n);
        }
        double[][] alpha = new double[n][d];
        for (int y = 0; y < n; y++) {
            encoder.encodeInto(y, alpha[y]);
        }
        double[][] slopes = CostsAboveBest.fitted(encoder, k, matrix::loss);
        double[][] beta = new double[d][k];
        double[] shifts = new double[k];
        double largest = 0;
        double error = 0;
        for (int t = 0; t < k; t++) {
            shifts[t] = slopes[t][d];
            for (int i = 0; i < d; i++) {
                beta[i][t] = slopes[t][i];
            }
            for (int y = 0; y < n; y++) {
                double difference = matrix.loss(y, t) - matrix.loss(y, 0);
                double sum = shifts[t];
                for (int i = 0; i < d; i++) {
                    sum += alpha[y][i] * beta[i][t];
                }
                largest = Math.max(largest, Math.abs(difference));
                error = Math.max(error, Math.abs(sum - difference));
            }
        }
        return error <= EXACT * largest
                ? Optional.of(new RedecodedLoss(matrix, alpha, beta, shifts))
                : Optional.empty();
    }

    @Override
    public void encodeInto(Integer label, double[] out) {
        System.arraycopy(alpha[label], 0, out, 0, alpha[label].length);
    }

    @Override
    public int encodedSize() {
        return beta.length;
    }

    @Override
    public int dimension() {
        return Factorization.of(matrix).dimension();
    }

    /** With D = max ‖β_t − β_t'‖. */
    @Override
    public Guarantee guarantee() {
        return Promises.exact(ColumnDistance.largest(beta, matrix.predictions()));
    }
}
