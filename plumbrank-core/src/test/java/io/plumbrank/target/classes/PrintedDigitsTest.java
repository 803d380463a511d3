package io.plumbrank.target.classes;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.target.LossMatrix;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintedDigitsTest {
    /** Squared distances between points of the plane: ‖p‖² − 2p·q + ‖q‖², two dimensions beside offsets and shifts. */
    private static LossMatrix distances(int points, DoubleUnaryOperator printed) {
        SplittableRandom random = new SplittableRandom(points);
        double[][] at = new double[points][];
        for (int i = 0; i < points; i++) {
            at[i] = new double[] {random.nextDouble(), random.nextDouble()};
        }
        double[][] losses = new double[points][points];
        for (int i = 0; i < points; i++) {
            for (int j = 0; j < points; j++) {
                double x = at[i][0] - at[j][0];
                double y = at[i][1] - at[j][1];
                losses[i][j] = printed.applyAsDouble(x * x + y * y);
            }
        }
        return LossMatrix.of(losses);
    }

    private static DoubleUnaryOperator format(String format) {
        return value -> Double.parseDouble(String.format(Locale.ROOT, format, value));
    }

    @ParameterizedTest
    @CsvSource({"%.6f, 40", "%.9f, 40", "%.12f, 40", "%.6g, 40", "%.9g, 60", "%.6f, 120"})
    void twoDimensionsHoldAllButTheRounding(String format, int points) {
        Factorization factors = Factorization.of(distances(points, format(format)));
        assertThat(factors.dimension()).isGreaterThan(points / 2);
        Factorization.Printed printed = factors.printed().orElseThrow();
        assertThat(printed.size()).isEqualTo(2);
        assertThat(printed.epsilon()).isLessThanOrEqualTo(printed.unit());
        // every entry of the factors of that size, put together by hand, is the printed one to a unit of its last digit
        Factorization fewer = factors.truncate(2);
        for (int y = 0; y < points; y++) {
            for (int t = 0; t < points; t++) {
                double value = fewer.offsets()[y] + fewer.shifts()[t];
                for (int i = 0; i < 2; i++) {
                    value += fewer.a()[y][i] * fewer.b()[i][t];
                }
                assertThat(Math.abs(value - factors.matrix().values()[y * points + t]))
                        .isLessThanOrEqualTo(printed.unit() * (1 + 1e-6));
            }
        }
    }

    @Test
    void numbersThatWereNotRoundedHaveNoOtherDimension() {
        Factorization exact = Factorization.of(distances(40, value -> value));
        assertThat(exact.dimension()).isEqualTo(2);
        assertThat(exact.printed()).isEqualTo(Optional.empty());
    }

    /** Costs as people write them are meant as they stand. */
    @ParameterizedTest
    @ValueSource(strings = {"%.0f", "%.1f", "%.2f"})
    void fewDigitsAreNoRounding(String format) {
        assertThat(Factorization.of(distances(20, format(format))).printed()).isEmpty();
    }

    @Test
    void aMatrixOfFullRankKeepsIt() {
        SplittableRandom random = new SplittableRandom(3);
        double[][] losses = new double[20][20];
        for (double[] row : losses) {
            for (int t = 0; t < row.length; t++) {
                row[t] = Math.rint(random.nextDouble() * 1e6) / 1e6;
            }
        }
        assertThat(Factorization.of(LossMatrix.of(losses)).printed()).isEmpty();
    }
}
