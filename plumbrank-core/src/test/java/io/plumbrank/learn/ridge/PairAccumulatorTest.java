package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.LinearFeatures;
import io.plumbrank.learn.pairs.FourierPairs;
import io.plumbrank.learn.pairs.PairFeatures;
import io.plumbrank.learn.pairs.PairScorer;
import io.plumbrank.learn.pairs.ProductPairs;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PairAccumulatorTest {
    private static final int INPUTS = 3;

    static LongStream seeds() {
        return LongStream.range(0, 12);
    }

    /** A query with random features, some of them missing, and targets by class. */
    private record Sample(float[] x, PairTargets targets, double weight) {
        static Sample of(SplittableRandom random, int items, boolean antisymmetric) {
            float[] x = new float[items * INPUTS];
            for (int j = 0; j < x.length; j++) {
                x[j] = random.nextInt(10) == 0 ? Float.NaN : (float) (3 + random.nextDouble());
            }
            int classes = 1 + random.nextInt(3);
            double[][] alpha = new double[classes][classes];
            for (int c = 0; c < classes; c++) {
                for (int d = 0; d <= c; d++) {
                    double value = antisymmetric && c == d ? 0 : random.nextDouble() - 0.3;
                    alpha[c][d] = value;
                    alpha[d][c] = antisymmetric ? -value : value;
                }
            }
            int[] of =
                    IntStream.range(0, items).map(i -> random.nextInt(classes)).toArray();
            double[] single = IntStream.range(0, items)
                    .mapToDouble(i -> random.nextDouble())
                    .toArray();
            return new Sample(x, new PairTargets(of, alpha, single), 0.5 + random.nextDouble());
        }

        float[] row(int i, int j) {
            float[] row = new float[2 * INPUTS];
            System.arraycopy(x, i * INPUTS, row, 0, INPUTS);
            System.arraycopy(x, j * INPUTS, row, INPUTS, INPUTS);
            return row;
        }
    }

    private static FeatureReference reference() {
        return FeatureReference.of(new float[] {3.5f, 3, 4}, new double[] {1, 1, 1});
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void collapsedSumsAreThoseOfAllPairs(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean antisymmetric = seed % 2 == 0;
        PairFeatures map = ProductPairs.of(reference(), antisymmetric, seed % 3 != 0);
        checkAgainstRows(map, antisymmetric, random, Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void fourierSumsAreThoseOfAllPairs(long seed) {
        boolean antisymmetric = seed % 2 == 0;
        FourierFeatures features = new FourierFeatures(PairFeatures.twice(reference()), 7, 1.5, seed);
        checkAgainstRows(new FourierPairs(features, antisymmetric), antisymmetric, new SplittableRandom(seed), 1000);
    }

    /** The oracle: both orders of every pair as rows of the general regression, each with half of the weight. */
    private static void checkAgainstRows(
            PairFeatures map, boolean antisymmetric, SplittableRandom random, int maxPairs) {
        PairAccumulator accumulator = new PairAccumulator(map, null, maxPairs, 1);
        RegressionSums expected;
        double groupWeight = 0;
        try (SumsPass<RegressionSums> pass =
                RidgeLearner.linear().withThreads(1).shard(1, map, 0)) {
            for (int query = 0; query < 5; query++) {
                Sample sample = Sample.of(random, query == 0 ? 1 : 2 + random.nextInt(6), antisymmetric);
                accumulator.add(sample.x, sample.targets, sample.weight, query);
                groupWeight += sample.weight;
                int items = sample.targets.items();
                for (int i = 0; i < items; i++) {
                    for (int j = 0; j < items; j++) {
                        if (i != j) {
                            double[] y = {sample.targets.of(i, j)};
                            pass.add(sample.row(i, j), y, sample.weight / items / 2);
                        }
                    }
                }
            }
            expected = pass.finish().total().orElseThrow();
        }
        PairSums sums = accumulator.finish();
        assertThat(sums.groupWeight()).isCloseTo(groupWeight, within(1e-12));
        assertClose(sums.pairs(), expected, 1e-12);
    }

    /** The oracle: each pair between the halves as a row of the general regression. */
    @ParameterizedTest
    @MethodSource("seeds")
    void halvesAreTheSumOfThePairsBetweenThem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ProductPairs map = ProductPairs.of(reference(), false, true);
        int items = 2 + random.nextInt(7);
        Sample sample = Sample.of(random, items, false);
        int half = 1 + random.nextInt(items - 1);
        int[] order = IntStream.range(0, items).map(i -> (i + 2) % items).toArray();
        ProductAccumulator accumulator = new ProductAccumulator(map, 1);
        accumulator.add(sample.x, sample.targets, sample.weight / items, order, half);
        double chance = half * (items - half) / (items * (items - 1) / 2.0);
        RegressionSums expected;
        try (SumsPass<RegressionSums> pass =
                RidgeLearner.linear().withThreads(1).shard(1, map, 0)) {
            for (int i = 0; i < half; i++) {
                for (int j = half; j < items; j++) {
                    double[] y = {sample.targets.of(order[i], order[j])};
                    pass.add(sample.row(order[i], order[j]), y, sample.weight / items / chance);
                }
            }
            expected = pass.finish().total().orElseThrow();
        }
        RegressionSums actual = accumulator.pairs();
        assertClose(actual, expected, 1e-12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theMeanOverAllHalvesIsTheSumOfAllPairs(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ProductPairs map = ProductPairs.of(reference(), false, true);
        int items = 3 + random.nextInt(5);
        Sample sample = Sample.of(random, items, false);
        ProductAccumulator all = new ProductAccumulator(map, Integer.MAX_VALUE);
        all.add(sample.x, sample.targets, 1, random);
        int[][] orders = IntStream.range(0, 1 << items)
                .filter(set -> Integer.bitCount(set) == items / 2)
                .mapToObj(set -> IntStream.concat(
                                IntStream.range(0, items).filter(i -> (set >> i & 1) == 1),
                                IntStream.range(0, items).filter(i -> (set >> i & 1) == 0))
                        .toArray())
                .toArray(int[][]::new);
        ProductAccumulator halves = new ProductAccumulator(map, 1);
        for (int[] order : orders) {
            halves.add(sample.x, sample.targets, 1.0 / orders.length, order, items / 2);
        }
        assertClose(halves.pairs(), all.pairs(), 1e-11);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void queriesWithMorePairsThanWantedAreHalved(long seed) {
        Sample sample = Sample.of(new SplittableRandom(seed), 7, false);
        LinearFeatures linear = new LinearFeatures(reference());
        ProductPairs map = ProductPairs.of(reference(), false, true);
        PairAccumulator some = new PairAccumulator(map, linear, 20, seed);
        PairAccumulator again = new PairAccumulator(map, linear, 20, seed);
        PairAccumulator all = new PairAccumulator(map, linear, 21, seed);
        for (PairAccumulator accumulator : new PairAccumulator[] {some, again, all}) {
            accumulator.add(sample.x, sample.targets, sample.weight, 3);
        }
        PairSums halved = some.finish();
        PairSums whole = all.finish();
        assertThat(halved.pairs().weight()).isCloseTo(whole.pairs().weight(), within(1e-12));
        assertClose(Objects.requireNonNull(halved.items()), Objects.requireNonNull(whole.items()), 1e-12);
        assertThat(again.finish()).isEqualTo(halved);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatAllItemsOfAQueryShareDoesNotVary(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ProductPairs map = ProductPairs.of(reference(), true, seed % 2 == 0);
        PairAccumulator accumulator = new PairAccumulator(map, null, 1, 1);
        for (int query = 0; query < 40; query++) {
            Sample sample = Sample.of(random, 9, true);
            float shared = (float) (100 * random.nextDouble());
            for (int item = 0; item < 9; item++) {
                sample.x[item * INPUTS + 1] = shared;
            }
            accumulator.add(sample.x, sample.targets, sample.weight, query);
        }
        RegressionSums sums = accumulator.finish().pairs();
        assertThat(sums.product(0, 0)).isPositive();
        assertThat(sums.product(1, 1)).isZero();
        assertThat(sums.product(2, 2)).isPositive();
    }

    private static void assertClose(RegressionSums actual, RegressionSums expected, double tolerance) {
        assertThat(actual.features()).isEqualTo(expected.features());
        assertThat(actual.weight()).isCloseTo(expected.weight(), within(tolerance));
        assertThat(actual.targetSum(0)).isCloseTo(expected.targetSum(0), within(tolerance));
        for (int a = 0; a < expected.features(); a++) {
            assertThat(actual.featureSum(a)).isCloseTo(expected.featureSum(a), within(tolerance));
            assertThat(actual.targetProduct(0, a)).isCloseTo(expected.targetProduct(0, a), within(tolerance));
            for (int b = 0; b <= a; b++) {
                assertThat(actual.product(a, b))
                        .as("(%d, %d)", a, b)
                        .isCloseTo(expected.product(a, b), within(tolerance));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void itemsHaveTheirOwnSums(long seed) {
        Sample sample = Sample.of(new SplittableRandom(seed), 5, false);
        LinearFeatures linear = new LinearFeatures(reference());
        PairAccumulator accumulator = new PairAccumulator(ProductPairs.of(reference(), false, true), linear, 10, 1);
        accumulator.add(sample.x, sample.targets, sample.weight, 0);
        RegressionSums expected;
        try (SumsPass<RegressionSums> pass =
                RidgeLearner.linear().withThreads(1).shard(1, linear, 0)) {
            for (int i = 0; i < 5; i++) {
                float[] row = new float[INPUTS];
                System.arraycopy(sample.x, i * INPUTS, row, 0, INPUTS);
                pass.add(row, new double[] {Objects.requireNonNull(sample.targets.single())[i]}, sample.weight / 5);
            }
            expected = pass.finish().total().orElseThrow();
        }
        assertClose(Objects.requireNonNull(accumulator.finish().items()), expected, 1e-12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sampledPairsAreUnbiased(long seed) {
        boolean antisymmetric = seed % 2 == 0;
        Sample sample = Sample.of(new SplittableRandom(seed), 6, antisymmetric);
        PairFeatures map =
                new FourierPairs(new FourierFeatures(PairFeatures.twice(reference()), 4, 1, seed), antisymmetric);
        RegressionSums all = sums(map, sample, 15, 0);
        int repeats = 4000;
        double[] mean = new double[2];
        double[] square = new double[2];
        for (int repeat = 0; repeat < repeats; repeat++) {
            RegressionSums some = sums(map, sample, 4, repeat);
            assertThat(some.weight()).isCloseTo(all.weight(), within(1e-12));
            double[] values = {some.product(2, 1), some.targetProduct(0, 3)};
            for (int v = 0; v < values.length; v++) {
                mean[v] += values[v] / repeats;
                square[v] += values[v] * values[v] / repeats;
            }
        }
        double[] expected = {all.product(2, 1), all.targetProduct(0, 3)};
        for (int v = 0; v < mean.length; v++) {
            double error = Math.sqrt(Math.max(0, square[v] - mean[v] * mean[v]) / repeats);
            assertThat(mean[v]).isCloseTo(expected[v], within(4.5 * error + 1e-12));
        }
    }

    private static RegressionSums sums(PairFeatures map, Sample sample, int maxPairs, long seed) {
        PairAccumulator accumulator = new PairAccumulator(map, null, maxPairs, seed);
        accumulator.add(sample.x, sample.targets, sample.weight, 3);
        return accumulator.finish().pairs();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void queriesAreScoredAsTheirPairsAre(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean antisymmetric = seed % 2 == 0;
        PairFeatures map = seed % 3 == 0
                ? new FourierPairs(new FourierFeatures(PairFeatures.twice(reference()), 5, 1, seed), antisymmetric)
                : ProductPairs.of(reference(), antisymmetric, seed % 3 == 1);
        int outputs = 1 + random.nextInt(10);
        double[] intercepts = new double[outputs];
        double[][] weights = new double[outputs][map.size(2 * INPUTS)];
        for (int o = 0; o < outputs; o++) {
            intercepts[o] = antisymmetric ? 0 : random.nextDouble();
            for (int w = 0; w < weights[o].length; w++) {
                weights[o][w] = random.nextDouble() - 0.5;
            }
        }
        PairScorer scorer = map.scorer(2 * INPUTS, intercepts, weights);
        Sample sample = Sample.of(random, 6, antisymmetric);
        double[][] u = scorer.scorePairs(sample.x, 6);
        int next = 0;
        double[] one = new double[outputs];
        double[] swapped = new double[outputs];
        for (int i = 0; i < 6; i++) {
            for (int j = i + 1; j < 6; j++, next++) {
                scorer.scoreInto(sample.row(i, j), one);
                scorer.scoreInto(sample.row(j, i), swapped);
                for (int o = 0; o < outputs; o++) {
                    assertThat(u[o][next]).isCloseTo(one[o], within(1e-12));
                    assertThat(swapped[o]).isCloseTo(antisymmetric ? -one[o] : one[o], within(1e-12));
                }
            }
        }
    }
}
