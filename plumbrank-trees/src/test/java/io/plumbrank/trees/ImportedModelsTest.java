package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.explain.FeatureImportances;
import io.plumbrank.explain.PermutationImportance;
import io.plumbrank.explain.ScoreDifference;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.Progress;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** The oracle is XGBoost, which reads the same text itself. */
class ImportedModelsTest {
    @TempDir
    Path folder;

    private Path data() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < 300; row++) {
            double a = random.nextDouble();
            double b = random.nextDouble();
            text.append((a > b ? 1 : 0) + " qid:" + row / 10 + " 1:" + a);
            text.append(random.nextInt(5) == 0 ? "" : " 2:" + random.nextDouble())
                    .append(" 4:" + b + "\n");
        }
        return Files.writeString(folder.resolve("data.txt"), text);
    }

    private static Booster ranker(DMatrix matrix) throws XGBoostError {
        return XGBoost.train(
                matrix,
                Map.of("objective", "rank:ndcg", "verbosity", "0", "nthread", 1, "max_depth", 3),
                10,
                Map.of(),
                null,
                null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"model.json", "model.ubj"})
    void scoresOfTheSameTextAreThoseOfXgboost(String name) throws IOException, XGBoostError {
        Path data = data();
        DMatrix matrix = new DMatrix(data + "?format=libsvm");
        Booster booster = ranker(matrix);
        Path file = folder.resolve(name);
        booster.saveModel(file.toString());
        float[][] expected = booster.predict(matrix, true);
        ScoreRanker model = Ranker.read(file).as(ScoreRanker.class).orElseThrow();
        int row = 0;
        for (Query query : QuerySource.of(data, ReadOptions.defaults()).load().queries()) {
            for (double score : model.scores(query)) {
                assertThat(score).isEqualTo(expected[row++][0]);
            }
        }
        assertThat(row).isEqualTo(300);
    }

    /** An array's columns 0 to 3 are the text's features 1 to 4; to score them as 1 to 3 would be wrong and silent. */
    @Test
    void aModelOfAnArrayIsNotShiftedSilently() throws IOException, XGBoostError {
        float[] x = new float[4 * 30];
        x[4] = 1;
        DMatrix matrix = new DMatrix(x, 30, 4, Float.NaN);
        matrix.setLabel(new float[30]);
        Path file = folder.resolve("array.ubj");
        XGBoost.train(matrix, Map.of("verbosity", "0", "nthread", 1), 2, Map.of(), null, null)
                .saveModel(file.toString());
        ScoreRanker model = Ranker.read(file).as(ScoreRanker.class).orElseThrow();
        Query query =
                QuerySource.of(data(), ReadOptions.defaults()).load().queries().get(0);
        assertThatThrownBy(() -> model.scores(query))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("query '0':1: found feature 4, expected features up to 3, which is all");
    }

    /** {@code pred_contribs}, {@code total_gain}, {@code total_cover} and {@code weight}; features go by the numbers of the text. */
    @Test
    void contributionsAndSplitsAreThoseOfXgboost() throws IOException, XGBoostError {
        Path data = data();
        DMatrix matrix = new DMatrix(data + "?format=libsvm");
        Booster booster = ranker(matrix);
        Path file = folder.resolve("model.ubj");
        booster.saveModel(file.toString());
        ScoreRanker model = Ranker.read(file).as(ScoreRanker.class).orElseThrow();
        QuerySource source = QuerySource.of(data, ReadOptions.defaults());

        float[][] contributions = booster.predictContrib(matrix, 0);
        int first = 0;
        for (Query query : source.load().queries()) {
            ScoreDifference why = ScoreDifference.of(model, query, 2, 7);
            for (ScoreDifference.Feature feature : why.features()) {
                int j = Integer.parseInt(feature.name());
                assertThat(feature.contribution())
                        .isCloseTo(contributions[first + 2][j] - contributions[first + 7][j], within(1e-5));
            }
            assertThat(why.features().stream().map(ScoreDifference.Feature::name))
                    .contains("1", "4")
                    .doesNotContain("0");
            first += query.size();
        }

        FeatureImportances importances =
                new PermutationImportance(MeasureSpec.parse("ndcg@5"), 2, 1, 1).of(model, source, Progress.NONE);
        assertThat(importances.features().get(0).drop()).isGreaterThan(0.05);
        Map<String, Double> gains = booster.getScore("", "total_gain");
        Map<String, Double> covers = booster.getScore("", "total_cover");
        Map<String, Integer> counts = booster.getFeatureScore("");
        for (FeatureImportances.Feature feature : importances.features()) {
            FeatureImportances.Splits splits = Objects.requireNonNull(feature.splits());
            String name = "f" + feature.name();
            // XGBoost sums what it prints, six digits
            assertThat(splits.gain()).isCloseTo(gains.getOrDefault(name, 0.0), withinPercentage(0.01));
            assertThat(splits.cover()).isCloseTo(covers.getOrDefault(name, 0.0), withinPercentage(0.01));
            assertThat(splits.count()).isEqualTo(counts.getOrDefault(name, 0));
        }
        assertThat(importances.features().stream().map(FeatureImportances.Feature::name))
                .containsExactlyInAnyOrder("1", "2", "4");
    }

    @Test
    void modelsOfSeveralScoresAreRefusedAndOtherFilesAreNone() throws IOException, XGBoostError {
        DMatrix matrix = new DMatrix(data() + "?format=libsvm");
        Path file = folder.resolve("classes.json");
        Map<String, Object> settings =
                Map.of("objective", "multi:softmax", "num_class", 3, "verbosity", "0", "nthread", 1);
        XGBoost.train(matrix, settings, 2, Map.of(), null, null).saveModel(file.toString());
        assertThatThrownBy(() -> Ranker.read(file))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ": found a model of 3 outputs, expected one score per item");
        for (String text : new String[] {"", "a,b\n", "{}", "{\"format\":\"plumbrank-model\"}", "[1"}) {
            Path other = Files.writeString(folder.resolve("other"), text);
            assertThatThrownBy(() -> Ranker.read(other))
                    .isInstanceOf(InputException.class)
                    .hasMessageMatching(other + "(:\\d+)?: found .*, expected .*");
        }
        assertThatThrownBy(() -> Ranker.read(folder.resolve("absent")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no such file");
    }
}
