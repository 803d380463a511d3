package io.plumbrank.surrogate.templates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.UtilityRange;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums over many pairs against the definition, pair by pair. */
class LogisticPairsTest {
    private static final double[] SPREADS = {0, 1e-3, 1, 12, 300, 1e5, 1e12};

    private static double[] scores(SplittableRandom random, int r, double spread) {
        double[] scores = new double[r];
        for (int i = 0; i < r; i++) {
            // some far from all others, some tied
            scores[i] = 1000 + spread * (random.nextInt(9) == 0 ? 1 : 0.1) * (random.nextDouble() - 0.5);
            scores[i] = i > 0 && random.nextInt(5) == 0 ? scores[random.nextInt(i)] : scores[i];
        }
        return scores;
    }

    private static double[] utilities(SplittableRandom random, int r, boolean graded, double shift) {
        double[] utilities = new double[r];
        for (int i = 0; i < r; i++) {
            utilities[i] = graded ? random.nextInt(4) / 4.0 : random.nextDouble() - shift;
        }
        return utilities;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allPairsAddUpAsOneByOne(boolean graded) {
        for (double spread : SPREADS) {
            SplittableRandom random = new SplittableRandom(7);
            int r = 700;
            double[] s = scores(random, r, spread);
            double[] v = utilities(random, r, graded, 0);
            double[] gradient = new double[r];
            double[] curvature = new double[r];
            double value = 0;
            for (int i = 0; i < r; i++) {
                double row = 0;
                for (int j = 0; j < r; j++) {
                    if (i != j) {
                        double d = s[j] - s[i];
                        row += v[i] * (Math.max(d, 0) + Math.log1p(Math.exp(-Math.abs(d))));
                        double p = 1 / (1 + Math.exp(-d));
                        gradient[i] -= v[i] * p;
                        gradient[j] += v[i] * p;
                        double bend = v[i] / (2 + Math.exp(d) + Math.exp(-d));
                        curvature[i] += bend;
                        curvature[j] += bend;
                    }
                }
                value += row;
            }
            Surrogate surrogate = new PairwiseLogistic(Eta.of(UtilityRange.ZERO.including(new double[] {0, 1}, 2)));
            assertSame(surrogate, s, v, value, gradient, curvature, "spread " + spread);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = PairWeight.class,
            names = {"UNIT", "DIFFERENCE"})
    void observedPairsAddUpAsOneByOne(PairWeight weight) {
        for (double spread : SPREADS) {
            for (boolean graded : new boolean[] {false, true}) {
                SplittableRandom random = new SplittableRandom(8);
                int r = 700;
                double[] s = scores(random, r, spread);
                double[] v = utilities(random, r, graded, 0.5);
                double[] gradient = new double[r];
                double[] curvature = new double[r];
                double value = 0;
                for (int i = 0; i < r; i++) {
                    double row = 0;
                    for (int j = 0; j < r; j++) {
                        if (v[i] > v[j]) {
                            double w = weight == PairWeight.UNIT ? 1 : v[i] - v[j];
                            double d = s[j] - s[i];
                            row += w * (Math.max(d, 0) + Math.log1p(Math.exp(-Math.abs(d))));
                            double p = 1 / (1 + Math.exp(-d));
                            gradient[i] -= w * p;
                            gradient[j] += w * p;
                            double bend = w / (2 + Math.exp(d) + Math.exp(-d));
                            curvature[i] += bend;
                            curvature[j] += bend;
                        }
                    }
                    value += row;
                }
                assertSame(new RankNet(weight), s, v, value, gradient, curvature, "spread " + spread + graded);
            }
        }
    }

    private static void assertSame(
            Surrogate surrogate,
            double[] s,
            double[] v,
            double value,
            double[] gradient,
            double[] curvature,
            String what) {
        double all = s.length;
        assertThat(surrogate.value(s, v)).as(what).isCloseTo(value, within(1e-12 * Math.max(value, all)));
        double[] fast = surrogate.gradient(s, v);
        double[] bends = surrogate.curvature(s, v);
        for (int i = 0; i < s.length; i++) {
            assertThat(fast[i]).as(what + " gradient of " + i).isCloseTo(gradient[i], within(1e-12 * all));
            assertThat(bends[i])
                    .as(what + " curvature of " + i)
                    .isCloseTo(curvature[i], within(1e-12 * all))
                    .isNotNegative();
        }
    }

    /** log(1 + e^d) + log(1 + e^−d) pairs off items that differ in sign, so that ten thousand items have sums in closed form. */
    @Test
    void tenThousandItemsAtTwoScoresHaveTheSumInClosedForm() {
        int r = 10_000;
        double[] s = new double[r];
        double[] v = new double[r];
        for (int i = 0; i < r; i++) {
            s[i] = i % 2 == 0 ? 3 : -1;
            v[i] = i % 2 == 0 ? 1 : 0;
        }
        double pairs = 0.25 * r * r;
        assertThat(new RankNet(PairWeight.UNIT).value(s, v))
                .isCloseTo(pairs * Math.log1p(Math.exp(-4)), within(1e-12 * pairs));
        assertThat(new RankNet(PairWeight.UNIT).gradient(s, v)[0])
                .isCloseTo(-r / 2.0 / (1 + Math.exp(4)), within(1e-12 * r));
    }

    @Test
    void scoresThatAreNoNumbersAreNotHidden() {
        double[] s = new double[300];
        double[] v = new double[300];
        s[5] = Double.NaN;
        v[5] = 1;
        assertThat(new RankNet(PairWeight.UNIT).value(s, v)).isNaN();
    }
}
