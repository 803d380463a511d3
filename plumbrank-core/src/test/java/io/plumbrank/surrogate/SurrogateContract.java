package io.plumbrank.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.Ranking;
import io.plumbrank.target.OrderPreservation;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The promises of every {@link Surrogate}, tested by differences of it and random distributions. A subclass gives the cases. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SurrogateContract<E extends SurrogateContract.Case> {
    private static final int DRAWS = 300;

    /** A surrogate with what it takes. */
    public interface Case {
        /** The surrogate. */
        Surrogate surrogate();

        /** Random utilities that it takes, some of them equal. */
        double[] utilities(int items, Random random);

        /** True where the second derivative exists near these scores. */
        default boolean isSmoothNear(double[] scores) {
            return true;
        }
    }

    protected abstract Stream<E> cases();

    /** Random scores, some of them equal. */
    protected static double[] scores(int items, Random random) {
        double scale = random.nextInt(3) == 0 ? 4 : 1;
        boolean whole = random.nextInt(4) == 0; // so that some are equal
        return IntStream.range(0, items)
                .mapToDouble(i -> whole ? random.nextInt(3) : scale * random.nextGaussian())
                .toArray();
    }

    /** Random scores near which the second derivative exists. */
    protected static double[] smooth(Case example, int items, Random random) {
        while (true) {
            double[] s = scores(items, random);
            if (example.isSmoothNear(s)) {
                return s;
            }
        }
    }

    /** Scores of which one is moved. */
    protected static double[] moved(double[] s, int i, double by) {
        double[] moved = s.clone();
        moved[i] += by;
        return moved;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theGradientIsTheSlopeOfTheValue(E example) {
        Random random = new Random(2);
        double h = 1e-6;
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 1 + random.nextInt(7);
            double[] v = example.utilities(items, random);
            double[] s = smooth(example, items, random);
            double[] gradient = example.surrogate().gradient(s, v);
            for (int i = 0; i < items; i++) {
                double up = example.surrogate().value(moved(s, i, h), v);
                double down = example.surrogate().value(moved(s, i, -h), v);
                double scale = 1 + Math.abs(gradient[i]) + 1e-4 * Math.abs(up);
                assertThat((up - down) / (2 * h)).isCloseTo(gradient[i], within(2e-5 * scale));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theCurvatureIsTheSlopeOfTheGradient(E example) {
        Random random = new Random(3);
        double h = 1e-6;
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 1 + random.nextInt(7);
            double[] v = example.utilities(items, random);
            double[] s = smooth(example, items, random);
            double[] curvature = example.surrogate().curvature(s, v);
            for (int i = 0; i < items; i++) {
                double up = example.surrogate().gradient(moved(s, i, h), v)[i];
                double down = example.surrogate().gradient(moved(s, i, -h), v)[i];
                double scale = 1 + Math.abs(curvature[i]) + Math.abs(up);
                assertThat((up - down) / (2 * h)).isCloseTo(curvature[i], within(1e-5 * scale));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void itIsConvex(E example) {
        Random random = new Random(4);
        for (int draw = 0; draw < 10 * DRAWS; draw++) {
            int items = 1 + random.nextInt(6);
            double[] v = example.utilities(items, random);
            double[] a = scores(items, random);
            double[] b = scores(items, random);
            double t = random.nextDouble();
            double[] between = IntStream.range(0, items)
                    .mapToDouble(i -> (1 - t) * a[i] + t * b[i])
                    .toArray();
            double chord = (1 - t) * example.surrogate().value(a, v)
                    + t * example.surrogate().value(b, v);
            assertThat(example.surrogate().value(between, v))
                    .isLessThanOrEqualTo(chord + 1e-10 * (1 + Math.abs(chord)));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void extremeScoresGiveFiniteNumbers(E example) {
        Random random = new Random(5);
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 1 + random.nextInt(6);
            double[] v = example.utilities(items, random);
            double size = Math.pow(10, random.nextInt(7));
            double[] s = IntStream.range(0, items)
                    .mapToDouble(i -> size * random.nextGaussian())
                    .toArray();
            assertThat(example.surrogate().value(s, v)).isFinite();
            assertThat(Arrays.stream(example.surrogate().gradient(s, v))).allMatch(Double::isFinite);
            assertThat(Arrays.stream(example.surrogate().curvature(s, v))).allMatch(c -> Double.isFinite(c) && c >= 0);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theOrderInWhichItemsAreListedDoesNotMatter(E example) {
        Random random = new Random(6);
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 2 + random.nextInt(4);
            double[] v = example.utilities(items, random);
            double[] s = scores(items, random);
            List<Ranking> all = RankingProblem.rankings(items);
            int[] order = all.get(random.nextInt(all.size())).toItems();
            double[] gradient = example.surrogate().gradient(s, v);
            double scale = 1 + Arrays.stream(gradient).map(Math::abs).max().orElseThrow();
            assertThat(example.surrogate().gradient(permuted(s, order), permuted(v, order)))
                    .containsExactly(permuted(gradient, order), within(1e-12 * scale));
        }
    }

    private static double[] permuted(double[] values, int[] order) {
        return Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void onlyTheItemsOfTheQueryAreReadAndWritten(E example) {
        Random random = new Random(7);
        Scratch scratch = new Scratch();
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 1 + random.nextInt(7);
            double[] v = example.utilities(items, random);
            double[] s = scores(items, random);
            double[] longV = Arrays.copyOf(v, items + 2);
            double[] longS = Arrays.copyOf(s, items + 2);
            Arrays.fill(longV, items, items + 2, Double.NaN);
            Arrays.fill(longS, items, items + 2, Double.NaN);
            double[] out = new double[items + 2];
            Arrays.fill(out, 42);
            assertThat(example.surrogate().gradientInto(longS, longV, items, scratch, out))
                    .isEqualTo(example.surrogate().value(s, v));
            assertThat(out).startsWith(example.surrogate().gradient(s, v)).endsWith(42, 42);
            example.surrogate().curvatureInto(longS, longV, items, scratch, out);
            assertThat(out).startsWith(example.surrogate().curvature(s, v)).endsWith(42, 42);
        }
    }

    /** Certificate: the loss is convex, and its expected gradient vanishes there. */
    @ParameterizedTest
    @MethodSource("cases")
    void theOptimalScoresMinimiseTheExpectedLossAndKeepTheOrderIfProven(E example) {
        Random random = new Random(9);
        boolean proven = example.surrogate().preservation() instanceof OrderPreservation.Proven;
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 1 + random.nextInt(5);
            double[] p = RankingProblem.randomWeights(3, random);
            double[][] labels = new double[3][];
            double[] mean = new double[items];
            for (int y = 0; y < 3; y++) {
                labels[y] = example.utilities(items, random);
                for (int i = 0; i < items; i++) {
                    mean[i] += p[y] * labels[y][i];
                }
            }
            double[] best = example.surrogate().optimalScores(mean).orElse(null);
            if (best == null || Arrays.stream(best).anyMatch(score -> !(Math.abs(score) <= 15))) {
                continue; // an expectation on the edge of the range, up to rounding
            }
            double[] gradient = new double[items];
            for (int y = 0; y < 3; y++) {
                double[] slope = example.surrogate().gradient(best, labels[y]);
                for (int i = 0; i < items; i++) {
                    gradient[i] += p[y] * slope[i];
                }
            }
            assertThat(gradient).containsExactly(new double[items], within(1e-9));
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < items; j++) {
                    assertThat(!proven || mean[i] < mean[j] + 1e-6 || best[i] > best[j])
                            .as("expected utilities %s, best scores %s", Arrays.toString(mean), Arrays.toString(best))
                            .isTrue();
                }
            }
        }
    }
}
