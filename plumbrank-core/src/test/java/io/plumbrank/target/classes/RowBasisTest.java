package io.plumbrank.target.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.target.ExactRanks;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.Samples;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loss matrices of a rank that is neither small nor full, without their singular vectors. */
class RowBasisTest {
    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ranksAreThoseOfExactArithmetic(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 50; trial++) {
            double[][] whole = Samples.wholeNumbers(1 + random.nextInt(9), 1 + random.nextInt(9), random);
            LossMatrix matrix = LossMatrix.of(whole);
            BigInteger[][] exact = ExactRanks.scaledToIntegers(matrix.toArray());
            Optional<RowBasis> basis = RowBasis.of(matrix);
            assertThat(basis.map(RowBasis::ranks))
                    .contains(new Ranks(
                            ExactRanks.rank(exact),
                            ExactRanks.rank(ExactRanks.columnsCentred(exact)),
                            ExactRanks.rank(ExactRanks.doublyCentred(exact))));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theBasisHoldsTheMatrixAndDecodesLikeSingularVectors(long seed) {
        Random random = new Random(seed);
        int k = 3 + random.nextInt(9);
        int n = 3 + random.nextInt(9);
        int rank = 1 + random.nextInt(Math.min(n, k) - 1);
        double[][] losses = Samples.lowRank(n, k, rank, random);
        for (double[] row : losses) {
            row[k - 1] = row[0];
        }
        LossMatrix matrix = LossMatrix.of(losses);
        Factorization byVectors = Factorization.bySvd(matrix);
        Factorization byRows = Factorization.byRows(matrix).orElseThrow();
        double largest = FactorizationTest.largest(matrix.toArray());
        assertThat(FactorizationTest.largestDifference(matrix.toArray(), FactorizationTest.product(byRows)))
                .isLessThanOrEqualTo(1e-13 * largest);
        assertThat(byRows.exact()).isTrue();
        assertThat(byRows.dimension()).isEqualTo(byVectors.dimension());
        byRows.requireDerived();
        for (double[] row : byRows.b()) {
            assertThat(row[k - 1]).isEqualTo(row[0]);
        }
        double[] values = byVectors.singularValues();
        assertThat(byRows.singularValues()).containsExactly(values, within(1e-12 * (1 + largest * n)));
        // distances between columns of an orthonormal basis do not depend on the basis
        assertThat(byRows.regretConstant()).isCloseTo(byVectors.regretConstant(), within(1e-9));
        MatrixLoss loss = MatrixLoss.of(byRows);
        MatrixLoss other = MatrixLoss.of(byVectors);
        for (int draw = 0; draw < 20; draw++) {
            double[] p = Samples.distribution(n, random);
            assertThat(loss.decode(FactorizationTest.mean(loss, p)))
                    .isEqualTo(other.decode(FactorizationTest.mean(other, p)));
        }
        for (int size = 0; size < byRows.size(); size++) {
            assertThat(byRows.truncate(size).epsilon())
                    .isCloseTo(byVectors.truncate(size).epsilon(), within(1e-9 * largest));
        }
    }

    @Test
    void largeMatricesTakeItWhereTheirRankIsNeitherSmallNorFull() {
        int side = Factorization.LARGEST_SVD + 4;
        double[][] losses = Samples.lowRank(side, side + 10, 100, new Random(3));
        LossMatrix matrix = LossMatrix.of(losses);
        Factorization factors = Factorization.of(matrix);
        assertThat(factors.b())
                .isDeepEqualTo(Factorization.byRows(matrix).orElseThrow().b());
        assertThat(factors.dimension()).isEqualTo(Factorization.bySvd(matrix).dimension());
        LossMatrix low = LossMatrix.of(Samples.lowRank(side, side, 5, new Random(3)));
        assertThat(Factorization.of(low).b())
                .isDeepEqualTo(Factorization.bySvd(low).b());
    }

    /** The least singular value is a hair above the tolerance: which side it is on is left to singular vectors. */
    @Test
    void anUncertainRankIsRefused() {
        double[][] losses = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        assertThat(RowBasis.of(LossMatrix.of(losses))).isPresent();
        double tolerance = CentredSvd.tolerance(LossMatrix.of(losses));
        double[][] close = {{1, 0, 0}, {0, 1, 1 - 3 * tolerance}, {0, 1, 1}};
        assertThat(RowBasis.of(LossMatrix.of(close))).isEmpty();
    }
}
