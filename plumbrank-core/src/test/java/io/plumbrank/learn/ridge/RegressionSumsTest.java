package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.TestRows;
import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.sums.BlockSums;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegressionSumsTest {
    private static final RidgeLearner LEARNER = RidgeLearner.linear().withThreads(1);

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    /** Σ w·a·b in exact arithmetic, and the sum of absolute values that bounds its rounding. */
    private record Exact(double value, double magnitude) {
        static Exact of(TestRows rows, Factor a, Factor b) {
            BigDecimal sum = BigDecimal.ZERO;
            double magnitude = 0;
            for (int row = 0; row < rows.rows(); row++) {
                sum = sum.add(new BigDecimal(rows.weights()[row])
                        .multiply(new BigDecimal(a.at(row)))
                        .multiply(new BigDecimal(b.at(row))));
                magnitude += Math.abs(rows.weights()[row] * a.at(row) * b.at(row));
            }
            return new Exact(sum.doubleValue(), magnitude);
        }

        void assertEqualTo(double actual) {
            assertThat(actual).isCloseTo(value, within(1e-14 * magnitude));
        }
    }

    private interface Factor {
        double at(int row);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sumsEqualExactArithmetic(long seed) {
        TestRows rows = TestRows.random(seed, 1 + (int) (seed * 17 % 101), (int) (seed % 9), (int) (seed % 4));
        RegressionSums sums = rows.sums(LEARNER);
        double[][] z = rows.shifted(sums.map().reference());
        double[][] y = rows.y();
        Factor one = row -> 1;

        assertThat(sums.features()).isEqualTo(rows.inputs());
        Exact.of(rows, one, one).assertEqualTo(sums.weight());
        for (int i = 0; i < rows.inputs(); i++) {
            Factor zi = row(z, i);
            Exact.of(rows, zi, one).assertEqualTo(sums.featureSum(i));
            for (int j = 0; j < rows.inputs(); j++) {
                Exact.of(rows, zi, row(z, j)).assertEqualTo(sums.product(i, j));
            }
            for (int o = 0; o < rows.outputs(); o++) {
                Exact.of(rows, zi, row(y, o)).assertEqualTo(sums.targetProduct(o, i));
            }
        }
        for (int o = 0; o < rows.outputs(); o++) {
            Exact.of(rows, row(y, o), one).assertEqualTo(sums.targetSum(o));
        }
    }

    private static Factor row(double[][] values, int column) {
        return row -> values[row][column];
    }

    @Test
    void manyFeaturesGoOverTilesAndPanelsWithoutLoss() {
        TestRows rows = TestRows.random(7, 29, 2 * Kernels.TILE + 3, 2);
        RegressionSums sums = rows.sums(LEARNER);
        double[][] z = rows.shifted(sums.map().reference());
        for (int i = 0; i < rows.inputs(); i += 37) {
            for (int j = 0; j < rows.inputs(); j++) {
                Exact.of(rows, row(z, i), row(z, j)).assertEqualTo(sums.product(i, j));
            }
            Exact.of(rows, row(z, i), row(rows.y(), 1)).assertEqualTo(sums.targetProduct(1, i));
        }
    }

    @Test
    void aRowOfWeightTwoIsTheRowTwice() {
        TestRows rows = TestRows.random(3, 50, 4, 2).withUnitWeights();
        FeatureMap map = rows.map(LEARNER);
        RegressionSums twice = sums(map, pass -> {
            rows.addTo(pass);
            pass.add(rows.x()[5], rows.y()[5], 1);
        });
        rows.weights()[5] = 2;
        RegressionSums weighted = sums(map, rows::addTo);
        assertThat(weighted.weight()).isEqualTo(twice.weight());
        for (int i = 0; i < 4; i++) {
            assertThat(weighted.featureSum(i)).isCloseTo(twice.featureSum(i), within(1e-11));
            assertThat(weighted.product(i, i)).isCloseTo(twice.product(i, i), within(1e-11));
            assertThat(weighted.targetProduct(1, i)).isCloseTo(twice.targetProduct(1, i), within(1e-11));
        }
    }

    private interface Feeder {
        void addTo(SumsPass<RegressionSums> pass);
    }

    private static RegressionSums sums(FeatureMap map, Feeder feeder) {
        try (SumsPass<RegressionSums> pass = LEARNER.shard(2, map, 0)) {
            feeder.addTo(pass);
            return pass.finish().total().orElseThrow();
        }
    }

    @Test
    void rowsMayGrowWiderInTheStreamAndGiveTheBitsOfPaddedRows() {
        TestRows padded = TestRows.random(11, 3 * BlockSums.BLOCK_ROWS / 2, 7, 2);
        int[] widths = new int[padded.rows()];
        for (int row = 0; row < padded.rows(); row++) {
            // Wider within the first block, narrower again, and widest in the second.
            widths[row] = row < 1000 ? 3 : row < 3000 ? 5 : row < BlockSums.BLOCK_ROWS + 50 ? 2 : 7;
            Arrays.fill(padded.x()[row], widths[row], 7, Float.NaN);
        }
        RegressionSums expected = padded.sums(LEARNER);
        RegressionSums actual;
        try (SumsPass<RegressionSums> pass = LEARNER.pass(2)) {
            for (int row = 0; row < padded.rows(); row++) {
                pass.add(Arrays.copyOf(padded.x()[row], widths[row]), padded.y()[row], padded.weights()[row]);
            }
            actual = pass.finish().total().orElseThrow();
        }
        // The reference knows five features in one case and seven in the other, the last two of them 0.
        assertThat(actual.map().reference().inputs()).isEqualTo(5);
        assertThat(actual.inputs()).isEqualTo(7);
        for (int i = 0; i < 7; i++) {
            assertThat(actual.featureSum(i)).isEqualTo(expected.featureSum(i));
            for (int j = 0; j <= i; j++) {
                assertThat(actual.product(i, j)).isEqualTo(expected.product(i, j));
            }
            assertThat(actual.targetProduct(1, i)).isEqualTo(expected.targetProduct(1, i));
        }
        assertThat(RidgeLearner.path(actual).stackedScorer(0.1))
                .isEqualTo(RidgeLearner.path(expected).stackedScorer(0.1));
    }

    @Test
    void sumsOverDifferentMapsOrOutputsDoNotAdd() {
        TestRows rows = TestRows.random(1, 20, 3, 2);
        RegressionSums sums = rows.sums(LEARNER);
        assertThatThrownBy(() -> sums.plus(TestRows.random(2, 20, 3, 2).sums(LEARNER)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("feature maps");
        TestRows oneOutput = new TestRows(rows.x(), new double[20][1], rows.weights());
        assertThatThrownBy(() -> sums.plus(oneOutput.sums(LEARNER)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("outputs");
    }
}
