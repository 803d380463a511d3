package io.plumbrank.learn.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.ridge.RidgeLearner;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelFeaturesTest {
    private static float[][] rows(long seed, int rows, int inputs) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] x = new float[rows][inputs];
        for (float[] row : x) {
            for (int j = 0; j < inputs; j++) {
                row[j] = (float) random.nextDouble(-3, 3);
            }
        }
        return x;
    }

    private static float[] flat(float[][] x) {
        float[] all = new float[x.length * x[0].length];
        for (int row = 0; row < x.length; row++) {
            System.arraycopy(x[row], 0, all, row * x[0].length, x[0].length);
        }
        return all;
    }

    /** The kernel as its formula has it. */
    private static double kernel(float[] a, float[] b, FeatureReference reference, double bandwidth) {
        double distance = 0;
        for (int j = 0; j < a.length; j++) {
            distance += Math.abs((double) a[j] - b[j]) / reference.scale(j);
        }
        return Math.exp(-distance / bandwidth);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void productsOfFeaturesAreTheKernelWhereAllRowsAreLandmarks(long seed) {
        float[][] x = rows(seed, 25, 3);
        FeatureReference reference = FeatureReference.ofRows(flat(x), 25, 3);
        KernelFeatures features = KernelFeatures.of(flat(x), 25, 3, reference, 1.3, 100);
        assertThat(features.size(3)).isEqualTo(25);
        double[][] z = new double[25][26];
        features.mapInto(flat(x), 0, 3, 25, z);
        for (int a = 0; a < 25; a++) {
            for (int b = 0; b < 25; b++) {
                double product = 0;
                for (int i = 1; i <= 25; i++) {
                    product += z[a][i] * z[b][i];
                }
                assertThat(product).isCloseTo(kernel(x[a], x[b], reference, 1.3), within(1e-9));
            }
        }
    }

    /** Certificate: f = b + Σ_i a_i k(x_i, ·) is optimal if and only if y_i − f(x_i) = nλ·a_i for all i, and Σ a_i = 0. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void withAllRowsAsLandmarksItIsKernelRidgeRegression(long seed) {
        int n = 30;
        float[][] x = rows(seed, n, 2);
        double[][] y = new double[n][1];
        for (int row = 0; row < n; row++) {
            y[row][0] = target(x[row]);
        }
        double lambda = 1e-3;
        RidgeLearner learner = new RidgeLearner(new KernelFeatures.Spec(n, 1), 1, 1);
        MappedScorer scorer = (MappedScorer) learner.fit(x, y).stackedScorer(lambda);
        float[][] landmarks = ((LaplaceKernel) scorer.map()).landmarks();
        double[] a = scorer.weights()[0];
        assertThat(landmarks).hasDimensions(n, 2);
        assertThat(Arrays.stream(a).sum()).isCloseTo(0, within(1e-9));
        double[] u = new double[1];
        for (int i = 0; i < n; i++) {
            scorer.scoreInto(landmarks[i], u);
            assertThat(target(landmarks[i]) - u[0]).isCloseTo(n * lambda * a[i], within(1e-10));
        }
    }

    private static double target(float[] x) {
        return Math.signum(x[0]) + x[1];
    }

    @Test
    void landmarksAreRowsThatDiffer() {
        float[][] x = rows(7, 10, 2);
        float[][] twice = new float[20][];
        for (int row = 0; row < 20; row++) {
            twice[row] = x[row % 10];
        }
        FeatureReference reference = FeatureReference.ofRows(flat(twice), 20, 2);
        assertThat(KernelFeatures.of(flat(twice), 20, 2, reference, 1, 20).size(2))
                .isEqualTo(10);
        assertThat(KernelFeatures.of(flat(twice), 20, 2, reference, 1, 4).size(2))
                .isEqualTo(4);
        assertThatThrownBy(() -> new KernelFeatures(LaplaceKernel.of(reference, 1, new float[][] {x[0], x[0]})))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFeatureThatIsConstantOrMissingDoesNotCount() {
        float[][] x = rows(8, 40, 2);
        double[][] y = new double[40][1];
        float[][] wider = new float[40][];
        for (int row = 0; row < 40; row++) {
            y[row][0] = x[row][0] * x[row][1];
            wider[row] = new float[] {x[row][0], 5, x[row][1], Float.NaN};
        }
        RidgeLearner learner = new RidgeLearner(new KernelFeatures.Spec(20, 1), 1, 1);
        Scorer narrow = learner.fit(x, y).stackedScorer(1e-2);
        Scorer wide = learner.fit(wider, y).stackedScorer(1e-2);
        double[] expected = new double[1];
        double[] actual = new double[1];
        for (int row = 0; row < 40; row++) {
            narrow.scoreInto(x[row], expected);
            wide.scoreInto(wider[row], actual);
            assertThat(actual).isEqualTo(expected);
        }
    }
}
