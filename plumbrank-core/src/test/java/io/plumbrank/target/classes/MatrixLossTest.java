package io.plumbrank.target.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.LowRankLossContract;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.Samples;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MatrixLossTest extends LowRankLossContract<Integer, Integer> {

    @Override
    protected Stream<Case<Integer, Integer>> cases() {
        Random random = new Random(11);
        Stream<LossMatrix> shapes = Stream.of(
                LossMatrix.of(Samples.lowRank(1, 5, 1, random)),
                LossMatrix.of(Samples.lowRank(5, 1, 1, random)),
                LossMatrix.of(new double[3][4]),
                LossMatrix.of(new double[][] {{0, 1, 3}, {5, 0, 1}, {50, 10, 0}}),
                LossMatrix.of(new double[][] {{-5, 1}, {0, 0.1}, {3, 2}}));
        Stream<LossMatrix> drawn = IntStream.range(0, 12).mapToObj(i -> FactorizationTest.any(random));
        return Stream.concat(shapes, drawn)
                .map(matrix -> new Case<>(
                        MatrixLoss.of(matrix),
                        IntStream.range(0, matrix.classes()).boxed().toList(),
                        IntStream.range(0, matrix.predictions()).boxed().toList()));
    }

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    /** 100 seeds × 20 matrices × 50 pairs (p,u): 100,000. Regrets below 1e-12 of the largest loss are rounding. */
    @ParameterizedTest
    @MethodSource("seeds")
    void noRandomPairOfDistributionAndVectorBreaksTheRegretBound(long seed) {
        Random random = new Random(seed);
        for (int draw = 0; draw < 20; draw++) {
            LossMatrix matrix = FactorizationTest.any(random);
            double[][] losses = matrix.toArray();
            double rounding = 1e-12 * FactorizationTest.largest(losses);
            MatrixLoss loss = MatrixLoss.of(matrix);
            RegretBound bound = loss.guarantee().bound();
            assertThat(bound).isNotNull();
            assertThat(bound.slack()).isZero();
            for (int pair = 0; pair < 50; pair++) {
                double[] p = Samples.distribution(matrix.classes(), random);
                double[] mean = FactorizationTest.mean(loss, p);
                double[] u = Samples.near(mean, random);
                double limit = bound.at(Samples.squaredDistance(u, mean)) + rounding;
                assertThat(FactorizationTest.regret(losses, p, loss.decode(u))).isLessThanOrEqualTo(limit);
                assertThat(FactorizationTest.regret(losses, p, loss.decode(mean)))
                        .isLessThanOrEqualTo(rounding);
            }
        }
    }

    /** Shapes on both sides of a tile (256), of a group of coordinates (4) and of a block of vectors (64). */
    @ParameterizedTest
    @CsvSource({"5, 3, 2, 10", "40, 63, 7, 65", "40, 64, 7, 1", "30, 256, 8, 64", "30, 257, 9, 130", "30, 700, 1, 200"})
    void decodingManyIsToTheBitDecodingOneByOne(int n, int k, int rank, int count) {
        Random random = new Random(k);
        MatrixLoss loss = MatrixLoss.of(LossMatrix.of(Samples.lowRank(n, k, rank, random)));
        int size = loss.encodedSize();
        double[] us = random.doubles((long) count * size, -3, 3).toArray();
        int[] out = new int[count];
        loss.decodeInto(us, count, out);
        for (int v = 0; v < count; v++) {
            double[] u = Arrays.copyOfRange(us, v * size, (v + 1) * size);
            assertThat(out[v]).isEqualTo(loss.decode(u));
        }
    }

    @Test
    void equalPredictionsGoToTheFirstAlsoAcrossTiles() {
        double[][] losses = new double[3][600];
        for (int y = 0; y < 3; y++) {
            for (int t = 0; t < 600; t++) {
                losses[y][t] = (y + t) % 2;
            }
        }
        MatrixLoss loss = MatrixLoss.of(LossMatrix.of(losses));
        int[] out = new int[2];
        loss.decodeInto(new double[] {100, -100}, 2, out);
        assertThat(out).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void aMatrixWithoutDimensionsIsDecodedByItsShiftsAlone() {
        MatrixLoss loss = MatrixLoss.of(LossMatrix.of(new double[][] {{3, 1, 2}, {4, 2, 3}}));
        assertThat(loss.encodedSize()).isZero();
        assertThat(loss.decode(new double[0])).isEqualTo(1);
        int[] out = new int[2];
        loss.decodeInto(new double[0], 2, out);
        assertThat(out).containsExactly(1, 1);
    }

    @Test
    void arraysThatDoNotFitAreRefused() {
        MatrixLoss loss = MatrixLoss.of(new OrdinalLoss(4, 1).toMatrix());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loss.decode(new double[2]))
                .withMessage("u has 2 entries, expected 3");
        assertThatIllegalArgumentException().isThrownBy(() -> loss.decodeInto(new double[5], 2, new int[2]));
        assertThatIllegalArgumentException().isThrownBy(() -> loss.decodeInto(new double[6], 2, new int[1]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loss.decodeInto(new double[] {0, 0, 0, 0, Double.NaN, 0}, 2, new int[2]))
                .withMessage("entry 4 of u is NaN");
    }

    @Test
    void theGuaranteeSaysWhatIsPromised() {
        MatrixLoss full = MatrixLoss.of(new OrdinalLoss(5, 1).toMatrix());
        Guarantee exact = full.guarantee();
        assertThat(exact.calibration()).isEqualTo(Calibration.ALWAYS).hasToString("always");
        assertThat(exact.theorem()).isEqualTo("RAT13, Theorem 3");
        assertThat(exact.sentences().get(0))
                .isEqualTo("Calibrated for every distribution of the labels (RAT13, Theorem 3): a perfect fit of the"
                        + " surrogate predicts with the smallest expected loss.");

        MatrixLoss fewer = MatrixLoss.of(full.factorization().truncate(1));
        Guarantee truncated = fewer.guarantee();
        RegretBound bound = truncated.bound();
        assertThat(truncated.calibration()).hasToString("under-condition");
        assertThat(bound).isNotNull();
        assertThat(bound.slack()).isEqualTo(2 * fewer.factorization().epsilon()).isPositive();
        assertThat(truncated.condition()).contains("costs more than 2ε");
        assertThat(truncated.sentences()).anyMatch(sentence -> sentence.contains("keeping 1 of 4 dimensions"));
        assertThat(fewer.loss(0, 4)).isEqualTo(4);
    }

    /** The condition that a truncated loss names: every prediction that is not best is worse by more than 2ε. */
    @Test
    void whereBestPredictionsStandOutATruncatedLossStillFindsThem() {
        Random random = new Random(5);
        int covered = 0;
        for (int draw = 0; draw < 400; draw++) {
            LossMatrix matrix = FactorizationTest.any(random);
            Factorization full = Factorization.of(matrix);
            MatrixLoss loss = MatrixLoss.of(full.truncate(full.size() / 2));
            for (int pair = 0; pair < 20; pair++) {
                double[] p = Samples.distribution(matrix.classes(), random);
                double slack = 2 * loss.factorization().epsilon() + 1e-9;
                boolean standsOut = IntStream.range(0, matrix.predictions())
                        .mapToDouble(t -> FactorizationTest.regret(matrix.toArray(), p, t))
                        .noneMatch(regret -> regret > 1e-9 && regret <= slack);
                if (standsOut) {
                    covered++;
                    int decoded = loss.decode(FactorizationTest.mean(loss, p));
                    assertThat(FactorizationTest.regret(matrix.toArray(), p, decoded))
                            .isLessThanOrEqualTo(1e-9);
                }
            }
        }
        assertThat(covered).isGreaterThan(100);
    }
}
