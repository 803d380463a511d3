package io.plumbrank.target.probabilities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.RedecodedLoss;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbabilityMapTest {
    private static ProbabilityMap.Rows rows(SplittableRandom random, int count, double sharpness) {
        double[] u = new double[count * 3];
        int[] labels = new int[count];
        double[] weights = new double[count];
        for (int row = 0; row < count; row++) {
            double[] e = new double[3];
            double sum = 0;
            for (int y = 0; y < 3; y++) {
                u[row * 3 + y] = sharpness * random.nextDouble(-2, 2);
                e[y] = Math.exp(u[row * 3 + y] / sharpness);
                sum += e[y];
            }
            double point = random.nextDouble() * sum;
            labels[row] = point < e[0] ? 0 : point < e[0] + e[1] ? 1 : 2;
            weights[row] = 1 + random.nextInt(3);
        }
        return new ProbabilityMap.Rows(u, labels, weights);
    }

    private static double logLoss(ProbabilityMap.Rows rows, ProbabilityMap map) {
        double sum = 0;
        for (int row = 0; row < rows.labels().length; row++) {
            sum += rows.weights()[row] * map.logLoss(rows.u(), row * 3, 3, rows.labels()[row]);
        }
        return sum;
    }

    /** Outputs that are sharper than the truth by a factor come back by about that temperature, and no other does better. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 3})
    void theTemperatureIsThatOfTheLeastLogLoss(double sharpness) {
        ProbabilityMap.Rows rows = rows(new SplittableRandom(1), 4000, sharpness);
        Temperature fitted = Temperature.fit(rows);
        assertThat(fitted.temperature()).isCloseTo(sharpness, within(0.1 * sharpness));
        double least = logLoss(rows, fitted);
        for (double other = 0.1; other < 10; other *= 1.1) {
            assertThat(logLoss(rows, new Temperature(other))).isGreaterThanOrEqualTo(least - 1e-9);
        }
    }

    /** By brute force over all ways to cut sorted values into blocks: the means that rise, with the least squares. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void poolingGivesTheNearestRisingFunction(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 8;
        double[] x = IntStream.range(0, n).mapToDouble(i -> (i + 0.5) / n).toArray();
        double[] y = random.ints(n, 0, 2).asDoubleStream().toArray();
        double[] w = random.ints(n, 1, 4).asDoubleStream().toArray();
        Isotonic.Curve curve = Isotonic.curve(x, y, w);
        double least = Double.POSITIVE_INFINITY;
        for (int cuts = 0; cuts < 1 << (n - 1); cuts++) {
            double[] value = new double[n];
            int from = 0;
            for (int i = 0; i < n; i++) {
                if (i == n - 1 || (cuts >> i & 1) == 1) {
                    double sum = 0;
                    double weight = 0;
                    for (int k = from; k <= i; k++) {
                        sum += w[k] * y[k];
                        weight += w[k];
                    }
                    Arrays.fill(value, from, i + 1, sum / weight);
                    from = i + 1;
                }
            }
            boolean rises = IntStream.range(1, n).allMatch(i -> value[i] >= value[i - 1]);
            least = rises ? Math.min(least, squares(value, y, w)) : least;
        }
        double[] fitted = Arrays.stream(x).map(curve::of).toArray();
        assertThat(IntStream.range(1, n).allMatch(i -> fitted[i] >= fitted[i - 1]))
                .isTrue();
        assertThat(squares(fitted, y, w)).isCloseTo(least, within(1e-12));
    }

    private static double squares(double[] value, double[] y, double[] w) {
        return IntStream.range(0, y.length)
                .mapToDouble(i -> w[i] * (value[i] - y[i]) * (value[i] - y[i]))
                .sum();
    }

    @Test
    void isotonicProbabilitiesArePositiveAndSumToOne() {
        ProbabilityMap.Rows rows = rows(new SplittableRandom(2), 50, 2);
        Isotonic map = Isotonic.fit(rows);
        for (int row = 0; row < 50; row++) {
            double[] p = new double[3];
            map.probabilitiesInto(rows.u(), row * 3, p);
            assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-12));
            assertThat(Arrays.stream(p).allMatch(value -> value > 0)).isTrue();
        }
    }

    @Test
    void curvesThatFallAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Isotonic.Curve(new double[] {0, 1}, new double[] {1, 0}));
        assertThatIllegalArgumentException().isThrownBy(() -> new Isotonic(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Temperature(0));
    }

    /** Random columns that are affine in α decode at α's mean to the least expected cost; a random column outside is refused. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aMatrixInTheSpanIsDecodedExactlyAndNoOther(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ClassLoss<?> encoder = ClassLosses.parse("hamming(b=3)");
        int n = encoder.classes();
        int k = 4;
        double[][] costs = new double[n][k];
        double[] alpha = new double[encoder.encodedSize()];
        double[][] beta = new double[k][alpha.length + 1];
        for (double[] row : beta) {
            Arrays.setAll(row, i -> random.nextDouble(-1, 1));
        }
        for (int y = 0; y < n; y++) {
            encoder.encodeInto(y, alpha);
            double own = random.nextDouble();
            for (int t = 0; t < k; t++) {
                double sum = own + beta[t][alpha.length];
                for (int i = 0; i < alpha.length; i++) {
                    sum += alpha[i] * beta[t][i];
                }
                costs[y][t] = 10 + sum;
            }
        }
        RedecodedLoss loss = RedecodedLoss.of(encoder, LossMatrix.of(costs)).orElseThrow();
        for (int trial = 0; trial < 100; trial++) {
            double[] p = random.doubles(n).toArray();
            double[] mean = new double[alpha.length];
            for (int y = 0; y < n; y++) {
                encoder.encodeInto(y, alpha);
                for (int i = 0; i < mean.length; i++) {
                    mean[i] += p[y] * alpha[i] / Arrays.stream(p).sum();
                }
            }
            int decoded = loss.decode(mean);
            double least = IntStream.range(0, k)
                    .mapToDouble(t -> cost(costs, p, t))
                    .min()
                    .orElseThrow();
            assertThat(cost(costs, p, decoded)).isCloseTo(least, within(1e-9));
        }
        costs[0][0] += 1;
        assertThat(RedecodedLoss.of(encoder, LossMatrix.of(costs))).isEqualTo(Optional.empty());
    }

    private static double cost(double[][] costs, double[] p, int prediction) {
        return IntStream.range(0, p.length)
                .mapToDouble(y -> p[y] * costs[y][prediction])
                .sum();
    }
}
