package io.plumbrank.learn.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
                targets,
                weights,
                threads,
                0)) {
            gradients.compute(scores);
            double unit = gradients.units().score();
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

    @Test
    void whatASurrogateThrowsComesThrough() {
        GroupDerivatives bad = (scores, targets, rows, gradient, curvature) -> {
            throw new IllegalArgumentException("a utility of 9");
        };
        TreeProblem.Surrogate surrogate = new TreeProblem.Surrogate(new int[] {1}, () -> bad);
        assertThatThrownBy(() -> new SurrogateGradients(surrogate, new double[1], new float[1], 2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a utility of 9");
    }
}
