package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle tries every set of weights that are 0. */
class BoundedSquaresTest {
    private static final int FEATURES = 6;

    private static double objective(DMatrixRMaj gram, double[] target, double lambda, double[] w) {
        double sum = 0;
        for (int i = 0; i < w.length; i++) {
            for (int j = 0; j < w.length; j++) {
                sum += w[i] * w[j] * (gram.get(i, j) + (i == j ? lambda : 0)) / 2;
            }
            sum -= target[i] * w[i];
        }
        return sum;
    }

    private static double[] solution(DMatrixRMaj gram, double[] target, double lambda, int zeros) {
        DMatrixRMaj a = new DMatrixRMaj(FEATURES, FEATURES);
        DMatrixRMaj b = new DMatrixRMaj(FEATURES, 1);
        for (int i = 0; i < FEATURES; i++) {
            boolean zero = (zeros >> i & 1) != 0;
            b.set(i, 0, zero ? 0 : target[i]);
            for (int j = 0; j < FEATURES; j++) {
                boolean out = zero || (zeros >> j & 1) != 0;
                a.set(i, j, out ? (i == j ? 1 : 0) : gram.get(i, j) + (i == j ? lambda : 0));
            }
        }
        DMatrixRMaj w = new DMatrixRMaj(FEATURES, 1);
        CommonOps_DDRM.solve(a, b, w);
        return w.data.clone();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void theMinimumIsThatOfTheBestSetOfZeros(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[40][FEATURES + 1];
        for (double[] row : rows) {
            double shared = random.nextGaussian();
            Arrays.setAll(row, j -> random.nextGaussian() + shared * (j % 3));
        }
        DMatrixRMaj gram = new DMatrixRMaj(FEATURES, FEATURES);
        double[][] cross = new double[FEATURES][1];
        double[] target = new double[FEATURES];
        for (double[] row : rows) {
            for (int i = 0; i < FEATURES; i++) {
                target[i] += row[i] * row[FEATURES] / rows.length;
                cross[i][0] = target[i];
                for (int j = 0; j < FEATURES; j++) {
                    gram.add(i, j, row[i] * row[j] / rows.length);
                }
            }
        }
        int[] signs = random.ints(FEATURES, -1, 2).toArray();
        double lambda = seed % 3 == 0 ? 0 : 0.1 * seed / 20;
        double least = Double.POSITIVE_INFINITY;
        double[] best = new double[FEATURES];
        for (int zeros = 0; zeros < 1 << FEATURES; zeros++) {
            double[] w = solution(gram, target, lambda, zeros);
            boolean within = true;
            for (int i = 0; i < FEATURES; i++) {
                within &= signs[i] * w[i] >= 0;
            }
            if (within && objective(gram, target, lambda, w) < least) {
                least = objective(gram, target, lambda, w);
                best = w;
            }
        }
        double[] free = solution(gram, target, lambda, 0);
        double[] found = new BoundedSquares(gram, cross, signs).weights(free, lambda, 0);
        for (int i = 0; i < FEATURES; i++) {
            assertThat(found[i]).isCloseTo(best[i], within(1e-9));
            assertThat(signs[i] * found[i] >= 0).isTrue();
        }
    }
}
