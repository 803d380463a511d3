package io.plumbrank.surrogate.templates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.Ranking;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.templates.Examples.Example;
import io.plumbrank.target.rankings.OrderPreservation;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every surrogate owes, against its formula written out and against differences of it. */
class SurrogateTest {
    private static final int DRAWS = 300;

    static List<Example> examples() {
        return Examples.all();
    }

    private static double[] scores(int items, Random random) {
        double scale = random.nextInt(3) == 0 ? 4 : 1;
        boolean whole = random.nextInt(4) == 0; // so that some are equal
        return IntStream.range(0, items)
                .mapToDouble(i -> whole ? random.nextInt(3) : scale * random.nextGaussian())
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theValueIsThatOfTheFormula(Example example) {
        Random random = new Random(1);
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = random.nextInt(9);
            double[] v = example.utilities(items, random);
            double[] s = scores(items, random);
            double expected = example.formula().of(v, s);
            assertThat(example.surrogate().value(s, v)).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theGradientIsTheSlopeOfTheFormula(Example example) {
        Random random = new Random(2);
        double h = 1e-6;
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 1 + random.nextInt(7);
            double[] v = example.utilities(items, random);
            double[] s = awayFromKinks(example, items, random);
            double[] gradient = example.surrogate().gradient(s, v);
            for (int i = 0; i < items; i++) {
                double up = example.formula().of(v, moved(s, i, h));
                double down = example.formula().of(v, moved(s, i, -h));
                double scale = 1 + Math.abs(gradient[i]) + 1e-4 * Math.abs(up);
                assertThat((up - down) / (2 * h)).isCloseTo(gradient[i], within(2e-5 * scale));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theCurvatureIsTheSlopeOfTheGradient(Example example) {
        Random random = new Random(3);
        double h = 1e-6;
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 1 + random.nextInt(7);
            double[] v = example.utilities(items, random);
            double[] s = awayFromKinks(example, items, random);
            double[] curvature = example.surrogate().curvature(s, v);
            for (int i = 0; i < items; i++) {
                double up = example.surrogate().gradient(moved(s, i, h), v)[i];
                double down = example.surrogate().gradient(moved(s, i, -h), v)[i];
                double scale = 1 + Math.abs(curvature[i]) + Math.abs(up);
                assertThat((up - down) / (2 * h)).isCloseTo(curvature[i], within(1e-5 * scale));
            }
        }
    }

    /** The slope of the gradient of all hinges within 1 of a kink, however they are rounded, is at most what a step divides by. */
    @ParameterizedTest
    @MethodSource("examples")
    void aStepNeverDividesByLessThanTheCurvatureNorByZero(Example example) {
        Random random = new Random(4);
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 2 + random.nextInt(6);
            double[] v = example.utilities(items, random);
            double[] s = awayFromKinks(example, items, random);
            double[] curvature = example.surrogate().curvature(s, v);
            double[] step = new double[items];
            example.surrogate().stepCurvatureInto(s, v, items, new Scratch(), step);
            double[] gradient = example.surrogate().gradient(s, v);
            double[] wider = new double[items];
            for (int i = 0; i < items; i++) {
                wider[i] = example.surrogate().gradient(moved(s, i, 0.5), v)[i]
                        - example.surrogate().gradient(moved(s, i, -0.5), v)[i];
                assertThat(step[i]).isGreaterThanOrEqualTo(curvature[i] * (1 - 1e-12));
                if (example.surrogate() instanceof RankSvm || example.surrogate() instanceof SmoothHinge) {
                    assertThat(step[i]).isGreaterThanOrEqualTo(wider[i] - 1e-9);
                    assertThat(step[i] > 0 || gradient[i] == 0).isTrue();
                }
            }
        }
    }

    /** Scores at which the second derivative exists: not within 10⁻³ of where a hinge changes its form. */
    private static double[] awayFromKinks(Example example, int items, Random random) {
        while (true) {
            double[] s = scores(items, random);
            boolean far = true;
            for (double a : s) {
                for (double kink : new double[] {0, 0.3, 0.5, 0.7, 1, 2}) {
                    far &= Math.abs(a - kink) > 1e-3;
                }
                for (double b : s) {
                    far &= !example.hasKinks() || Math.abs(a - b - 1) > 1e-3;
                }
            }
            if (far) {
                return s;
            }
        }
    }

    private static double[] moved(double[] s, int i, double by) {
        double[] moved = s.clone();
        moved[i] += by;
        return moved;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void itIsConvex(Example example) {
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
    @MethodSource("examples")
    void extremeScoresGiveFiniteNumbers(Example example) {
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
    @MethodSource("examples")
    void theOrderInWhichItemsAreListedDoesNotMatter(Example example) {
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
    @MethodSource("examples")
    void onlyTheItemsOfTheQueryAreReadAndWritten(Example example) {
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

    /** Large queries, where sorting and trees do their work. */
    @ParameterizedTest
    @MethodSource("examples")
    void largeQueriesFollowTheFormulaToo(Example example) {
        Random random = new Random(8);
        double[] v = example.utilities(400, random);
        double[] s = scores(400, random);
        double expected = example.formula().of(v, s);
        assertThat(example.surrogate().value(s, v)).isCloseTo(expected, within(1e-9 * Math.abs(expected)));
    }

    /** Certificate: the loss is convex, and its expected gradient vanishes there. */
    @ParameterizedTest
    @MethodSource("examples")
    void theOptimalScoresMinimiseTheExpectedLoss(Example example) {
        Random random = new Random(9);
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
            boolean closedForm = !(example.surrogate().preservation() instanceof OrderPreservation.Refuted);
            assertThat(best != null).isEqualTo(closedForm);
            if (best == null || Arrays.stream(best).anyMatch(score -> Math.abs(score) > 15)) {
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
        }
    }
}
