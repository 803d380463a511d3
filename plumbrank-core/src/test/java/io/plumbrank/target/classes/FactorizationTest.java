package io.plumbrank.target.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.target.ExactRanks;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.Samples;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FactorizationTest {
    private static final int LARGEST_SHAPE = 12;

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ranksAreThoseOfExactArithmetic(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 50; trial++) {
            double[][] whole = Samples.wholeNumbers(shape(random), shape(random), random);
            double divisor = new double[] {1, 2, 3, 7, 10, 100}[random.nextInt(6)];
            BigInteger[][] exact = ExactRanks.scaledToIntegers(whole);
            Factorization factorization = Factorization.of(LossMatrix.of(divided(whole, divisor)));
            // Raising a row changes the rank of the matrix, so the oracle must see it too.
            BigInteger[][] raised =
                    ExactRanks.scaledToIntegers(LossMatrix.of(whole).toArray());
            assertThat(factorization.rank()).isEqualTo(ExactRanks.rank(raised));
            assertThat(factorization.affineDimension()).isEqualTo(ExactRanks.rank(ExactRanks.columnsCentred(raised)));
            assertThat(factorization.dimension())
                    .isEqualTo(ExactRanks.rank(ExactRanks.doublyCentred(exact)))
                    .isEqualTo(factorization.size());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void productOffsetsAndShiftsGiveTheMatrixBack(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 50; trial++) {
            LossMatrix matrix = any(random);
            Factorization factorization = Factorization.of(matrix);
            double largest = largest(matrix.toArray());
            assertThat(largestDifference(matrix.toArray(), product(factorization)))
                    .isLessThanOrEqualTo(1e-13 * largest)
                    .isLessThanOrEqualTo(2 * factorization.epsilon() + 1e-15 * largest);
            assertThat(factorization.exact()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void factorsAreASingularValueDecompositionWithFixedSigns(long seed) {
        Random random = new Random(seed);
        LossMatrix matrix = any(random);
        Factorization factorization = Factorization.of(matrix);
        double[] values = factorization.singularValues();
        double[][] a = transposed(factorization.a(), factorization.size());
        double[][] b = factorization.b();
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < values.length; j++) {
                double scale = values[i] * values[j];
                assertThat(CentredSvd.dot(a[i], a[j]))
                        .isCloseTo(i == j ? scale : 0, within(1e-9 * values[0] * values[0]));
                assertThat(CentredSvd.dot(b[i], b[j])).isCloseTo(i == j ? 1 : 0, within(1e-12));
            }
            double[] row = b[i];
            double extreme = Arrays.stream(row).map(Math::abs).max().orElseThrow();
            double first = Arrays.stream(row)
                    .filter(value -> Math.abs(value) >= extreme * (1 - 1e-8))
                    .findFirst()
                    .orElseThrow();
            assertThat(first).isPositive();
            assertThat(i == 0 || values[i] <= values[i - 1]).isTrue();
        }
        assertThat(factorization.regretConstant()).isLessThanOrEqualTo(Math.sqrt(2) + 1e-12);
    }

    @Test
    void squaredDifferencesHaveRankThreeAffineDimensionTwoAndDimensionOne() {
        Factorization factorization = Factorization.of(new SquaredLoss(5, 1).toMatrix());
        assertThat(factorization.rank()).isEqualTo(3);
        assertThat(factorization.affineDimension()).isEqualTo(2);
        assertThat(factorization.dimension()).isEqualTo(1);
    }

    @Test
    void aConstantMatrixHasDimensionZeroHoweverItIsRounded() {
        double[][] constant = new double[7][11];
        for (double[] row : constant) {
            Arrays.fill(row, 0.1);
        }
        Factorization factorization = Factorization.of(LossMatrix.of(constant));
        assertThat(factorization.dimension()).isZero();
        assertThat(factorization.affineDimension()).isZero();
        assertThat(factorization.rank()).isEqualTo(1);
        assertThat(factorization.regretConstant()).isZero();
        assertThat(Factorization.of(LossMatrix.of(new double[3][2])).rank()).isZero();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void truncationKeepsItsPromise(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 10; trial++) {
            LossMatrix matrix = any(random);
            double[][] losses = matrix.toArray();
            Factorization full = Factorization.of(matrix);
            int size = random.nextInt(full.size() + 1);
            Factorization fewer = full.truncate(size);
            double rounding = 1e-12 * (1 + largest(losses));
            assertThat(largestDifference(losses, product(fewer))).isCloseTo(fewer.epsilon(), within(rounding));
            assertThat(fewer.dimension()).isEqualTo(full.dimension());
            MatrixLoss loss = MatrixLoss.of(fewer);
            RegretBound bound = new RegretBound(fewer.regretConstant(), 2 * fewer.epsilon());
            for (int draw = 0; draw < 50; draw++) {
                double[] p = Samples.distribution(matrix.classes(), random);
                double[] mean = mean(loss, p);
                double[] u = Samples.near(mean, random);
                assertThat(regret(losses, p, loss.decode(mean))).isLessThanOrEqualTo(bound.at(0) + rounding);
                assertThat(regret(losses, p, loss.decode(u)))
                        .isLessThanOrEqualTo(bound.at(Samples.squaredDistance(u, mean)) + rounding);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theOffsetsOfATruncationAreBetterThanMeansAndCannotBeMovedToGain(long seed) {
        Random random = new Random(seed);
        LossMatrix matrix = LossMatrix.of(Samples.lowRank(6, 5, 4, random));
        Factorization full = Factorization.of(matrix);
        Factorization fewer = full.truncate(1);
        Factorization byMeans = Factorization.restore(
                matrix,
                full.rank(),
                full.affineDimension(),
                full.dimension(),
                fewer.a(),
                fewer.b(),
                full.offsets(),
                full.shifts());
        assertThat(fewer.epsilon()).isLessThanOrEqualTo(byMeans.epsilon());
        for (int trial = 0; trial < 2000; trial++) {
            double[] offsets = Samples.near(fewer.offsets(), random);
            double[] shifts = Samples.near(fewer.shifts(), random);
            double moved = Factorization.restore(
                            matrix,
                            full.rank(),
                            full.affineDimension(),
                            full.dimension(),
                            fewer.a(),
                            fewer.b(),
                            offsets,
                            shifts)
                    .epsilon();
            assertThat(moved).isGreaterThanOrEqualTo(fewer.epsilon() * (1 - 1e-3));
        }
    }

    @Test
    void truncationAsksForADimensionThatThereIs() {
        Factorization factorization = Factorization.of(new OrdinalLoss(4, 1).toMatrix());
        assertThat(factorization.truncate(3)).isSameAs(factorization);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> factorization.truncate(4))
                .withMessage("dimension must be in 0..3, got 4");
        assertThatIllegalArgumentException().isThrownBy(() -> factorization.truncate(-1));
    }

    @ParameterizedTest
    @CsvSource({"70, 90, 3", "130, 65, 8", "200, 200, 1"})
    void theRouteForLowRankAgreesWithTheDirectOne(int n, int k, int rank) {
        LossMatrix matrix = LossMatrix.of(Samples.lowRank(n, k, rank, new Random(rank)));
        CentredSvd direct = CentredSvd.of(matrix, true);
        CentredSvd pivoted = CentredSvd.of(matrix, false);
        assertThat(pivoted.size()).isEqualTo(direct.size()).isEqualTo(rank);
        assertThat(RowBasis.of(pivoted, CentredSvd.tolerance(matrix)).ranks())
                .isEqualTo(RowBasis.of(direct, CentredSvd.tolerance(matrix)).ranks());
        for (int i = 0; i < rank; i++) {
            assertThat(pivoted.singularValues()[i]).isCloseTo(direct.singularValues()[i], within(1e-12 * n * k));
            assertThat(pivoted.right()[i]).containsExactly(direct.right()[i], within(1e-9));
        }
        assertThat(pivoted.scaledLeft()).containsExactly(direct.scaledLeft(), within(1e-9 * n * k));
    }

    @ParameterizedTest
    @CsvSource({"80, 80", "96, 66"})
    void aLargeMatrixOfFullRankFallsBackToTheDirectRoute(int n, int k) {
        Factorization factorization =
                Factorization.of(LossMatrix.of(Samples.lowRank(n, k, Math.min(n, k), new Random(n))));
        assertThat(factorization.rank()).isEqualTo(Math.min(n, k));
        assertThat(factorization.dimension()).isEqualTo(Math.min(n, k) - 1);
        assertThat(factorization.exact()).isTrue();
    }

    @Test
    void lossesThatDrownInRoundingAreNotCalledExact() {
        Factorization factorization =
                Factorization.of(LossMatrix.of(new double[][] {{0, 1, 3}, {1e17, 3e16, 0}, {2, 1, 0}}));
        assertThat(factorization.exact()).isFalse();
        assertThat(MatrixLoss.of(factorization).guarantee().calibration())
                .isEqualTo(Guarantee.Calibration.UNDER_CONDITION);
    }

    @Test
    void aFactorisationIsRestoredFromItsParts() {
        Factorization made = Factorization.of(new TopKLoss(5, 2, 1).toMatrix()).truncate(2);
        Factorization restored = Factorization.restore(
                made.matrix(),
                made.rank(),
                made.affineDimension(),
                made.dimension(),
                made.a(),
                made.b(),
                made.offsets(),
                made.shifts());
        assertThat(restored.epsilon()).isEqualTo(made.epsilon());
        assertThat(restored.regretConstant()).isEqualTo(made.regretConstant());
        assertThat(restored.singularValues()).containsExactly(made.singularValues());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Factorization.restore(
                        made.matrix(), 5, 4, 4, made.a(), made.b(), made.offsets(), new double[3]));
        double[] notNumbers = made.shifts();
        notNumbers[0] = Double.NaN;
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Factorization.restore(made.matrix(), 5, 4, 4, made.a(), made.b(), made.offsets(), notNumbers))
                .withMessageContaining("finite");
    }

    static LossMatrix any(Random random) {
        int n = shape(random);
        int k = shape(random);
        return LossMatrix.of(
                random.nextBoolean()
                        ? Samples.wholeNumbers(n, k, random)
                        : Samples.lowRank(n, k, 1 + random.nextInt(Math.min(n, k)), random));
    }

    static double[] mean(MatrixLoss loss, double[] p) {
        double[] mean = new double[loss.encodedSize()];
        double[] alpha = new double[mean.length];
        for (int y = 0; y < p.length; y++) {
            loss.encodeInto(y, alpha);
            CentredSvd.addTo(mean, p[y], alpha);
        }
        return mean;
    }

    static double regret(double[][] losses, double[] p, int prediction) {
        double[] expected = new double[losses[0].length];
        for (int y = 0; y < p.length; y++) {
            CentredSvd.addTo(expected, p[y], losses[y]);
        }
        return expected[prediction] - Arrays.stream(expected).min().orElseThrow();
    }

    private static int shape(Random random) {
        return 1 + random.nextInt(LARGEST_SHAPE);
    }

    private static double[][] divided(double[][] matrix, double divisor) {
        return Arrays.stream(matrix)
                .map(row -> Arrays.stream(row).map(value -> value / divisor).toArray())
                .toArray(double[][]::new);
    }

    static double[][] product(Factorization factorization) {
        double[][] a = factorization.a();
        double[][] b = factorization.b();
        double[][] product = new double[a.length][factorization.matrix().predictions()];
        for (int y = 0; y < a.length; y++) {
            for (int t = 0; t < product[y].length; t++) {
                product[y][t] = factorization.offsets()[y] + factorization.shifts()[t];
                for (int i = 0; i < b.length; i++) {
                    product[y][t] += a[y][i] * b[i][t];
                }
            }
        }
        return product;
    }

    private static double[][] transposed(double[][] matrix, int columns) {
        double[][] transposed = new double[columns][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < columns; j++) {
                transposed[j][i] = matrix[i][j];
            }
        }
        return transposed;
    }

    static double largest(double[][] matrix) {
        return Arrays.stream(matrix).flatMapToDouble(Arrays::stream).max().orElseThrow();
    }

    static double largestDifference(double[][] a, double[][] b) {
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                largest = Math.max(largest, Math.abs(a[i][j] - b[i][j]));
            }
        }
        return largest;
    }

    /** Oracle: exact elimination. */
    @Test
    void theRankIsThatOfTheLossesAsTheyWereGiven() {
        Random random = new Random(8);
        int raised = 0;
        for (int trial = 0; trial < 300; trial++) {
            int n = 1 + random.nextInt(4);
            int k = 1 + random.nextInt(4);
            double[][] losses = new double[n][k];
            for (double[] row : losses) {
                Arrays.setAll(row, t -> random.nextInt(5) - 2);
            }
            Factorization factors = Factorization.of(LossMatrix.of(losses));
            assertThat(factors.givenRank())
                    .as(Arrays.deepToString(losses))
                    .isEqualTo(ExactRanks.rank(ExactRanks.scaledToIntegers(losses)));
            raised += factors.givenRank() != factors.rank() ? 1 : 0;
        }
        assertThat(raised).isGreaterThan(20);
    }
}
