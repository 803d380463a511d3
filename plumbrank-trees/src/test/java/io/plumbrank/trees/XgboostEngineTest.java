package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.instances.GroupLoss.GroupDerivatives;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreesRefusedException;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XgboostEngineTest {
    private static final int INPUTS = 8;
    private static final int GROUP = 20;
    private static final TreeEngine LEARNER = TreeEngines.find();

    private static TreeRows rows(long seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[rows * INPUTS];
        for (int i = 0; i < x.length; i++) {
            x[i] = random.nextInt(10) == 0 ? Float.NaN : (float) random.nextDouble();
        }
        return TreeRows.of(x, INPUTS);
    }

    /** Noisy steps and products of the first features, another mixture for each output. */
    private static double[] targets(long seed, TreeRows rows, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] targets = new double[rows.rows() * outputs];
        for (int row = 0; row < rows.rows(); row++) {
            for (int o = 0; o < outputs; o++) {
                double a = value(rows, row, o % INPUTS);
                double b = value(rows, row, (o + 1) % INPUTS);
                // floats, as XGBoost keeps its labels
                targets[row * outputs + o] = (float) ((a > 0.5 ? 1 : 0) + a * b + random.nextDouble(-0.5, 0.5));
            }
        }
        return targets;
    }

    private static double value(TreeRows rows, int row, int feature) {
        float value = rows.x()[row * INPUTS + feature];
        return Float.isNaN(value) ? 0.3 : value;
    }

    private static TreeProblem task(int outputs, String... parameters) {
        TreeRows rows = rows(1, 1000);
        return TreeProblem.of(rows, targets(2, rows, outputs), outputs).withParameters(map(parameters));
    }

    private static TreeProblem validated(TreeProblem task) {
        TreeRows rows = rows(3, 500);
        double[] targets = targets(4, rows, task.outputs());
        return task.withValidation(rows, scores -> -squares(scores, targets));
    }

    private static double squares(double[] scores, double[] targets) {
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            sum += (scores[i] - targets[i]) * (scores[i] - targets[i]);
        }
        return sum / scores.length;
    }

    private static Map<String, String> map(String... entries) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put(entries[i], entries[i + 1]);
        }
        return map;
    }

    /** The squared surrogate as a stranger would give it. */
    private static void squaredInto(
            double[] scores, double[] targets, int rows, double[] gradient, double[] curvature) {
        for (int i = 0; i < rows; i++) {
            gradient[i] = scores[i] - targets[i];
            curvature[i] = 1;
        }
    }

    private static TreeProblem withSurrogate(TreeProblem task, GroupDerivatives gradient) {
        int[] groups = new int[task.rows().rows() / GROUP];
        Arrays.fill(groups, GROUP);
        return task.withSurrogate(groups, () -> gradient);
    }

    private static double[] scores(TreeEnsemble ensemble, TreeRows rows) {
        double[] scores = new double[rows.rows() * ensemble.outputs()];
        ensemble.scoreInto(rows.x(), rows.rows(), scores);
        return scores;
    }

    @Test
    void theSquaredSurrogateIsXgboostsRegression() throws XGBoostError {
        TreeProblem task = task(1, "num_round", "30");
        DMatrix matrix = new DMatrix(task.rows().x(), task.rows().rows(), INPUTS, Float.NaN);
        float[] labels = new float[task.targets().length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = (float) task.targets()[i];
        }
        matrix.setLabel(labels);
        Map<String, Object> parameters = Map.of(
                "eta",
                0.05,
                "max_depth",
                4,
                "min_child_weight",
                10,
                "tree_method",
                "hist",
                "nthread",
                1,
                "verbosity",
                0);
        Booster booster = XGBoost.train(matrix, parameters, 30, Map.of(), null, null);
        float[][] expected = booster.predict(matrix, true);
        double[] actual = scores(LEARNER.fit(task).ensemble(), task.rows());
        for (int row = 0; row < actual.length; row++) {
            assertThat((float) actual[row]).isCloseTo(expected[row][0], within(2e-6f));
        }
    }

    /** XGBoost passes over splits that gain less than 10⁻⁶, which must not depend on what a utility is measured in. */
    @ParameterizedTest
    @ValueSource(ints = {-40, -17, 3, 30})
    void theUnitOfTargetsDoesNotMatter(int exponent) {
        TreeProblem task = task(1, "num_round", "20", "gamma", "0.01", "alpha", "0.5", "max_delta_step", "0.3");
        double unit = Math.scalb(1.0, exponent);
        double[] targets = Arrays.stream(task.targets()).map(t -> t * unit).toArray();
        Map<String, String> parameters = new HashMap<>(task.parameters());
        parameters.put("gamma", Double.toString(0.01 * unit * unit));
        parameters.put("alpha", Double.toString(0.5 * unit));
        parameters.put("max_delta_step", Double.toString(0.3 * unit));
        TreeProblem other = TreeProblem.of(task.rows(), targets, 1).withParameters(parameters);
        double[] expected = scores(LEARNER.fit(task).ensemble(), task.rows());
        double[] actual = scores(LEARNER.fit(other).ensemble(), task.rows());
        assertThat(Arrays.stream(expected).distinct().count()).isGreaterThan(10);
        for (int row = 0; row < actual.length; row++) {
            assertThat(actual[row] / unit).isEqualTo(expected[row]);
        }
    }

    @Test
    void theUnitOfASurrogateDoesNotMatter() {
        TreeProblem task = task(1, "num_round", "20");
        GroupDerivatives tiny = (scores, targets, rows, gradient, curvature) -> {
            squaredInto(scores, targets, rows, gradient, curvature);
            for (int i = 0; i < rows; i++) {
                gradient[i] *= 0x1p-30;
                curvature[i] *= 0x1p-30;
            }
        };
        double[] expected = scores(
                LEARNER.fit(withSurrogate(task, XgboostEngineTest::squaredInto)).ensemble(), task.rows());
        assertThat(scores(LEARNER.fit(withSurrogate(task, tiny)).ensemble(), task.rows()))
                .isEqualTo(expected);
    }

    @Test
    void theSquaredGradientGivesTheTreesOfTheSquaredSurrogate() {
        TreeProblem task = task(1, "num_round", "20", "base_score", "0.25");
        assertThat(LEARNER.fit(withSurrogate(task, XgboostEngineTest::squaredInto))
                        .ensemble())
                .isEqualTo(LEARNER.fit(task).ensemble());
    }

    @Test
    void weightsCountByTheirProportionsAndLikeCopiesOfRows() {
        TreeProblem task = task(1, "num_round", "15", "lambda", "0", "min_child_weight", "0", "max_depth", "2");
        double[] weights = new double[task.rows().rows()];
        Arrays.fill(weights, 0, 500, 7.5);
        TreeRows half = new TreeRows(task.rows().x(), INPUTS, 500);
        TreeProblem ofHalf =
                TreeProblem.of(half, Arrays.copyOf(task.targets(), 500), 1).withParameters(task.parameters());
        double[] expected = scores(LEARNER.fit(ofHalf).ensemble(), half);
        double[] actual = scores(LEARNER.fit(task.withWeights(weights)).ensemble(), half);
        for (int row = 0; row < 500; row++) {
            assertThat(actual[row]).isCloseTo(expected[row], within(1e-5));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void boostingStopsAndKeepsTheFirstBestRound(int outputs) {
        TreeProblem task = validated(task(outputs, "eta", "0.3", "early_stopping_rounds", "7", "num_round", "400"));
        List<Double> told = new ArrayList<>();
        TreeFit fit = LEARNER.fit(task.withProgress((round, measure) -> {
            told.add(measure);
            assertThat(round).isEqualTo(told.size());
        }));
        assertThat(fit.measures()).isEqualTo(told).hasSize(fit.roundsTried());
        double best = told.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        assertThat(fit.rounds()).isEqualTo(told.indexOf(best) + 1);
        assertThat(fit.roundsTried()).isEqualTo(fit.rounds() + 7).isLessThan(400);
        assertThat(fit.ensemble().members()).hasSize(outputs * fit.rounds());
        // what is kept measures what was told
        TreeProblem.Validation validation = Objects.requireNonNull(task.validation());
        assertThat(validation.measure(scores(fit.ensemble(), validation.rows())))
                .isEqualTo(best);
    }

    @Test
    void anOutputIsWhatItIsAlone() {
        TreeProblem three = task(3, "num_round", "12");
        TreeEnsemble together = LEARNER.fit(three).ensemble();
        for (int o = 0; o < 3; o++) {
            double[] targets = new double[1000];
            for (int row = 0; row < 1000; row++) {
                targets[row] = three.targets()[3 * row + o];
            }
            TreeProblem one = TreeProblem.of(three.rows(), targets, 1).withParameters(three.parameters());
            double[] alone = scores(LEARNER.fit(one).ensemble(), three.rows());
            double[] joint = scores(together, three.rows());
            for (int row = 0; row < 1000; row++) {
                assertThat(joint[3 * row + o]).isEqualTo(alone[row]);
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameTrees() {
        TreeProblem task = task(2, "num_round", "10", "subsample", "0.7", "colsample_bynode", "0.6");
        TreeEnsemble first = LEARNER.fit(task).ensemble();
        assertThat(LEARNER.fit(task).ensemble()).isEqualTo(first);
        assertThat(LEARNER.fit(task.withSeed(2)).ensemble()).isNotEqualTo(first);
    }

    @Test
    void theNumberOfThreadsChangesNoTreeHere() {
        TreeProblem task = task(1, "num_round", "10");
        assertThat(LEARNER.fit(task.withThreads(2)).ensemble())
                .isEqualTo(LEARNER.fit(task).ensemble());
    }

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @ParameterizedTest
    @ValueSource(strings = {"squared", "three outputs", "surrogate"})
    void aKilledRunThatIsResumedGivesTheModelOfOneThatIsNot(String kind, @TempDir Path folder) throws IOException {
        TreeProblem plain = task(kind.equals("three outputs") ? 3 : 1, "num_round", "30", "eta", "0.2");
        if (kind.equals("surrogate")) {
            plain = withSurrogate(plain, XgboostEngineTest::squaredInto);
        }
        TreeProblem task = validated(plain);
        TreeFit whole = LEARNER.fit(task);
        Path directory = folder.resolve("a/b");
        TreeProblem killed = task.withCheckpoints(directory, 4, false).withProgress((round, measure) -> {
            if (round == 14) {
                throw new Killed();
            }
        });
        assertThatThrownBy(() -> LEARNER.fit(killed)).isInstanceOf(Killed.class);
        List<Integer> rounds = new ArrayList<>();
        TreeFit resumed =
                LEARNER.fit(task.withCheckpoints(directory, 4, true).withProgress((round, m) -> rounds.add(round)));
        assertThat(resumed)
                .isEqualTo(new TreeFit(whole.ensemble(), whole.rounds(), whole.roundsTried(), 12, whole.measures()));
        assertThat(rounds.get(0)).isEqualTo(13);
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aCheckpointOfAnotherRunIsRefused(@TempDir Path folder) throws IOException {
        TreeProblem task = task(1, "num_round", "4");
        LEARNER.fit(task.withCheckpoints(folder, 2, false));
        double[] weights = new double[task.rows().rows()];
        Arrays.fill(weights, 1);
        weights[3] = 2;
        GroupDerivatives tripled = (scores, targets, rows, gradient, curvature) -> {
            squaredInto(scores, targets, rows, gradient, curvature);
            gradient[0] *= 3;
        };
        for (TreeProblem other : List.of(
                task.withSeed(9),
                task(1, "num_round", "4", "lambda", "2"),
                task.withWeights(weights),
                withSurrogate(task, XgboostEngineTest::squaredInto),
                validated(task))) {
            assertRefusedCheckpoint(other.withCheckpoints(folder, 2, true));
        }
        Path surrogates = folder.resolve("surrogates");
        LEARNER.fit(withSurrogate(task, XgboostEngineTest::squaredInto).withCheckpoints(surrogates, 2, false));
        assertRefusedCheckpoint(withSurrogate(task, tripled).withCheckpoints(surrogates, 2, true));
        Path stopped = folder.resolve("stopped");
        TreeProblem.Validation validation =
                Objects.requireNonNull(validated(task).validation());
        LEARNER.fit(validated(task).withCheckpoints(stopped, 2, false));
        assertRefusedCheckpoint(task.withValidation(validation.rows(), scores -> 2 * validation.measure(scores))
                .withCheckpoints(stopped, 2, true));
        assertThatThrownBy(() -> LEARNER.fit(task(1, "num_round", "3").withCheckpoints(folder, 2, true)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found a checkpoint after 4 rounds, expected one after at most num_round=3");
        Files.writeString(folder.resolve("trees.checkpoint"), "not a zip");
        assertThatThrownBy(() -> LEARNER.fit(task.withCheckpoints(folder, 2, true)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found a damaged checkpoint");
        // more rounds of the same run
        LEARNER.fit(task.withCheckpoints(folder, 2, false));
        TreeProblem longer = task(1, "num_round", "9");
        assertThat(LEARNER.fit(longer.withCheckpoints(folder, 2, true)).ensemble())
                .isEqualTo(LEARNER.fit(longer).ensemble());
    }

    private static void assertRefusedCheckpoint(TreeProblem other) {
        assertThatThrownBy(() -> LEARNER.fit(other))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "found the checkpoint of a run with other data, measure, surrogate, parameters or seed");
    }

    @Test
    void parametersAreCheckedByName() {
        assertRefused("unknown parameter of trees 'max_dept', did you mean 'max_depth'?", "max_dept", "3");
        assertRefused("max_depth must be a whole number of at least 0, got 'deep'", "max_depth", "deep");
        assertRefused("eta must be a number above 0 and at most 1, got '0'", "eta", "0");
        assertRefused("lambda must be a number of at least 0, got 'NaN'", "lambda", "NaN");
        assertRefused("eta must be a number above 0 and at most 1, got '0x1p-3'", "eta", "0x1p-3");
        assertRefused("lambda must be a number of at least 0, got '1e300'", "lambda", "1e300");
        assertRefused("tree_method must be one of hist, approx, exact, got 'gpu_hist'", "tree_method", "gpu_hist");
        assertRefused(
                "'eta' and 'learning_rate' are the same parameter; give one", "eta", "0.1", "learning_rate", "0.1");
        assertRefused(
                "'objective' is not set as a parameter of trees: the measure and the surrogate decide it",
                "objective",
                "rank:ndcg");
        assertThatThrownBy(() -> LEARNER.fit(task(1, "frobnicate", "1")))
                .hasMessageStartingWith("unknown parameter of trees 'frobnicate'; known are alpha, base_score, ");
    }

    private static void assertRefused(String message, String... parameters) {
        assertThatThrownBy(() -> LEARNER.fit(task(1, parameters)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    /** XGBoost puts the split of a value near the largest float from missing ones at infinity. */
    @Test
    void largestFloatsAndMissingValuesAreToldApart() {
        float[] x = new float[200];
        double[] targets = new double[x.length];
        for (int row = 0; row < x.length; row++) {
            x[row] = row % 2 == 0 ? 3e38f : Float.NaN;
            targets[row] = row % 2;
        }
        TreeRows rows = TreeRows.of(x, 1);
        double[] scores = scores(
                LEARNER.fit(TreeProblem.of(rows, targets, 1).withParameters(Map.of("num_round", "50")))
                        .ensemble(),
                rows);
        assertThat(scores[0]).isLessThan(0.1);
        assertThat(scores[1]).isGreaterThan(0.9);
    }

    @Test
    void whatXgboostRefusesIsOneLine() {
        TreeRows rows = rows(1, 10);
        rows.x()[3] = Float.POSITIVE_INFINITY;
        assertThatThrownBy(() -> LEARNER.fit(TreeProblem.of(rows, new double[10], 1)))
                .isInstanceOf(TreesRefusedException.class)
                .hasMessageStartingWith("XGBoost refuses the parameters or the data: ")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }
}
