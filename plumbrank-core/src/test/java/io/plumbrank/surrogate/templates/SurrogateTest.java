package io.plumbrank.surrogate.templates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.SurrogateContract;
import io.plumbrank.surrogate.templates.Examples.Example;
import io.plumbrank.target.OrderPreservation;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every surrogate against its formula written out. */
class SurrogateTest extends SurrogateContract<Example> {
    private static final int DRAWS = 300;

    @Override
    protected Stream<Example> cases() {
        return Examples.all().stream();
    }

    /** A certificate of each is in the contract. */
    @ParameterizedTest
    @MethodSource("cases")
    void thereAreOptimalScoresUnlessTheOrderIsNotKept(Example example) {
        Random random = new Random(9);
        for (int draw = 0; draw < DRAWS; draw++) {
            double[] mean = example.utilities(1 + random.nextInt(5), random);
            assertThat(example.surrogate().optimalScores(mean).isPresent())
                    .isEqualTo(!(example.surrogate().preservation() instanceof OrderPreservation.Refuted));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
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
    @MethodSource("cases")
    void theGradientIsTheSlopeOfTheFormula(Example example) {
        Random random = new Random(2);
        double h = 1e-6;
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 1 + random.nextInt(7);
            double[] v = example.utilities(items, random);
            double[] s = smooth(example, items, random);
            double[] gradient = example.surrogate().gradient(s, v);
            for (int i = 0; i < items; i++) {
                double up = example.formula().of(v, moved(s, i, h));
                double down = example.formula().of(v, moved(s, i, -h));
                double scale = 1 + Math.abs(gradient[i]) + 1e-4 * Math.abs(up);
                assertThat((up - down) / (2 * h)).isCloseTo(gradient[i], within(2e-5 * scale));
            }
        }
    }

    /** The slope of the gradient of all hinges within 1 of a kink, however they are rounded, is at most what a step divides by. */
    @ParameterizedTest
    @MethodSource("cases")
    void aStepNeverDividesByLessThanTheCurvatureNorByZero(Example example) {
        Random random = new Random(4);
        for (int draw = 0; draw < DRAWS; draw++) {
            int items = 2 + random.nextInt(6);
            double[] v = example.utilities(items, random);
            double[] s = smooth(example, items, random);
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

    /** Large queries, where sorting and trees do their work. */
    @ParameterizedTest
    @MethodSource("cases")
    void largeQueriesFollowTheFormulaToo(Example example) {
        Random random = new Random(8);
        double[] v = example.utilities(400, random);
        double[] s = scores(400, random);
        double expected = example.formula().of(v, s);
        assertThat(example.surrogate().value(s, v)).isCloseTo(expected, within(1e-9 * Math.abs(expected)));
    }
}
