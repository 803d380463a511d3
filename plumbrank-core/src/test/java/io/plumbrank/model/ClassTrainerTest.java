package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.MatrixLoss;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassTrainerTest {
    private static final LossMatrix COSTS = LossMatrix.of(
            new double[][] {{0, 10, 2}, {3, 0, 1}}, List.of("ill", "well"), List.of("treat", "wait", "test"));
    private static final MatrixLoss LOSS = MatrixLoss.of(COSTS);

    @TempDir
    Path folder;

    /** One binary feature: with P(ill | x) known, the best decision for each value can be worked out by hand. */
    @Test
    void theModelMakesTheCheapestDecisionForKnownChances() throws IOException {
        // costs at p: treat 3(1 − p), wait 10p, test 2p + (1 − p) = 1 + p; at .05 wait, at .3 test, at .9 treat
        for (double[] chances : new double[][] {{0.05, 0.3}, {0.3, 0.9}, {0.05, 0.9}}) {
            Path file = sample("train.csv", 4_000, chances[0], chances[1]);
            ClassModel model = train(file, null, RidgeLearner.linear()).model();
            assertThat(model.predict(new float[] {0})).isEqualTo(cheapest(chances[0]));
            assertThat(model.predict(new float[] {1})).isEqualTo(cheapest(chances[1]));
        }
    }

    @Test
    void theReportedMeansAreThoseOfAPlainLoopOverTheRows() throws IOException {
        Path train = sample("train.csv", 500, 0.2, 0.7);
        Path valid = sample("valid.csv", 300, 0.2, 0.7);
        ClassTraining training = train(train, valid, RidgeLearner.linear());
        assertThat(training.train().meanLoss()).isCloseTo(meanLoss(training.model(), train), within(1e-12));
        assertThat(training.validLoss()).isCloseTo(meanLoss(training.model(), valid), within(1e-12));
        assertThat(training.losses().values()).allMatch(loss -> loss >= training.validLoss());
        double riskFromModel = ClassEvaluation.of(training.model(), source(valid, 1), 1, rows -> {})
                .surrogateRisk();
        assertThat(training.validSurrogate()).isCloseTo(riskFromModel, within(1e-9));
    }

    /** The sums of the folds are added up; together they must be the sums of all rows. */
    @Test
    void crossValidationFitsTheFinalModelToAllRows() throws IOException {
        Path train = sample("train.csv", 700, 0.2, 0.7);
        ClassTraining folds = new ClassTrainer(LOSS, RidgeLearner.linear(), List.of(0.01), 4, "test")
                .train(source(train, 1), null, Progress.NONE);
        ClassTraining whole = new ClassTrainer(LOSS, RidgeLearner.linear(), List.of(0.01), 4, "test")
                .train(source(train, 1), source(train, 1), Progress.NONE);
        double[] u = new double[1];
        double[] v = new double[1];
        folds.model().scorer().scoreInto(new float[] {1}, u);
        whole.model().scorer().scoreInto(new float[] {1}, v);
        assertThat(u[0]).isCloseTo(v[0], within(1e-10));
        assertThat(folds.train().rows()).isEqualTo(700);
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "fourier"})
    void threadsChangeNoBitOfTheModelFile(String kind) throws IOException {
        Path train = sample("train.csv", 9_000, 0.2, 0.7);
        RidgeLearner learner = kind.equals("linear") ? RidgeLearner.linear() : RidgeLearner.fourier(40);
        byte[] first = null;
        for (int threads : new int[] {1, 2, 3}) {
            ClassTraining training = new ClassTrainer(
                            LOSS, learner.withThreads(threads), List.of(1e-4, 1e-2), 3, "test")
                    .train(source(train, threads), null, Progress.NONE);
            Path file = folder.resolve("model" + threads + ".json");
            ModelFile.write(training.model(), file);
            first = first == null ? Files.readAllBytes(file) : first;
            assertThat(Files.readAllBytes(file)).isEqualTo(first);
        }
    }

    @Test
    void ofEqualLambdasTheLargestIsTaken() throws IOException {
        Path train = Files.writeString(folder.resolve("train.csv"), "label,x\nill,1\nwell,0\n" + "ill,1\nwell,0\n");
        ClassTraining training = new ClassTrainer(LOSS, RidgeLearner.linear(), List.of(1e-3, 1e-6, 1e-4), 2, "test")
                .train(source(train, 1), source(train, 1), Progress.NONE);
        assertThat(training.model().lambda()).isEqualTo(1e-3);
    }

    @Test
    void moreFeaturesAtPredictionThanAtTrainingAreRefused() throws IOException {
        Path train = Files.writeString(folder.resolve("train.txt"), "ill 1:1\nwell 1:0\n".repeat(5));
        ClassModel model = train(train, train, RidgeLearner.linear()).model();
        Path wide = Files.writeString(folder.resolve("wide.txt"), "ill 1:1 7:2\n");
        assertThatThrownBy(() -> ClassEvaluation.of(model, source(wide, 1), 1, rows -> {}))
                .isInstanceOf(InputException.class)
                .hasMessage(wide + ":1: found feature 7 here or near, expected features up to 1, as in the"
                        + " training data");
    }

    @Test
    void columnsThatAreNotThoseOfTrainingAreRefused() throws IOException {
        Path train = Files.writeString(folder.resolve("a.csv"), "label,x,z\nill,1,2\nwell,0,1\n");
        ClassModel model = train(train, train, RidgeLearner.linear()).model();
        Path other = Files.writeString(folder.resolve("b.csv"), "label,x,y\nill,1,2\n");
        assertThatThrownBy(() -> ClassEvaluation.of(model, source(other, 1), 1, rows -> {}))
                .hasMessageStartingWith(other + ":1: found feature column 'y', expected 'z' there");
    }

    @Test
    void numberedFeaturesAndColumnsAreNotMixed() throws IOException {
        Path csv = Files.writeString(folder.resolve("a.csv"), "label,x\nill,1\nwell,0\n");
        Path svm = Files.writeString(folder.resolve("a.txt"), "ill 1:1\nwell 1:0\n");
        ClassModel ofColumns = train(csv, csv, RidgeLearner.linear()).model();
        ClassModel ofNumbers = train(svm, svm, RidgeLearner.linear()).model();
        assertThatThrownBy(() -> ClassEvaluation.of(ofColumns, source(svm, 1), 1, rows -> {}))
                .hasMessage(svm + ":1: found features by number, expected a CSV file with the columns of the training"
                        + " data: x");
        assertThatThrownBy(() -> ClassEvaluation.of(ofNumbers, source(csv, 1), 1, rows -> {}))
                .hasMessageStartingWith(csv + ":1: found features by column name");
    }

    /** In the first 4,096 rows the feature does not vary; a map of those rows alone would not see it. */
    @Test
    void fourierFeaturesSeeAFeatureThatVariesLate() throws IOException {
        StringBuilder text = new StringBuilder("label,x\n");
        for (int i = 0; i < 12_000; i++) {
            boolean one = i >= 6_000;
            text.append(one ? "ill,1\n" : "well,0\n");
        }
        Path sorted = Files.writeString(folder.resolve("sorted.csv"), text);
        ClassTraining training = train(sorted, sorted, RidgeLearner.fourier(20));
        assertThat(training.train().meanLoss()).isZero();
    }

    @Test
    void lossesBelowZeroAreReportedAsGiven() throws IOException {
        LossMatrix gains =
                LossMatrix.of(new double[][] {{-5, 0}, {10, 0}}, List.of("ill", "well"), List.of("act", "rest"));
        Path train = sample("train.csv", 400, 0.1, 0.9);
        ClassTraining training = new ClassTrainer(MatrixLoss.of(gains), RidgeLearner.linear(), List.of(1e-3), 4, "test")
                .train(source(train, 1), source(train, 1), Progress.NONE);
        double sum = 0;
        List<String> lines = Files.readAllLines(train);
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",");
            int prediction = training.model().predict(new float[] {Float.parseFloat(fields[1])});
            sum += prediction == 1 ? 0 : fields[0].equals("ill") ? -5 : 10;
        }
        assertThat(training.train().meanLoss())
                .isCloseTo(sum / 400, within(1e-12))
                .isNegative();
        assertThat(training.validLoss()).isCloseTo(sum / 400, within(1e-12));
        Path file = folder.resolve("gains.json");
        ModelFile.write(training.model(), file);
        ClassModel read = (ClassModel) ModelFile.read(file);
        assertThat(ClassEvaluation.of(read, source(train, 1), 1, rows -> {}).meanLoss())
                .isEqualTo(training.train().meanLoss());
    }

    /** Two heavy rows decide the mean; thousands of light ones must not make it look certain. */
    @Test
    void theStandardErrorKnowsWeights() throws IOException {
        StringBuilder text = new StringBuilder("label,x,weight\nill,0,1000\nwell,0,1000\n");
        text.append("well,0,0.001\n".repeat(2_000));
        Path file = Files.writeString(folder.resolve("w.csv"), text);
        ClassModel model = train(file, file, RidgeLearner.linear()).model();
        ClassEvaluation evaluation = ClassEvaluation.of(model, source(file, 1), 1, rows -> {});
        double spread =
                Math.abs(COSTS.loss(0, model.predict(new float[] {0})) - COSTS.loss(1, model.predict(new float[] {0})));
        assertThat(evaluation.standardError(LOSS)).isCloseTo(spread / 2 / Math.sqrt(2), within(1e-2));
    }

    @Test
    void validationDataWithoutWeightAndInfiniteLambdasAreRefused() throws IOException {
        Path train = sample("train.csv", 50, 0.2, 0.7);
        Path weightless = Files.writeString(folder.resolve("none.csv"), "label,x,weight\nill,0,0\n");
        assertThatThrownBy(() -> train(train, weightless, RidgeLearner.linear()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no row with a positive weight");
        assertThatThrownBy(() ->
                        new ClassTrainer(LOSS, RidgeLearner.linear(), List.of(Double.POSITIVE_INFINITY), 5, "test"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fewerRowsThanFoldsAreRefused() throws IOException {
        Path train = Files.writeString(folder.resolve("train.csv"), "label,x\nill,1\nwell,0\n");
        assertThatThrownBy(() -> train(train, null, RidgeLearner.linear()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("folds");
    }

    @Test
    void classesWithoutNamesCountFromZeroIfTheDataDo() throws IOException {
        LossMatrix plain = LossMatrix.of(new double[][] {{0, 1}, {1, 0}});
        Path fromZero = Files.writeString(folder.resolve("zero.txt"), "1 1:1\n0 1:0\n");
        Path fromOne = Files.writeString(folder.resolve("one.txt"), "1 1:1\n2 1:0\n");
        assertThat(ClassLabels.countedAsIn(plain, numbers(fromZero)).classNames())
                .containsExactly("0", "1");
        assertThat(ClassLabels.countedAsIn(plain, numbers(fromZero)).predictionNames())
                .containsExactly("0", "1");
        assertThat(ClassLabels.countedAsIn(plain, numbers(fromOne)).classNames())
                .containsExactly("1", "2");
        assertThat(ClassLabels.countedAsIn(COSTS, numbers(fromZero))).isSameAs(COSTS);
    }

    @Test
    void predictionsUnderAnotherLossAreCountedByName() throws IOException {
        Path train = sample("train.csv", 300, 0.2, 0.7);
        ClassModel model = train(train, train, RidgeLearner.linear()).model();
        ClassEvaluation own = ClassEvaluation.of(model, source(train, 1), 1, rows -> {});
        LossMatrix turned = LossMatrix.of(
                new double[][] {{1, 0, 3}, {1, 2, 0}}, List.of("well", "ill"), List.of("test", "wait", "treat"));
        // the same costs in another order, but ill and test costs 1 and not 2, ill and wait 2 and not 10
        double expected = 0;
        double[][] confusion = own.confusion();
        double[][] costs = {{0, 2, 1}, {3, 0, 1}};
        for (int y = 0; y < 2; y++) {
            for (int t = 0; t < 3; t++) {
                expected += confusion[y][t] * costs[y][t] / 300;
            }
        }
        assertThat(own.under(LOSS, turned).meanLoss()).isCloseTo(expected, within(1e-12));
    }

    private ClassTraining train(Path train, @Nullable Path valid, RidgeLearner learner) throws IOException {
        return new ClassTrainer(LOSS, learner, List.of(1e-6, 1e-3, 1.0), 5, "test")
                .train(source(train, 2), valid == null ? null : source(valid, 2), Progress.NONE);
    }

    private static int cheapest(double p) {
        double[] costs = {3 * (1 - p), 10 * p, 1 + p};
        return costs[0] < Math.min(costs[1], costs[2]) ? 0 : costs[1] < costs[2] ? 1 : 2;
    }

    private double meanLoss(ClassModel model, Path file) throws IOException {
        double sum = 0;
        List<String> lines = Files.readAllLines(file);
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",");
            int prediction = model.predict(new float[] {Float.parseFloat(fields[1])});
            sum += COSTS.loss(fields[0].equals("ill") ? 0 : 1, prediction);
        }
        return sum / (lines.size() - 1);
    }

    private Path sample(String name, int rows, double chanceAtZero, double chanceAtOne) throws IOException {
        SplittableRandom random = new SplittableRandom(rows);
        StringBuilder text = new StringBuilder("label,x\n");
        for (int i = 0; i < rows; i++) {
            boolean one = random.nextBoolean();
            boolean ill = random.nextDouble() < (one ? chanceAtOne : chanceAtZero);
            text.append(ill ? "ill" : "well").append(one ? ",1\n" : ",0\n");
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private static QuerySource source(Path file, int threads) {
        return QuerySource.of(
                file,
                CsvColumns.defaults(),
                Grouping.ROW,
                new ReadOptions(threads, 0).withLabels(ClassLabels.of(COSTS)));
    }

    private static QuerySource numbers(Path file) {
        return QuerySource.of(
                file, CsvColumns.defaults(), Grouping.ROW, new ReadOptions(1, 0).withLabels(Labels.numbers()));
    }
}
