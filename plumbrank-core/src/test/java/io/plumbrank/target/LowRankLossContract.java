package io.plumbrank.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SingularOps_DDRM;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every {@link LowRankLoss} owes. The oracle is the definition: expected losses over all labels and all predictions
 * of one instance. A subclass gives the cases.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class LowRankLossContract<Y, T> {
    private static final int DRAWS = 60;

    protected abstract Stream<Case<Y, T>> cases();

    /** Expected losses that differ by less than this share of the largest loss are equal up to rounding. */
    protected double rounding() {
        return 1e-12;
    }

    /** What the sum of squares is divided by. */
    protected double divisor(Case<Y, T> given) {
        return 1;
    }

    /** The bound that is promised for the instance. */
    @Nullable
    protected RegretBound bound(Case<Y, T> given) {
        return given.loss.guarantee().bound();
    }

    /** Whether a distribution obeys the condition of the guarantee. */
    protected boolean covers(Case<Y, T> given, double[] p) {
        return true;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void lossesAreFiniteAndNotNegative(Case<Y, T> given) {
        assertThat(Arrays.stream(given.matrix()).flatMapToDouble(Arrays::stream))
                .allSatisfy(value -> assertThat(value).isNotNegative().isFinite());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void encodingWritesItsSizeAndNothingMore(Case<Y, T> given) {
        for (Y label : given.labels) {
            int size = given.loss.encodedSize(label);
            double[] alpha = new double[size + 2];
            Arrays.fill(alpha, Double.NaN);
            given.loss.encodeInto(label, alpha);
            assertThat(Arrays.copyOf(alpha, size)).doesNotContain(Double.NaN);
            assertThat(Arrays.copyOfRange(alpha, size, size + 2)).containsOnly(Double.NaN);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theDimensionIsTheRankOfTheDoublyCentredMatrixAndNotAboveTheEncodedSize(Case<Y, T> given) {
        double[][] matrix = given.matrix();
        int n = matrix.length;
        int k = matrix[0].length;
        DMatrixRMaj centred = new DMatrixRMaj(n, k);
        for (int y = 0; y < n; y++) {
            for (int t = 0; t < k; t++) {
                int column = t;
                double columnMean = Arrays.stream(matrix)
                        .mapToDouble(row -> row[column])
                        .average()
                        .orElseThrow();
                double rowMean = Arrays.stream(matrix[y]).average().orElseThrow();
                centred.set(y, t, matrix[y][t] - rowMean - columnMean);
            }
        }
        double mean =
                Arrays.stream(matrix).flatMapToDouble(Arrays::stream).average().orElseThrow();
        double[] values = SingularOps_DDRM.singularValues(plus(centred, mean));
        long rank = Arrays.stream(values)
                .filter(value -> value > 1e-9 * given.largest())
                .count();
        for (Y label : given.labels) {
            assertThat(given.loss.dimension(label))
                    .isEqualTo((int) rank)
                    .isLessThanOrEqualTo(given.loss.encodedSize(label));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decodingTheMeanEncodingIsBayesOptimal(Case<Y, T> given) {
        given.forDistributions(this, (p, mean) -> {
            T decoded = given.loss.decode(mean);
            assertThat(given.regret(p, decoded)).isLessThanOrEqualTo(slack(given) + rounding() * given.largest());
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theRegretNeverExceedsItsBound(Case<Y, T> given) {
        RegretBound bound = bound(given);
        Random random = new Random(7);
        given.forDistributions(this, (p, mean) -> {
            double[] u = Samples.near(mean, random);
            double regret = given.regret(p, given.loss.decode(u));
            if (bound != null) {
                assertThat(regret)
                        .isLessThanOrEqualTo(bound.at(Samples.squaredDistance(u, mean) / divisor(given))
                                + rounding() * given.largest());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theSurrogateExceedsItsSmallestExpectationByTheSquaredDistanceFromTheMeanEncoding(Case<Y, T> given) {
        Random random = new Random(8);
        given.forDistributions(this, (p, mean) -> {
            double[] u = Samples.near(mean, random);
            double excess = 0;
            double scale = 1;
            for (int y = 0; y < p.length; y++) {
                double at = given.loss.surrogate(given.labels.get(y), u);
                excess += p[y] * (at - given.loss.surrogate(given.labels.get(y), mean));
                scale = Math.max(scale, at);
            }
            assertThat(excess).isCloseTo(Samples.squaredDistance(u, mean) / divisor(given), within(1e-10 * scale));
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decodingLeavesItsArgumentAloneAndGivesTheSameTwice(Case<Y, T> given) {
        double[] u = new Random(9)
                .doubles(given.loss.encodedSize(given.labels.get(0)), -2, 2)
                .toArray();
        double[] before = u.clone();
        T decoded = given.loss.decode(u);
        assertThat(given.loss.decode(u)).isEqualTo(decoded).isIn(given.predictions);
        assertThat(u).containsExactly(before);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aVectorThatIsNotFiniteIsRefused(Case<Y, T> given) {
        double[] u = new double[given.loss.encodedSize(given.labels.get(0))];
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            if (u.length > 0) {
                u[u.length - 1] = bad;
                assertThatIllegalArgumentException().isThrownBy(() -> given.loss.decode(u));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theGuaranteeIsSaidInSentences(Case<Y, T> given) {
        assertThat(given.loss.guarantee().sentences())
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(
                        sentence -> assertThat(sentence).matches("[A-Z].*\\.").doesNotContain("null", "\n"));
    }

    private double slack(Case<Y, T> given) {
        RegretBound bound = bound(given);
        return bound == null ? 0 : bound.slack();
    }

    private static DMatrixRMaj plus(DMatrixRMaj matrix, double value) {
        for (int i = 0; i < matrix.getNumElements(); i++) {
            matrix.data[i] += value;
        }
        return matrix;
    }

    /**
     * A loss with the labels and predictions of one instance.
     *
     * @param labels all of them, or at least enough to give the dimension
     * @param predictions all of them
     */
    public record Case<Y, T>(LowRankLoss<Y, T> loss, List<Y> labels, List<T> predictions) {
        @Override
        public String toString() {
            return loss.toString();
        }

        public double[][] matrix() {
            return labels.stream()
                    .map(y -> predictions.stream()
                            .mapToDouble(t -> loss.loss(y, t))
                            .toArray())
                    .toArray(double[][]::new);
        }

        public double largest() {
            return Arrays.stream(matrix()).flatMapToDouble(Arrays::stream).max().orElseThrow();
        }

        public double expected(double[] p, T prediction) {
            double sum = 0;
            for (int y = 0; y < p.length; y++) {
                sum += p[y] * loss.loss(labels.get(y), prediction);
            }
            return sum;
        }

        double regret(double[] p, T prediction) {
            double best =
                    predictions.stream().mapToDouble(t -> expected(p, t)).min().orElseThrow();
            return expected(p, prediction) - best;
        }

        /** Hands over distributions that the contract covers, with their mean encodings. */
        public void forDistributions(LowRankLossContract<Y, T> contract, BiConsumer<double[], double[]> test) {
            Random random = new Random(1);
            int covered = 0;
            for (int draw = 0; draw < DRAWS; draw++) {
                double[] p = Samples.distribution(labels.size(), random);
                if (contract.covers(this, p)) {
                    covered++;
                    double[] mean = new double[loss.encodedSize(labels.get(0))];
                    double[] alpha = new double[mean.length];
                    for (int y = 0; y < p.length; y++) {
                        loss.encodeInto(labels.get(y), alpha);
                        for (int i = 0; i < alpha.length; i++) {
                            mean[i] += p[y] * alpha[i];
                        }
                    }
                    test.accept(p, mean);
                }
            }
            assertThat(covered).isGreaterThan(DRAWS / 10);
        }
    }
}
