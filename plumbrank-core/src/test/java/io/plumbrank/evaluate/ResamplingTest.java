package io.plumbrank.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResamplingTest {
    private static final double[] DIFFERENCES = {0.1, -0.05, 0.2, 0.0, 0.13, 0.07, -0.02, 0.3};

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    @Test
    void theIntervalOfAMeanIsTheNormalOneForManyQueries() {
        SplittableRandom random = new SplittableRandom(3);
        int n = 4_000;
        double[] shares = random.doubles(n).toArray();
        double[] weights = new double[n];
        Arrays.fill(weights, 1);
        double mean = Arrays.stream(shares).average().orElseThrow();
        double halfWidth = 1.96 * Math.sqrt(1.0 / 12 / n);
        double[] interval = Resampling.bootstrapInterval(shares, weights, 4_000, 0.95, 1, 2);
        assertThat(interval[0]).isCloseTo(mean - halfWidth, within(0.1 * halfWidth));
        assertThat(interval[1]).isCloseTo(mean + halfWidth, within(0.1 * halfWidth));
    }

    @Test
    void theIntervalCoversTheTruthAboutAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(11);
        double[] weights = new double[60];
        Arrays.fill(weights, 1);
        int covered = 0;
        for (int trial = 0; trial < 400; trial++) {
            double[] interval =
                    Resampling.bootstrapInterval(random.doubles(60).toArray(), weights, 400, 0.90, trial, 2);
            covered += interval[0] <= 0.5 && 0.5 <= interval[1] ? 1 : 0;
        }
        // binomial(400, .9) has standard deviation 6
        assertThat(covered).isBetween(360 - 24, 360 + 24);
    }

    /** Plain percentiles hold the mean of 6 uniform numbers 87 times in a hundred. */
    @ParameterizedTest
    @ValueSource(ints = {6, 20})
    void fewQueriesAreCoveredAsOften(int queries) {
        SplittableRandom random = new SplittableRandom(12);
        double[] weights = new double[queries];
        Arrays.fill(weights, 1);
        int covered = 0;
        for (int trial = 0; trial < 1000; trial++) {
            double[] interval =
                    Resampling.bootstrapInterval(random.doubles(queries).toArray(), weights, 1000, 0.95, trial, 1);
            covered += interval[0] <= 0.5 && 0.5 <= interval[1] ? 1 : 0;
        }
        // binomial(1000, .95) has standard deviation 7
        assertThat(covered).isGreaterThanOrEqualTo(915);
    }

    /** Two resamples of four are one query alone, whose mean is its value. */
    @Test
    void aQueryOfWeightTwoCountsTwice() {
        double[] interval = Resampling.bootstrapInterval(new double[] {2, 4}, new double[] {2, 2}, 50, 0.95, 1, 2);
        assertThat(interval).containsExactly(1, 2);
    }

    @Test
    void equalQueriesSayNothingOfOthers() {
        assertThat(Resampling.bootstrapInterval(new double[] {2, 1, 3}, new double[] {2, 1, 3}, 50, 0.95, 1, 1))
                .containsExactly(Double.NaN, Double.NaN);
    }

    @Test
    void fewDifferencesAreTestedOverAllSignPatterns() {
        // 20 of the 256 sign patterns are as extreme, counted with Python's itertools
        assertThat(Resampling.randomizationTest(DIFFERENCES, 10, 1, 2)).isEqualTo(20 / 256.0);
    }

    @Test
    void noDifferenceIsNoEvidence() {
        assertThat(Resampling.randomizationTest(new double[50], 100, 1, 2)).isEqualTo(1);
        assertThat(PairedTests.tTest(new double[50])).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void randomSignPatternsApproachTheExactTest(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] sixteen = random.doubles(16, -1, 1.4).toArray();
        // a difference too small to matter takes the test from the exact to the random path
        double[] seventeen = Arrays.copyOf(sixteen, 17);
        seventeen[16] = 1e-300;
        double exact = Resampling.randomizationTest(sixteen, 1, seed, 2);
        double random17 = Resampling.randomizationTest(seventeen, 20_000, seed, 2);
        assertThat(random17).isCloseTo(exact, within(5 * Math.sqrt(exact * (1 - exact) / 20_000) + 1e-4));
    }

    @Test
    void studentsTestIsThatOfSciPy() {
        // scipy 1.17.1: stats.ttest_rel(differences, zeros) gives p = 0.06560979859228097
        assertThat(PairedTests.tTest(DIFFERENCES)).isCloseTo(0.06560979859228097, within(1e-12));
        assertThat(PairedTests.tTest(new double[] {1})).isNaN();
        assertThat(PairedTests.tTest(new double[] {1, 1})).isZero();
    }

    @Test
    void holmMultipliesTheSmallestByTheSizeOfTheFamilyAndStaysMonotone() {
        // Holm 1979 by hand: .01·4, max(.04, .02·3), max(.06, .03·2), max(.06, .2·1)
        assertThat(PairedTests.holm(new double[] {0.03, 0.01, Double.NaN, 0.2, 0.02}))
                .containsExactly(0.06, 0.04, Double.NaN, 0.2, 0.06);
        assertThat(PairedTests.holm(new double[] {0.9, 0.8})).containsExactly(1, 1);
    }
}
