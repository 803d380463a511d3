package io.plumbrank.learn.boost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows that do not know a target have no part in its trees: whatever else they hold, the trees are the same. */
class GappedTreesTest {
    private static final int ROWS = 80;
    private static final int OUTPUTS = 3;

    private static float[] features() {
        SplittableRandom random = new SplittableRandom(1);
        float[] x = new float[2 * ROWS];
        for (int i = 0; i < x.length; i++) {
            x[i] = random.nextInt(0, 50);
        }
        return x;
    }

    /** Known with probability ½; rows all know the third output. */
    private static double[] targets(float[] x) {
        SplittableRandom random = new SplittableRandom(2);
        double[] y = new double[ROWS * OUTPUTS];
        for (int row = 0; row < ROWS; row++) {
            y[row * OUTPUTS] = random.nextBoolean() ? x[2 * row] : Double.NaN;
            y[row * OUTPUTS + 1] = random.nextBoolean() ? x[2 * row + 1] > 20 ? 1 : 0 : Double.NaN;
            y[row * OUTPUTS + 2] = x[2 * row] - x[2 * row + 1];
        }
        return y;
    }

    private static TreeProblem problem(float[] x, double[] y) {
        return TreeProblem.of(TreeRows.of(x, 2), y, OUTPUTS)
                .withParameters(Map.of("num_round", "10", "max_depth", "3", "eta", "0.5", "min_child_weight", "0"));
    }

    private static double score(TreeEnsemble trees, float[] x, int row, int output) {
        double[] u = new double[OUTPUTS];
        trees.scoreInto(new float[] {x[2 * row], x[2 * row + 1]}, u);
        return u[output];
    }

    private static void assertFitsWhatIsKnown(TreeEnsemble trees, float[] x, double[] y, double share) {
        for (int output = 0; output < OUTPUTS; output++) {
            double mean = 0;
            int known = 0;
            for (int row = 0; row < ROWS; row++) {
                if (!Double.isNaN(y[row * OUTPUTS + output])) {
                    mean += y[row * OUTPUTS + output];
                    known++;
                }
            }
            mean /= known;
            double off = 0;
            double all = 0;
            for (int row = 0; row < ROWS; row++) {
                double target = y[row * OUTPUTS + output];
                if (!Double.isNaN(target)) {
                    off += Math.pow(score(trees, x, row, output) - target, 2);
                    all += Math.pow(mean - target, 2);
                }
            }
            assertThat(off).isLessThan(share * all);
        }
    }

    @Test
    void boostingFitsEachOutputToTheRowsThatKnowIt() {
        float[] x = features();
        double[] y = targets(x);
        assertFitsWhatIsKnown(new HistogramEngine().fit(problem(x, y)).ensemble(), x, y, 0.1);
    }

    /** Oracle: the same engine for the output alone, on its rows alone. The bins are those of few values, so rows change none. */
    @Test
    void theTreesOfAnOutputAreThoseOfItsRows() {
        float[] x = features();
        double[] y = targets(x);
        TreeEnsemble trees = new HistogramEngine().fit(problem(x, y)).ensemble();
        for (int output = 0; output < OUTPUTS; output++) {
            int out = output;
            int[] rows = IntStream.range(0, ROWS)
                    .filter(row -> !Double.isNaN(y[row * OUTPUTS + out]))
                    .toArray();
            float[] own = new float[2 * rows.length];
            double[] targets = new double[rows.length];
            for (int i = 0; i < rows.length; i++) {
                own[2 * i] = x[2 * rows[i]];
                own[2 * i + 1] = x[2 * rows[i] + 1];
                targets[i] = y[rows[i] * OUTPUTS + out];
            }
            TreeEnsemble alone = new HistogramEngine()
                    .fit(TreeProblem.of(TreeRows.of(own, 2), targets, 1)
                            .withParameters(problem(x, y).parameters()))
                    .ensemble();
            for (int i = 0; i < rows.length; i++) {
                double[] u = new double[1];
                alone.scoreInto(new float[] {own[2 * i], own[2 * i + 1]}, u);
                assertThat(score(trees, x, rows[i], out)).isCloseTo(u[0], within(1e-3 * Math.max(1, Math.abs(u[0]))));
            }
        }
    }

    @Test
    void forestsFitEachOutputToTheRowsThatKnowIt() {
        float[] x = features();
        double[] y = targets(x);
        Forest forest = Forest.grow(problem(x, y));
        assertFitsWhatIsKnown(forest.ensemble(), x, y, 0.6);
        assertThat(forest.outOfBag()).hasSize(ROWS * OUTPUTS).doesNotContain(Double.NaN);
    }

    @Test
    void anOutputThatNoRowKnowsIsZero() {
        float[] x = features();
        double[] y = targets(x);
        for (int row = 0; row < ROWS; row++) {
            y[row * OUTPUTS + 1] = Double.NaN;
        }
        assertThat(score(new HistogramEngine().fit(problem(x, y)).ensemble(), x, 3, 1))
                .isZero();
        assertThat(score(Forest.grow(problem(x, y)).ensemble(), x, 3, 1)).isZero();
    }
}
