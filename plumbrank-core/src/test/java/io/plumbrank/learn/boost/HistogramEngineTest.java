package io.plumbrank.learn.boost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.instances.GroupLoss.GroupDerivatives;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreesRefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramEngineTest {
    private static final TreeEngine ENGINE = TreeEngines.find(TreeEngine.OWN);

    private static Map<String, String> map(String... entries) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put(entries[i], entries[i + 1]);
        }
        return map;
    }

    /** Missing values, a constant feature, one with few values, one that is often missing, and both zeros. */
    private static TreeRows rows(SplittableRandom random, int rows, int inputs) {
        float[] x = new float[rows * inputs];
        for (int i = 0; i < x.length; i++) {
            int feature = i % inputs;
            x[i] = feature == 1
                    ? 7
                    : feature == 2
                            ? random.nextInt(-1, 2) * (random.nextBoolean() ? 1f : -1f)
                            : random.nextInt(feature == 3 ? 2 : 9) == 0 ? Float.NaN : (float) random.nextDouble(-3, 3);
        }
        return TreeRows.of(x, inputs);
    }

    private static double[] targets(SplittableRandom random, TreeRows rows, int outputs) {
        double[] targets = new double[rows.rows() * outputs];
        for (int i = 0; i < targets.length; i++) {
            int row = i / outputs;
            float a = rows.x()[row * rows.inputs() + i % outputs % rows.inputs()];
            targets[i] = (Float.isNaN(a) ? 2 : a > 0 ? 1 : -1) * (1 + i % outputs) + random.nextDouble(-1, 1);
        }
        return targets;
    }

    private static TreeProblem problem(long seed, int count, int outputs, boolean weighted, String... parameters) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeRows rows = rows(random, count, 5);
        TreeProblem problem =
                TreeProblem.of(rows, targets(random, rows, outputs), outputs).withParameters(map(parameters));
        return weighted
                ? problem.withWeights(
                        random.doubles(count, 0, 3).map(w -> w < 0.5 ? 0 : w).toArray())
                : problem;
    }

    private static double[] scores(TreeEnsemble ensemble, TreeRows rows) {
        double[] scores = new double[rows.rows() * ensemble.outputs()];
        ensemble.scoreInto(rows.x(), rows.rows(), scores);
        return scores;
    }

    /**
     * Checks a tree from its root down: every split has the gain of the best of all thresholds between values, both sides for
     * missing ones, by sums over rows in floating point; every leaf has the best value, and none could be split.
     */
    private static final class Exhaustive {
        private final TreeProblem problem;
        private final double lambda;
        private final double gamma;
        private final double least;
        private final int deepest;
        private final double eta;
        private final float[] weights;
        private final double[] gradients;
        private int splits;

        Exhaustive(TreeProblem problem, double[] scoresBefore) {
            this.problem = problem;
            Map<String, String> given = problem.parameters();
            lambda = Double.parseDouble(given.getOrDefault("lambda", "1"));
            gamma = Double.parseDouble(given.getOrDefault("gamma", "0"));
            least = Double.parseDouble(given.getOrDefault("min_child_weight", "10"));
            deepest = Integer.parseInt(given.getOrDefault("max_depth", "4"));
            eta = Double.parseDouble(given.getOrDefault("eta", "0.05"));
            weights = problem.scaledWeights();
            gradients = new double[scoresBefore.length];
            for (int i = 0; i < gradients.length; i++) {
                gradients[i] = weights[i / problem.outputs()] * (scoresBefore[i] - problem.targets()[i]);
            }
        }

        private float value(int row, int feature) {
            return problem.rows().x()[row * problem.rows().inputs() + feature];
        }

        private double weight(List<Integer> rows) {
            return rows.stream().mapToDouble(row -> weights[row]).sum();
        }

        private double gradient(List<Integer> rows, int output) {
            return rows.stream()
                    .mapToDouble(row -> gradients[row * problem.outputs() + output])
                    .sum();
        }

        private double gain(List<Integer> rows) {
            double sum = 0;
            for (int o = 0; o < problem.outputs(); o++) {
                sum += Math.pow(gradient(rows, o), 2);
            }
            return sum / (weight(rows) + lambda);
        }

        private List<Integer> left(List<Integer> rows, int feature, float threshold, boolean missingLeft) {
            return rows.stream()
                    .filter(row -> Float.isNaN(value(row, feature)) ? missingLeft : value(row, feature) < threshold)
                    .toList();
        }

        private double gain(List<Integer> rows, int feature, float threshold, boolean missingLeft) {
            List<Integer> left = left(rows, feature, threshold, missingLeft);
            List<Integer> right = new ArrayList<>(rows);
            right.removeAll(left);
            double lighter = Math.min(weight(left), weight(right));
            return lighter < least - 1e-9 || lighter <= 0
                    ? Double.NEGATIVE_INFINITY
                    : gain(left) + gain(right) - gain(rows);
        }

        private double best(List<Integer> rows) {
            double best = Double.NEGATIVE_INFINITY;
            for (int feature = 0; feature < problem.rows().inputs(); feature++) {
                int chosen = feature;
                TreeSet<Float> values = new TreeSet<>(rows.stream()
                        .map(row -> value(row, chosen) + 0f)
                        .filter(value -> !Float.isNaN(value))
                        .toList());
                values.add(Float.POSITIVE_INFINITY);
                for (float threshold : values) {
                    for (boolean missingLeft : new boolean[] {true, false}) {
                        best = Math.max(best, gain(rows, feature, threshold, missingLeft));
                    }
                }
            }
            return best;
        }

        void check(RegressionTree tree, int node, List<Integer> rows, int depth) {
            double best = depth == deepest ? Double.NEGATIVE_INFINITY : best(rows);
            assertThat((double) tree.cover(node)).isCloseTo(weight(rows), within(1e-4));
            if (tree.isLeaf(node)) {
                assertThat(best).isLessThan(Math.max(gamma, 1e-4));
                for (int o = 0; o < problem.outputs(); o++) {
                    double expected = weight(rows) < least ? 0 : -eta * gradient(rows, o) / (weight(rows) + lambda);
                    assertThat((double) tree.value(node, o)).isCloseTo(expected, within(1e-6));
                }
                return;
            }
            splits++;
            double found = gain(rows, tree.feature(node), tree.number(node), tree.missingGoesLeft(node));
            assertThat(found).isCloseTo(best, within(1e-8 * (1 + best))).isGreaterThanOrEqualTo(gamma);
            assertThat((double) tree.gain(node)).isCloseTo(best, within(1e-5 * (1 + best)));
            List<Integer> left = left(rows, tree.feature(node), tree.number(node), tree.missingGoesLeft(node));
            List<Integer> right = new ArrayList<>(rows);
            right.removeAll(left);
            check(tree, tree.left(node), left, depth + 1);
            check(tree, tree.left(node) + 1, right, depth + 1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 60, 1, false", "2, 60, 1, true", "3, 150, 1, false", "4, 60, 3, false", "5, 60, 3, true", "6, 7, 1, false",
        "7, 150, 2, true", "8, 2, 1, false", "9, 1, 1, false", "10, 1, 2, true", "11, 220, 1, false", "12, 40, 4, false"
    })
    void everySplitIsTheBestOfAllThresholds(long seed, int count, int outputs, boolean weighted) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeProblem problem = problem(
                seed,
                count,
                outputs,
                weighted && count > 1,
                "num_round",
                "3",
                "sketch",
                "0",
                "eta",
                "0.5",
                "max_depth",
                Integer.toString(random.nextInt(1, 6)),
                "lambda",
                random.nextBoolean() ? "0" : "1.5",
                "gamma",
                random.nextBoolean() ? "0" : "0.3",
                "min_child_weight",
                random.nextBoolean() ? "0" : "2.5");
        TreeEnsemble ensemble = ENGINE.fit(problem).ensemble();
        assertThat(ensemble.members()).hasSize(3);
        int splits = 0;
        for (int tree = 0; tree < 3; tree++) {
            TreeEnsemble before =
                    TreeEnsemble.of(5, ensemble.baseScores(), ensemble.members().subList(0, tree));
            Exhaustive oracle = new Exhaustive(problem, scores(before, problem.rows()));
            oracle.check(
                    ensemble.members().get(tree).tree(),
                    0,
                    IntStream.range(0, count).boxed().toList(),
                    0);
            splits += oracle.splits;
        }
        if (count > 10) {
            assertThat(splits).isPositive();
        }
    }

    @Test
    void aTreePerOutputIsWhatTheOutputGetsAlone() {
        TreeProblem three = problem(1, 300, 3, false, "num_round", "5", "multi", "output", "min_child_weight", "3");
        double[] joint = scores(ENGINE.fit(three).ensemble(), three.rows());
        for (int o = 0; o < 3; o++) {
            int output = o;
            double[] targets = IntStream.range(0, 300)
                    .mapToDouble(row -> three.targets()[3 * row + output])
                    .toArray();
            TreeProblem one = TreeProblem.of(three.rows(), targets, 1).withParameters(three.parameters());
            double[] alone = scores(ENGINE.fit(one).ensemble(), three.rows());
            for (int row = 0; row < 300; row++) {
                assertThat(joint[3 * row + o]).isCloseTo(alone[row], within(1e-5));
            }
        }
    }

    /** The sketch decides splits alone: leaves are the best of all outputs, and gains are those of all outputs. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "5"})
    void leavesAndGainsOfSketchedTreesAreThoseOfAllOutputs(String sketch) {
        TreeProblem problem = problem(3, 400, 12, true, "num_round", "1", "eta", "1", "sketch", sketch, "lambda", "2");
        TreeEnsemble ensemble = ENGINE.fit(problem).ensemble();
        RegressionTree tree = ensemble.members().get(0).tree();
        assertThat(tree.depth()).isPositive();
        TreeEnsemble before = TreeEnsemble.of(5, ensemble.baseScores(), List.of());
        Exhaustive oracle = new Exhaustive(problem, scores(before, problem.rows()));
        checkLeavesAndGains(oracle, tree, 0, IntStream.range(0, 400).boxed().toList());
        assertThat(ENGINE.fit(problem.withThreads(3)).ensemble()).isEqualTo(ensemble);
    }

    private static void checkLeavesAndGains(Exhaustive oracle, RegressionTree tree, int node, List<Integer> rows) {
        if (tree.isLeaf(node)) {
            for (int o = 0; o < 12; o++) {
                double expected = -oracle.gradient(rows, o) / (oracle.weight(rows) + 2);
                assertThat((double) tree.value(node, o)).isCloseTo(expected, within(1e-5));
            }
            return;
        }
        double gain = oracle.gain(rows, tree.feature(node), tree.number(node), tree.missingGoesLeft(node));
        assertThat((double) tree.gain(node)).isCloseTo(gain, within(1e-5 * (1 + Math.abs(gain))));
        List<Integer> left = oracle.left(rows, tree.feature(node), tree.number(node), tree.missingGoesLeft(node));
        List<Integer> right = new ArrayList<>(rows);
        right.removeAll(left);
        checkLeavesAndGains(oracle, tree, tree.left(node), left);
        checkLeavesAndGains(oracle, tree, tree.left(node) + 1, right);
    }

    private static final String[] SAMPLED = {
        "num_round",
        "6",
        "subsample",
        "0.6",
        "colsample_bytree",
        "0.8",
        "colsample_bylevel",
        "0.8",
        "colsample_bynode",
        "0.8",
        "eta",
        "0.3",
        "min_child_weight",
        "1"
    };

    @ParameterizedTest
    @ValueSource(strings = {"one", "three", "weighted", "surrogate", "best first"})
    void theNumberOfThreadsChangesNoBit(String kind) {
        int count = 40_000;
        TreeProblem problem = problem(3, count, kind.equals("three") ? 3 : 1, kind.equals("weighted"), SAMPLED)
                .withGroups(groups(count));
        if (kind.equals("surrogate")) {
            problem = problem.withSurrogate(groups(count), () -> HistogramEngineTest::squaredInto);
        } else if (kind.equals("best first")) {
            Map<String, String> parameters = map(SAMPLED);
            parameters.putAll(map("grow_policy", "lossguide", "max_leaves", "12", "max_depth", "0"));
            problem = problem.withParameters(parameters);
        }
        TreeFit alone = ENGINE.fit(problem);
        for (int threads : new int[] {2, 4}) {
            assertThat(ENGINE.fit(problem.withThreads(threads))).isEqualTo(alone);
        }
        assertThat(ENGINE.fit(problem.withSeed(2))).isNotEqualTo(alone);
    }

    private static int[] groups(int rows) {
        int[] groups = new int[rows / 20];
        Arrays.fill(groups, 20);
        return groups;
    }

    private static void squaredInto(
            double[] scores, double[] targets, int rows, double[] gradient, double[] curvature) {
        for (int i = 0; i < rows; i++) {
            gradient[i] = scores[i] - targets[i];
            curvature[i] = 1;
        }
    }

    @Test
    void theSquaredGradientGivesTheTreesOfTheSquaredSurrogate() {
        TreeProblem problem = problem(5, 400, 1, false, "num_round", "10", "base_score", "0.25");
        GroupDerivatives squared = HistogramEngineTest::squaredInto;
        double[] expected = scores(ENGINE.fit(problem).ensemble(), problem.rows());
        double[] actual = scores(
                ENGINE.fit(problem.withSurrogate(groups(400), () -> squared)).ensemble(), problem.rows());
        for (int row = 0; row < 400; row++) {
            assertThat(actual[row]).isCloseTo(expected[row], within(1e-5));
        }
    }

    @Test
    void aWeightIsACopyOfTheRow() {
        TreeProblem problem = problem(6, 120, 2, false, "num_round", "8", "lambda", "0", "min_child_weight", "0");
        int[] copies = new SplittableRandom(1).ints(120, 0, 4).toArray();
        int[] copied = IntStream.range(0, 120)
                .flatMap(row -> IntStream.generate(() -> row).limit(copies[row]))
                .toArray();
        float[] x = new float[copied.length * 5];
        double[] targets = new double[copied.length * 2];
        for (int i = 0; i < copied.length; i++) {
            System.arraycopy(problem.rows().x(), 5 * copied[i], x, 5 * i, 5);
            System.arraycopy(problem.targets(), 2 * copied[i], targets, 2 * i, 2);
        }
        TreeProblem written = TreeProblem.of(TreeRows.of(x, 5), targets, 2).withParameters(problem.parameters());
        double[] expected = scores(ENGINE.fit(written).ensemble(), written.rows());
        double[] actual = scores(
                ENGINE.fit(problem.withWeights(
                                Arrays.stream(copies).asDoubleStream().toArray()))
                        .ensemble(),
                written.rows());
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).isCloseTo(expected[i], within(1e-4));
        }
    }

    @Test
    void samplingTakesGroupsWhole() {
        // 30 groups, each with a value and a target of its own: a tree that saw part of a group has seen its value
        int[] groups = new int[30];
        Arrays.fill(groups, 20);
        float[] x = new float[600];
        double[] targets = new double[600];
        for (int row = 0; row < 600; row++) {
            x[row] = row / 20;
            targets[row] = row / 20 % 2;
        }
        TreeProblem problem = TreeProblem.of(TreeRows.of(x, 1), targets, 1)
                .withGroups(groups)
                .withParameters(map("num_round", "1", "subsample", "0.5", "min_child_weight", "1"));
        float cover = ENGINE.fit(problem).ensemble().members().get(0).tree().cover(0);
        assertThat(cover % 20).isZero();
        assertThat(cover).isBetween(100f, 500f);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void boostingStopsAndKeepsTheFirstBestRound(int outputs) {
        TreeProblem task = validated(problem(
                1,
                500,
                outputs,
                false,
                "eta",
                "0.3",
                "early_stopping_rounds",
                "7",
                "num_round",
                "400",
                "subsample",
                "0.5"));
        TreeFit fit = ENGINE.fit(task);
        List<Double> told = fit.measures();
        double best = told.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        assertThat(fit.rounds()).isEqualTo(told.indexOf(best) + 1);
        assertThat(fit.roundsTried()).isEqualTo(fit.rounds() + 7).isLessThan(400);
        // scores that were kept up to date are those of the ensemble, to the bit
        TreeProblem.Validation validation = Objects.requireNonNull(task.validation());
        assertThat(validation.measure(scores(fit.ensemble(), validation.rows())))
                .isEqualTo(best);
    }

    private static TreeProblem validated(TreeProblem task) {
        TreeProblem other = problem(99, 300, task.outputs(), false);
        return task.withValidation(other.rows(), scores -> {
            double sum = 0;
            for (int i = 0; i < scores.length; i++) {
                sum -= Math.pow(scores[i] - other.targets()[i], 2);
            }
            return sum;
        });
    }

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @ParameterizedTest
    @CsvSource({"1, tree", "3, tree", "3, output"})
    void aKilledRunThatIsResumedGivesTheModelOfOneThatIsNotWithSamplingToo(
            int outputs, String multi, @TempDir Path folder) {
        Map<String, String> parameters = map(SAMPLED);
        parameters.putAll(map("num_round", "30", "multi", multi));
        TreeProblem task =
                validated(problem(4, 600, outputs, true).withGroups(groups(600)).withParameters(parameters));
        TreeFit whole = ENGINE.fit(task);
        TreeProblem killed = task.withCheckpoints(folder, 4, false).withProgress((round, measure) -> {
            if (round == 14) {
                throw new Killed();
            }
        });
        assertThatThrownBy(() -> ENGINE.fit(killed)).isInstanceOf(Killed.class);
        TreeFit resumed = ENGINE.fit(task.withCheckpoints(folder, 4, true).withThreads(2));
        assertThat(resumed)
                .isEqualTo(new TreeFit(whole.ensemble(), whole.rounds(), whole.roundsTried(), 12, whole.measures()));
    }

    @Test
    void monotoneConstraintsHoldForAllRows() {
        TreeProblem problem = problem(
                8,
                800,
                2,
                false,
                "num_round",
                "20",
                "eta",
                "0.5",
                "max_depth",
                "5",
                "min_child_weight",
                "1",
                "monotone_constraints",
                "(1,0,-1)");
        TreeEnsemble ensemble = ENGINE.fit(problem).ensemble();
        SplittableRandom random = new SplittableRandom(1);
        float[] row = new float[5];
        boolean rose = false;
        for (int trial = 0; trial < 300; trial++) {
            for (int i = 0; i < 5; i++) {
                row[i] = (float) random.nextDouble(-3, 3);
            }
            double[] low = new double[2];
            double[] high = new double[2];
            ensemble.scoreInto(row, low);
            row[0] += (float) random.nextDouble(3);
            row[2] -= (float) random.nextDouble(3);
            ensemble.scoreInto(row, high);
            for (int o = 0; o < 2; o++) {
                assertThat(high[o]).isGreaterThanOrEqualTo(low[o] - 1e-6);
                rose |= high[o] > low[o];
            }
        }
        assertThat(rose).isTrue();
    }

    @Test
    void featuresThatMayNotActTogetherNeverShareAPath() {
        TreeProblem problem = problem(
                8,
                800,
                1,
                false,
                "num_round",
                "10",
                "min_child_weight",
                "1",
                "interaction_constraints",
                "[[0,2],[3,4]]");
        for (TreeEnsemble.Member member : ENGINE.fit(problem).ensemble().members()) {
            assertPaths(member.tree(), 0, List.of());
        }
    }

    private static void assertPaths(RegressionTree tree, int node, List<Integer> way) {
        boolean first = way.stream().anyMatch(feature -> feature == 0 || feature == 2);
        boolean second = way.stream().anyMatch(feature -> feature == 3 || feature == 4);
        assertThat(first && second).isFalse();
        if (!tree.isLeaf(node)) {
            List<Integer> longer = new ArrayList<>(way);
            longer.add(tree.feature(node));
            assertPaths(tree, tree.left(node), longer);
            assertPaths(tree, tree.left(node) + 1, longer);
        }
    }

    @Test
    void theBestLeavesComeFirstWhereThereMayBeFew() {
        String[] common = {"num_round", "1", "min_child_weight", "1", "max_depth", "0", "max_leaves", "6"};
        TreeProblem problem = problem(9, 500, 1, false, common);
        RegressionTree level = ENGINE.fit(problem).ensemble().members().get(0).tree();
        Map<String, String> best = map(common);
        best.put("grow_policy", "lossguide");
        RegressionTree first = ENGINE.fit(problem.withParameters(best))
                .ensemble()
                .members()
                .get(0)
                .tree();
        assertThat(level.nodes()).isEqualTo(11);
        assertThat(first.nodes()).isEqualTo(11);
        assertThat(level.depth()).isEqualTo(3);
        assertThat(total(first)).isGreaterThanOrEqualTo(total(level));
    }

    private static double total(RegressionTree tree) {
        return IntStream.range(0, tree.nodes()).mapToDouble(tree::gain).sum();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alpha|1|is for the engine xgboost; leave it out, or take that",
                "tree_method|exact|the engine own has tree_method=hist alone",
                "max_bin|256|max_bin must be at most 255",
                "monotone_constraints|(1,x)|monotone_constraints holds what is no whole number",
                "monotone_constraints|(2)|monotone_constraints must be at most one of -1, 0, 1 per feature",
                "interaction_constraints|[0,1]|interaction_constraints must be a text such as [[0,1],[2,3]]"
            })
    void whatItDoesNotHaveIsRefusedBeforeDataAreRead(String name, String value, String message) {
        assertThatThrownBy(() -> ENGINE.require(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void largestFloatsAndMissingValuesAreToldApartAndInfiniteOnesRefused() {
        float[] x = new float[200];
        double[] targets = new double[x.length];
        for (int row = 0; row < x.length; row++) {
            x[row] = row % 2 == 0 ? Float.MAX_VALUE : Float.NaN;
            targets[row] = row % 2;
        }
        TreeProblem problem = TreeProblem.of(TreeRows.of(x, 1), targets, 1).withParameters(map("num_round", "60"));
        double[] scores = scores(ENGINE.fit(problem).ensemble(), problem.rows());
        assertThat(scores[0]).isLessThan(0.1);
        assertThat(scores[1]).isGreaterThan(0.9);
        x[42] = Float.NEGATIVE_INFINITY;
        assertThatThrownBy(() -> ENGINE.fit(problem))
                .isInstanceOf(TreesRefusedException.class)
                .hasMessage("trees cannot be fitted to an infinite value, at place 0 of row 43;"
                        + " look at the values of features");
    }

    @Test
    void manyValuesAreCutIntoBinsOfAboutAsManyRows() {
        float[] x = new float[10_000];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < x.length; i++) {
            // half of all rows have one value
            x[i] = i % 2 == 0 ? 0.5f : (float) random.nextDouble();
        }
        TreeRows rows = TreeRows.of(x, 1);
        try (Workers workers = new Workers(1)) {
            Cuts cuts = Cuts.of(rows, 50, workers);
            BinnedRows binned = BinnedRows.of(rows, cuts, workers);
            int[] counts = new int[cuts.bins(0)];
            for (int row = 0; row < x.length; row++) {
                int code = binned.code(0, row);
                counts[code]++;
                assertThat(x[row] < cuts.threshold(0, code)).isTrue();
                assertThat(code > 0 && x[row] < cuts.threshold(0, code - 1)).isFalse();
            }
            Arrays.sort(counts);
            assertThat(counts).hasSize(50);
            assertThat(counts[49]).isBetween(5000, 5110);
            assertThat(counts[0]).isGreaterThan(40);
            assertThat(counts[48]).isLessThan(220);
        }
    }
}
