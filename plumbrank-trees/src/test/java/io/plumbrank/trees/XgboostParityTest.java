package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.plumbrank.imports.TreeModels;
import io.plumbrank.learn.trees.Importance;
import io.plumbrank.learn.trees.TreeContributions;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.util.InputException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle is XGBoost itself, in the version of the parent pom: models trained on the spot, scored by both. */
class XgboostParityTest {
    private static final int INPUTS = 12;

    static float[] rows(long seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[rows * INPUTS];
        for (int i = 0; i < x.length; i++) {
            // few values on some features, so that rows fall on thresholds; both zeros
            x[i] = random.nextInt(6) == 0
                    ? Float.NaN
                    : i % 3 == 0
                            ? random.nextInt(-3, 4) * 0.5f * (random.nextBoolean() ? 1 : -1)
                            : (float) random.nextDouble(-9, 9);
        }
        return x;
    }

    static DMatrix matrix(float[] x, int classes) throws XGBoostError {
        int rows = x.length / INPUTS;
        DMatrix matrix = new DMatrix(x, rows, INPUTS, Float.NaN);
        float[] labels = new float[rows];
        for (int row = 0; row < rows; row++) {
            float sum = 0;
            for (int j = 0; j < 5; j++) {
                float value = x[row * INPUTS + j];
                sum += Float.isNaN(value) ? 1 : value * (j + 1);
            }
            labels[row] = classes > 0 ? (row + (sum > 0 ? 1 : 0)) % classes : 0.1f + Math.abs(sum) / 100;
        }
        matrix.setLabel(labels);
        return matrix;
    }

    static Booster booster(int rounds, int classes, String... settings) throws XGBoostError {
        Map<String, Object> parameters = new HashMap<>(Map.of("verbosity", "0", "nthread", 1));
        for (int i = 0; i < settings.length; i += 2) {
            parameters.put(settings[i], settings[i + 1]);
        }
        return XGBoost.train(matrix(rows(1, 1500), classes), parameters, rounds, Map.of(), null, null);
    }

    private static void assertSameBits(TreeEnsemble ensemble, Booster booster, int rows) throws XGBoostError {
        int outputs = ensemble.outputs();
        float[] x = rows(2, rows);
        float[][] predicted = booster.predict(matrix(x, 0), true);
        double[] expected = new double[rows * outputs];
        double[] single = new double[rows * outputs];
        double[] u = new double[outputs];
        for (int row = 0; row < rows; row++) {
            ensemble.scoreInto(Arrays.copyOfRange(x, row * INPUTS, (row + 1) * INPUTS), u);
            for (int o = 0; o < outputs; o++) {
                expected[row * outputs + o] = predicted[row][o];
                single[row * outputs + o] = u[o];
            }
        }
        double[] batch = new double[rows * outputs];
        ensemble.scoreInto(x, rows, batch);
        assertThat(batch).isEqualTo(expected);
        assertThat(single).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 50, hist, depthwise",
        "2, 50, exact, depthwise",
        "6, 100, hist, depthwise",
        "9, 30, approx, depthwise",
        "0, 20, hist, lossguide",
        "6, 1, hist, depthwise",
        "3, 0, hist, depthwise"
    })
    void everyRowScoresTheBitsOfXgboost(int depth, int rounds, String method, String policy) throws XGBoostError {
        Booster booster = booster(
                rounds,
                0,
                "max_depth",
                "" + depth,
                "tree_method",
                method,
                "grow_policy",
                policy,
                "max_leaves",
                depth == 0 ? "100" : "0");
        TreeEnsemble ensemble = TreeModels.parse(booster.toByteArray("json"), "model");
        assertThat(ensemble.members()).hasSize(rounds);
        assertThat(TreeModels.parse(booster.toByteArray("ubj"), "model")).isEqualTo(ensemble);
        assertSameBits(ensemble, booster, 10_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reg:squarederror",
                "reg:logistic",
                "binary:logitraw",
                "count:poisson",
                "reg:gamma",
                "reg:tweedie",
                "reg:absoluteerror",
                "reg:pseudohubererror",
                "reg:squaredlogerror",
                "survival:cox"
            })
    void theBaseScoreBecomesAMarginAsTheObjectiveHasIt(String objective) throws XGBoostError {
        for (String base : new String[] {"0.5", "0.2", "0.9", "0.00001"}) {
            Booster booster = booster(5, 0, "objective", objective, "base_score", base, "max_depth", "3");
            assertSameBits(TreeModels.parse(booster.toByteArray("ubj"), "model"), booster, 1_000);
        }
        Booster fitted = booster(5, 0, "objective", objective, "max_depth", "3");
        assertSameBits(TreeModels.parse(fitted.toByteArray("json"), "model"), fitted, 1_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void outputsHaveTreesOfTheirOwn(int classes) throws XGBoostError {
        Booster booster = booster(10, classes, "objective", "multi:softprob", "num_class", "" + classes);
        TreeEnsemble ensemble = TreeModels.parse(booster.toByteArray("ubj"), "model");
        assertThat(ensemble.outputs()).isEqualTo(classes);
        assertSameBits(ensemble, booster, 1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tree", "forest"})
    void dartsWeightsAreInItsLeaves(String kind) throws XGBoostError {
        Booster booster =
                booster(40, 0, "booster", "dart", "rate_drop", "0.3", "normalize_type", kind, "max_depth", "4");
        assertSameBits(TreeModels.parse(booster.toByteArray("json"), "model"), booster, 1_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8})
    void contributionsAreThoseOfXgboost(int depth) throws XGBoostError {
        Booster booster = booster(
                30, 3, "objective", "multi:softprob", "num_class", "3", "max_depth", "" + depth, "base_score", "0.7");
        TreeEnsemble ensemble = TreeModels.parse(booster.toByteArray("ubj"), "model");
        TreeContributions contributions = TreeContributions.of(ensemble);
        float[] x = rows(5, 60);
        float[][] expected = booster.predictContrib(matrix(x, 0), 0);
        double[] actual = new double[contributions.size()];
        for (int row = 0; row < 60; row++) {
            contributions.contributionsInto(Arrays.copyOfRange(x, row * INPUTS, (row + 1) * INPUTS), actual);
            assertThat(expected[row]).hasSameSizeAs(actual);
            for (int i = 0; i < actual.length; i++) {
                // XGBoost computes them in floats
                assertThat(actual[i]).isCloseTo(expected[row][i], within(2e-5));
            }
        }
    }

    @Test
    void importanceIsThatOfXgboost() throws XGBoostError {
        Booster booster = booster(30, 0, "max_depth", "4");
        Importance importance = Importance.of(TreeModels.parse(booster.toByteArray("ubj"), "model"));
        Map<String, Double> gains = booster.getScore("", "total_gain");
        Map<String, Double> covers = booster.getScore("", "total_cover");
        Map<String, Integer> splits = booster.getFeatureScore("");
        for (int j = 0; j < INPUTS; j++) {
            // XGBoost sums what it prints, six digits
            assertThat(importance.gains()[j]).isCloseTo(gains.getOrDefault("f" + j, 0.0), withinPercentage(0.01));
            assertThat(importance.covers()[j]).isCloseTo(covers.getOrDefault("f" + j, 0.0), withinPercentage(0.01));
            assertThat(importance.splits()[j]).isEqualTo(splits.getOrDefault("f" + j, 0));
        }
    }

    @Test
    void categoricalSplitsAreRefused() throws XGBoostError {
        float[] x = rows(1, 500);
        for (int i = 0; i < x.length; i++) {
            x[i] = Float.isNaN(x[i]) ? x[i] : Math.abs((int) x[i]);
        }
        DMatrix matrix = matrix(x, 0);
        String[] types = new String[INPUTS];
        Arrays.fill(types, "c");
        matrix.setFeatureTypes(types);
        Booster booster = XGBoost.train(
                matrix, Map.of("tree_method", "hist", "verbosity", 0, "nthread", 1), 5, Map.of(), null, null);
        for (String format : new String[] {"json", "ubj"}) {
            assertThatThrownBy(() -> TreeModels.parse(booster.toByteArray(format), "model"))
                    .isInstanceOf(InputException.class)
                    .hasMessage("model: found a categorical split, expected numeric splits:"
                            + " encode categories as numbers, and train again");
        }
    }
}
