package io.plumbrank.learn.ridge;

import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.RowScorer.Slice;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import java.util.List;

/**
 * What ridge regression would predict for each of its training rows had it been fitted to the others, for several λ at once
 * and without fitting again. With f the fit to all rows and h_i the leverage of row i, the fit without it predicts
 * y_i − (y_i − f(x_i)) / (1 − h_i), in which the feature map, the scales of its features and the penalty Σw·λ stay as they are.
 *
 * <p>Proof: let g be the fit without row i. Were y_i replaced by g(x_i), the fit to all rows would be g, since the row then adds
 * nothing to the loss of g, which is the least of the others. The fit is linear in the targets, and h_i is its slope in y_i:
 * g(x_i) = f(x_i) + h_i·(g(x_i) − y_i).
 *
 * <p>Immutable. A row costs O(k²) for k features, and O(k·d) for each λ.
 */
final class LeaveOneOut implements HeldOut {
    private static final long serialVersionUID = 1;

    /** Where a row alone decides its fit, the others say nothing about it. */
    private static final double ALONE = 1e-12;

    private final RidgePath path;
    private final double[] lambdas;
    private final RowScorer scorer;

    /** @param path fitted to the rows that are to be predicted, each a row of the loss by itself */
    LeaveOneOut(RidgePath path, double[] lambdas, List<Slice> slices) {
        this.path = path;
        this.lambdas = lambdas.clone();
        this.scorer = new RowScorer(path.stackedScorer(lambdas), slices);
    }

    @Override
    public int outputs() {
        return scorer.outputs();
    }

    /** The training rows themselves, each without it. */
    @Override
    public Outputs score(List<? extends Instance> instances, int fold) {
        int[] rows = new int[instances.size()];
        double[] weights = new double[rows.length];
        double[] y = new double[rows.length * path.outputs()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = 1;
            weights[i] = instances.get(i).weight();
            System.arraycopy(instances.get(i).targets(), 0, y, i * path.outputs(), path.outputs());
        }
        float[] x = HeldOut.rowsOf(instances, scorer.inputs());
        double[] u = new double[y.length * lambdas.length];
        scorer.scorer().scoreInto(x, rows.length, u);
        double[] leverages = path.leverages(x, weights, rows.length, lambdas);
        int outputs = path.outputs();
        for (int row = 0; row < rows.length; row++) {
            for (int l = 0; l < lambdas.length; l++) {
                double others = 1 - leverages[row * lambdas.length + l];
                int at = (row * lambdas.length + l) * outputs;
                for (int o = 0; o < outputs; o++) {
                    u[at + o] = without(y[row * outputs + o], u[at + o], others, path.targetMean(o));
                }
            }
        }
        return scorer.split(u, rows);
    }

    /** @param others 1 less the leverage */
    static double without(double target, double fitted, double others, double mean) {
        return others > ALONE ? target - (target - fitted) / others : mean;
    }
}
