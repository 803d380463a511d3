package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Plan.Laps;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.learners.FeatureLearner;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Oracle: the normal equations of one output over the rows that know it, solved one λ and one left-out row at a time. */
class GappedRidgeFitTest {
    private static final int OUTPUTS = 5;
    private static final List<Double> LAMBDAS = List.of(1e-3, 0.1, 3.0);

    private record Row(float[] values, double[] targets, boolean[] known, double weight) implements Instance {
        @Override
        public int rows() {
            return 1;
        }

        @Override
        public int width() {
            return values.length;
        }

        @Override
        public float[] x(int width) {
            return values;
        }

        @Override
        public long line() {
            return 0;
        }
    }

    private record Rows(List<Row> load) implements Instances<Row> {
        @Override
        public Shape shape() {
            return Shape.ROWS;
        }

        @Override
        public int outputs() {
            return OUTPUTS;
        }

        @Override
        public boolean hasGaps() {
            return true;
        }

        @Override
        public void visit(Consumer<? super Row> visitor) {
            load.forEach(visitor);
        }

        @Override
        public String name() {
            return "rows";
        }

        @Override
        public List<String> featureNames() {
            return List.of();
        }
    }

    /** The last two outputs are known in the same rows; the first in few. */
    private static List<Row> rows(long seed, int count, int width) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count)
                .mapToObj(row -> {
                    float[] x = new float[width];
                    for (int j = 0; j < width; j++) {
                        x[j] = random.nextInt(-8, 9) / 4f;
                    }
                    double[] y = random.doubles(OUTPUTS, -1, 1).toArray();
                    boolean[] known = new boolean[OUTPUTS];
                    for (int o = 0; o < OUTPUTS; o++) {
                        known[o] = random.nextInt(10) < (o == 0 ? 3 : 7);
                    }
                    known[OUTPUTS - 1] = known[OUTPUTS - 2];
                    return new Row(x, y, known, 1 + random.nextInt(3));
                })
                .toList();
    }

    private static Fitted fit(List<Row> rows, Holdout<Row> holdout) {
        List<Variant> variants = List.of(new Variant(0, InstanceLoss.leastSquares("pairs"), 0, OUTPUTS));
        Plan<Row> plan = new Plan<>(
                variants,
                holdout,
                (variant, instances, outputs) -> Score.NONE,
                Settings.defaults().withLambdas(LAMBDAS),
                Progress.NONE,
                new Laps());
        return FeatureLearner.linear().unscaled().fit(new Rows(rows), plan);
    }

    /** What the fit of one output predicts for x, over the rows that count; the penalty is that of all that know it. */
    private static double oracle(List<Row> rows, IntPredicate counts, int output, double lambda, float[] x) {
        int k = x.length;
        double weight = rows.stream()
                .filter(row -> row.known[output])
                .mapToDouble(Row::weight)
                .sum();
        double[][] system = new double[k + 1][k + 2];
        for (int row = 0; row < rows.size(); row++) {
            Row one = rows.get(row);
            if (one.known[output] && counts.test(row)) {
                double[] z = new double[k + 2];
                z[0] = 1;
                for (int j = 0; j < k; j++) {
                    z[1 + j] = one.values[j];
                }
                z[k + 1] = one.targets[output];
                for (int i = 0; i <= k; i++) {
                    for (int j = 0; j <= k + 1; j++) {
                        system[i][j] += one.weight * z[i] * z[j];
                    }
                }
            }
        }
        for (int j = 1; j <= k; j++) {
            system[j][j] += weight * lambda;
        }
        eliminate(system);
        double u = system[0][k + 1];
        for (int j = 0; j < k; j++) {
            u += system[1 + j][k + 1] * x[j];
        }
        return u;
    }

    /** Gauss and Jordan, for a positive definite matrix: the solution is the last column. */
    private static void eliminate(double[][] system) {
        for (int p = 0; p < system.length; p++) {
            double pivot = system[p][p];
            for (int j = 0; j < system[p].length; j++) {
                system[p][j] /= pivot;
            }
            for (int i = 0; i < system.length; i++) {
                double times = system[i][p];
                for (int j = 0; i != p && j < system[i].length; j++) {
                    system[i][j] -= times * system[p][j];
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,40,3", "2,30,12", "3,20,25", "4,12,40"})
    void eachOutputIsFittedToTheRowsThatKnowIt(long seed, int count, int width) {
        List<Row> rows = rows(seed, count, width);
        Fitted fitted = fit(rows, Holdout.each());
        for (int c = 0; c < LAMBDAS.size(); c++) {
            InstanceScorer scorer = fitted.scorer().apply(c);
            for (Row row : rows) {
                double[] u = scorer.score(row.values, new int[] {1}).of(0, 0);
                for (int o = 0; o < OUTPUTS; o++) {
                    assertThat(u[o]).isCloseTo(oracle(rows, i -> true, o, LAMBDAS.get(c), row.values), within(1e-8));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,40,3", "2,30,12", "3,20,25", "4,12,40"})
    void aRowIsLeftOutOfTheOutputsThatItKnows(long seed, int count, int width) {
        List<Row> rows = rows(seed, count, width);
        Fitted fitted = fit(rows, Holdout.each());
        for (int row = 0; row < count; row++) {
            int left = row;
            for (int c = 0; c < LAMBDAS.size(); c++) {
                double[] u = fitted.heldOut().score(rows, 0).of(c, row);
                for (int o = 0; o < OUTPUTS; o++) {
                    assertThat(u[o])
                            .isCloseTo(
                                    oracle(rows, i -> i != left, o, LAMBDAS.get(c), rows.get(row).values),
                                    within(1e-7));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"5,40,3", "6,24,30"})
    void eachFoldIsLeftOut(long seed, int count, int width) {
        List<Row> rows = rows(seed, count, width);
        Folds folds = new Folds(4, 1);
        Fitted fitted = fit(rows, Holdout.inFolds(folds));
        for (int row = 0; row < count; row++) {
            int fold = folds.of(row);
            List<Row> others = IntStream.range(0, count)
                    .filter(other -> folds.of(other) != fold)
                    .mapToObj(rows::get)
                    .toList();
            double[] u = fitted.heldOut().score(List.of(rows.get(row)), fold).of(1, 0);
            for (int o = 0; o < OUTPUTS; o++) {
                assertThat(u[o])
                        .isCloseTo(oracle(others, i -> true, o, LAMBDAS.get(1), rows.get(row).values), within(1e-8));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"7,20,4"})
    void anOutputThatNoRowKnowsIsZero(long seed, int count, int width) {
        List<Row> rows = rows(seed, count, width);
        rows.forEach(row -> row.known[2] = false);
        double[] u = fit(rows, Holdout.each())
                .scorer()
                .apply(0)
                .score(rows.get(0).values, new int[] {1})
                .of(0, 0);
        assertThat(u[2]).isZero();
        assertThat(u[1]).isNotZero();
    }
}
