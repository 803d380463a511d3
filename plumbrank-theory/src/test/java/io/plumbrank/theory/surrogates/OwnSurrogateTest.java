package io.plumbrank.theory.surrogates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.theory.OwnSurrogate;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.search.CalibrationCheck;
import io.plumbrank.theory.search.CalibrationProblem;
import io.plumbrank.theory.search.CalibrationProblems;
import io.plumbrank.theory.search.CheckReport;
import io.plumbrank.theory.search.Finding;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnSurrogateTest {
    private static final OwnSurrogate SQUARES = (scores, label, gradient) -> {
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            gradient[i] = 2 * (scores[i] - label[i]);
            sum += (scores[i] - label[i]) * (scores[i] - label[i]);
        }
        return sum;
    };

    private static final OwnSurrogate LOG_COSH = (scores, label, gradient) -> {
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            double error = scores[i] - label[i];
            gradient[i] = Math.tanh(error);
            sum += Math.log(Math.cosh(error));
        }
        return sum;
    };

    /** RankNet, whose minimisers the library knows by another way. */
    private static final OwnSurrogate PAIRS = (scores, label, gradient) -> {
        int items = scores.length;
        Arrays.fill(gradient, 0);
        double sum = 0;
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                double weight = label[i * items + j];
                double slope = -weight / (1 + Math.exp(scores[i] - scores[j]));
                sum += weight * Math.log1p(Math.exp(scores[j] - scores[i]));
                gradient[i] += slope;
                gradient[j] -= slope;
            }
        }
        return sum;
    };

    private static CalibrationProblem<double[], Ranking> dcg(OwnSurrogate own) {
        return CalibrationProblems.ofMeasure(MeasureSpec.parse("dcg"), 3, MethodChoice.ofOwn("own", own), 2);
    }

    @Test
    void squaresOfOnesOwnAreCalibratedAndTheirMinimisersAreMeans() {
        CalibrationProblem<double[], Ranking> problem = dcg(SQUARES);
        CheckReport<double[], Ranking> report = new CalibrationCheck(600, 1).run(problem);
        assertThat(report.counterexample()).isEmpty();
        assertThat(report.uncertified()).isZero();
        CalibrationProblem<double[], Ranking> named =
                CalibrationProblems.ofMeasure(MeasureSpec.parse("dcg"), 3, MethodChoice.of("squared"), 2);
        Random random = new Random(5);
        for (int k = 0; k < 20; k++) {
            LabelDistribution<double[]> p = LabelDistribution.proportional(
                    problem.labels().labels(), random.doubles(27).toArray());
            assertThat(problem.examine(p).orElseThrow().minimiser())
                    .containsExactly(named.examine(p).orElseThrow().minimiser(), within(1e-7));
        }
    }

    /** log cosh is least between the median and the mean, here by bisection of Σ p tanh(s − v) = 0. */
    @Test
    void robustRegressionIsNotCalibratedAndItsCounterexampleIsOne() {
        Finding<double[], Ranking> finding = new CalibrationCheck(1000, 1)
                .run(dcg(LOG_COSH))
                .counterexample()
                .orElseThrow();
        LabelDistribution<double[]> p = finding.distribution();
        double[] best = new double[3];
        double[] mean = new double[3];
        for (int i = 0; i < 3; i++) {
            double low = 0;
            double high = 3;
            for (int k = 0; k < 60; k++) {
                double middle = (low + high) / 2;
                double slope = 0;
                for (int y = 0; y < p.size(); y++) {
                    slope += p.probability(y) * Math.tanh(middle - gain(p.label(y)[i]));
                }
                low = slope < 0 ? middle : low;
                high = slope < 0 ? high : middle;
            }
            best[i] = low;
            for (int y = 0; y < p.size(); y++) {
                mean[i] += p.probability(y) * gain(p.label(y)[i]);
            }
        }
        assertThat(finding.minimiser()).containsExactly(best, within(1e-6));
        // sorted by its scores, two items of different mean gain stand the wrong way round
        boolean wrong = false;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                wrong |= best[i] > best[j] - 1e-9 && mean[i] < mean[j] - 1e-9;
            }
        }
        assertThat(wrong).isTrue();
    }

    private static double gain(double grade) {
        return Math.pow(2, grade) - 1;
    }

    @Test
    void onGraphsItSeesTheWeightsOfPairs() {
        LabelSpace<PreferenceGraph> space = LabelSpace.preferences(4);
        CalibrationProblem<PreferenceGraph, Ranking> own =
                CalibrationProblems.ofGraphs(space, MethodChoice.ofOwn("pairs of my own", PAIRS));
        CalibrationProblem<PreferenceGraph, Ranking> named =
                CalibrationProblems.ofGraphs(space, MethodChoice.of("ranknet"));
        Random random = new Random(9);
        for (int k = 0; k < 20; k++) {
            LabelDistribution<PreferenceGraph> p = LabelDistribution.proportional(
                    space.labels(), random.doubles(12, 0.1, 1).toArray());
            assertThat(own.examine(p).orElseThrow().minimiser())
                    .containsExactly(named.examine(p).orElseThrow().minimiser(), within(1e-6));
        }
        // one preference alone has no finite minimiser
        assertThat(own.examine(LabelDistribution.of(space.labels().subList(0, 1), 1.0)))
                .isEmpty();
        assertThat(new CalibrationCheck(700, 1).run(own).counterexample()).isPresent();
    }

    private static void assertRefused(OwnSurrogate own, String message) {
        assertThatThrownBy(() -> dcg(own))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void whatIsNoSurrogateIsRefusedInOneLine() {
        assertRefused((s, y, g) -> Double.NaN, "must be finite, and at scores");
        assertRefused((s, y, g) -> 0, "an entry of the gradient is NaN");
        assertRefused(
                (s, y, g) -> {
                    Arrays.setAll(g, i -> -2 * s[i]);
                    return -Arrays.stream(s).map(x -> x * x).sum();
                },
                "must be convex in the scores: at (");
        assertRefused(
                (s, y, g) -> {
                    double value = SQUARES.gradientInto(s, y, g);
                    g[0] += 1;
                    return value;
                },
                "the gradient of surrogate 'own' is not that of its values");
        assertRefused(
                (s, y, g) -> {
                    g[s.length] = 1;
                    return 0;
                },
                "failed at scores (");
        CalibrationProblem<double[], Ranking> flat = dcg((s, y, g) -> {
            Arrays.fill(g, 0);
            return 1;
        });
        assertThatThrownBy(() -> new CalibrationCheck(200, 1).run(flat))
                .hasMessageContaining("no minimiser of 'own' could be certified at any of 200 distributions");
    }

    /** For {@link OwnSurrogates#load}. */
    public static final class Good implements OwnSurrogate {
        @Override
        public double gradientInto(double[] scores, double[] label, double[] gradient) {
            return SQUARES.gradientInto(scores, label, gradient);
        }
    }

    /** Cannot be made without a number. */
    public static final class NeedsNumber implements OwnSurrogate {
        private final double factor;

        /** Of a factor. */
        public NeedsNumber(double factor) {
            this.factor = factor;
        }

        @Override
        public double gradientInto(double[] scores, double[] label, double[] gradient) {
            return factor;
        }
    }

    /** Fails when it is made. */
    public static final class Fails implements OwnSurrogate {
        /** Throws. */
        public Fails() {
            throw new IllegalStateException("no licence");
        }

        @Override
        public double gradientInto(double[] scores, double[] label, double[] gradient) {
            return 0;
        }
    }

    /** Has no instances. */
    public abstract static class Abstract implements OwnSurrogate {}

    static final class Hidden implements OwnSurrogate {
        /** Public in a class that is not. */
        public Hidden() {}

        @Override
        public double gradientInto(double[] scores, double[] label, double[] gradient) {
            return 0;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            com.example.None                                       | there is no class 'com.example.None' on the class path
            io.plumbrank.theory.surrogates.OwnSurrogateTest                   | does not implement io.plumbrank.theory.OwnSurrogate
            io.plumbrank.theory.OwnSurrogate                       | is abstract
            io.plumbrank.theory.surrogates.OwnSurrogateTest$Abstract          | is abstract
            io.plumbrank.theory.surrogates.OwnSurrogateTest$NeedsNumber       | has no public constructor without parameters
            io.plumbrank.theory.surrogates.OwnSurrogateTest$Fails             | failed: java.lang.IllegalStateException: no licence
            io.plumbrank.theory.surrogates.OwnSurrogateTest$Hidden            | is not public
            io/plumbrank/theory/surrogates/OwnSurrogateTest$Good              | there is no class
            IO.plumbrank.theory.surrogates.OwnSurrogateTest$Good              | there is no class
            """)
    void aClassThatIsNoneIsRefusedInOneLine(String name, String message) {
        assertThatThrownBy(() -> OwnSurrogates.load(name, getClass().getClassLoader()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aClassIsLoadedByItsName() {
        OwnSurrogate loaded =
                OwnSurrogates.load(Good.class.getName(), getClass().getClassLoader());
        assertThat(loaded.gradientInto(new double[] {3}, new double[] {1}, new double[1]))
                .isEqualTo(4);
    }
}
