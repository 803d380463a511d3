package io.plumbrank.report;

import io.plumbrank.target.classes.ClassLoss;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * What predictions are expected to cost, by the outputs u of a model: with ℓ(y,t) = ⟨α_y, β_t⟩ + c_y + b_t, the difference
 * ℓ(y,t) − ℓ(y,t₀) is an affine function of α_y, and the same function of u is what is expected of it. It is found by least squares
 * over the classes, which is exact where the loss has that form.
 *
 * @param names of the predictions
 * @param slopes by prediction and output; the last number of each is what does not depend on u
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier that nobody compares
record CostsOfOutputs(List<String> names, double[][] slopes) {
    static <T> CostsOfOutputs of(ClassLoss<T> loss) {
        List<T> predictions = loss.predictions();
        int size = loss.encodedSize();
        DMatrixRMaj alphas = new DMatrixRMaj(loss.classes(), size + 1);
        double[] alpha = new double[size];
        for (int y = 0; y < loss.classes(); y++) {
            loss.encodeInto(y, alpha);
            for (int o = 0; o < size; o++) {
                alphas.set(y, o, alpha[o]);
            }
            alphas.set(y, size, 1);
        }
        DMatrixRMaj inverse = new DMatrixRMaj(size + 1, loss.classes());
        CommonOps_DDRM.pinv(alphas, inverse);
        double[][] slopes = new double[predictions.size()][size + 1];
        List<String> names = new ArrayList<>();
        for (int t = 0; t < slopes.length; t++) {
            names.add(loss.predictionName(predictions.get(t)));
            for (int o = 0; o <= size; o++) {
                for (int y = 0; y < loss.classes(); y++) {
                    slopes[t][o] +=
                            inverse.get(o, y) * (loss.given(y, predictions.get(t)) - loss.given(y, predictions.get(0)));
                }
            }
        }
        return new CostsOfOutputs(names, slopes);
    }

    /** What each prediction is expected to cost above the first one. */
    double[] of(double[] u) {
        double[] costs = new double[slopes.length];
        for (int t = 0; t < costs.length; t++) {
            double sum = slopes[t][u.length];
            for (int o = 0; o < u.length; o++) {
                sum += slopes[t][o] * u[o];
            }
            costs[t] = sum;
        }
        return costs;
    }

    /** What outputs are multiplied by in the cost of one prediction above another. */
    double[] difference(int more, int less) {
        double[] factors = new double[slopes[0].length - 1];
        for (int o = 0; o < factors.length; o++) {
            factors[o] = slopes[more][o] - slopes[less][o];
        }
        return factors;
    }
}
