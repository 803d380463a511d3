package io.plumbrank.learn.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.ExplainedScorerContract;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerContract;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.LaplaceKernel;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappedScorerTest {
    private static final int TERMS = 30;

    private static FourierFeatures fourier(long seed, int inputs) {
        return new FourierFeatures(FeatureReference.zero(inputs), TERMS, 1.5, seed);
    }

    private static LaplaceKernel kernel(long seed, int inputs) {
        float[][] landmarks = new float[TERMS][];
        Arrays.setAll(landmarks, i -> ScorerContract.rows(seed + i, 1, inputs));
        return LaplaceKernel.of(FeatureReference.zero(inputs), 1.5, landmarks);
    }

    private static MappedScorer scorer(RowMap map, long seed, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        return MappedScorer.of(map, inputs, ScorerContract.random(random, outputs), weights(random, outputs));
    }

    private static double[][] weights(SplittableRandom random, int outputs) {
        double[][] weights = new double[outputs][];
        Arrays.setAll(weights, o -> ScorerContract.random(random, TERMS));
        return weights;
    }

    private static MappedScorer rebuilt(MappedScorer scorer, RowMap map) {
        return MappedScorer.of(map, scorer.inputs(), scorer.intercepts(), scorer.weights());
    }

    @Nested
    class OnKernel extends ScorerContract {
        @Override
        protected Scorer scorer(long seed, int inputs, int outputs) {
            return MappedScorerTest.scorer(kernel(seed, inputs), seed, inputs, outputs);
        }

        @Override
        protected Scorer rebuilt(Scorer scorer) {
            MappedScorer mapped = (MappedScorer) scorer;
            LaplaceKernel kernel = (LaplaceKernel) mapped.map();
            return MappedScorerTest.rebuilt(
                    mapped, LaplaceKernel.of(kernel.reference(), kernel.bandwidth(), kernel.landmarks()));
        }
    }

    @Nested
    class OnFourier extends ExplainedScorerContract {
        @Override
        protected ExplainedScorer scorer(long seed, int inputs, int outputs) {
            return explained(MappedScorerTest.scorer(fourier(seed, inputs), seed, inputs, outputs));
        }

        @Override
        protected Scorer rebuilt(Scorer scorer) {
            MappedScorer mapped = (MappedScorer) scorer;
            FourierFeatures features = (FourierFeatures) mapped.map();
            FeatureReference reference = FeatureReference.of(
                    features.reference().values(), features.reference().scales());
            return MappedScorerTest.rebuilt(
                    mapped, new FourierFeatures(reference, features.count(), features.bandwidth(), features.seed()));
        }

        /** The oracle integrates central differences along the line; all points are exact in single precision. */
        @ParameterizedTest
        @MethodSource("seeds")
        void contributionsAreGradientsIntegratedAlongTheLine(long seed) {
            int inputs = 3;
            int steps = 512;
            float h = 1f / 4096;
            ExplainedScorer scorer = scorer(seed, inputs, 1);
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
            ExplainedScorer scorer = scorer(7, 2, 1);
            float[] b = {0, 0};
            double slope = contributions(scorer, new float[] {0x1p-24f, 0}, b, 0)[0] / 0x1p-24;
            double contribution = contributions(scorer, new float[] {step, 0}, b, 0)[0];
            assertThat(contribution / step).isCloseTo(slope, within(20.0 * step));
        }

        @Test
        void aFeatureThatDidNotVaryIsNotUsed() {
            FeatureReference reference = FeatureReference.of(new float[] {1, 2}, new double[] {0, 3});
            FourierFeatures features = new FourierFeatures(reference, TERMS, 1.5, 1);
            ExplainedScorer scorer = explained(MappedScorerTest.scorer(features, 1, 3, 1));
            assertThat(scorer.uses(0)).isFalse();
            assertThat(scorer.uses(1)).isTrue();
            assertThat(scorer.uses(2)).isFalse();
            double[] contributions = contributions(scorer, new float[] {5, 6, 7}, new float[] {1, 2, 3}, 0);
            assertThat(contributions[0]).isZero();
            assertThat(contributions[1]).isNotZero();
            assertThat(contributions[2]).isZero();
        }
    }

    private static ExplainedScorer explained(MappedScorer scorer) {
        return (ExplainedScorer) scorer;
    }

    static Stream<RowMap> maps() {
        return Stream.of(fourier(1, 3), kernel(1, 3));
    }

    @ParameterizedTest
    @MethodSource("maps")
    void featuresPastTheMapAreNotLookedAt(RowMap map) {
        MappedScorer narrow = scorer(map, 1, 3, 2);
        MappedScorer wide = scorer(map, 1, 5, 2);
        assertThat(wide.inputs()).isEqualTo(5);
        double[] expected = new double[2];
        double[] actual = new double[2];
        float[] x = {1, 2, 3, 4, 5};
        narrow.scoreInto(Arrays.copyOf(x, 3), expected);
        wide.scoreInto(x, actual);
        assertThat(actual).isEqualTo(expected);
        assertThatThrownBy(() -> scorer(map, 1, 2, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    /** A kernel has no closed form of what a feature adds, so it must not claim to explain. */
    @Test
    void onlyFourierFeaturesExplain() {
        assertThat(scorer(fourier(1, 3), 1, 3, 1)).isInstanceOf(ExplainedScorer.class);
        assertThat(scorer(kernel(1, 3), 1, 3, 1)).isNotInstanceOf(ExplainedScorer.class);
    }

    private static float[] sixtyFourths(SplittableRandom random, int length) {
        float[] x = new float[length];
        for (int j = 0; j < length; j++) {
            x[j] = (random.nextInt(257) - 128) / 64f;
        }
        return x;
    }

    private static double score(Scorer scorer, float[] x, int moved, float by) {
        float[] y = x.clone();
        y[moved] += by;
        double[] u = new double[1];
        scorer.scoreInto(y, u);
        return u[0];
    }
}
