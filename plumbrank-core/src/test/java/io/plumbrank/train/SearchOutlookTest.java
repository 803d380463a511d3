package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.task.HeldOutValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SearchOutlookTest {
    private static final int INSTANCES = 50;

    /** The values of settings whose worth is drawn, with noise on every instance. */
    private static List<HeldOutValues> values(int settings, double spread, double noise, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        double[] common = new double[INSTANCES];
        for (int i = 0; i < INSTANCES; i++) {
            common[i] = random.nextGaussian();
        }
        List<HeldOutValues> all = new ArrayList<>();
        for (int s = 0; s < settings; s++) {
            double worth = spread * random.nextGaussian();
            HeldOutValues values = new HeldOutValues(1);
            for (int i = 0; i < INSTANCES; i++) {
                values.expect(new long[] {i});
                values.add(0, common[i] + worth + noise * random.nextGaussian(), 1, 0);
            }
            all.add(values.trimmed());
        }
        return all;
    }

    /** The mean of the best of n normal numbers, by drawing them. */
    private static double best(int count) {
        RandomGenerator random = new SplittableRandom(9);
        double sum = 0;
        int draws = 20_000;
        for (int draw = 0; draw < draws; draw++) {
            double most = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < count; i++) {
                most = Math.max(most, random.nextGaussian());
            }
            sum += most;
        }
        return sum / draws;
    }

    @Test
    void twiceAsManyBringWhatTheBestOfThemIsExpectedToBeMore() {
        double sum = 0;
        double other = 0;
        int seeds = 400;
        for (int seed = 0; seed < seeds; seed++) {
            sum += SearchOutlook.expectedGain(values(20, 1, 1e-6, seed), true) / seeds;
            other += SearchOutlook.expectedGain(values(20, 0, 1, seed), true) / seeds;
        }
        assertThat(sum).isCloseTo(best(40) - best(20), within(0.02));
        assertThat(other).as("noise alone brings next to nothing").isBetween(0.0, 0.01);
    }

    @Test
    void aFewSettingsTellNothing() {
        assertThat(SearchOutlook.expectedGain(values(3, 1, 1, 1), true)).isNaN();
    }

    private static HeldOutValues constant(double value, int instances) {
        HeldOutValues values = new HeldOutValues(1);
        values.expect(LongStream.range(0, instances).toArray());
        for (int i = 0; i < instances; i++) {
            values.add(0, value, 1, 0);
        }
        return values.trimmed();
    }

    private static double gain(double[] worths, boolean larger) {
        return SearchOutlook.expectedGain(
                Arrays.stream(worths).mapToObj(worth -> constant(worth, 3)).toList(), larger);
    }

    @Test
    void oneInstanceDoesNotTellWorthFromNoise() {
        assertThat(SearchOutlook.expectedGain(
                        Stream.of(1, 2, 3, 4, 5)
                                .map(worth -> constant(worth, 1))
                                .toList(),
                        true))
                .isNaN();
    }

    /** By all halves one by one. */
    @Test
    void whatAllBroughtOverHalfOfThemIsTakenFurther() {
        double[] worths = {0.3, 0.9, 0.4, 0.1, 0.75, 0.2};
        double best = 0;
        int halves = 0;
        for (int some = 0; some < 1 << worths.length; some++) {
            if (Integer.bitCount(some) == worths.length / 2) {
                int chosen = some;
                best += IntStream.range(0, worths.length)
                        .filter(i -> (chosen >> i & 1) == 1)
                        .mapToDouble(i -> worths[i])
                        .max()
                        .orElseThrow();
                halves++;
            }
        }
        double normal = (best(12) - best(6)) / (best(6) - best(3));
        assertThat(gain(worths, true)).isCloseTo((0.9 - best / halves) * normal, within(0.005));
        assertThat(gain(Arrays.stream(worths).map(worth -> 1 - worth).toArray(), false))
                .as("the same of a loss")
                .isCloseTo(gain(worths, true), within(1e-12));
    }

    /** Most settings reach all there is to reach, and some fall far behind: more of them bring nothing. */
    @Test
    void aFewBadSettingsPromiseNothing() {
        double[] worths = {1, 1, 1, 0.7, 1, 1, 0.7, 1, 1, 1, 1, 0.7};
        assertThat(gain(worths, true)).isBetween(0.0, 0.001);
    }
}
