package io.plumbrank.learn;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.ridge.RegressionSums;
import io.plumbrank.learn.ridge.RidgeLearner;
import io.plumbrank.learn.ridge.RidgePath;
import io.plumbrank.learn.ridge.SumsPass;
import io.plumbrank.learn.sums.BlockSums;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Rows to learn from, as the tests want them. */
public record TestRows(float[][] x, double[][] y, double[] weights) {

    /** Correlated features of various offsets and scales, a tenth of the values missing, weights between 0.5 and 2.5. */
    public static TestRows random(long seed, int rows, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] x = new float[rows][inputs];
        double[][] y = new double[rows][outputs];
        double[] weights = new double[rows];
        double[] offsets = random.doubles(inputs, -100, 100).toArray();
        double[] scales = random.doubles(inputs, 0.1, 10).toArray();
        for (int row = 0; row < rows; row++) {
            double common = random.nextDouble(-1, 1);
            for (int j = 0; j < inputs; j++) {
                boolean missing = random.nextInt(10) == 0;
                double value = offsets[j] + scales[j] * (common + random.nextDouble(-1, 1));
                x[row][j] = missing ? Float.NaN : (float) value;
            }
            for (int o = 0; o < outputs; o++) {
                y[row][o] = o + common + random.nextDouble(-1, 1);
            }
            weights[row] = 0.5 + random.nextInt(9) / 4.0;
        }
        return new TestRows(x, y, weights);
    }

    public int rows() {
        return x.length;
    }

    public int inputs() {
        return x.length == 0 ? 0 : x[0].length;
    }

    public int outputs() {
        return y.length == 0 ? 0 : y[0].length;
    }

    public TestRows withUnitWeights() {
        double[] ones = new double[weights.length];
        Arrays.fill(ones, 1);
        return new TestRows(x, y, ones);
    }

    /** Rows {@code from … to − 1}. */
    public TestRows range(int from, int to) {
        return new TestRows(
                Arrays.copyOfRange(x, from, to),
                Arrays.copyOfRange(y, from, to),
                Arrays.copyOfRange(weights, from, to));
    }

    /** All features of the first rows, row-major. */
    public float[] flat() {
        float[] flat = new float[rows() * inputs()];
        for (int row = 0; row < rows(); row++) {
            System.arraycopy(x[row], 0, flat, row * inputs(), inputs());
        }
        return flat;
    }

    /** The map that a learner fixes by the first block of these rows. */
    public FeatureMap map(RidgeLearner learner) {
        TestRows first = range(0, Math.min(rows(), BlockSums.BLOCK_ROWS));
        return learner.featureMap(first.flat(), first.rows(), inputs());
    }

    public void addTo(SumsPass<?> pass) {
        for (int row = 0; row < rows(); row++) {
            pass.add(x[row], y[row], weights[row]);
        }
    }

    public RegressionSums sums(RidgeLearner learner) {
        try (SumsPass<RegressionSums> pass = learner.pass(outputs())) {
            addTo(pass);
            return pass.finish().total().orElseThrow();
        }
    }

    public RidgePath path() {
        return RidgeLearner.path(sums(RidgeLearner.linear().withThreads(1)));
    }

    /** x − reference of all rows in double, missing as 0. */
    public double[][] shifted(FeatureReference reference) {
        double[][] z = new double[rows()][inputs()];
        for (int row = 0; row < rows(); row++) {
            for (int j = 0; j < inputs(); j++) {
                z[row][j] = Float.isNaN(x[row][j]) ? 0 : (double) x[row][j] - reference.value(j);
            }
        }
        return z;
    }

    /** u of every row, one by one. */
    public double[][] scores(Scorer scorer) {
        double[][] u = new double[rows()][scorer.outputs()];
        for (int row = 0; row < rows(); row++) {
            scorer.scoreInto(x[row], u[row]);
        }
        return u;
    }
}
