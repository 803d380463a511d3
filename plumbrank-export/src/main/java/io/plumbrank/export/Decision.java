package io.plumbrank.export;

import io.plumbrank.target.classes.ClassLoss;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * pred*(u) as a table: argmin_t ⟨u, β_t⟩ + b_t, the first on ties.
 *
 * @param labels the names of the predictions
 * @param beta one row per prediction
 * @param shifts b, one per prediction
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier that nobody compares
record Decision(List<String> labels, double[][] beta, double[] shifts) {
    private static final double EXACT = 1e-9;

    /** That of a loss; empty where predictions are too many to list, or the encoding does not tell β. */
    static <T> Optional<Decision> of(ClassLoss<T> loss) {
        if (!loss.isListable()) {
            return Optional.empty();
        }
        List<T> predictions = loss.predictions();
        List<String> labels = predictions.stream().map(loss::predictionName).toList();
        if (loss instanceof MatrixLoss matrix) {
            Factorization factors = matrix.factorization();
            return Optional.of(new Decision(labels, transposed(factors.b(), labels.size()), factors.shifts()));
        }
        return solved(loss, predictions, labels);
    }

    /**
     * β_t − β_0 and b_t − b_0 from ℓ(y,t) − ℓ(y,0) = ⟨α_y, β_t − β_0⟩ + b_t − b_0 for all y, which is all that comparisons need. The
     * encodings of the closed forms are of least length, so their α_y span and the solution is the only one.
     */
    private static <T> Optional<Decision> solved(ClassLoss<T> loss, List<T> predictions, List<String> labels) {
        int classes = loss.classes();
        int size = loss.encodedSize();
        if (classes <= size) {
            return Optional.empty();
        }
        DMatrixRMaj alpha = new DMatrixRMaj(classes, size + 1);
        DMatrixRMaj costs = new DMatrixRMaj(classes, predictions.size());
        double[] code = new double[size];
        for (int y = 0; y < classes; y++) {
            loss.encodeInto(y, code);
            for (int i = 0; i < size; i++) {
                alpha.set(y, i, code[i]);
            }
            alpha.set(y, size, 1);
            for (int t = 0; t < predictions.size(); t++) {
                costs.set(y, t, loss.loss(y, predictions.get(t)) - loss.loss(y, predictions.get(0)));
            }
        }
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.leastSquares(classes, size + 1);
        if (!solver.setA(alpha.copy()) || solver.quality() < EXACT) {
            return Optional.empty();
        }
        DMatrixRMaj solution = new DMatrixRMaj(size + 1, predictions.size());
        solver.solve(costs.copy(), solution);
        double[][] beta = new double[predictions.size()][size];
        double[] shifts = new double[predictions.size()];
        for (int t = 0; t < shifts.length; t++) {
            for (int i = 0; i < size; i++) {
                beta[t][i] = solution.get(i, t);
            }
            shifts[t] = solution.get(size, t);
        }
        Decision decision = new Decision(labels, beta, shifts);
        for (int y = 0; y < classes; y++) {
            loss.encodeInto(y, code);
            for (int t = 0; t < shifts.length; t++) {
                double cost = decision.cost(code, t) - decision.cost(code, 0);
                if (Math.abs(cost - costs.get(y, t)) > EXACT * (1 + Math.abs(costs.get(y, t)))) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(decision);
    }

    private static double[][] transposed(double[][] b, int predictions) {
        double[][] beta = new double[predictions][b.length];
        for (int t = 0; t < predictions; t++) {
            for (int i = 0; i < b.length; i++) {
                beta[t][i] = b[i][t];
            }
        }
        return beta;
    }

    /** ⟨u, β_t⟩ + b_t, from the shift on, in order. */
    double cost(double[] u, int t) {
        double cost = shifts[t];
        for (int i = 0; i < u.length; i++) {
            cost += u[i] * beta[t][i];
        }
        return cost;
    }

    /** The cheapest prediction. */
    int of(double[] u) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int t = 0; t < shifts.length; t++) {
            double cost = cost(u, t);
            if (cost < least) {
                least = cost;
                best = t;
            }
        }
        return best;
    }
}
