package io.plumbrank.learn.pairs;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.maps.FourierFeatures;
import java.io.IOException;

/**
 * Random Fourier features h of both items together, made antisymmetric or symmetric: h(x_i, x_j) − h(x_j, x_i), or their sum.
 * As their number grows they span all such functions of two items. Immutable, with value equality.
 *
 * @param features h, of rows that hold two items, with the same reference for both
 */
public record FourierPairs(FourierFeatures features, boolean antisymmetric) implements PairFeatures {
    public FourierPairs {
        if (features.reference().inputs() % 2 != 0) {
            throw new IllegalArgumentException("rows of two items have an even number of features, got "
                    + features.reference().inputs());
        }
    }

    @Override
    public FeatureReference reference() {
        return features.reference();
    }

    @Override
    public int size(int inputs) {
        return features.count();
    }

    @Override
    public void mapInto(float[] x, int at, int inputs, int rows, double[][] z) {
        int m = itemInputs();
        float[] swapped = new float[rows * inputs];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(x, at + row * inputs, swapped, row * inputs + m, m);
            System.arraycopy(x, at + row * inputs + m, swapped, row * inputs, m);
        }
        double[][] other = new double[rows][1 + features.count()];
        features.mapInto(x, at, inputs, rows, z);
        features.mapInto(swapped, 0, inputs, rows, other);
        for (int row = 0; row < rows; row++) {
            Kernels.addOneInto(antisymmetric ? -1 : 1, other[row], 1, 1 + features.count(), z[row]);
        }
    }

    /** {@code fourier} in files. */
    public static final class Codec implements PairFeaturesCodec<FourierPairs> {
        @Override
        public String name() {
            return "fourier";
        }

        @Override
        public Class<FourierPairs> featuresType() {
            return FourierPairs.class;
        }

        @Override
        public void writeFeatures(FourierPairs pairs, JsonGenerator json) throws IOException {
            pairs.features.write(json);
        }

        @Override
        public FourierPairs readFeatures(FeatureReference items, boolean antisymmetric, Fields json) {
            return new FourierPairs(FourierFeatures.read(PairFeatures.twice(items), json), antisymmetric);
        }
    }
}
