package io.plumbrank.learn.descent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DescentTest {
    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    private interface Formula {
        double gradientInto(double[] point, double[] gradient);
    }

    private static Objective objective(double gradientScale, Formula formula) {
        return new Objective() {
            @Override
            public double gradientInto(double[] point, double[] gradient) {
                return formula.gradientInto(point, gradient);
            }

            @Override
            public double gradientScale() {
                return gradientScale;
            }
        };
    }

    /** Σ c_i (x_i − a_i)², c_i from 1 to 10⁴, |a_i| up to 100: gradients begin near 10⁶, and the minimiser is a. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aQuadraticEndsAtItsCentre(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int size = 1 + (int) seed;
        double[] centre = random.doubles(size, -100, 100).toArray();
        double[] curvature =
                random.doubles(size, 0, 4).map(e -> Math.pow(10, e)).toArray();
        Objective quadratic = objective(1e6, (x, gradient) -> {
            double value = 7;
            for (int i = 0; i < size; i++) {
                value += curvature[i] * Math.pow(x[i] - centre[i], 2);
                gradient[i] = 2 * curvature[i] * (x[i] - centre[i]);
            }
            return value;
        });
        Descent.End end = new Descent(quadratic, new double[size]).minimise(1000, 1e-13, iterations -> {});
        assertThat(end.converged()).isTrue();
        assertThat(end.point()).containsExactly(centre, within(1e-7));
        assertThat(end.value()).isCloseTo(7, within(1e-12));
    }

    /** Lewis and Overton's kind of example: a valley with a kink along its floor. */
    @Test
    void aKinkDoesNotStopIt() {
        Objective valley = objective(1, (x, gradient) -> {
            gradient[0] = 2 * (x[0] - 1);
            gradient[1] = 10 * Math.signum(x[1] - x[0]);
            gradient[0] -= gradient[1];
            return Math.pow(x[0] - 1, 2) + 10 * Math.abs(x[1] - x[0]);
        });
        Descent.End end = new Descent(valley, new double[] {-3, 5}).minimise(500, 1e-9, iterations -> {});
        assertThat(end.value()).isCloseTo(0, within(1e-6));
    }

    /** Hinges of 40 rows in two variables, with λ from 1 to 10⁻⁴, against the least value by ternary search within ternary search. */
    @ParameterizedTest
    @MethodSource("seeds")
    void hingesEndWithinTheToleranceOfTheirLeastValue(long seed) {
        Random random = new Random(seed);
        double lambda = Math.pow(10, -(int) (seed % 5));
        double[][] rows = new double[40][];
        Arrays.setAll(rows, i -> new double[] {0.5 + random.nextGaussian(), random.nextGaussian() - 0.3});
        Formula hinges = (x, gradient) -> {
            gradient[0] = 2 * lambda * x[0];
            gradient[1] = 2 * lambda * x[1];
            double value = lambda * (x[0] * x[0] + x[1] * x[1]);
            for (double[] row : rows) {
                double loss = 1 - row[0] * x[0] - row[1] * x[1];
                if (loss > 0) {
                    value += loss / rows.length;
                    gradient[0] -= row[0] / rows.length;
                    gradient[1] -= row[1] / rows.length;
                }
            }
            return value;
        };
        double[] unused = new double[2];
        double least = least(a -> least(b -> hinges.gradientInto(new double[] {a, b}, unused)));
        Descent.End end = new Descent(objective(1, hinges), new double[2]).minimise(500, 1e-6, iterations -> {});
        assertThat(end.value()).isBetween(least * (1 - 1e-9), least * (1 + 1e-5));
    }

    /** Of a convex function between −100 and 100. */
    private static double least(DoubleUnaryOperator function) {
        double low = -100;
        double high = 100;
        for (int step = 0; step < 80; step++) {
            double third = (high - low) / 3;
            if (function.applyAsDouble(low + third) < function.applyAsDouble(high - third)) {
                high -= third;
            } else {
                low += third;
            }
        }
        return function.applyAsDouble((low + high) / 2);
    }

    /** exp(10³·x) − x overflows from x = 0.71 on; the first trial goes to x = 1. */
    @Test
    void infinityIsTooFar() {
        Objective steep = objective(1, (x, gradient) -> {
            gradient[0] = 1e-3 * Math.exp(1e3 * x[0]) - 1;
            return 1e-6 * Math.exp(1e3 * x[0]) - x[0];
        });
        Descent.End end = new Descent(steep, new double[1]).minimise(100, 1e-10, iterations -> {});
        assertThat(end.converged()).isTrue();
        assertThat(end.point()[0]).isCloseTo(Math.log(1e3) / 1e3, within(1e-12));
    }

    @Test
    void anInfimumThatIsNotAttainedIsNotConvergence() {
        Objective falling = objective(1, (x, gradient) -> {
            gradient[0] = -1;
            return -x[0];
        });
        Descent.End end = new Descent(falling, new double[1]).minimise(50, 1e-6, iterations -> {});
        assertThat(end.converged()).isFalse();
        assertThat(end.point()[0]).isFinite();
        assertThatThrownBy(() -> new Descent(objective(1, (x, gradient) -> Double.NaN), new double[1])
                        .minimise(1, 1, iterations -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
