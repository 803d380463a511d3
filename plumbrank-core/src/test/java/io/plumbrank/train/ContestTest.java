package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.instances.Folds;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Preference;
import io.plumbrank.task.HeldOutValues;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContestTest {
    private static final int INSTANCES = 40;

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    /** @param values by candidate, one per instance */
    private static HeldOutValues values(double[]... values) {
        HeldOutValues kept = new HeldOutValues(values.length);
        kept.expect(LongStream.range(0, values[0].length).toArray());
        for (int c = 0; c < values.length; c++) {
            for (double value : values[c]) {
                kept.add(c, value, 1, 0);
            }
        }
        return kept;
    }

    private static double[] noise(SplittableRandom random, double mean) {
        return random.doubles(INSTANCES, mean - 1, mean + 1).toArray();
    }

    private static double[] plus(double[] values, double more, SplittableRandom random) {
        return Arrays.stream(values)
                .map(value -> value + more + 0.01 * random.nextDouble())
                .toArray();
    }

    /** One instance is no evidence: its difference and the standard error are equal, and rounding must not tell them apart. */
    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsBetterOnOneInstanceAloneIsNotChosen(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int n = 7; n < INSTANCES; n++) {
            double[] simple = new double[n];
            double[] better = new double[n];
            better[random.nextInt(n)] = random.nextDouble();
            assertThat(new Contest(List.of(values(simple), values(better)), true, seed)
                            .decide()
                            .chosen())
                    .isZero();
        }
    }

    /** Of a family the candidate of least risk on the other groups is the one that counts, be another better where both are judged. */
    @Test
    void ofAFamilyTheLeastRiskDecides() {
        double[] good = new double[INSTANCES];
        double[] bad = new double[INSTANCES];
        Arrays.fill(good, 1);
        HeldOutValues kept = new HeldOutValues(3);
        kept.expect(LongStream.range(0, INSTANCES).toArray());
        for (int i = 0; i < INSTANCES; i++) {
            kept.add(0, good[i], 1, 2);
            kept.add(1, bad[i], 1, 1);
            kept.add(2, 0.5, 1, 9);
        }
        assertThat(valueOf(kept)).isEqualTo(1);
        assertThat(valueOf(kept.inFamilies(new int[] {1, 1, 1}))).isZero();
        assertThat(valueOf(kept.inFamilies(new int[] {1, 1, 0}))).isEqualTo(0.5);
        assertThat(valueOf(kept.inFamilies(new int[] {1, 2, 2}))).isEqualTo(1);
        HeldOutValues twice = HeldOutValues.sideBySide(
                List.of(kept.inFamilies(new int[] {1, 1, 0}), kept.inFamilies(new int[] {1, 1, 0})));
        assertThat(twice.areOfOneFamily(0, 1)).isTrue();
        assertThat(twice.areOfOneFamily(0, 3)).isFalse();
        assertThat(twice.areOfOneFamily(2, 5)).isFalse();
    }

    private static double valueOf(HeldOutValues values) {
        return new Contest(List.of(values), true, 1)
                .decide()
                .standings()
                .get(0)
                .value()
                .mean();
    }

    /** A difference that is the same on every instance is seen, however much the instances differ. */
    @ParameterizedTest
    @MethodSource("seeds")
    void pairedDifferencesDecide(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] simple = noise(random, 0);
        double[] better = plus(simple, 0.02, random);
        Contest contest = new Contest(List.of(values(simple), values(better)), true, seed);
        assertThat(contest.decide().chosen()).isEqualTo(1);
        assertThat(new Contest(List.of(values(simple), values(better)), false, seed)
                        .decide()
                        .chosen())
                .isZero();
    }

    /** One candidate each, so that nothing is fitted across groups: the rule by its textbook formula. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theSimplestWithinOneStandardErrorOfTheBestIsChosen(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<double[]> all = List.of(noise(random, 0), noise(random, 0.1), noise(random, 0.2), noise(random, 0.1));
        Contest.Verdict verdict =
                new Contest(all.stream().map(each -> values(each)).toList(), true, seed).decide();

        double[] means = all.stream().mapToDouble(ContestTest::mean).toArray();
        int best = IntStream.range(0, 4).reduce(0, (a, b) -> means[b] > means[a] ? b : a);
        int chosen = IntStream.range(0, 4)
                .filter(c -> {
                    double[] differences = IntStream.range(0, INSTANCES)
                            .mapToDouble(i -> all.get(best)[i] - all.get(c)[i])
                            .toArray();
                    return c == best || mean(differences) <= error(differences);
                })
                .findFirst()
                .orElseThrow();
        assertThat(verdict.chosen()).isEqualTo(chosen);
        assertThat(verdict.standings().get(0).value().mean()).isCloseTo(means[0], within(1e-12));
        assertThat(verdict.standings().get(1).value().error()).isCloseTo(error(all.get(1)), within(1e-12));
    }

    private static double mean(double[] values) {
        return DoubleStream.of(values).average().orElseThrow();
    }

    private static double error(double[] values) {
        double mean = mean(values);
        double variance =
                DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
        return Math.sqrt(variance / values.length);
    }

    /** With many candidates of pure noise the best looks good; what it is worth, and what the whole choice is worth, does not. */
    @Test
    void theBestOfManyIsNoBetterThanOne() {
        double worth = 0;
        double nested = 0;
        double apparent = 0;
        int runs = 200;
        for (int seed = 0; seed < runs; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double[][] many = new double[50][];
            Arrays.setAll(many, c -> noise(random, 0));
            Contest contest = new Contest(List.of(values(noise(random, 0)), values(many)), true, seed);
            worth += contest.decide().standings().get(1).value().mean() / runs;
            nested += contest.nested().mean() / runs;
            apparent += Arrays.stream(many).mapToDouble(ContestTest::mean).max().orElseThrow() / runs;
        }
        double error = Math.sqrt(1.0 / 3 / INSTANCES / runs);
        assertThat(apparent).isGreaterThan(20 * error);
        assertThat(worth).isCloseTo(0, within(4 * error));
        assertThat(nested).isCloseTo(0, within(4 * error));
    }

    /** By hand: for each group, the candidate that is best on the others. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aContenderIsWorthWhatItsChoiceOnOtherGroupsReaches(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] candidates = {noise(random, 0), noise(random, 0), noise(random, 0)};
        Folds folds = new Folds(Contest.GROUPS, seed);
        double sum = 0;
        for (int i = 0; i < INSTANCES; i++) {
            int own = folds.of(i);
            int best = IntStream.range(0, 3).reduce(0, (a, b) -> {
                double other = without(candidates[b], folds, own);
                return other > without(candidates[a], folds, own) ? b : a;
            });
            sum += candidates[best][i];
        }
        Contest contest = new Contest(List.of(values(candidates)), true, seed);
        assertThat(contest.decide().standings().get(0).value().mean()).isCloseTo(sum / INSTANCES, within(1e-12));
        assertThat(contest.nested().mean()).isCloseTo(sum / INSTANCES, within(1e-12));
    }

    private static double without(double[] values, Folds folds, int group) {
        return IntStream.range(0, values.length)
                .filter(i -> folds.of(i) != group)
                .mapToDouble(i -> values[i])
                .sum();
    }

    @Test
    void moreInstancesThanPlacesKeepTheirMean() {
        SplittableRandom random = new SplittableRandom(5);
        double[] many = random.doubles(3 * HeldOutValues.MOST + 17).toArray();
        HeldOutValues kept = values(many);
        assertThat(kept.places()).isEqualTo(HeldOutValues.MOST);
        ModelChoice.Estimate estimate =
                new Contest(List.of(kept), true, 1).decide().standings().get(0).value();
        assertThat(estimate.mean()).isCloseTo(mean(many), within(1e-12));
        assertThat(estimate.error()).isCloseTo(error(many), within(0.1 * error(many)));
    }

    /** Three that differ by a third and by two thirds of a standard error from the best, which is the last, and cost 3, 1 and 2. */
    @Test
    void thePreferenceDecidesAmongThoseThatAreAboutAsGood() {
        double[] best = new SplittableRandom(3).doubles(INSTANCES).toArray();
        double[] noise = new SplittableRandom(4).doubles(INSTANCES, -1, 1).toArray();
        double error = error(noise);
        double offset = mean(noise);
        List<HeldOutValues> all = Stream.of(1 / 3.0, 2 / 3.0, 0.0)
                .map(errors -> values(
                        errors == 0
                                ? best
                                : IntStream.range(0, INSTANCES)
                                        .mapToDouble(i -> best[i] - (noise[i] - offset) - errors * error)
                                        .toArray()))
                .toList();
        double[] costs = {3, 1, 2};
        assertThat(chosen(all, new double[3], Preference.BEST)).isEqualTo(2);
        assertThat(chosen(all, new double[3], Preference.SIMPLE)).isZero();
        assertThat(chosen(all, costs, Preference.SMALL)).isEqualTo(1);
        assertThat(chosen(List.of(all.get(0), all.get(2)), new double[] {3, 2}, Preference.FAST))
                .isEqualTo(1);
    }

    private static int chosen(List<HeldOutValues> all, double[] costs, Preference preference) {
        return new Contest(all, costs, preference.errors(), true, 1).decide().chosen();
    }

    @Test
    void oneInstanceTellsNothingAgainstTheSimplest() {
        Contest contest = new Contest(List.of(values(new double[] {1}), values(new double[] {2})), true, 1);
        assertThat(contest.decide().chosen()).isZero();
        assertThat(contest.nested().error()).isNaN();
    }
}
