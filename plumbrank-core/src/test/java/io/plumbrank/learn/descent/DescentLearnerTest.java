package io.plumbrank.learn.descent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.GroupLosses;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.TestGroups;
import io.plumbrank.learn.TestRows;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.learn.sums.BlockSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DescentLearnerTest {
    private static final TestDescent LEARNER = TestDescent.linear().withThreads(1);
    private static final TestDescent EXACT = LEARNER.until(2000, 1e-11);

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    static Stream<TestDescent> learners() {
        return Stream.of(
                LEARNER, LEARNER.withoutScaling(), TestDescent.fourier(20).withSeed(5));
    }

    private static TestGroups problem(long seed) {
        return TestGroups.random(seed, 60 + (int) (seed * 13 % 50), 1 + (int) (seed % 8), 6);
    }

    private static double lambda(long seed) {
        return Math.pow(10, -(double) (seed % 4));
    }

    /** λ·‖v‖² of a linear scorer. */
    private static double penalty(TestGroups groups, LinearScorer scorer, double lambda) {
        double[] deviations = groups.deviations(scorer.reference());
        double sum = 0;
        for (int j = 0; j < deviations.length; j++) {
            sum += Math.pow(scorer.weight(0, j) * deviations[j], 2);
        }
        return lambda * sum;
    }

    private static double objective(TestGroups groups, LinearScorer scorer, Supplier<GroupLoss> loss, double lambda) {
        return groups.risk(scorer, loss) + penalty(groups, scorer, lambda);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void squaresEndWhereRidgeRegressionDoes(long seed) {
        TestRows rows = TestRows.random(seed, 80, 1 + (int) (seed % 8), 1);
        GroupedRows.Builder builder = new GroupedRows.Builder(1);
        for (int row = 0; row < rows.rows(); row++) {
            builder.startGroup(rows.weights()[row]).add(rows.x()[row], rows.y()[row][0]);
        }
        double[] lambdas = {1e-3, 1, 0, 0.1};
        DescentPath path = EXACT.fit(builder.build(), GroupLosses::squared, lambdas);
        for (int i = 0; i < lambdas.length; i++) {
            LinearScorer expected = (LinearScorer) rows.path().stackedScorer(lambdas[i]);
            LinearScorer actual = (LinearScorer) path.scorer(i);
            double size =
                    Arrays.stream(expected.weights()[0]).map(Math::abs).max().orElseThrow();
            assertThat(actual.reference()).isEqualTo(expected.reference());
            assertThat(actual.weights()[0]).containsExactly(expected.weights()[0], within(1e-7 * size));
            assertThat(actual.intercepts()[0]).isCloseTo(expected.intercepts()[0], within(1e-7));
            assertThat(path.solutions().get(i).lambda()).isEqualTo(lambdas[i]);
            assertThat(path.solutions().get(i).converged()).isTrue();
        }
    }

    /** Central differences of the objective, written from its definition, are its gradient by v, and vanish. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theGradientVanishesForLogisticPairs(long seed) {
        TestGroups groups = problem(seed);
        double lambda = lambda(seed);
        DescentPath path = EXACT.fit(groups.rows(), GroupLosses::logisticPairs, new double[] {lambda});
        LinearScorer scorer = (LinearScorer) path.scorer(0);
        DescentPath.Solution solution = path.solutions().get(0);
        assertThat(solution.converged()).isTrue();
        assertThat(solution.gradientNorm()).isLessThan(1e-9);
        assertThat(solution.objective())
                .isCloseTo(objective(groups, scorer, GroupLosses::logisticPairs, lambda), within(1e-11));
        double[] deviations = groups.deviations(scorer.reference());
        double h = 1e-4;
        for (int j = 0; j < deviations.length; j++) {
            double[][] weights = scorer.weights();
            double weight = weights[0][j];
            weights[0][j] = weight + h / deviations[j];
            LinearScorer up = LinearScorer.of(scorer.reference(), scorer.intercepts(), weights);
            weights[0][j] = weight - h / deviations[j];
            LinearScorer down = LinearScorer.of(scorer.reference(), scorer.intercepts(), weights);
            double difference = objective(groups, up, GroupLosses::logisticPairs, lambda)
                    - objective(groups, down, GroupLosses::logisticPairs, lambda);
            assertThat(difference / (2 * h)).isCloseTo(0, within(1e-7));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noPerturbationLowersTheObjective(long seed) {
        TestGroups groups = problem(seed);
        double lambda = lambda(seed);
        for (Supplier<GroupLoss> loss : List.<Supplier<GroupLoss>>of(
                GroupLosses::logisticPairs, GroupLosses::exponentialPairs, GroupLosses::squared)) {
            DescentPath path = EXACT.fit(groups.rows(), loss, new double[] {lambda});
            LinearScorer scorer = (LinearScorer) path.scorer(0);
            double least = objective(groups, scorer, loss, lambda);
            SplittableRandom random = new SplittableRandom(seed);
            for (int trial = 0; trial < 50; trial++) {
                double size = Math.pow(10, random.nextDouble(-4, 1));
                double[] intercepts = {scorer.intercepts()[0] + size * random.nextDouble(-1, 1)};
                double[][] weights = scorer.weights();
                for (int j = 0; j < weights[0].length; j++) {
                    weights[0][j] += size * random.nextDouble(-1, 1);
                }
                LinearScorer other = LinearScorer.of(scorer.reference(), intercepts, weights);
                assertThat(objective(groups, other, loss, lambda)).isGreaterThanOrEqualTo(least * (1 - 1e-13));
            }
        }
    }

    /** The least value of 20,000 steps of the subgradient method with step 1/(2λt), for 2λ-strongly convex functions. */
    @Test
    void theHingeComesAsLowAsALongSubgradientRun() {
        TestGroups groups = TestGroups.random(3, 60, 4, 5);
        GroupedRows rows = groups.rows();
        double lambda = 0.05;
        DescentPath.Solution found = LEARNER.fit(rows, GroupLosses::hingePairs, new double[] {lambda})
                .solutions()
                .get(0);
        FeatureMap map = TestDescent.linear().map(rows);
        try (GroupedObjective objective = new GroupedObjective(rows, map, true, 1, 0, GroupLosses::hingePairs)) {
            objective.setLambda(lambda);
            double[] point = new double[objective.size()];
            double[] gradient = new double[objective.size()];
            double least = Double.POSITIVE_INFINITY;
            for (int t = 1; t <= 20000; t++) {
                least = Math.min(least, objective.gradientInto(point, gradient));
                for (int i = 0; i < point.length; i++) {
                    point[i] -= gradient[i] / (2 * lambda * t);
                }
            }
            assertThat(found.objective()).isCloseTo(least, within(1e-3 * least));
        }
    }

    private static void assertSameBits(DescentPath actual, DescentPath expected) {
        assertThat(actual.solutions()).isEqualTo(expected.solutions());
        assertThat(actual.stackedScorer()).isEqualTo(expected.stackedScorer());
    }

    @ParameterizedTest
    @MethodSource("learners")
    void threadsChangeNoBit(TestDescent learner) {
        GroupedRows rows =
                TestGroups.random(1, 5 * BlockSums.BLOCK_ROWS + 77, 5, 600).rows();
        TestDescent shorter = learner.until(8, 0);
        double[] lambdas = {1e-3, 0.1};
        DescentPath one = shorter.withThreads(1).fit(rows, GroupLosses::squared, lambdas);
        assertSameBits(shorter.withThreads(2).fit(rows, GroupLosses::squared, lambdas), one);
        assertSameBits(shorter.withThreads(5).fit(rows, GroupLosses::squared, lambdas), one);
    }

    @ParameterizedTest
    @MethodSource("learners")
    void keptFeaturesChangeNoBit(TestDescent learner) {
        GroupedRows rows =
                TestGroups.random(2, 3 * BlockSums.BLOCK_ROWS + 5, 5, 600).rows();
        FeatureMap map = learner.withSeed(1).map(rows);
        double[] point = new SplittableRandom(4).doubles(1 + map.size(5), -1, 1).toArray();
        List<double[]> gradients = new ArrayList<>();
        long block = 8L * point.length * BlockSums.BLOCK_ROWS;
        for (long memory : new long[] {0, 2 * block, 10 * block}) {
            try (GroupedObjective objective = new GroupedObjective(rows, map, true, 2, memory, GroupLosses::squared)) {
                for (int pass = 0; pass < 2; pass++) {
                    double[] gradient = new double[point.length + 1];
                    gradient[point.length] = objective.gradientInto(point, gradient);
                    gradients.add(gradient);
                }
            }
        }
        assertThat(gradients).allSatisfy(gradient -> assertThat(gradient).isEqualTo(gradients.get(0)));
    }

    @ParameterizedTest
    @MethodSource("learners")
    void aFoldHasTheBitsOfACopy(TestDescent learner) {
        TestGroups groups = TestGroups.random(6, 3 * BlockSums.BLOCK_ROWS, 4, 40);
        TestGroups copy = new TestGroups(IntStream.range(0, groups.groups().size())
                .filter(group -> group % 3 != 1)
                .mapToObj(groups.groups()::get)
                .toList());
        TestDescent shorter = learner.until(8, 0);
        double[] lambdas = {1e-3, 0.1};
        assertSameBits(
                shorter.fit(groups.rows().subset(group -> group % 3 != 1), GroupLosses::logisticPairs, lambdas),
                shorter.fit(copy.rows(), GroupLosses::logisticPairs, lambdas));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aGroupOfTwiceTheWeightIsTheGroupTwice(long seed) {
        TestGroups groups = problem(seed);
        List<TestGroups.Group> heavier = new ArrayList<>();
        List<TestGroups.Group> repeated = new ArrayList<>();
        for (int g = 0; g < groups.groups().size(); g++) {
            TestGroups.Group group = groups.groups().get(g);
            heavier.add(g % 3 == 0 ? group.withWeight(2 * group.weight()) : group);
            repeated.add(group);
        }
        // At the end, so that the reference is near; it differs, and the scores must not.
        IntStream.range(0, repeated.size()).filter(g -> g % 3 == 0).forEach(g -> repeated.add(repeated.get(g)));
        TestGroups complete = new TestGroups(repeated).with(row -> withoutMissing(row));
        TestGroups weighted = new TestGroups(heavier).with(row -> withoutMissing(row));
        double[] lambdas = {lambda(seed)};
        Scorer once =
                EXACT.fit(weighted.rows(), GroupLosses::logisticPairs, lambdas).scorer(0);
        Scorer twice =
                EXACT.fit(complete.rows(), GroupLosses::logisticPairs, lambdas).scorer(0);
        assertThat(((LinearScorer) once).weights()[0])
                .containsExactly(((LinearScorer) twice).weights()[0], within(1e-7));
    }

    @Test
    void aGroupWithoutWeightIsNotLookedAt() {
        GroupedRows.Builder builder = new GroupedRows.Builder(1);
        float[][] x = TestRows.random(4, 100, 3, 1).x();
        builder.startGroup(0).add(x[0], -1);
        for (int row = 0; row < 100; row++) {
            builder.startGroup(1).add(x[row], row % 2);
        }
        GroupLoss squared = GroupLosses.squared();
        GroupLoss infinite = (scores, targets, items, gradient) -> {
            double value = squared.gradientInto(scores, targets, items, gradient);
            return targets[0] < 0 ? Double.POSITIVE_INFINITY : value;
        };
        DescentPath path = LEARNER.fit(builder.build(), () -> infinite, new double[] {0.1});
        assertThat(path.solutions().get(0).converged()).isTrue();
    }

    private static float[] withoutMissing(float[] row) {
        float[] complete = row.clone();
        for (int j = 0; j < complete.length; j++) {
            complete[j] = Float.isNaN(row[j]) ? 0 : row[j];
        }
        return complete;
    }

    static Stream<UnaryOperator<float[]>> oddFeatures() {
        return Stream.of(
                row -> new float[] {row[0], 1e6f},
                row -> new float[] {row[0], Float.NaN},
                row -> row[1] > 0 ? row : new float[] {row[0]},
                row -> {
                    float[] equal = new float[10];
                    Arrays.fill(equal, row[0]);
                    return equal;
                },
                row -> new float[] {3},
                row -> new float[0]);
    }

    @ParameterizedTest
    @MethodSource("oddFeatures")
    void oddFeaturesDoNoHarm(UnaryOperator<float[]> features) {
        GroupedRows rows = TestGroups.random(8, 100, 2, 6).with(features).rows();
        for (TestDescent learner : List.of(LEARNER, LEARNER.withoutScaling(), TestDescent.fourier(5))) {
            DescentPath path = learner.fit(rows, GroupLosses::logisticPairs, new double[] {1e-2, 0});
            double[] u = new double[2];
            path.stackedScorer().scoreInto(new float[rows.inputs()], u);
            assertThat(u[0]).isFinite();
            assertThat(u[1]).isFinite();
            assertThat(path.solutions().get(0).converged()).isTrue();
        }
    }

    @Test
    void equalFeaturesShareTheWeight() {
        TestGroups one = TestGroups.random(9, 100, 1, 6);
        TestGroups ten = one.with(row -> {
            float[] equal = new float[10];
            Arrays.fill(equal, row[0]);
            return equal;
        });
        // ‖v‖² of ten equal weights v/10 is a tenth of v².
        Scorer alone = EXACT.fit(one.rows(), GroupLosses::logisticPairs, new double[] {0.01})
                .scorer(0);
        Scorer shared = EXACT.fit(ten.rows(), GroupLosses::logisticPairs, new double[] {0.1})
                .scorer(0);
        double tenth = ((LinearScorer) alone).weight(0, 0) / 10;
        for (int j = 0; j < 10; j++) {
            assertThat(((LinearScorer) shared).weight(0, j)).isCloseTo(tenth, within(1e-8));
        }
    }

    @Test
    void withoutPairsAllScoresAreEqual() {
        TestGroups single = TestGroups.random(10, 50, 3, 1);
        TestGroups tied = new TestGroups(TestGroups.random(10, 50, 3, 5).groups().stream()
                .map(group -> new TestGroups.Group(group.weight(), group.x(), new double[group.x().length]))
                .toList());
        for (TestGroups groups : List.of(single, tied)) {
            DescentPath path = LEARNER.fit(groups.rows(), GroupLosses::logisticPairs, new double[] {1, 0});
            assertThat(path.solutions()).allMatch(solution -> solution.converged() && solution.iterations() == 0);
            assertThat(((LinearScorer) path.stackedScorer()).weights()).isDeepEqualTo(new double[2][3]);
        }
    }

    @Test
    void separableRowsWithoutPenaltyDoNotConverge() {
        GroupedRows.Builder builder = new GroupedRows.Builder(1);
        for (int group = 0; group < 5; group++) {
            builder.startGroup(1).add(new float[] {group}, 0).add(new float[] {group + 1}, 1);
        }
        GroupedRows rows = builder.build();
        for (Supplier<GroupLoss> loss :
                List.<Supplier<GroupLoss>>of(GroupLosses::logisticPairs, GroupLosses::exponentialPairs)) {
            DescentPath path = LEARNER.until(30, 1e-6).fit(rows, loss, new double[] {0, 1e-3});
            assertThat(path.solutions().get(0).converged()).isFalse();
            assertThat(path.solutions().get(1).converged()).isTrue();
            assertThat(((LinearScorer) path.scorer(0)).weight(0, 0)).isFinite().isPositive();
        }
    }

    /** Without scaling, v is the weight in the feature's own scale: multiplying x by c and λ by c² changes no score. */
    @Test
    void withoutScalingTheUnitsOfFeaturesMatter() {
        TestGroups groups = TestGroups.random(11, 100, 3, 6);
        TestGroups wider = groups.with(row -> {
            float[] scaled = row.clone();
            for (int j = 0; j < scaled.length; j++) {
                scaled[j] *= 8;
            }
            return scaled;
        });
        TestDescent unscaled = EXACT.withoutScaling();
        LinearScorer scorer = (LinearScorer) unscaled.fit(groups.rows(), GroupLosses::logisticPairs, new double[] {0.5})
                .scorer(0);
        LinearScorer other = (LinearScorer) unscaled.fit(wider.rows(), GroupLosses::logisticPairs, new double[] {32})
                .scorer(0);
        for (int j = 0; j < 3; j++) {
            assertThat(8 * other.weight(0, j)).isCloseTo(scorer.weight(0, j), within(1e-8));
        }
        double sum = groups.risk(scorer, GroupLosses::logisticPairs)
                + 0.5 * Arrays.stream(scorer.weights()[0]).map(w -> w * w).sum();
        assertThat(unscaled.fit(groups.rows(), GroupLosses::logisticPairs, new double[] {0.5})
                        .solutions()
                        .get(0)
                        .objective())
                .isCloseTo(sum, within(1e-12));
    }

    /** Targets a² within groups: no linear score orders them, Fourier features do. */
    @Test
    void fourierFeaturesFitWhatLinearOnesCannot() {
        SplittableRandom random = new SplittableRandom(12);
        List<TestGroups.Group> made = new ArrayList<>();
        for (int group = 0; group < 100; group++) {
            float[][] x = new float[5][1];
            double[] targets = new double[5];
            for (int i = 0; i < 5; i++) {
                x[i][0] = (float) random.nextDouble(-1, 1);
                targets[i] = x[i][0] * x[i][0];
            }
            made.add(new TestGroups.Group(1, x, targets));
        }
        TestGroups groups = new TestGroups(made);
        double[] lambdas = {1e-5};
        Scorer linear =
                LEARNER.fit(groups.rows(), GroupLosses::logisticPairs, lambdas).scorer(0);
        DescentPath fourier = TestDescent.fourier(50).fit(groups.rows(), GroupLosses::logisticPairs, lambdas);
        assertThat(groups.risk(linear, GroupLosses::logisticPairs)).isGreaterThan(6);
        assertThat(groups.risk(fourier.scorer(0), GroupLosses::logisticPairs)).isLessThan(1);
        assertThat(fourier.solutions().get(0).converged()).isTrue();
    }

    @Test
    void configurationAndRowsAreChecked() {
        GroupedRows none = new GroupedRows.Builder(1).build();
        GroupedRows weightless =
                new GroupedRows.Builder(1).startGroup(0).add(new float[1], 1).build();
        GroupedRows infinite = new GroupedRows.Builder(1)
                .startGroup(1)
                .add(new float[] {Float.POSITIVE_INFINITY}, 1)
                .build();
        for (GroupedRows rows : List.of(none, weightless, infinite)) {
            assertThatThrownBy(() -> LEARNER.fit(rows, GroupLosses::squared, new double[] {1}))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        GroupedRows good =
                new GroupedRows.Builder(1).startGroup(1).add(new float[1], 1).build();
        assertThatThrownBy(() -> LEARNER.withThreads(2)
                        .fit(good, () -> (s, t, n, g) -> Double.POSITIVE_INFINITY, new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
