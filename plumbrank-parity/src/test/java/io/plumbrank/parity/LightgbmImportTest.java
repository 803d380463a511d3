package io.plumbrank.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.ml.lightgbm.PredictionType;
import io.github.metarank.lightgbm4j.LGBMBooster;
import io.github.metarank.lightgbm4j.LGBMDataset;
import io.github.metarank.lightgbm4j.LGBMException;
import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Parity;
import io.plumbrank.export.ParityRows;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.model.Ranker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle is LightGBM 4.3.0, which reads its model itself. */
@Tag("full")
class LightgbmImportTest {
    private static final int ROWS = 2000;
    private static final int INPUTS = 6;
    private static final String SMALL = " num_leaves=15 min_data_in_leaf=5 verbosity=-1 num_threads=1 seed=3";

    @TempDir
    Path folder;

    /** Numbers with gaps and zeros in columns 0 to 3, codes of categories in 4 and 5. */
    private static float[] rows(long seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[rows * INPUTS];
        for (int i = 0; i < x.length; i++) {
            int column = i % INPUTS;
            double value =
                    column == 4 ? random.nextInt(8) : column == 5 ? random.nextInt(90) : random.nextDouble(-2, 3);
            boolean gap = column > 0 && random.nextInt(8) == 0;
            x[i] = gap ? Float.NaN : column < 4 && random.nextInt(6) == 0 ? 0 : (float) value;
        }
        return x;
    }

    private static float[] labels(float[] x) {
        SplittableRandom random = new SplittableRandom(7);
        float[] labels = new float[x.length / INPUTS];
        for (int row = 0; row < labels.length; row++) {
            int from = row * INPUTS;
            double score = x[from]
                    + (Float.isNaN(x[from + 1]) ? 1 : x[from + 1] * x[from + 1])
                    + (x[from + 2] == 0 ? 1.5 : 0)
                    + Math.sin(Float.isNaN(x[from + 4]) ? 2 : 7 * x[from + 4])
                    + (Float.isNaN(x[from + 5]) ? 0 : Math.cos(5 * x[from + 5]));
            labels[row] = (int) Math.max(0, Math.min(4, score + random.nextDouble()));
        }
        return labels;
    }

    /** What values at hand do not hold: codes that were never seen, fractions, the largest and smallest floats. */
    private static float[] strange(long seed) {
        float[] values = {
            Float.NaN,
            0,
            -0f,
            -0.5f,
            -1,
            0.5f,
            3.9f,
            31,
            32,
            89,
            90,
            1e9f,
            -1e9f,
            3e9f,
            Float.MAX_VALUE,
            -Float.MAX_VALUE,
            1e-35f,
            -1e-35f,
            2e-35f,
            Float.MIN_VALUE
        };
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = rows(seed, ROWS);
        for (int i = 0; i < x.length; i++) {
            x[i] = random.nextBoolean() ? x[i] : values[random.nextInt(values.length)];
        }
        return x;
    }

    private static LGBMBooster trained(String parameters) throws LGBMException {
        float[] x = rows(1, ROWS);
        String text = parameters + SMALL;
        LGBMDataset data = LGBMDataset.createFromMat(x, ROWS, INPUTS, true, text, null);
        data.setField("label", labels(x));
        int[] groups = new int[ROWS / 20];
        Arrays.fill(groups, 20);
        data.setField("group", groups);
        LGBMBooster booster = LGBMBooster.create(data, text);
        for (int round = 0; round < 40; round++) {
            booster.updateOneIter();
        }
        return booster;
    }

    private Scorer imported(LGBMBooster booster) throws IOException, LGBMException {
        Path file = folder.resolve("model.txt");
        Files.writeString(file, booster.saveModelToString(0, -1, LGBMBooster.FeatureImportanceType.GAIN));
        return Ranker.read(file).as(ScoreRanker.class).orElseThrow().itemScorer();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "objective=lambdarank",
                "objective=lambdarank categorical_feature=4,5",
                "objective=lambdarank categorical_feature=4,5 max_cat_to_onehot=1 min_data_per_group=5 cat_smooth=1",
                "objective=rank_xendcg zero_as_missing=true",
                "objective=regression zero_as_missing=true categorical_feature=5",
                "objective=regression use_missing=false",
                "objective=regression boosting=rf bagging_freq=1 bagging_fraction=0.6 categorical_feature=4",
                "objective=regression boosting=dart drop_rate=0.5",
                "objective=binary boosting=goss is_unbalance=true",
                "objective=regression min_data_in_leaf=5000"
            })
    void scoresAreThoseOfLightgbmToTheBit(String parameters) throws Exception {
        try (LGBMBooster booster = trained(parameters)) {
            Scorer scorer = imported(booster);
            // the raw scores of a forest are no mean
            PredictionType prediction = parameters.contains("boosting=rf")
                    ? PredictionType.C_API_PREDICT_NORMAL
                    : PredictionType.C_API_PREDICT_RAW_SCORE;
            for (float[] x : new float[][] {rows(2, ROWS), strange(3)}) {
                double[] expected = booster.predictForMat(x, ROWS, INPUTS, true, prediction, "num_threads=1");
                double[] scores = new double[ROWS];
                scorer.scoreInto(x, ROWS, scores);
                for (int row = 0; row < ROWS; row++) {
                    assertThat(scores[row])
                            .as("row %s", Arrays.toString(Arrays.copyOfRange(x, row * INPUTS, (row + 1) * INPUTS)))
                            .isEqualTo(expected[row]);
                }
                double[] one = new double[1];
                scorer.scoreInto(Arrays.copyOfRange(x, 5 * INPUTS, 6 * INPUTS), one);
                assertThat(one[0]).isEqualTo(expected[5]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"solr", "opensearch", "opensearch-ranklib", "ranklib", "xgboost-json", "onnx", "vespa", "java"})
    void exportsKeepTheRankings(String format) throws Exception {
        try (LGBMBooster booster =
                trained("objective=lambdarank categorical_feature=4,5 zero_as_missing=true feature_fraction=0.8")) {
            imported(booster);
            Path file = folder.resolve("model.txt");
            Exportable model = Exportable.of(
                    Ranker.read(file).as(ScoreRanker.class).orElseThrow().countedFrom(0), file.toString());
            ExportFormat writer = ExportFormat.all().stream()
                    .filter(each -> each.name().equals(format))
                    .findFirst()
                    .orElseThrow();
            Parity parity = Parity.of(
                    model,
                    writer.replay(writer.write(model, format.equals("vespa") ? "Model.json" : "Model.java"), model),
                    consumer -> ParityRows.of(model, 1).forEachList(list -> {
                        if (!format.matches("solr|opensearch|opensearch-ranklib|ranklib")) {
                            consumer.accept(list);
                            return;
                        }
                        // these know no missing values, and here two splits of a feature send them to both sides
                        consumer.accept(list.stream()
                                .map(float[]::clone)
                                .peek(LightgbmImportTest::fill)
                                .toList());
                    }));
            assertThat(parity.holds()).isTrue();
            assertThat(parity.rows()).isGreaterThan(1000);
            assertThat(parity.largestDifference()).isLessThan(1e-5);
        }
    }

    private static void fill(float[] x) {
        for (int j = 0; j < x.length; j++) {
            x[j] = Float.isNaN(x[j]) ? 0.25f : x[j];
        }
    }

    @Test
    void contributionsAreThoseOfLightgbm() throws Exception {
        try (LGBMBooster booster = trained("objective=lambdarank")) {
            ExplainedScorer scorer = (ExplainedScorer) imported(booster);
            float[] x = rows(4, 20);
            double[] expected =
                    booster.predictForMat(x, 20, INPUTS, true, PredictionType.C_API_PREDICT_CONTRIB, "num_threads=1");
            double[] difference = new double[INPUTS];
            for (int row = 1; row < 20; row++) {
                scorer.differenceInto(
                        Arrays.copyOfRange(x, row * INPUTS, (row + 1) * INPUTS),
                        Arrays.copyOfRange(x, 0, INPUTS),
                        0,
                        difference);
                for (int j = 0; j < INPUTS; j++) {
                    assertThat(difference[j]).isCloseTo(expected[row * (INPUTS + 1) + j] - expected[j], within(1e-5));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"objective=lambdarank categorical_feature=4,5", "objective=regression zero_as_missing=true"})
    void contributionsOfTestsSumToTheDifference(String parameters) throws Exception {
        try (LGBMBooster booster = trained(parameters)) {
            ExplainedScorer scorer = (ExplainedScorer) imported(booster);
            float[] x = rows(5, 2);
            double[] scores = new double[2];
            scorer.scoreInto(x, 2, scores);
            double[] difference = new double[INPUTS];
            scorer.differenceInto(
                    Arrays.copyOfRange(x, INPUTS, 2 * INPUTS), Arrays.copyOfRange(x, 0, INPUTS), 0, difference);
            assertThat(Arrays.stream(difference).sum()).isCloseTo(scores[1] - scores[0], within(1e-5));
        }
    }
}
