package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.model.ClassLabels;
import io.plumbrank.model.ClassModel;
import io.plumbrank.model.ClassTrainer;
import io.plumbrank.model.ClassTraining;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Progress;
import io.plumbrank.model.TreeSettings;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.MatrixLoss;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link ClassTrainer} with trees by XGBoost. */
class TreeClassesTest {
    private static final LossMatrix COSTS = LossMatrix.of(
            new double[][] {{0, 4, 1.5}, {3, 0, 1}, {2, 2, 0}},
            List.of("ill", "well", "unclear"),
            List.of("treat", "wait", "test"));
    private static final MatrixLoss LOSS = MatrixLoss.of(COSTS);
    private static final TreeSettings QUICK = TreeSettings.defaults()
            .withParameters(Map.of("eta", "0.3", "max_depth", "3", "num_round", "30", "early_stopping_rounds", "5"));

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
                file, CsvColumns.defaults(), Grouping.ROW, new ReadOptions(1, 0).withLabels(ClassLabels.of(COSTS)));
    }

    private static ClassTrainer linear() {
        return new ClassTrainer(LOSS, RidgeLearner.linear().withThreads(1), List.of(1e-3), 3, "test");
    }

    private static ClassTraining train(ClassTrainer trainer, Path train, @Nullable Path valid) throws IOException {
        return trainer.train(source(train), valid == null ? null : source(valid), Progress.NONE);
    }

    @Test
    void treesFindWhatNoLinearModelCan() throws IOException {
        Path train = sample("train.csv", 1, 800);
        Path valid = sample("valid.csv", 2, 400);
        double bayes = (1.5 + 3.0) / 30; // a tenth is drawn from three classes; about the cost of that noise
        ClassTraining trees = train(linear().withTrees(QUICK), train, valid);
        assertThat(trees.validLoss())
                .isLessThan(0.5 * train(linear(), train, valid).validLoss());
        assertThat(trees.validLoss()).isBetween(0.5 * bayes, 3 * bayes);
        assertThat(trees.notes().get(0)).matches("The model has \\d+ trees, 2 a round; boosting stopped after .*");
    }

    /** The rounds that are kept have the smallest mean loss, by a plain loop over the rows and one prediction each. */
    @Test
    void boostingStopsOnTheMeanTargetLoss() throws IOException {
        Path train = sample("train.csv", 3, 300);
        Path valid = sample("valid.csv", 4, 200);
        ClassTraining training = train(linear().withTrees(QUICK), train, valid);
        ClassModel model = training.model();
        assertThat(training.validLoss()).isCloseTo(meanLoss(model, valid), within(1e-12));
        TreeEnsemble kept = (TreeEnsemble) model.scorer();
        for (int trees = 2; trees < kept.members().size(); trees += 2) {
            TreeEnsemble fewer = TreeEnsemble.of(
                    kept.inputs(), kept.baseScores(), kept.members().subList(0, trees));
            assertThat(meanLoss(new ClassModel(LOSS, fewer, 1, model.provenance()), valid))
                    .isGreaterThan(training.validLoss());
        }
    }

    private static double meanLoss(ClassModel model, Path file) throws IOException {
        double sum = 0;
        double weight = 0;
        List<String> lines = Files.readAllLines(file);
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",");
            int prediction = model.predict(new float[] {Float.parseFloat(fields[1]), Float.parseFloat(fields[2])});
            sum += Double.parseDouble(fields[3]) * COSTS.loss(COSTS.classNames().indexOf(fields[0]), prediction);
            weight += Double.parseDouble(fields[3]);
        }
        return sum / weight;
    }

    @Test
    void foldsStopTheTreesOfTheWholeAndTheFileKeepsThem() throws IOException {
        Path train = sample("train.csv", 5, 600);
        ClassTraining training = train(linear().withTrees(QUICK), train, null);
        assertThat(training.folds()).isEqualTo(3);
        assertThat(training.validLoss()).isBetween(training.train().meanLoss(), 0.5);
        Path file = folder.resolve("model.json");
        ModelFile.write(training.model(), file);
        ClassModel read = (ClassModel) ModelFile.read(file);
        SplittableRandom random = new SplittableRandom(6);
        double[] u = new double[2];
        double[] v = new double[2];
        for (int i = 0; i < 100; i++) {
            float[] x = {(float) random.nextDouble(), (float) random.nextDouble()};
            training.model().scorer().scoreInto(x, u);
            read.scorer().scoreInto(x, v);
            assertThat(v).isEqualTo(u);
        }
    }

    @Test
    void rowsWithoutWeightOrFeaturesAreRefused() throws IOException {
        Path some = Files.writeString(folder.resolve("some.csv"), "label,a,weight\nill,1,1\nwell,2,1\n");
        Path none = Files.writeString(folder.resolve("none.csv"), "label,a,weight\nill,1,0\nwell,2,0\n");
        Path bare = Files.writeString(folder.resolve("bare.csv"), "label\nill\nwell\n");
        ClassTrainer trainer = linear().withTrees(QUICK);
        assertThatThrownBy(() -> train(trainer, none, some))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(none + ":0: found no row with a positive weight");
        assertThatThrownBy(() -> train(trainer, some, none))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(none + ":0: found no row with a positive weight");
        assertThatThrownBy(() -> train(trainer, bare, bare)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> train(trainer, some, null))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--folds");
    }

    @Test
    void aLossThatPredictionsDoNotChangeIsRefused() {
        MatrixLoss constant = MatrixLoss.of(LossMatrix.of(new double[][] {{1, 1}, {1, 1}}));
        ClassTrainer trainer = new ClassTrainer(constant, RidgeLearner.linear(), List.of(1.0), 2, "test");
        assertThatThrownBy(() -> trainer.withTrees(QUICK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("all predictions cost the same");
    }
}
