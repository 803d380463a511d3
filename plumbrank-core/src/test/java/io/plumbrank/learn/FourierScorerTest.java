package io.plumbrank.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FourierScorerTest extends ExplainedScorerContract {
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

    /** The oracle integrates central differences along the line; all points are exact in single precision. */
    @ParameterizedTest
    @MethodSource("seeds")
    void contributionsAreGradientsIntegratedAlongTheLine(long seed) {
        int inputs = 3;
        int steps = 512;
        float h = 1f / 4096;
        FourierScorer scorer = scorer(seed, inputs, 1);
        SplittableRandom random = new SplittableRandom(seed);
        float[] a = sixtyFourths(random, inputs);
        float[] b = sixtyFourths(random, inputs);
        double[] integrated = new double[inputs];
        for (int i = 0; i < steps; i++) {
            float[] x = new float[inputs];
            for (int j = 0; j < inputs; j++) {
                x[j] = b[j] + (a[j] - b[j]) * (i + 0.5f) / steps;
            }
            for (int j = 0; j < inputs; j++) {
                double slope = (score(scorer, x, j, h) - score(scorer, x, j, -h)) / (2 * h);
                integrated[j] += slope * (a[j] - b[j]) / steps;
            }
        }
        double[] contributions = contributions(scorer, a, b, 0);
        for (int j = 0; j < inputs; j++) {
            assertThat(contributions[j]).isCloseTo(integrated[j], within(1e-4));
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {0x1p-5f, 0x1p-10f, 0x1p-20f})
    void rowsThatNearlyTouchLoseNoDigits(float step) {
        FourierScorer scorer = scorer(7, 2, 1);
        float[] b = {0, 0};
        double slope = contributions(scorer, new float[] {0x1p-24f, 0}, b, 0)[0] / 0x1p-24;
        double contribution = contributions(scorer, new float[] {step, 0}, b, 0)[0];
        assertThat(contribution / step).isCloseTo(slope, within(20.0 * step));
    }

    @Test
    void aFeatureThatDidNotVaryIsNotUsed() {
        FeatureReference reference = FeatureReference.of(new float[] {1, 2}, new double[] {0, 3});
        FourierFeatures features = new FourierFeatures(reference, COUNT, 1.5, 1);
        FourierScorer scorer = FourierScorer.of(features, 3, new double[1], weights(new SplittableRandom(1), 1));
        assertThat(scorer.uses(0)).isFalse();
        assertThat(scorer.uses(1)).isTrue();
        assertThat(scorer.uses(2)).isFalse();
        double[] contributions = contributions(scorer, new float[] {5, 6, 7}, new float[] {1, 2, 3}, 0);
        assertThat(contributions[0]).isZero();
        assertThat(contributions[1]).isNotZero();
        assertThat(contributions[2]).isZero();
    }

    private static float[] sixtyFourths(SplittableRandom random, int length) {
        float[] x = new float[length];
        for (int j = 0; j < length; j++) {
            x[j] = (random.nextInt(257) - 128) / 64f;
        }
        return x;
    }

    private static double score(FourierScorer scorer, float[] x, int moved, float by) {
        float[] y = x.clone();
        y[moved] += by;
        double[] u = new double[1];
        scorer.scoreInto(y, u);
        return u[0];
    }
}
