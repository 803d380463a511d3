package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A class that is dear to miss is predicted for all rows until scores have moved far. */
class TreePlateauTest {
    private static final LossMatrix COSTS = LossMatrix.of(
            new double[][] {{0, 1, 1}, {1, 0, 1}, {100, 100, 0}}, List.of("a", "b", "c"), List.of("a", "b", "c"));
    private static final MatrixLoss LOSS = MatrixLoss.of(COSTS);

    @TempDir
    Path folder;

    /** The class is which part of [0, 1] the feature lies in; the last part, a seventh, is the dear one. */
    private QuerySource sample(String name, long seed, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("label,x\n");
        for (int i = 0; i < rows; i++) {
            double x = random.nextDouble();
            int label = x > 6.0 / 7 ? 2 : x > 0.4 ? 1 : 0;
            text.append(COSTS.classNames().get(label)).append(',').append(x).append('\n');
        }
        return QuerySource.of(
                Files.writeString(folder.resolve(name), text),
                CsvColumns.defaults(),
                Grouping.ROW,
                new ReadOptions(1, 0).withLabels(ClassLabels.of(LOSS)));
    }

    private static Training<?> train(Map<String, String> parameters, QuerySource train, @Nullable QuerySource valid)
            throws IOException {
        Settings settings = Settings.defaults().withThreads(1).withFolds(3);
        return Trainer.of(new ClassTask<>(LOSS))
                .withSettings(settings)
                .withLearner(new TreeLearner(parameters, null))
                .train(train, valid, Progress.NONE);
    }

    /** Always to predict the dear class costs 1 in 6 of 7 rows. */
    @ParameterizedTest
    @CsvSource({"true, xgboost", "false, xgboost", "true, own", "false, own"})
    void boostingGoesOnWhileScoresMoveTowardsAnotherPrediction(boolean file, String engine) throws IOException {
        Map<String, String> parameters = Map.of(
                "engine",
                engine,
                "eta",
                "0.1",
                "early_stopping_rounds",
                "5",
                "max_depth",
                "3",
                "min_child_weight",
                "1");
        Training<?> training =
                train(parameters, sample("train.csv", 1, 600), file ? sample("valid.csv", 2, 300) : null);
        assertThat(training.valid().measure()).isLessThan(0.25 * 6 / 7);
        assertThat(training.notes()).noneMatch(note -> note.contains("for all rows"));
    }

    @Test
    void aModelThatPredictsOneThingSaysSo() throws IOException {
        Training<?> training =
                train(Map.of("num_round", "1", "eta", "0.01"), sample("train.csv", 3, 300), sample("v.csv", 4, 100));
        assertThat(training.notes()).anyMatch(note -> note.startsWith("The model predicts 'c' for all rows"));
    }
}
