package io.plumbrank.learn.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.instances.GroupLoss.GroupDerivatives;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurrogateGradientsTest {
    /** Depends on the whole group: s_i − t_i − mean(s), and as curvature the size of the group. */
    private static void centredInto(
            double[] scores, double[] targets, int rows, double[] gradient, double[] curvature) {
        double mean = Arrays.stream(scores, 0, rows).average().orElse(0);
        for (int i = 0; i < rows; i++) {
            gradient[i] = scores[i] - targets[i] - mean;
            curvature[i] = rows;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50})
    void everyGroupIsSeenAloneWhateverTheThreads(int threads) {
        SplittableRandom random = new SplittableRandom(threads);
        int[] groups = random.ints(30, 0, 9).toArray();
        int rows = Arrays.stream(groups).sum();
        double[] targets = random.doubles(rows).toArray();
        float[] weights = new float[rows];
        float[][] scores = new float[rows][1];
        for (int row = 0; row < rows; row++) {
            weights[row] = random.nextInt(4);
            scores[row][0] = (float) random.nextDouble();
        }
        try (SurrogateGradients gradients = new SurrogateGradients(
                new TreeProblem.Surrogate(groups, () -> SurrogateGradientsTest::centredInto),
                new TreeProblem.Aims(targets, 1, new double[0], groups),
                weights,
                threads,
                0)) {
            double unit = gradients.units().score();
            gradients.compute(place -> scores[place][0] * unit);
            double loss = gradients.units().loss();
            int row = 0;
            for (int group : groups) {
                double sum = 0;
                for (int i = 0; i < group; i++) {
                    sum += scores[row + i][0] * unit;
                }
                for (int i = 0; i < group; i++, row++) {
                    double expected = scores[row][0] * unit - targets[row] - sum / group;
                    assertThat(gradients.gradient()[row]).isEqualTo((float) (weights[row] * expected * unit * loss));
                    assertThat(gradients.curvature()[row])
                            .isEqualTo((float) (weights[row] * group * unit * unit * loss));
                }
            }
            assertThat(row).isEqualTo(rows);
        }
    }

    /** A loss whose gradient at an output is the sum of the row's scores less the output's target. */
    private static void summedInto(double[] s, double[] targets, int count, double[] gradient, double[] curvature) {
        for (int i = 0; i < count; i++) {
            gradient[i] = Arrays.stream(s, 0, count).sum() - targets[i];
            curvature[i] = 1 + i;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void allOutputsOfARowAreSeenTogether(int threads) {
        double[] targets = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        double[] scores = {1, 0, 0, 0, 2, 0, 0, 1, 4};
        try (SurrogateGradients gradients = new SurrogateGradients(
                new TreeProblem.Surrogate(new int[] {1, 1, 1}, () -> SurrogateGradientsTest::summedInto),
                new TreeProblem.Aims(targets, 3, new double[0], new int[0]),
                new float[] {1, 2, 0},
                threads,
                0)) {
            gradients.compute(place -> scores[place]);
            double slope = gradients.units().score() * gradients.units().loss();
            assertThat(gradients.gradient())
                    .usingComparatorWithPrecision(0f)
                    .containsExactly(expected(slope, 0, -1, -2, 2 * (2 - 4), 2 * (2 - 5), 2 * (2 - 6), 0, 0, 0));
            double bend = slope * gradients.units().score();
            assertThat(gradients.curvature()).containsExactly(expected(bend, 1, 2, 3, 2, 4, 6, 0, 0, 0));
        }
    }

    private static float[] expected(double unit, double... values) {
        float[] all = new float[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (float) (unit * values[i]) + 0f;
        }
        return all;
    }

    @Test
    void whatASurrogateThrowsComesThrough() {
        GroupDerivatives bad = (scores, targets, rows, gradient, curvature) -> {
            throw new IllegalArgumentException("a utility of 9");
        };
        TreeProblem.Surrogate surrogate = new TreeProblem.Surrogate(new int[] {1}, () -> bad);
        assertThatThrownBy(() -> new SurrogateGradients(
                        surrogate,
                        new TreeProblem.Aims(new double[1], 1, new double[0], new int[0]),
                        new float[1],
                        2,
                        0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a utility of 9");
    }
}
