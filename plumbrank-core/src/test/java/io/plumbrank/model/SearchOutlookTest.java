package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
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
        int seeds = 200;
        for (int seed = 0; seed < seeds; seed++) {
            sum += SearchOutlook.expectedGain(values(20, 1, 1e-6, seed)) / seeds;
            other += SearchOutlook.expectedGain(values(20, 0, 1, seed)) / seeds;
        }
        assertThat(sum).isCloseTo(best(40) - best(20), within(0.02));
        assertThat(other).as("noise alone brings next to nothing").isBetween(0.0, 0.01);
    }

    @Test
    void aFewSettingsTellNothing() {
        assertThat(SearchOutlook.expectedGain(values(3, 1, 1, 1))).isNaN();
    }
}
