package io.plumbrank.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.ExpectedCosts;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.probabilities.ProbabilityMap;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassSurrogateTest {
    private static final int TRIALS = 300;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theGradientOfLogLossIsThatOfDifferences(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 2 + random.nextInt(5);
        double[] u = random.doubles(n, -3, 3).toArray();
        double[] target = distribution(random, n);
        double[] gradient = new double[n];
        double value = ClassSurrogate.LOGISTIC.gradientInto(u, target, n, gradient);
        double expected = 0;
        for (int y = 0; y < n; y++) {
            double sum = Arrays.stream(u).map(Math::exp).sum();
            expected -= target[y] * Math.log(Math.exp(u[y]) / sum);
        }
        assertThat(value).isCloseTo(expected, within(1e-12));
        double h = 1e-6;
        for (int k = 0; k < n; k++) {
            double[] up = u.clone();
            double[] down = u.clone();
            up[k] += h;
            down[k] -= h;
            double slope = (ClassSurrogate.LOGISTIC.gradientInto(up, target, n, new double[n])
                            - ClassSurrogate.LOGISTIC.gradientInto(down, target, n, new double[n]))
                    / (2 * h);
            assertThat(gradient[k]).isCloseTo(slope, within(1e-8));
        }
        assertThat(Arrays.stream(gradient).sum()).isCloseTo(0, within(1e-15));
    }

    @Test
    void logLossIsFiniteHoweverFarOutScoresAre() {
        double[] gradient = new double[2];
        double value = ClassSurrogate.LOGISTIC.gradientInto(new double[] {-1e5, 1e5}, new double[] {1, 0}, 2, gradient);
        assertThat(value).isEqualTo(2e5);
        assertThat(gradient).containsExactly(-1, 1);
    }

    /** xᵀ(D − H)x ≥ 0, where H = diag(p) − ppᵀ is the Hessian. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theDiagonalBoundsTheHessian(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            int n = 2 + random.nextInt(5);
            double[] u = random.doubles(n, -3, 3).toArray();
            double[] x = random.doubles(n, -1, 1).toArray();
            double[] p = new double[n];
            ProbabilityMap.softmaxInto(u, 0, p);
            double[] bound = new double[n];
            ClassSurrogate.LOGISTIC.curvatureInto(u, n, bound);
            double mean = IntStream.range(0, n).mapToDouble(i -> p[i] * x[i]).sum();
            double hessian =
                    IntStream.range(0, n).mapToDouble(i -> p[i] * x[i] * x[i]).sum() - mean * mean;
            double diagonal = IntStream.range(0, n)
                    .mapToDouble(i -> bound[i] * x[i] * x[i])
                    .sum();
            assertThat(diagonal).isGreaterThanOrEqualTo(hessian - 1e-15);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theTrueProbabilitiesDecodeToTheLeastExpectedCost(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            double[][] costs = costs(random);
            double[] p = distribution(random, costs.length);
            double[] u = Arrays.stream(p).map(Math::log).toArray();
            List<Integer> decoded =
                    ClassSurrogate.LOGISTIC.decodeAll(MatrixLoss.of(LossMatrix.of(costs)), ProbabilityMap.NONE, u, 1);
            assertThat(cost(costs, p, decoded.get(0))).isCloseTo(best(costs, p), within(1e-9));
        }
    }

    /** Random p, p̂ and costs; from each, p and p̂ are moved uphill on the ratio of regret to bound. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noDistributionBreaksTheRegretBound(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double largest = 0;
        for (int trial = 0; trial < 60; trial++) {
            double[][] costs = costs(random);
            RegretBound bound = bound(MatrixLoss.of(LossMatrix.of(costs)));
            double[][] state = {distribution(random, costs.length), distribution(random, costs.length)};
            double ratio = ratio(costs, state, bound);
            for (int step = 0; step < 200; step++) {
                double size = Math.pow(10, -4 * random.nextDouble());
                double[][] next = {moved(random, state[0], size), moved(random, state[1], size)};
                double other = ratio(costs, next, bound);
                if (other >= ratio) {
                    ratio = other;
                    state = next;
                }
            }
            largest = Math.max(largest, ratio);
        }
        assertThat(largest).isLessThanOrEqualTo(1 + 1e-9).isGreaterThan(0.5);
    }

    /**
     * A grid of all pairs of distributions over three classes in tenths, with every matrix of zeros and ones, 3 × 3, but for the
     * order of its columns: the predictions have no order.
     */
    @Test
    void theBoundHoldsForAllMatricesOfZerosAndOnesByEnumeration() {
        double[][] grid = IntStream.range(0, 11 * 11)
                .filter(i -> i / 11 + i % 11 <= 10)
                .mapToObj(i -> new double[] {i / 11 / 10.0, i % 11 / 10.0, (10 - i / 11 - i % 11) / 10.0})
                .toArray(double[][]::new);
        double worst = 0;
        for (int columns = 0; columns < 8 * 8 * 8; columns++) {
            int[] column = {columns / 64, columns / 8 % 8, columns % 8};
            if (column[0] > column[1] || column[1] > column[2]) {
                continue;
            }
            double[][] costs = new double[3][3];
            for (int i = 0; i < 9; i++) {
                costs[i / 3][i % 3] = (column[i % 3] >> (i / 3)) & 1;
            }
            RegretBound bound = bound(MatrixLoss.of(LossMatrix.of(costs)));
            for (double[] p : grid) {
                for (double[] other : grid) {
                    worst = Math.max(worst, ratio(costs, new double[][] {p, other}, bound));
                }
            }
        }
        assertThat(worst).isLessThanOrEqualTo(1 + 1e-9).isGreaterThan(0.9);
    }

    @Test
    void theConstantCannotBeSmallerForTwoClasses() {
        double[][] zeroOne = {{0, 1}, {1, 0}};
        RegretBound bound = bound(MatrixLoss.of(LossMatrix.of(zeroOne)));
        assertThat(bound.constant()).isCloseTo(Math.sqrt(2), within(1e-12));
        double delta = 1e-4;
        double[][] state = {{0.5 - delta, 0.5 + delta}, {0.5, 0.5}};
        assertThat(ratio(zeroOne, state, bound)).isBetween(0.9999, 1 + 1e-9);
    }

    @Test
    void theConstantOfLossesThatCannotBeListedIsNotTooSmall() {
        ClassLoss<?> large = ClassLosses.parse("top-k(n=1000,k=10)");
        assertThat(bound(large).constant()).isGreaterThanOrEqualTo(2 / Math.sqrt(2));
        ClassLoss<?> small = ClassLosses.parse("top-k(n=6,k=2)");
        assertThat(ExpectedCosts.spread(small)).isCloseTo(2, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zero-one(n=4)", "ordinal(n=5)", "hamming(b=3)", "abstain(n=4,cost=0.3)", "top-k(n=6,k=2)"})
    void closedFormsDecideAsTheirMatrixDoes(String text) {
        ClassLoss<?> loss = ClassLosses.parse(text);
        SplittableRandom random = new SplittableRandom(text.hashCode());
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] p = distribution(random, loss.classes());
            agree(loss, p);
        }
    }

    private static <T> void agree(ClassLoss<T> loss, double[] p) {
        ExpectedCosts.Decision<T> decision = ExpectedCosts.of(loss).decide(p);
        double[] all = loss.predictions().stream()
                .mapToDouble(t -> IntStream.range(0, p.length)
                        .mapToDouble(y -> p[y] * loss.given(y, t))
                        .sum())
                .sorted()
                .toArray();
        assertThat(decision.cost()).isCloseTo(all[0], within(1e-12));
        assertThat(decision.runnerUpCost()).isCloseTo(all[1], within(1e-12));
        assertThat(decision.runnerUp()).isNotNull().isNotEqualTo(decision.prediction());
    }

    @Test
    void aLossThatCannotBeListedIsDecidedByItsEncoding() {
        ClassLoss<?> loss = ClassLosses.parse("hamming(b=14)");
        assertThat(loss.isListable()).isFalse();
        bits(loss);
    }

    /** The best bit by bit is 1 where its probability exceeds a half. */
    private static <T> void bits(ClassLoss<T> loss) {
        SplittableRandom random = new SplittableRandom(5);
        double[] p = distribution(random, loss.classes());
        T best = ExpectedCosts.of(loss).best(p);
        StringBuilder expected = new StringBuilder();
        for (int bit = 13; bit >= 0; bit--) {
            double mass = 0;
            for (int y = 0; y < p.length; y++) {
                mass += (y >> bit & 1) * p[y];
            }
            expected.append(mass > 0.5 ? 1 : 0);
        }
        assertThat(loss.predictionName(best)).isEqualTo(expected.toString());
    }

    @Test
    void wordsThatAreNoSurrogateOfClassesAreRefused() {
        assertThat(ClassSurrogate.parse("AUTO")).containsExactly(ClassSurrogate.SQUARED, ClassSurrogate.LOGISTIC);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassSurrogate.parse("hinge"))
                .withMessage("for loss matrices the surrogate is squared, logistic or auto, not 'hinge'");
    }

    private static RegretBound bound(ClassLoss<?> loss) {
        Guarantee guarantee = ClassSurrogate.LOGISTIC.guarantee(loss);
        assertThat(guarantee.calibration()).isEqualTo(Guarantee.Calibration.ALWAYS);
        return Objects.requireNonNull(guarantee.bound());
    }

    /** Regret of the dearest of the predictions that p̂ finds cheapest, over the bound at KL(p ‖ p̂). */
    private static double ratio(double[][] costs, double[][] state, RegretBound bound) {
        double[] p = state[0];
        double[] model = state[1];
        double divergence = 0;
        for (int y = 0; y < p.length; y++) {
            divergence += p[y] == 0 ? 0 : p[y] * Math.log(p[y] / model[y]);
        }
        double least = best(costs, model);
        double worst = IntStream.range(0, costs[0].length)
                .filter(t -> cost(costs, model, t) <= least + 1e-13)
                .mapToDouble(t -> cost(costs, p, t))
                .max()
                .orElseThrow();
        double regret = worst - best(costs, p);
        // below this both are rounding
        return divergence < 1e-9 || regret < 1e-9 ? 0 : regret / bound.at(divergence);
    }

    private static double best(double[][] costs, double[] p) {
        return IntStream.range(0, costs[0].length)
                .mapToDouble(t -> cost(costs, p, t))
                .min()
                .orElseThrow();
    }

    private static double cost(double[][] costs, double[] p, int prediction) {
        return IntStream.range(0, p.length)
                .mapToDouble(y -> p[y] * costs[y][prediction])
                .sum();
    }

    private static double[][] costs(SplittableRandom random) {
        int n = 2 + random.nextInt(4);
        int k = 2 + random.nextInt(4);
        double[][] costs = new double[n][k];
        for (double[] row : costs) {
            for (int t = 0; t < k; t++) {
                row[t] = random.nextInt(3) == 0 ? 0 : Math.pow(10, random.nextDouble(-1, 2));
            }
        }
        return costs;
    }

    private static double[] distribution(SplittableRandom random, int n) {
        double[] p = random.doubles(n).map(x -> -Math.log(1 - x)).toArray();
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(x -> x / sum).toArray();
    }

    private static double[] moved(SplittableRandom random, double[] p, double size) {
        double[] next = Arrays.stream(p)
                .map(x -> x * Math.exp(size * random.nextDouble(-3, 3)))
                .toArray();
        double sum = Arrays.stream(next).sum();
        return Arrays.stream(next).map(x -> x / sum).toArray();
    }
}
