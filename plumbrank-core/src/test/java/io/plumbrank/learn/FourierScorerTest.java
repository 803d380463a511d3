package io.plumbrank.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FourierScorerTest extends ScorerContract {
    private static final int COUNT = 30;

    private static FourierFeatures features(long seed, int inputs) {
        return new FourierFeatures(FeatureReference.zero(inputs), COUNT, 1.5, seed);
    }

    private static double[][] weights(SplittableRandom random, int outputs) {
        double[][] weights = new double[outputs][];
        for (int o = 0; o < outputs; o++) {
            weights[o] = random(random, COUNT);
        }
        return weights;
    }

    @Override
    protected FourierScorer scorer(long seed, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        return FourierScorer.of(features(seed, inputs), inputs, random(random, outputs), weights(random, outputs));
    }

    @Override
    protected Scorer rebuilt(Scorer scorer) {
        FourierScorer fourier = (FourierScorer) scorer;
        FourierFeatures features = fourier.features();
        FeatureReference reference = FeatureReference.of(
                features.reference().values(), features.reference().scales());
        return FourierScorer.of(
                new FourierFeatures(reference, features.count(), features.bandwidth(), features.seed()),
                fourier.inputs(),
                fourier.intercepts(),
                fourier.weights());
    }

    @Test
    void featuresPastTheMapAreNotLookedAt() {
        SplittableRandom random = new SplittableRandom(1);
        double[][] weights = weights(random, 2);
        FourierScorer narrow = FourierScorer.of(features(1, 3), 3, new double[2], weights);
        FourierScorer wide = FourierScorer.of(features(1, 3), 5, new double[2], weights);
        assertThat(wide.inputs()).isEqualTo(5);
        double[] expected = new double[2];
        double[] actual = new double[2];
        float[] x = {1, 2, 3, 4, 5};
        narrow.scoreInto(Arrays.copyOf(x, 3), expected);
        wide.scoreInto(x, actual);
        assertThat(actual).isEqualTo(expected);
        assertThatThrownBy(() -> FourierScorer.of(features(1, 3), 2, new double[2], weights))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
