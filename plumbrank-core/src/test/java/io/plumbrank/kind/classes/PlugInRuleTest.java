package io.plumbrank.kind.classes;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Least squares on α is the plug-in rule with least-squares probabilities: docs/loss-matrix.md says so. */
class PlugInRuleTest {
    private static final int FEATURES = 3;

    static Stream<Long> seeds() {
        return IntStream.range(0, 12).mapToObj(Long::valueOf);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void predictionsAreThoseOfLeastSquaresProbabilities(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int classes = 2 + random.nextInt(4);
        double[][] losses = new double[classes][2 + random.nextInt(4)];
        for (double[] row : losses) {
            for (int t = 0; t < row.length; t++) {
                row[t] = random.nextInt(10);
            }
        }
        MatrixLoss loss = MatrixLoss.of(LossMatrix.of(losses));
        if (loss.encodedSize() == 0) {
            return; // all predictions cost the same
        }
        double lambda = Math.pow(10, -random.nextInt(4));
        double[][] x = new double[200][FEATURES];
        int[] y = new int[x.length];
        List<Query> rows = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            x[i] = row(random);
            y[i] = i < classes ? i : Math.min(classes - 1, (int) Math.abs(2 * x[i][0] + random.nextInt(2)));
            rows.add(Query.of("r" + i, new double[] {y[i]}, new float[][] {floats(x[i])}));
        }
        Classifier model = Trainer.of(new ClassTask<>(loss), Classifier.class)
                .withSettings(Settings.defaults().withFolds(2).withLambdas(List.of(lambda)))
                .withLearner(FeatureLearner.linear())
                .train(QuerySource.of("data", new Dataset(rows)), null, Progress.NONE)
                .predictor();
        double[][] fitted = ridge(x, y, classes, lambda);
        for (int i = 0; i < 450; i++) {
            double[] at = row(random);
            double[] expected = new double[losses[0].length];
            for (int t = 0; t < expected.length; t++) {
                for (int c = 0; c < classes; c++) {
                    double probability = fitted[c][FEATURES];
                    for (int j = 0; j < FEATURES; j++) {
                        probability += fitted[c][j] * at[j];
                    }
                    expected[t] += probability * losses[c][t];
                }
            }
            int predicted = Integer.parseInt(model.predict(floats(at))) - loss.first();
            double least = IntStream.range(0, expected.length)
                    .mapToDouble(t -> expected[t])
                    .min()
                    .orElseThrow();
            assertThat(expected[predicted]).isLessThan(least + 1e-6);
        }
    }

    /** What floats hold, so that both see the same numbers. */
    private static double[] row(SplittableRandom random) {
        double[] row = new double[FEATURES];
        for (int j = 0; j < FEATURES; j++) {
            row[j] = (float) random.nextDouble(-1, 1);
        }
        return row;
    }

    private static float[] floats(double[] row) {
        float[] floats = new float[row.length];
        for (int j = 0; j < row.length; j++) {
            floats[j] = (float) row[j];
        }
        return floats;
    }

    /**
     * One row of weights per class, the intercept last: of (1/n) Σ (w·x + c − 1(y = class))² + λ Σ_j (w_j s_j)², s_j the
     * standard deviations, by Gauss–Jordan elimination on the normal equations.
     */
    private static double[][] ridge(double[][] x, int[] y, int classes, double lambda) {
        int n = x.length;
        double[] means = new double[FEATURES];
        double[] squares = new double[FEATURES];
        for (double[] row : x) {
            for (int j = 0; j < FEATURES; j++) {
                means[j] += row[j] / n;
            }
        }
        for (double[] row : x) {
            for (int j = 0; j < FEATURES; j++) {
                squares[j] += (row[j] - means[j]) * (row[j] - means[j]) / n;
            }
        }
        double[][] system = new double[FEATURES + 1][FEATURES + 1 + classes];
        for (int i = 0; i < n; i++) {
            double[] with = {x[i][0], x[i][1], x[i][2], 1};
            for (int a = 0; a <= FEATURES; a++) {
                for (int b = 0; b <= FEATURES; b++) {
                    system[a][b] += with[a] * with[b] / n;
                }
                system[a][FEATURES + 1 + y[i]] += with[a] / n;
            }
        }
        for (int j = 0; j < FEATURES; j++) {
            system[j][j] += lambda * squares[j];
        }
        for (int p = 0; p <= FEATURES; p++) {
            double pivot = system[p][p];
            for (int k = 0; k < system[p].length; k++) {
                system[p][k] /= pivot;
            }
            for (int r = 0; r <= FEATURES; r++) {
                double factor = r == p ? 0 : system[r][p];
                for (int k = 0; k < system[r].length; k++) {
                    system[r][k] -= factor * system[p][k];
                }
            }
        }
        double[][] weights = new double[classes][FEATURES + 1];
        for (int c = 0; c < classes; c++) {
            for (int a = 0; a <= FEATURES; a++) {
                weights[c][a] = system[a][FEATURES + 1 + c];
            }
        }
        return weights;
    }
}
