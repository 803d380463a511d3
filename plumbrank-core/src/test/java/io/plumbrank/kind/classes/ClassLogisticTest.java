package io.plumbrank.kind.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.probabilities.ProbabilityMap;
import io.plumbrank.task.Trial;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loss matrices by log-loss. */
class ClassLogisticTest {
    private static final double[][] COSTS = {{0, 1, 6}, {3, 0, 5}, {30, 20, 0}};
    private static final double LAMBDA = 0.01;

    @TempDir
    Path folder;

    static Stream<Learner> learners() {
        return Stream.of(
                FeatureLearner.linear(),
                FeatureLearner.fourier(30),
                FeatureLearner.kernel(20, 1),
                new TreeLearner(Map.of("engine", "own", "num_round", "30", "max_depth", "2")),
                new ForestLearner(Map.of("num_round", "20")));
    }

    /** Newton's method on all of (b, v), by Gaussian elimination, as a second algorithm. */
    @Test
    void theLinearFitIsThatOfNewtonsMethod() {
        List<double[]> x = new ArrayList<>();
        List<Integer> labels = new ArrayList<>();
        QuerySource data = data(1, 200, x, labels);
        Training<?> training = trainer(FeatureLearner.linear(), ClassSurrogate.LOGISTIC)
                .withSettings(settings().withLambdas(List.of(LAMBDA)))
                .train(data);
        LinearScorer scorer = (LinearScorer) scorer(training);
        double[][] newton = newton(x, labels);
        for (double[] row : x) {
            double[] u = new double[3];
            scorer.scoreInto(new float[] {(float) row[0], (float) row[1]}, u);
            double mean = Arrays.stream(u).average().orElseThrow();
            double[] z = standardised(x, row);
            for (int y = 0; y < 3; y++) {
                double expected = newton[y][0] + newton[y][1] * z[0] + newton[y][2] * z[1];
                assertThat(u[y] - mean).isCloseTo(expected, within(1e-3));
            }
        }
        double[] sums = new double[2];
        for (double[] weights : scorer.weights()) {
            sums[0] += weights[0];
            sums[1] += weights[1];
        }
        assertThat(sums[0]).as("the gauge: outputs sum to 0").isCloseTo(0, within(1e-6));
        assertThat(sums[1]).isCloseTo(0, within(1e-6));
    }

    /** Decoding by hand: softmax of the scorer's outputs, then the cheapest column. */
    @ParameterizedTest
    @MethodSource("learners")
    void predictionsAreThoseOfTheLeastExpectedCost(Learner learner) {
        QuerySource data = data(2, 300, new ArrayList<>(), new ArrayList<>());
        Training<?> training = trainer(learner, ClassSurrogate.LOGISTIC).train(data);
        Classifier classifier = training.predictor().as(Classifier.class).orElseThrow();
        Scorer scorer = scorer(training);
        assertThat(scorer.outputs()).isEqualTo(3);
        SplittableRandom random = new SplittableRandom(3);
        for (int trial = 0; trial < 100; trial++) {
            float[] row = {(float) random.nextDouble(-2, 2), (float) random.nextDouble(-2, 2)};
            double[] u = new double[3];
            scorer.scoreInto(row, u);
            double[] e = Arrays.stream(u).map(Math::exp).toArray();
            int best = 0;
            double[] costs = new double[3];
            for (int t = 0; t < 3; t++) {
                costs[t] = e[0] * COSTS[0][t] + e[1] * COSTS[1][t] + e[2] * COSTS[2][t];
                best = costs[t] < costs[best] ? t : best;
            }
            assertThat(classifier.predict(row)).isEqualTo(Integer.toString(best + 1));
        }
        assertThat(training.model().guarantee().theorem()).isEqualTo(ClassSurrogate.THEOREM);
    }

    @ParameterizedTest
    @MethodSource("learners")
    void modelsComeBackFromTheirFilesTheSame(Learner learner) {
        for (ProbabilityMap.Method method : ProbabilityMap.Method.values()) {
            QuerySource data = data(4, 200, new ArrayList<>(), new ArrayList<>());
            Trainer<?> trainer = Trainer.of(task(ClassSurrogate.LOGISTIC).calibratedBy(method))
                    .withSettings(settings())
                    .withLearner(learner);
            Model model = trainer.train(data).model();
            Path file = folder.resolve("model.json");
            ModelFile.write(model, file);
            Model read = ModelFile.read(file);
            assertThat(((ClassTask<?>) read.task()).map()).isEqualTo(((ClassTask<?>) model.task()).map());
            SplittableRandom random = new SplittableRandom(3);
            for (int trial = 0; trial < 50; trial++) {
                float[] row = {(float) random.nextDouble(-2, 2), (float) random.nextDouble(-2, 2)};
                assertThat(read.predictor().as(Classifier.class).orElseThrow().predict(row))
                        .isEqualTo(model.predictor()
                                .as(Classifier.class)
                                .orElseThrow()
                                .predict(row));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("learners")
    void autoTakesWhatCostsLessOnFolds(Learner learner) {
        QuerySource data = data(5, 300, new ArrayList<>(), new ArrayList<>());
        Training<?> auto = trainer(learner, ClassSurrogate.SQUARED, ClassSurrogate.LOGISTIC)
                .train(data);
        double least = Double.POSITIVE_INFINITY;
        for (ClassSurrogate surrogate : ClassSurrogate.values()) {
            Training<?> alone = trainer(learner, surrogate).train(data);
            least = Math.min(least, alone.valid().measure());
            Optional<Trial> same = auto.tried().stream()
                    .filter(trial -> trial.surrogate().equals(surrogate.text())
                            && trial.lambda() == alone.model().lambda())
                    .findFirst();
            assertThat(same.orElseThrow().valid().measure())
                    .isCloseTo(alone.valid().measure(), within(1e-12));
        }
        assertThat(auto.valid().measure()).isCloseTo(least, within(1e-12));
        assertThat(auto.notes()).anyMatch(note -> note.contains("cost least on validation"));
    }

    /** λ of log-loss by the log-loss of rows that were not fitted, also where another λ costs a little less on them. */
    @Test
    void lambdaIsTheOneOfLeastLogLossOnFolds() {
        boolean another = false;
        for (int seed = 1; seed <= 8; seed++) {
            QuerySource data = data(seed, 60, new ArrayList<>(), new ArrayList<>());
            for (Learner learner : List.of(FeatureLearner.linear(), FeatureLearner.kernel(20, 1))) {
                Training<?> training = trainer(learner, ClassSurrogate.LOGISTIC).train(data);
                double least = training.tried().stream()
                        .mapToDouble(trial -> trial.valid().surrogateRisk())
                        .min()
                        .orElseThrow();
                assertThat(training.chosen().valid().surrogateRisk()).isEqualTo(least);
                another |= training.tried().stream()
                        .anyMatch(trial -> trial.valid().measure()
                                < training.chosen().valid().measure());
            }
        }
        assertThat(another).as("the cost of folds would have chosen otherwise").isTrue();
    }

    /** Data of probability 1 or 0 make a fit without regularisation too sure; a temperature above 1 takes that back. */
    @Test
    void aTemperatureIsFittedToRowsThatTheModelDidNotSee() {
        SplittableRandom random = new SplittableRandom(6);
        List<Query> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            float[] x = new float[20];
            for (int j = 0; j < x.length; j++) {
                x[j] = (float) random.nextDouble(-1, 1);
            }
            rows.add(row(i, x[0] + random.nextDouble(-1, 1) > 0 ? 1 : 0, x));
        }
        ClassTask<Integer> task = new ClassTask<>(
                        MatrixLoss.of(LossMatrix.of(new double[][] {{0, 1}, {1, 0}})), List.of(ClassSurrogate.LOGISTIC))
                .calibratedBy(ProbabilityMap.Method.TEMPERATURE);
        Settings none = settings().withLambdas(List.of(1e-6));
        Trainer<?> trainer = Trainer.of(task).withSettings(none).withLearner(FeatureLearner.linear());
        Training<?> calibrated = trainer.train(QuerySource.of(rows));
        double[] p = new double[2];
        ((ClassTask<?>) calibrated.model().task()).map().probabilitiesInto(new double[] {0, 2}, 0, p);
        assertThat(2 / Math.log(p[1] / p[0])).as("temperature").isGreaterThan(2);
        Training<?> plain = Trainer.of(task.calibratedBy(ProbabilityMap.Method.NONE))
                .withSettings(none)
                .withLearner(FeatureLearner.linear())
                .train(QuerySource.of(rows));
        assertThat(calibrated.valid().surrogateRisk()).isLessThan(plain.valid().surrogateRisk());
    }

    private static Settings settings() {
        return Settings.defaults().withThreads(1).withFolds(3).withProgram("test 1");
    }

    private static ClassTask<Integer> task(ClassSurrogate... surrogates) {
        return new ClassTask<>(MatrixLoss.of(LossMatrix.of(COSTS)), List.of(surrogates));
    }

    private static Trainer<?> trainer(Learner learner, ClassSurrogate... surrogates) {
        return Trainer.of(task(surrogates)).withSettings(settings()).withLearner(learner);
    }

    private static Scorer scorer(Training<?> training) {
        return ((RowScorer) training.model().scorer()).scorer();
    }

    private static Query row(int number, int label, float[] x) {
        return Query.of(Integer.toString(number), new double[] {label}, new float[][] {x});
    }

    /** Three classes whose log-odds are linear in two features. */
    private static QuerySource data(long seed, int rows, List<double[]> x, List<Integer> labels) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            double a = random.nextInt(-128, 129) / 64.0;
            double b = random.nextInt(-128, 129) / 64.0;
            double[] e = {Math.exp(a), Math.exp(b), Math.exp(-a - 1)};
            double point = random.nextDouble() * (e[0] + e[1] + e[2]);
            int label = point < e[0] ? 0 : point < e[0] + e[1] ? 1 : 2;
            x.add(new double[] {a, b});
            labels.add(label);
            queries.add(row(i, label, new float[] {(float) a, (float) b}));
        }
        return QuerySource.of(queries);
    }

    private static double[] standardised(List<double[]> all, double[] row) {
        double[] z = new double[2];
        for (int j = 0; j < 2; j++) {
            int at = j;
            double mean = all.stream().mapToDouble(r -> r[at]).average().orElseThrow();
            double variance = all.stream()
                    .mapToDouble(r -> (r[at] - mean) * (r[at] - mean))
                    .average()
                    .orElseThrow();
            z[j] = (row[j] - mean) / Math.sqrt(variance);
        }
        return z;
    }

    /** By class, (b, v), centred over the classes. */
    private static double[][] newton(List<double[]> x, List<Integer> labels) {
        int rows = x.size();
        double[] point = new double[9];
        for (int step = 0; step < 30; step++) {
            double[] gradient = new double[9];
            double[][] hessian = new double[9][9];
            for (int i = 0; i < rows; i++) {
                double[] z = standardised(x, x.get(i));
                double[] f = {1, z[0], z[1]};
                double[] e = new double[3];
                double sum = 0;
                for (int y = 0; y < 3; y++) {
                    e[y] = Math.exp(point[3 * y] + point[3 * y + 1] * z[0] + point[3 * y + 2] * z[1]);
                    sum += e[y];
                }
                for (int y = 0; y < 3; y++) {
                    double p = e[y] / sum;
                    for (int j = 0; j < 3; j++) {
                        gradient[3 * y + j] += (p - (labels.get(i) == y ? 1 : 0)) * f[j] / rows;
                        for (int o = 0; o < 3; o++) {
                            double q = e[o] / sum;
                            for (int k = 0; k < 3; k++) {
                                hessian[3 * y + j][3 * o + k] += p * ((o == y ? 1 : 0) - q) * f[j] * f[k] / rows;
                            }
                        }
                    }
                }
            }
            for (int v = 0; v < 9; v++) {
                // a trace of curvature for the intercepts too, whose sum nothing else fixes
                double penalty = v % 3 == 0 ? 1e-9 : LAMBDA;
                gradient[v] += 2 * penalty * point[v];
                hessian[v][v] += 2 * penalty;
            }
            double[] move = solved(hessian, gradient);
            for (int v = 0; v < 9; v++) {
                point[v] -= move[v];
            }
        }
        double[][] result = new double[3][3];
        for (int j = 0; j < 3; j++) {
            double mean = (point[j] + point[3 + j] + point[6 + j]) / 3;
            for (int y = 0; y < 3; y++) {
                result[y][j] = point[3 * y + j] - mean;
            }
        }
        return result;
    }

    private static double[] solved(double[][] matrix, double[] right) {
        int n = right.length;
        double[][] a = new double[n][];
        for (int i = 0; i < n; i++) {
            a[i] = Arrays.copyOf(matrix[i], n + 1);
            a[i][n] = right[i];
        }
        for (int column = 0; column < n; column++) {
            int pivot = column;
            for (int i = column + 1; i < n; i++) {
                pivot = Math.abs(a[i][column]) > Math.abs(a[pivot][column]) ? i : pivot;
            }
            double[] swap = a[column];
            a[column] = a[pivot];
            a[pivot] = swap;
            for (int i = 0; i < n; i++) {
                double factor = i == column ? 0 : a[i][column] / a[column][column];
                for (int j = column; j <= n; j++) {
                    a[i][j] -= factor * a[column][j];
                }
            }
        }
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = a[i][n] / a[i][i];
        }
        return x;
    }
}
