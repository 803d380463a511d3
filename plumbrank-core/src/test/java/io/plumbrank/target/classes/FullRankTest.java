package io.plumbrank.target.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.target.ExactRanks;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.Samples;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SingularOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Loss matrices of full rank without their singular vectors. */
class FullRankTest {
    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    private static double[][] random(int rows, int columns, Random random) {
        double[][] matrix = new double[rows][columns];
        for (double[] row : matrix) {
            for (int j = 0; j < columns; j++) {
                row[j] = random.nextDouble();
            }
        }
        return matrix;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "5, 5", "7, 9", "128, 128", "150, 170", "270, 300"})
    void theLowerFactorHasTheSingularValuesOfItsRows(int rows, int columns) {
        double[][] matrix = random(rows, columns, new Random(rows));
        double[] values = SingularOps_DDRM.singularValues(new DMatrixRMaj(matrix));
        LowerFactor factor = LowerFactor.of(matrix);
        DMatrixRMaj lower = new DMatrixRMaj(rows, rows);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j <= i; j++) {
                lower.set(i, j, factor.at(i, j));
            }
        }
        assertThat(SingularOps_DDRM.singularValues(lower)).containsExactly(values, within(1e-11 * values[0]));
        double least = values[rows - 1];
        assertThat(factor.leastSingularValue()).isBetween(least * (1 - 1e-6), 2 * least);
    }

    @Test
    void equalRowsHaveNoLeastSingularValue() {
        double[][] matrix = random(40, 50, new Random(1));
        matrix[39] = matrix[3].clone();
        assertThat(LowerFactor.of(matrix).leastSingularValue()).isLessThan(1e-13);
        assertThat(LowerFactor.of(new double[3][4]).leastSingularValue()).isZero();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ranksAreThoseOfExactArithmetic(long seed) {
        Random random = new Random(seed);
        int found = 0;
        for (int trial = 0; trial < 50; trial++) {
            int k = 2 + random.nextInt(7);
            int n = k + random.nextInt(4);
            double[][] whole = Samples.wholeNumbers(n, k, random);
            LossMatrix matrix = LossMatrix.of(whole);
            BigInteger[][] exact = ExactRanks.scaledToIntegers(matrix.toArray());
            int dimension = ExactRanks.rank(ExactRanks.doublyCentred(exact));
            Optional<Ranks> ranks = FullRank.of(matrix);
            if (ranks.isPresent()) {
                found++;
                assertThat(ranks.get())
                        .isEqualTo(new Ranks(
                                ExactRanks.rank(exact), ExactRanks.rank(ExactRanks.columnsCentred(exact)), dimension));
                assertThat(dimension).isEqualTo(k - 1);
            }
        }
        assertThat(found).isPositive();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSimplexHoldsTheMatrixAndDecodesLikeSingularVectors(long seed) {
        Random random = new Random(seed);
        int k = 2 + random.nextInt(9);
        int n = k + random.nextInt(4);
        LossMatrix matrix = LossMatrix.of(Samples.lowRank(n, k, k, random));
        Factorization byVectors = Factorization.bySvd(matrix);
        Factorization simplex = Factorization.onSimplex(matrix, byVectors.rank());
        double largest = FactorizationTest.largest(matrix.toArray());
        assertThat(FactorizationTest.largestDifference(matrix.toArray(), FactorizationTest.product(simplex)))
                .isLessThanOrEqualTo(1e-13 * largest)
                .isLessThanOrEqualTo(2 * simplex.epsilon() + 1e-15 * largest);
        assertThat(simplex.exact()).isTrue();
        assertThat(simplex.dimension()).isEqualTo(byVectors.dimension());
        assertThat(simplex.singularValues())
                .containsExactly(
                        byVectors.singularValues(), within(1e-12 * byVectors.singularValues()[0]));
        // β as an oracle for D and for the decoder
        double[][] b = simplex.b();
        double distance = 0;
        for (int t = 0; t < k; t++) {
            for (int other = 0; other < t; other++) {
                double square = 0;
                for (double[] row : b) {
                    square += (row[t] - row[other]) * (row[t] - row[other]);
                }
                distance = Math.max(distance, Math.sqrt(square));
            }
        }
        assertThat(simplex.regretConstant()).isCloseTo(distance, within(1e-12));
        MatrixLoss loss = MatrixLoss.of(simplex);
        MatrixLoss other = MatrixLoss.of(byVectors);
        double[] us = new double[20 * loss.encodedSize()];
        int[] predictions = new int[20];
        for (int draw = 0; draw < 20; draw++) {
            double[] p = Samples.distribution(n, random);
            double[] mean = FactorizationTest.mean(loss, p);
            System.arraycopy(mean, 0, us, draw * mean.length, mean.length);
            predictions[draw] = loss.decode(mean);
            assertThat(predictions[draw]).isEqualTo(other.decode(FactorizationTest.mean(other, p)));
        }
        int[] together = new int[20];
        loss.decodeInto(us, 20, together);
        assertThat(together).containsExactly(predictions);
        for (int size = 0; size < k; size++) {
            assertThat(simplex.truncate(size).epsilon())
                    .isCloseTo(byVectors.truncate(size).epsilon(), within(1e-9 * largest));
        }
    }

    @Test
    void aLargeMatrixOfFullRankGoesOnTheSimplexAndOthersDoNot() {
        int n = Factorization.LARGEST_SVD + 4;
        LossMatrix full = LossMatrix.of(random(n, n, new Random(1)));
        Factorization simplex = Factorization.of(full);
        assertThat(simplex.simplex()).isTrue();
        assertThat(simplex.rank()).isEqualTo(n);
        assertThat(simplex.dimension()).isEqualTo(n - 1);
        double[][] deficient = full.toArray();
        for (double[] row : deficient) {
            row[n - 1] = (row[0] + row[1]) / 2;
        }
        Factorization by = Factorization.of(LossMatrix.of(deficient));
        assertThat(by.simplex()).isFalse();
        assertThat(by.dimension()).isEqualTo(n - 2);
        assertThatIllegalArgumentException().isThrownBy(() -> Factorization.onSimplex(full, n - 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Factorization.onSimplex(LossMatrix.of(new double[2][3]), 2));
    }

    /** Rounding to digits makes a matrix of low rank one of full rank, which its first dimensions hold but for those digits. */
    @Test
    void theFirstDimensionsOfARoundedMatrixAreFoundWithoutAllOthers() {
        int n = Factorization.LARGEST_SVD + 8;
        double[][] losses = Samples.lowRank(n, n, 3, new Random(5));
        for (double[] row : losses) {
            for (int t = 0; t < n; t++) {
                row[t] = Math.rint(row[t] * 1e5) / 1e5;
            }
        }
        LossMatrix matrix = LossMatrix.of(losses);
        Factorization simplex = Factorization.of(matrix);
        assertThat(simplex.simplex()).isTrue();
        Factorization byVectors = Factorization.bySvd(matrix);
        Factorization.Printed printed = simplex.printed().orElseThrow();
        Factorization.Printed oracle = byVectors.printed().orElseThrow();
        assertThat(printed.size()).isEqualTo(oracle.size());
        assertThat(printed.epsilon()).isCloseTo(oracle.epsilon(), within(1e-9));
        LeadingDimensions leading = LeadingDimensions.of(matrix, 3).orElseThrow();
        double[] values = byVectors.singularValues();
        for (int i = 0; i < 3; i++) {
            assertThat(leading.values()[i]).isCloseTo(values[i], within(1e-9 * values[0]));
        }
        Factorization fewer = simplex.truncate(3);
        assertThat(fewer.epsilon()).isCloseTo(byVectors.truncate(3).epsilon(), within(1e-9));
        fewer.requireDerived();
    }
}
