package io.plumbrank.target.classes;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LinearDecision;
import io.plumbrank.target.Vectors;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.linsol.svd.SolvePseudoInverseSvd_DDRM;

/**
 * What each prediction is expected to cost above the cheapest, by u. At u^p = Σ_y p_y α_y that is p·ℓ_t − min_t' p·ℓ_t': by
 * ℓ(y,t) = ⟨α_y, β_t⟩ + c_y + b_t the costs of two predictions differ by ⟨u^p, β_t − β_t'⟩ + b_t − b_t', whatever c is. The
 * expected costs themselves are not a function of u, since c need not be one of α.
 *
 * <p>A loss that does not show its β is asked for its values: ℓ(y,t) − ℓ(y,0) is an affine function of α_y for each t, which least
 * squares find.
 */
public final class CostsAboveBest<T> {
    /** Singular values of an encoding that are smaller than the largest by this factor are 0. */
    private static final double RELATIVE_ZERO = 1e-12;

    private final List<T> predictions;
    /** By prediction, β_t and then b_t, up to what is the same for all t. */
    private final double[][] slopes;

    private CostsAboveBest(List<T> predictions, double[][] slopes) {
        this.predictions = predictions;
        this.slopes = slopes;
    }

    /** @throws IllegalStateException if there are too many predictions to list */
    public static <T> CostsAboveBest<T> of(ClassLoss<T> loss) {
        double[][] slopes = loss instanceof MatrixLoss matrix
                ? shown(matrix.factorization())
                : loss instanceof TreeLoss tree ? ofDistances(tree) : fitted(loss);
        return new CostsAboveBest<>(loss.predictions(), slopes);
    }

    /** Of a tree β_t = −2 α_t and b_t = ‖α_t‖². Its α is longer than need be, so that its values alone do not tell β. */
    private static double[][] ofDistances(TreeLoss tree) {
        int size = tree.encodedSize();
        double[][] slopes = new double[tree.classes()][size + 1];
        double[] alpha = new double[size];
        for (int t = 0; t < slopes.length; t++) {
            tree.encodeInto(t, alpha);
            for (int i = 0; i < size; i++) {
                slopes[t][i] = -2 * alpha[i];
                slopes[t][size] += alpha[i] * alpha[i];
            }
        }
        return slopes;
    }

    private static double[][] shown(Factorization factorization) {
        double[][] b = factorization.b();
        double[] shifts = factorization.shifts();
        double[][] slopes = new double[shifts.length][b.length + 1];
        for (int t = 0; t < shifts.length; t++) {
            for (int i = 0; i < b.length; i++) {
                slopes[t][i] = b[i][t];
            }
            slopes[t][b.length] = shifts[t];
        }
        return slopes;
    }

    private static <T> double[][] fitted(ClassLoss<T> loss) {
        List<T> predictions = loss.predictions();
        return fitted(loss, predictions.size(), (y, t) -> loss.loss(y, predictions.get(t)));
    }

    /** By least squares, of the least length where α does not span. */
    static double[][] fitted(ClassLoss<?> encoder, int predictions, Costs costs) {
        int n = encoder.classes();
        int size = encoder.encodedSize();
        DMatrixRMaj alphas = new DMatrixRMaj(n, size + 1);
        DMatrixRMaj differences = new DMatrixRMaj(n, predictions);
        double[] alpha = new double[size];
        for (int y = 0; y < n; y++) {
            encoder.encodeInto(y, alpha);
            for (int i = 0; i < size; i++) {
                alphas.set(y, i, alpha[i]);
            }
            alphas.set(y, size, 1);
            for (int t = 0; t < predictions; t++) {
                differences.set(y, t, costs.of(y, t) - costs.of(y, 0));
            }
        }
        SolvePseudoInverseSvd_DDRM solver = new SolvePseudoInverseSvd_DDRM(n, size + 1);
        solver.setThreshold(RELATIVE_ZERO / Math.max(n, size + 1));
        if (!solver.setA(alphas)) {
            throw new IllegalArgumentException(encoder + " could not be taken apart");
        }
        DMatrixRMaj solved = new DMatrixRMaj(size + 1, predictions);
        solver.solve(differences, solved);
        double[][] slopes = new double[predictions][size + 1];
        for (int t = 0; t < slopes.length; t++) {
            for (int i = 0; i <= size; i++) {
                slopes[t][i] = solved.get(i, t);
            }
        }
        return slopes;
    }

    /** ℓ(y,t) by the numbers of a class and a prediction. */
    @FunctionalInterface
    interface Costs {
        double of(int label, int prediction);
    }

    /** What a loss decides by, as a table; empty where predictions are too many to list. */
    public static <T> Optional<LinearDecision> table(ClassLoss<T> loss) {
        return loss.isListable() ? Optional.of(of(loss).asTable(loss)) : Optional.empty();
    }

    private LinearDecision asTable(ClassLoss<T> loss) {
        int size = slopes[0].length - 1;
        return new LinearDecision(
                predictions.stream().map(loss::predictionName).toList(),
                Arrays.stream(slopes).map(row -> Arrays.copyOf(row, size)).toArray(double[][]::new),
                Arrays.stream(slopes).mapToDouble(row -> row[size]).toArray());
    }

    /** One number per prediction, none negative and one of them 0. O(predictions · d). */
    public double[] of(double[] u) {
        Vectors.requireSize(u, slopes[0].length - 1);
        double[] costs = new double[slopes.length];
        double least = Double.POSITIVE_INFINITY;
        for (int t = 0; t < costs.length; t++) {
            double cost = slopes[t][u.length];
            for (int i = 0; i < u.length; i++) {
                cost += u[i] * slopes[t][i];
            }
            costs[t] = cost;
            least = Math.min(least, cost);
        }
        for (int t = 0; t < costs.length; t++) {
            costs[t] -= least;
        }
        return costs;
    }

    /** By what each number of u is multiplied in the cost of one prediction above another; what does not depend on u is left out. */
    public double[] difference(int more, int less) {
        double[] factors = new double[slopes[0].length - 1];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = slopes[more][i] - slopes[less][i];
        }
        return factors;
    }
}
