package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.trees.TreeEnsemble;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees by XGBoost for classes. */
class TreeClassesTest {
    private static final LossMatrix COSTS = LossMatrix.of(
            new double[][] {{0, 4, 1.5}, {3, 0, 1}, {2, 2, 0}},
            List.of("ill", "well", "unclear"),
            List.of("treat", "wait", "test"));
    private static final MatrixLoss LOSS = MatrixLoss.of(COSTS);
    private static final TreeLearner QUICK = new TreeLearner(
            Map.of(
                    "engine",
                    "xgboost",
                    "eta",
                    "0.3",
                    "max_depth",
                    "3",
                    "num_round",
                    "30",
                    "early_stopping_rounds",
                    "5"),
            null);

    @TempDir
    Path folder;

    /** Ill where two features are on the same side of ½, else well, a tenth at random: no linear function says so. */
    private Path sample(String name, long seed, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("label,a,b,weight\n");
        for (int i = 0; i < rows; i++) {
            double a = random.nextDouble();
            double b = random.nextDouble();
            int label = random.nextInt(10) == 0 ? random.nextInt(3) : a > 0.5 == b > 0.5 ? 0 : 1;
            text.append(COSTS.classNames().get(label) + "," + a + "," + b + "," + (1 + i % 2) + "\n");
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private static QuerySource source(Path file) {
        return QuerySource.of(
                file, CsvColumns.defaults(), Grouping.ROW, new ReadOptions(1, 0).withLabels(ClassLabels.of(LOSS)));
    }

    private static Training<?> train(Learner learner, Path train, Path valid) throws IOException {
        Settings settings = Settings.defaults().withThreads(1).withLambdas(List.of(1e-3));
        return Trainer.of(new ClassTask<>(LOSS))
                .withSettings(settings)
                .withLearner(learner)
                .train(source(train), source(valid), Progress.NONE);
    }

    @Test
    void treesFindWhatNoLinearModelCan() throws IOException {
        Path train = sample("train.csv", 1, 800);
        Path valid = sample("valid.csv", 2, 400);
        double bayes = (1.5 + 3.0) / 30; // a tenth is drawn from three classes; about the cost of that noise
        double trees = train(QUICK, train, valid).valid().measure();
        assertThat(trees)
                .isLessThan(0.5
                        * train(FeatureLearner.linear(), train, valid).valid().measure())
                .isBetween(0.5 * bayes, 3 * bayes);
    }

    @Test
    void everyRoundHasATreePerOutput() throws IOException {
        Path train = sample("train.csv", 3, 300);
        Training<?> training = train(QUICK, train, sample("valid.csv", 4, 200));
        TreeEnsemble kept = (TreeEnsemble) ((RowScorer) training.model().scorer()).scorer();
        assertThat(kept.outputs()).isEqualTo(LOSS.encodedSize()).isEqualTo(2);
        assertThat(training.notes().get(0))
                .startsWith("The model has " + kept.members().size() + " trees, 2 per round; boosting stopped after ");
    }
}
