package io.plumbrank.learn.maps;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.features.LinearScorer;
import java.util.Arrays;

/**
 * z = x − reference, a missing value 0. Rows may be wider than the reference: stream files do not say their width, and a
 * feature that first turns up in a later block has reference 0, so all earlier rows have had z = 0 there.
 */
public record LinearFeatures(FeatureReference reference) implements FeatureMap {
    private static final long serialVersionUID = 1;

    @Override
    public int size(int inputs) {
        return Math.max(inputs, reference.inputs());
    }

    @Override
    public void mapInto(float[] x, int at, int inputs, int rows, double[][] z) {
        int size = size(inputs);
        for (int row = 0; row < rows; row++) {
            reference.shiftInto(x, at + row * inputs, inputs, 1, z[row]);
            Arrays.fill(z[row], 1 + inputs, 1 + size, 0);
        }
    }

    @Override
    public LinearScorer scorer(int inputs, double[] intercepts, double[][] weights) {
        return LinearScorer.of(reference.values(size(inputs)), intercepts, weights);
    }

    public record Spec() implements Features {
        @Override
        public FeatureMap map(float[] x, int rows, int inputs, long seed) {
            return new LinearFeatures(FeatureReference.ofRows(x, rows, inputs));
        }

        @Override
        public String text() {
            return "linear";
        }

        @Override
        public boolean isLinear() {
            return true;
        }

        @Override
        public boolean takesPairs() {
            return true;
        }
    }
}
