package io.plumbrank.learn.pairs;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureReference;

/**
 * What the regression sees of a pair of items: φ(x_i, x_j), in which a pair scorer u_ij is linear. A row is the features of
 * item i with those of item j behind them.
 *
 * <p>Antisymmetric features, φ(x_i, x_j) = −φ(x_j, x_i), are for preferences: u_ij is how much i should stand above j, and may run
 * in circles, which differences of scores cannot. Symmetric ones are for what two items have in common.
 */
public sealed interface PairFeatures extends FeatureMap permits ProductPairs, FourierPairs {
    /** Whether changing places changes the sign. */
    boolean antisymmetric();

    /** How many features one item has: half of a row. */
    default int itemInputs() {
        return reference().inputs() / 2;
    }

    @Override
    default PairScorer scorer(int inputs, double[] intercepts, double[][] weights) {
        return PairScorer.of(this, intercepts, weights);
    }

    /** The reference of an item, for both halves of a row. */
    static FeatureReference twice(FeatureReference items) {
        int m = items.inputs();
        float[] values = new float[2 * m];
        double[] scales = new double[2 * m];
        for (int j = 0; j < 2 * m; j++) {
            values[j] = items.value(j % m);
            scales[j] = items.scale(j % m);
        }
        return FeatureReference.of(values, scales);
    }
}
