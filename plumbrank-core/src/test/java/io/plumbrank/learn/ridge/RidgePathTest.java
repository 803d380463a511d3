package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.TestRows;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.sums.BlockSums;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RidgePathTest {
    private static final RidgeLearner LEARNER = RidgeLearner.linear().withThreads(1);

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    private static TestRows problem(long seed) {
        return TestRows.random(seed, 30 + (int) (seed * 13 % 50), 1 + (int) (seed % 12), 1 + (int) (seed % 3));
    }

    private static double lambda(long seed) {
        return Math.pow(10, -(double) (seed % 7));
    }

    /** The rows standardised from first principles: two passes in double. */
    private record Standardised(double[][] z, double[] means, double[] deviations) {
        static Standardised of(TestRows rows) {
            double[][] z = rows.shifted(rows.map(LEARNER).reference());
            double total = Arrays.stream(rows.weights()).sum();
            double[] means = new double[rows.inputs()];
            double[] deviations = new double[rows.inputs()];
            for (int j = 0; j < rows.inputs(); j++) {
                for (int row = 0; row < rows.rows(); row++) {
                    means[j] += rows.weights()[row] * z[row][j] / total;
                }
                for (int row = 0; row < rows.rows(); row++) {
                    deviations[j] += rows.weights()[row] * Math.pow(z[row][j] - means[j], 2) / total;
                }
                deviations[j] = Math.sqrt(deviations[j]);
                for (int row = 0; row < rows.rows(); row++) {
                    z[row][j] = deviations[j] > 0 ? (z[row][j] - means[j]) / deviations[j] : 0;
                }
            }
            return new Standardised(z, means, deviations);
        }
    }

    /**
     * The minimiser by orthogonal decomposition of the rows themselves: least squares on √(w/Σw)·(1, z) stacked on √λ·(0, I),
     * which squares nothing and knows no eigenvalue. Row 0 is the intercept.
     */
    private static DMatrixRMaj augmentedLeastSquares(
            TestRows rows, double lambda, LinearSolverDense<DMatrixRMaj> solver) {
        double[][] z = Standardised.of(rows).z;
        double total = Arrays.stream(rows.weights()).sum();
        int n = rows.rows();
        int m = rows.inputs();
        DMatrixRMaj a = new DMatrixRMaj(n + m, 1 + m);
        DMatrixRMaj b = new DMatrixRMaj(n + m, rows.outputs());
        for (int row = 0; row < n; row++) {
            double root = Math.sqrt(rows.weights()[row] / total);
            a.set(row, 0, root);
            for (int j = 0; j < m; j++) {
                a.set(row, 1 + j, root * z[row][j]);
            }
            for (int o = 0; o < rows.outputs(); o++) {
                b.set(row, o, root * rows.y()[row][o]);
            }
        }
        for (int j = 0; j < m; j++) {
            a.set(n + j, 1 + j, Math.sqrt(lambda));
        }
        DMatrixRMaj solution = new DMatrixRMaj(1 + m, rows.outputs());
        assertThat(solver.setA(a)).isTrue();
        solver.solve(b, solution);
        return solution;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void solutionIsThatOfLeastSquaresOnTheAugmentedRows(long seed) {
        TestRows rows = problem(seed);
        double lambda = lambda(seed);
        DMatrixRMaj expected = augmentedLeastSquares(
                rows, lambda, LinearSolverFactory_DDRM.leastSquares(rows.rows() + rows.inputs(), 1 + rows.inputs()));
        LinearScorer actual = (LinearScorer) rows.path().stackedScorer(lambda);
        double[] deviations = Standardised.of(rows).deviations;
        for (int o = 0; o < rows.outputs(); o++) {
            for (int j = 0; j < rows.inputs(); j++) {
                assertThat(actual.weight(o, j) * deviations[j]).isCloseTo(expected.get(1 + j, o), within(1e-10));
            }
        }
        double[][] z = Standardised.of(rows).z;
        double[][] u = rows.scores(actual);
        for (int row = 0; row < rows.rows(); row++) {
            for (int o = 0; o < rows.outputs(); o++) {
                double score = expected.get(0, o);
                for (int j = 0; j < rows.inputs(); j++) {
                    score += expected.get(1 + j, o) * z[row][j];
                }
                assertThat(u[row][o]).isCloseTo(score, within(1e-10));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theGradientOfTheObjectiveVanishes(long seed) {
        TestRows rows = problem(seed);
        double lambda = lambda(seed);
        LinearScorer scorer = (LinearScorer) rows.path().stackedScorer(lambda);
        Standardised standardised = Standardised.of(rows);
        double[][] u = rows.scores(scorer);
        double total = Arrays.stream(rows.weights()).sum();
        for (int o = 0; o < rows.outputs(); o++) {
            double byIntercept = 0;
            double[] byWeight = new double[rows.inputs()];
            for (int row = 0; row < rows.rows(); row++) {
                double residual = rows.weights()[row] / total * (u[row][o] - rows.y()[row][o]);
                byIntercept += 2 * residual;
                for (int j = 0; j < rows.inputs(); j++) {
                    byWeight[j] += 2 * residual * standardised.z[row][j];
                }
            }
            assertThat(byIntercept).isCloseTo(0, within(1e-12));
            for (int j = 0; j < rows.inputs(); j++) {
                double penalty = 2 * lambda * scorer.weight(o, j) * standardised.deviations[j];
                assertThat(byWeight[j] + penalty).isCloseTo(0, within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aStackedScorerGivesTheBitsOfEachSolution(long seed) {
        TestRows rows = problem(seed);
        RidgePath path = rows.path();
        double[] lambdas = RidgePath.defaultLambdas();
        Scorer stacked = path.stackedScorer(lambdas);
        double[] all = new double[rows.rows() * stacked.outputs()];
        stacked.scoreInto(rows.flat(), rows.rows(), all);
        int d = rows.outputs();
        for (int l = 0; l < lambdas.length; l++) {
            double[][] u = rows.scores(path.stackedScorer(lambdas[l]));
            for (int row = 0; row < rows.rows(); row++) {
                int at = (row * lambdas.length + l) * d;
                assertThat(Arrays.copyOfRange(all, at, at + d)).isEqualTo(u[row]);
            }
        }
    }

    @Test
    void withoutRegularisationASingularProblemHasTheSolutionOfLeastNorm() {
        TestRows few = TestRows.random(5, 6, 15, 2);
        DMatrixRMaj expected = augmentedLeastSquares(few, 0, LinearSolverFactory_DDRM.pseudoInverse(true));
        LinearScorer actual = (LinearScorer) few.path().stackedScorer(0);
        double[] deviations = Standardised.of(few).deviations;
        for (int o = 0; o < 2; o++) {
            for (int j = 0; j < 15; j++) {
                assertThat(actual.weight(o, j) * deviations[j]).isCloseTo(expected.get(1 + j, o), within(1e-10));
            }
        }
    }

    @Test
    void infiniteRegularisationLeavesTheWeightedMean() {
        TestRows rows = problem(9);
        RidgePath path = rows.path();
        double total = Arrays.stream(rows.weights()).sum();
        for (double lambda : new double[] {1e15, Double.POSITIVE_INFINITY}) {
            double[] u = new double[rows.outputs()];
            path.stackedScorer(lambda).scoreInto(rows.x()[0], u);
            for (int o = 0; o < u.length; o++) {
                double mean = 0;
                for (int row = 0; row < rows.rows(); row++) {
                    mean += rows.weights()[row] * rows.y()[row][o] / total;
                }
                assertThat(u[o]).isCloseTo(mean, within(1e-12));
            }
        }
    }

    @Test
    void tenIdenticalFeaturesActAsOneWithATenthOfTheRegularisation() {
        TestRows rows = TestRows.random(6, 200, 1, 2);
        float[][] tenfold = new float[rows.rows()][10];
        for (int row = 0; row < rows.rows(); row++) {
            Arrays.fill(tenfold[row], rows.x()[row][0]);
        }
        TestRows identical = new TestRows(tenfold, rows.y(), rows.weights());
        for (double lambda : new double[] {0, 1e-8, 0.1, 10}) {
            // ‖V‖² of a weight v spread evenly over ten features is v²/10.
            double[][] expected = rows.scores(rows.path().stackedScorer(lambda / 10));
            double[][] actual = identical.scores(identical.path().stackedScorer(lambda));
            for (int row = 0; row < rows.rows(); row++) {
                assertThat(actual[row]).containsExactly(expected[row], within(1e-7));
            }
        }
    }

    @Test
    void aFeatureThatDoesNotVaryHasNoWeight() {
        TestRows rows = TestRows.random(7, 100, 5, 1);
        for (float[] x : rows.x()) {
            x[1] = 0.1f;
            x[3] = Float.NaN;
        }
        for (int row = 0; row < 50; row++) {
            rows.x()[row][4] = row < 49 ? 1e7f : Float.NaN;
            rows.x()[50 + row][4] = 1e7f;
        }
        for (double lambda : new double[] {0, 1}) {
            LinearScorer scorer = (LinearScorer) rows.path().stackedScorer(lambda);
            assertThat(scorer.weight(0, 0)).isNotZero();
            assertThat(scorer.weight(0, 1)).isZero();
            assertThat(scorer.weight(0, 2)).isNotZero();
            assertThat(scorer.weight(0, 3)).isZero();
            assertThat(scorer.weight(0, 4)).isZero();
        }
    }

    @Test
    void anOffsetFarFromZeroCostsNoDigits() {
        SplittableRandom random = new SplittableRandom(3);
        int n = 3 * BlockSums.BLOCK_ROWS;
        float[][] near = new float[n][3];
        float[][] far = new float[n][3];
        double[][] y = new double[n][1];
        for (int row = 0; row < n; row++) {
            for (int j = 0; j < 3; j++) {
                // Multiples of 8, which floats near 1e8 hold exactly.
                near[row][j] = 8 * random.nextInt(-2, 3);
                far[row][j] = 1e8f + near[row][j];
                y[row][0] += near[row][j] / (j + 1.0) + random.nextDouble();
            }
        }
        TestRows nearRows = new TestRows(near, y, new double[n]).withUnitWeights();
        TestRows farRows = new TestRows(far, y, new double[n]).withUnitWeights();
        double[][] expected = nearRows.scores(nearRows.path().stackedScorer(1e-3));
        double[][] actual = farRows.scores(farRows.path().stackedScorer(1e-3));
        for (int row = 0; row < n; row += 100) {
            assertThat(actual[row][0]).isCloseTo(expected[row][0], within(1e-12));
        }
    }

    @Test
    void aMissingValueCountsAsTheReferenceInTrainingAndScoring() {
        TestRows rows = TestRows.random(12, 80, 4, 2);
        FeatureReference reference = rows.map(LEARNER).reference();
        float[][] filled = new float[rows.rows()][];
        for (int row = 0; row < rows.rows(); row++) {
            filled[row] = rows.x()[row].clone();
            for (int j = 0; j < 4; j++) {
                filled[row][j] = Float.isNaN(filled[row][j]) ? reference.value(j) : filled[row][j];
            }
        }
        TestRows imputed = new TestRows(filled, rows.y(), rows.weights());
        try (SumsPass<RegressionSums> pass = LEARNER.shard(2, rows.map(LEARNER), 0)) {
            imputed.addTo(pass);
            Scorer scorer = RidgeLearner.path(pass.finish()).stackedScorer(0.01);
            assertThat(scorer).isEqualTo(rows.path().stackedScorer(0.01));
            assertThat(imputed.scores(scorer)).isDeepEqualTo(rows.scores(scorer));
        }
    }

    @Test
    void degenerateShapesGiveTheMeanOrNothing() {
        double[] u = new double[2];
        TestRows noFeatures = TestRows.random(1, 10, 0, 2).withUnitWeights();
        Scorer mean = noFeatures.path().stackedScorer(0);
        assertThat(mean.inputs()).isZero();
        mean.scoreInto(new float[0], u);
        assertThat(u[0])
                .isCloseTo(
                        Arrays.stream(noFeatures.y())
                                .mapToDouble(y -> y[0])
                                .average()
                                .orElseThrow(),
                        within(1e-15));

        Scorer nothing = TestRows.random(1, 10, 3, 0).path().stackedScorer(0.1);
        assertThat(nothing.outputs()).isZero();
        nothing.scoreInto(new float[3], new double[0]);

        TestRows oneRow = TestRows.random(1, 1, 3, 2).withUnitWeights();
        RidgePath path = oneRow.path();
        path.stackedScorer(0).scoreInto(new float[] {5, Float.NaN, 7}, u);
        assertThat(u).isEqualTo(oneRow.y()[0]);
    }

    @Test
    void whatCannotBeLearnedIsRefusedByName() {
        TestRows rows = TestRows.random(1, 10, 3, 1);
        assertThatThrownBy(() -> rows.path().stackedScorer(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lambda must not be negative, got -1.0");
        assertThatThrownBy(() -> rows.path().stackedScorer(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TestRows(rows.x(), rows.y(), new double[10]).path())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive weight");
        rows.x()[4][1] = Float.POSITIVE_INFINITY;
        assertThatThrownBy(rows::path)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("feature 2 has an infinite value");
        assertThatThrownBy(() -> RidgeLearner.path(
                        new TestRows(rows.x(), rows.y(), rows.weights()).sums(RidgeLearner.fourier(4))))
                .isInstanceOf(IllegalArgumentException.class);
        TestRows late = TestRows.random(1, BlockSums.BLOCK_ROWS + 10, 3, 1);
        late.x()[BlockSums.BLOCK_ROWS + 2][2] = Float.NEGATIVE_INFINITY;
        assertThatThrownBy(late::path)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("feature 3 has an infinite value");
    }

    @Test
    void theDefaultGridRunsFromNoRegularisationToTheMean() {
        double[] lambdas = RidgePath.defaultLambdas();
        assertThat(lambdas).hasSize(21).isSorted().startsWith(1e-8).endsWith(100);
        assertThat(lambdas[1] / lambdas[0]).isCloseTo(Math.sqrt(10), within(1e-12));
    }
}
