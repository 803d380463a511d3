package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.TestRows;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RidgeLearnerTest {
    /** y = (sin 2a + b, a − 2b), without noise. */
    private static TestRows waves(long seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] x = new float[rows][2];
        double[][] y = new double[rows][2];
        double[] weights = new double[rows];
        for (int row = 0; row < rows; row++) {
            x[row][0] = (float) random.nextDouble(-2, 2);
            x[row][1] = (float) random.nextDouble(-2, 2);
            y[row][0] = Math.sin(2 * x[row][0]) + x[row][1];
            y[row][1] = x[row][0] - 2.0 * x[row][1];
        }
        return new TestRows(x, y, weights).withUnitWeights();
    }

    private static double meanSquaredError(TestRows rows, Scorer scorer, int output) {
        double[][] u = rows.scores(scorer);
        double sum = 0;
        for (int row = 0; row < rows.rows(); row++) {
            sum += Math.pow(u[row][output] - rows.y()[row][output], 2);
        }
        return sum / rows.rows();
    }

    @Test
    void linearFeaturesRecoverALinearFunction() {
        TestRows train = waves(1, 1000);
        LinearScorer scorer =
                (LinearScorer) RidgeLearner.linear().fit(train.x(), train.y()).stackedScorer(0);
        assertThat(scorer.weight(1, 0)).isCloseTo(1, within(1e-12));
        assertThat(scorer.weight(1, 1)).isCloseTo(-2, within(1e-12));
        assertThat(meanSquaredError(waves(2, 500), scorer, 1)).isLessThan(1e-20);
    }

    @Test
    void fourierFeaturesFitWhatLinearOnesCannot() {
        TestRows train = waves(1, 5000);
        TestRows test = waves(2, 500);
        RidgePath linear = RidgeLearner.linear().fit(train.x(), train.y());
        RidgePath fourier = RidgeLearner.fourier(200).fit(train.x(), train.y());
        assertThat(meanSquaredError(test, linear.stackedScorer(1e-6), 0)).isGreaterThan(0.3);
        assertThat(meanSquaredError(test, fourier.stackedScorer(1e-6), 0)).isLessThan(1e-3);
        assertThat(meanSquaredError(test, fourier.stackedScorer(1e-6), 1)).isLessThan(1e-3);
    }

    @Test
    void theSameSeedGivesTheSameBits() {
        TestRows train = waves(1, 300);
        RidgeLearner learner = RidgeLearner.fourier(20).withSeed(9);
        Scorer scorer = learner.fit(train.x(), train.y()).stackedScorer(0.1);
        assertThat(learner.withThreads(3).fit(train.x(), train.y()).stackedScorer(0.1))
                .isEqualTo(scorer);
        assertThat(learner.withSeed(10).fit(train.x(), train.y()).stackedScorer(0.1))
                .isNotEqualTo(scorer);
    }

    @Test
    void theBandwidthIsTheMedianDistanceTimesTheFactor() {
        TestRows train = waves(3, 200);
        FeatureReference reference = train.map(RidgeLearner.linear()).reference();
        double[] distances = new double[200 * 199 / 2];
        int count = 0;
        for (int a = 0; a < 200; a++) {
            for (int b = 0; b < a; b++) {
                double sum = 0;
                for (int j = 0; j < 2; j++) {
                    sum += Math.pow((train.x()[a][j] - train.x()[b][j]) / reference.scale(j), 2);
                }
                distances[count++] = Math.sqrt(sum);
            }
        }
        Arrays.sort(distances);
        RidgeLearner half = new RidgeLearner(new FourierFeatures.Spec(5, 0.5), 1, 1);
        FourierFeatures map = (FourierFeatures) train.map(half);
        assertThat(map.bandwidth()).isCloseTo(distances[count / 2] / 2, within(0.05));
        assertThat(map.seed()).isEqualTo(1);
    }

    @Test
    void rowsThatDoNotDifferStillHaveABandwidth() {
        TestRows equal = new TestRows(new float[5][2], new double[5][1], new double[5]).withUnitWeights();
        assertThat(((FourierFeatures) equal.map(RidgeLearner.fourier(3))).bandwidth())
                .isEqualTo(1);
        double[] u = new double[1];
        RidgeLearner.fourier(3).fit(equal.x(), equal.y()).stackedScorer(1).scoreInto(new float[2], u);
        assertThat(u[0]).isZero();
    }

    @Test
    void theReferenceIsTheMeanOfThePresentValues() {
        float[] x = {1, Float.NaN, 5, 3, Float.NaN, 5, Float.NaN, Float.NaN, 5};
        FeatureReference reference = FeatureReference.ofRows(x, 3, 3);
        assertThat(reference.values()).containsExactly(2, 0, 5);
        assertThat(reference.scales()).containsExactly(1, 0, 0);
        assertThat(reference.value(3)).isZero();
        assertThat(reference.scale(3)).isZero();
        assertThatThrownBy(() -> FeatureReference.of(new float[] {Float.NaN}, new double[1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FeatureReference.of(new float[1], new double[] {-1}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FeatureReference.of(new float[1], new double[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void featuresAreChecked() {
        assertThatThrownBy(() -> RidgeLearner.fourier(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FourierFeatures.Spec(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
