package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.RowScorer.Slice;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.KernelFeatures;
import io.plumbrank.learn.maps.LinearFeatures;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaveOneOutTest {
    private static final int ROWS = 24;
    private static final int OUTPUTS = 2;
    private static final double[] LAMBDAS = {1e-3, 0.1, 3};

    /** Oracle: the fit to the other rows, under the same map, in its features' own scale, with the same penalty Σw·λ. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void itPredictsEachRowAsTheFitToTheOthersDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] x = new float[ROWS][3];
        double[][] y = new double[ROWS][OUTPUTS];
        double[] weights = new double[ROWS];
        float[] flat = new float[ROWS * 3];
        for (int row = 0; row < ROWS; row++) {
            for (int j = 0; j < 3; j++) {
                x[row][j] = random.nextInt(9) == 0 ? Float.NaN : (float) random.nextDouble(-2, 2);
                flat[row * 3 + j] = x[row][j];
            }
            for (int o = 0; o < OUTPUTS; o++) {
                y[row][o] = random.nextDouble(-1, 1);
            }
            weights[row] = random.nextInt(4) == 0 ? 0 : random.nextDouble(0.5, 2);
        }
        Features features = switch ((int) (seed % 3)) {
            case 0 -> new LinearFeatures.Spec();
            case 1 -> new FourierFeatures.Spec(15, 1);
            default -> new KernelFeatures.Spec(15, 1);
        };
        RidgeLearner learner = new RidgeLearner(features, 1, 1);
        FeatureMap map = learner.featureMap(flat, ROWS, 3);
        List<Row> instances = IntStream.range(0, ROWS)
                .mapToObj(row -> new Row(x[row], y[row], weights[row]))
                .toList();
        List<Slice> slices = IntStream.range(0, LAMBDAS.length)
                .mapToObj(l -> new Slice(l * OUTPUTS, OUTPUTS))
                .toList();
        double[][] u = new LeaveOneOut(path(learner, map, x, y, weights, -1), LAMBDAS, slices)
                .score(instances, 0)
                .u();

        double total = Arrays.stream(weights).sum();
        double[] expected = new double[OUTPUTS];
        for (int row = 0; row < ROWS; row++) {
            RidgePath without = path(learner, map, x, y, weights, row);
            for (int l = 0; l < LAMBDAS.length; l++) {
                without.stackedScorer(LAMBDAS[l] * total / (total - weights[row]))
                        .scoreInto(x[row], expected);
                for (int o = 0; o < OUTPUTS; o++) {
                    assertThat(u[l][row * OUTPUTS + o]).isCloseTo(expected[o], within(1e-8));
                }
            }
        }
    }

    private static RidgePath path(
            RidgeLearner learner, FeatureMap map, float[][] x, double[][] y, double[] weights, int without) {
        try (SumsPass<RegressionSums> pass = learner.shard(OUTPUTS, map, 0)) {
            for (int row = 0; row < ROWS; row++) {
                pass.add(x[row], y[row], row == without ? 0 : weights[row]);
            }
            return RidgePath.of(
                    RidgeProblem.of(pass.finish().total().orElseThrow()).unscaled());
        }
    }

    private record Row(float[] features, double[] targets, double weight) implements Instance {
        @Override
        public int rows() {
            return 1;
        }

        @Override
        public int width() {
            return features.length;
        }

        @Override
        public float[] x(int width) {
            return features;
        }

        @Override
        public long line() {
            return 0;
        }
    }
}
