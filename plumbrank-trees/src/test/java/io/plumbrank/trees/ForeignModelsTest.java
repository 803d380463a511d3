package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.model.ForeignModels;
import io.plumbrank.model.QueryScorer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
class ForeignModelsTest {
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

    @ParameterizedTest
    @ValueSource(strings = {"model.json", "model.ubj"})
    void scoresOfTheSameTextAreThoseOfXgboost(String name) throws IOException, XGBoostError {
        Path data = data();
        DMatrix matrix = new DMatrix(data + "?format=libsvm");
        Booster booster = XGBoost.train(
                matrix,
                Map.of("objective", "rank:ndcg", "verbosity", "0", "nthread", 1, "max_depth", 3),
                10,
                Map.of(),
                null,
                null);
        Path file = folder.resolve(name);
        booster.saveModel(file.toString());
        float[][] expected = booster.predict(matrix, true);
        QueryScorer model = ForeignModels.read(file).orElseThrow();
        int row = 0;
        for (Query query : QuerySource.of(data, ReadOptions.defaults()).load().queries()) {
            for (double score : model.scores(query)) {
                assertThat(score).isEqualTo(expected[row++][0]);
            }
        }
        assertThat(row).isEqualTo(300);
    }

    @Test
    void modelsOfSeveralScoresAreRefusedAndOtherFilesAreNone() throws IOException, XGBoostError {
        DMatrix matrix = new DMatrix(data() + "?format=libsvm");
        Path file = folder.resolve("classes.json");
        Map<String, Object> settings =
                Map.of("objective", "multi:softmax", "num_class", 3, "verbosity", "0", "nthread", 1);
        XGBoost.train(matrix, settings, 2, Map.of(), null, null).saveModel(file.toString());
        assertThatThrownBy(() -> ForeignModels.read(file))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":0: found a model of 3 outputs, expected one score an item");
        for (String text : new String[] {"", "a,b\n", "{}", "{\"format\":\"plumbrank-model\"}", "[1"}) {
            assertThat(ForeignModels.read(Files.writeString(folder.resolve("other"), text)))
                    .isEmpty();
        }
        assertThat(ForeignModels.read(folder.resolve("absent"))).isEmpty();
    }
}
