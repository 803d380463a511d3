package io.plumbrank.surrogate.templates;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Σ_j a_j k(t − x_j) for many t at once, where k is log(1 + e^d) or one of its first two derivatives: O(n log n) in place of O(n²).
 *
 * <p>Points are put into cells of width 1. Within two cells k(t − x) is a polynomial of degree {@value #DEGREE} in t and in x, up to
 * rounding: k is analytic where |Im d| &lt; π, so that its Chebyshev series between points of a cell falls by ρ = 12.6 per degree, the
 * ρ &gt; 1 with (ρ − 1/ρ)/4 = π. The coefficients depend on the distance of the cells alone and are worked out once. Cells further
 * apart than {@value #NEAR} need none: there k is d, 1 or 0 up to e^−{@value #NEAR}. The error is below 1e-13 · Σ|a_j|, and for
 * log(1 + e^d) so much of the largest distance.
 */
final class LogisticSums {
    enum Kernel {
        /** log(1 + e^d). */
        SOFTPLUS(Numbers::softplus),
        /** 1/(1 + e^−d). */
        SIGMOID(Numbers::sigmoid),
        /** The derivative of {@link #SIGMOID}. */
        SLOPE(Numbers::sigmoidSlope);

        @SuppressWarnings("ImmutableEnumChecker") // a function that keeps nothing
        private final DoubleUnaryOperator function;

        Kernel(DoubleUnaryOperator function) {
            this.function = function;
        }
    }

    private static final int DEGREE = 14;
    private static final int SIZE = DEGREE + 1;
    private static final int NEAR = 40;

    /** Beyond this width, scores are so far apart that cells are not worth their while. */
    private static final double MOST_CELLS = 1e9;

    /** What a pair takes, in multiplications: an exponential, and more. */
    private static final double PAIR_COST = 15;

    private LogisticSums() {}

    /** By kernel: coefficients of T_q(t) T_p(x) at (distance + {@value #NEAR}) · size² + q · size + p. */
    private static final class Tables {
        static final double[][] OF = new double[Kernel.values().length][];

        static {
            for (Kernel kernel : Kernel.values()) {
                OF[kernel.ordinal()] = table(kernel.function);
            }
        }

        /** The interpolation at Chebyshev's points in both variables. */
        private static double[] table(DoubleUnaryOperator function) {
            double[][] cosines = new double[SIZE][SIZE];
            for (int q = 0; q < SIZE; q++) {
                for (int a = 0; a < SIZE; a++) {
                    cosines[q][a] = Math.cos(q * Math.PI * (a + 0.5) / SIZE);
                }
            }
            double[] coefficients = new double[(2 * NEAR + 1) * SIZE * SIZE];
            double[][] half = new double[SIZE][SIZE];
            for (int distance = -NEAR; distance <= NEAR; distance++) {
                for (int a = 0; a < SIZE; a++) {
                    for (int p = 0; p < SIZE; p++) {
                        half[a][p] = 0;
                    }
                    for (int b = 0; b < SIZE; b++) {
                        double value = function.applyAsDouble(distance + (cosines[1][a] - cosines[1][b]) / 2);
                        for (int p = 0; p < SIZE; p++) {
                            half[a][p] += value * cosines[p][b] * (p == 0 ? 1 : 2) / SIZE;
                        }
                    }
                }
                int at = (distance + NEAR) * SIZE * SIZE;
                for (int q = 0; q < SIZE; q++) {
                    for (int a = 0; a < SIZE; a++) {
                        for (int p = 0; p < SIZE; p++) {
                            coefficients[at + q * SIZE + p] += half[a][p] * cosines[q][a] * (q == 0 ? 1 : 2) / SIZE;
                        }
                    }
                }
            }
            return coefficients;
        }
    }

    /** Writes Σ_j a_j k(t − x_j) for each t; t and x ascend, and no a is negative. */
    static void into(Kernel kernel, double[] targets, int m, double[] sources, double[] weights, int n, double[] sums) {
        if (m == 0 || n == 0) {
            Arrays.fill(sums, 0, m, 0);
            return;
        }
        double origin = Math.min(targets[0], sources[0]);
        double width = Math.max(targets[m - 1], sources[n - 1]) - origin;
        double cells = Math.min(m, width + 1) * Math.min(n, Math.min(width + 1, 2 * NEAR + 1));
        boolean pays = cells * SIZE * SIZE + 2.0 * SIZE * (m + n) < PAIR_COST * m * n;
        // also if a number is none
        if (!(width < MOST_CELLS) || !pays) {
            pairByPair(kernel, targets, m, sources, weights, n, sums);
            return;
        }
        new Cells(origin, sources, weights, n).sumsInto(kernel, targets, m, sums);
    }

    private static void pairByPair(
            Kernel kernel, double[] targets, int m, double[] sources, double[] weights, int n, double[] sums) {
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += weights[j] * kernel.function.applyAsDouble(targets[i] - sources[j]);
            }
            sums[i] = sum;
        }
    }

    /** The sources by their cells, empty ones left out: Σ a T_p(x) of each, and running sums of a and of a x. */
    private static final class Cells {
        private final double origin;
        private final int[] number;
        private final double[] moments;
        private final double[] before;
        private final double[] placedBefore;
        private final double[] powers = new double[SIZE];
        private int count;

        Cells(double origin, double[] sources, double[] weights, int n) {
            this.origin = origin;
            int most = 0;
            for (int j = 0; j < n; j++) {
                most += j == 0 || cell(sources[j]) != cell(sources[j - 1]) ? 1 : 0;
            }
            this.number = new int[most];
            this.moments = new double[most * SIZE];
            this.before = new double[most + 1];
            this.placedBefore = new double[most + 1];
            for (int j = 0; j < n; j++) {
                int cell = cell(sources[j]);
                if (count == 0 || number[count - 1] != cell) {
                    number[count++] = cell;
                    before[count] = before[count - 1];
                    placedBefore[count] = placedBefore[count - 1];
                }
                before[count] += weights[j];
                placedBefore[count] += weights[j] * (sources[j] - origin);
                polynomials(sources[j], cell);
                for (int p = 0, at = (count - 1) * SIZE; p < SIZE; p++, at++) {
                    moments[at] += weights[j] * powers[p];
                }
            }
        }

        private int cell(double x) {
            return (int) (x - origin);
        }

        /** T_p of the place within the cell. */
        private void polynomials(double x, int cell) {
            double place = 2 * (x - origin - cell) - 1;
            powers[0] = 1;
            powers[1] = place;
            for (int p = 2; p < SIZE; p++) {
                powers[p] = 2 * place * powers[p - 1] - powers[p - 2];
            }
        }

        void sumsInto(Kernel kernel, double[] targets, int m, double[] sums) {
            double[] table = Tables.OF[kernel.ordinal()];
            double[] series = new double[SIZE];
            int left = 0;
            for (int from = 0, to; from < m; from = to) {
                int cell = cell(targets[from]);
                while (left < count && number[left] < cell - NEAR) {
                    left++;
                }
                seriesInto(table, cell, left, series);
                for (to = from; to < m && cell(targets[to]) == cell; to++) {
                    polynomials(targets[to], cell);
                    double sum = far(kernel, targets[to], left);
                    for (int q = 0; q < SIZE; q++) {
                        sum += series[q] * powers[q];
                    }
                    // rounding must not make a sum of what is above 0 less than 0
                    sums[to] = Math.max(0, sum);
                }
            }
        }

        /** What the cells near a cell add within it, as a series of Chebyshev polynomials. */
        private void seriesInto(double[] table, int cell, int left, double[] series) {
            Arrays.fill(series, 0);
            for (int c = left; c < count && number[c] <= cell + NEAR; c++) {
                int at = (cell - number[c] + NEAR) * SIZE * SIZE;
                for (int q = 0; q < SIZE; q++) {
                    double sum = 0;
                    for (int p = 0; p < SIZE; p++, at++) {
                        sum += table[at] * moments[c * SIZE + p];
                    }
                    series[q] += sum;
                }
            }
        }

        /** What the cells far below add; those far above add nothing. */
        private double far(Kernel kernel, double target, int left) {
            return switch (kernel) {
                case SOFTPLUS -> (target - origin) * before[left] - placedBefore[left];
                case SIGMOID -> before[left];
                case SLOPE -> 0;
            };
        }
    }
}
