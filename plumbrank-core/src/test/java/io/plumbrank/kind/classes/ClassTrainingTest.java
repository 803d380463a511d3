package io.plumbrank.kind.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.kind.classes.evaluation.ClassEvaluation;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Predictor;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassTrainingTest {
    private static final LossMatrix COSTS = LossMatrix.of(
            new double[][] {{0, 10, 2}, {3, 0, 1}}, List.of("ill", "well"), List.of("treat", "wait", "test"));
    private static final MatrixLoss LOSS = MatrixLoss.of(COSTS);

    @TempDir
    Path folder;

    private static Training<?> train(
            ClassLoss<?> loss, Learner learner, List<Double> lambdas, QuerySource train, @Nullable QuerySource valid)
            throws IOException {
        Settings settings = Settings.defaults().withLambdas(lambdas);
        return Trainer.of(new ClassTask<>(loss))
                .withSettings(settings)
                .withLearner(learner)
                .train(train, valid, Progress.NONE);
    }

    private static Training<?> train(Path train, @Nullable Path valid, Learner learner) throws IOException {
        return train(
                LOSS,
                learner,
                List.of(1e-6, 1e-3, 1.0),
                source(train, LOSS),
                valid == null ? null : source(valid, LOSS));
    }

    private static Classifier classifier(Training<?> training) {
        return (Classifier) training.model().predictor();
    }

    private static ClassEvaluation evaluation(Classifier classifier, Path file) {
        return ClassEvaluation.of(classifier, source(file, classifier.loss()), 1, rows -> {});
    }

    private static QuerySource source(Path file, ClassLoss<?> loss) {
        return Reading.rows(ClassLabels.of(loss)).stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    private static QuerySource rows(double... labels) {
        List<Query> rows = new ArrayList<>();
        for (double label : labels) {
            rows.add(Query.of("row" + rows.size(), new double[] {label}, new float[][] {{rows.size()}}));
        }
        return QuerySource.of(rows);
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, -1, 0.7, 1e12})
    void labelThatIsNoClassIsRefused(double label) {
        Trainer<?> trainer = Plumbrank.forCosts(new double[][] {{0, 1}, {5, 0}})
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withFolds(2));
        QuerySource good = rows(0, 1, 0, 1);
        QuerySource bad = rows(0, 1, 0, label);
        String message = "memory: found label " + label + ", expected the number of a class, from 0 to 1";

        assertThatThrownBy(() -> trainer.train(bad))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(message);
        assertThatThrownBy(() -> trainer.train(good, bad))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(message);
        Classifier classifier =
                trainer.train(good).predictor().as(Classifier.class).orElseThrow();
        assertThatThrownBy(() -> ClassEvaluation.of(classifier, bad, 1, done -> {}))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void queryOfSeveralItemsIsNoRow() {
        List<Query> queries = List.of(
                Query.of("two", new double[] {0, 1}, new float[][] {{1}, {2}}),
                Query.of("one", new double[] {1}, new float[][] {{3}}));
        Trainer<?> trainer = Plumbrank.forCosts(new double[][] {{0, 1}, {5, 0}})
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withFolds(2));

        assertThatThrownBy(() -> trainer.train(QuerySource.of(queries)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("2 items in query 'two', expected one row");
    }

    @Test
    void longLossIsCutInTheSummary() throws IOException {
        ClassLoss<?> tree = ClassLosses.parse("tree((a:1,b:1):2," + "c".repeat(100) + ":3)");
        Training<?> training =
                train(tree, FeatureLearner.linear(), List.of(1.0), rows(0, 1, 2, 0, 1, 2, 0, 1, 2, 0), null);

        assertThat(training.summary()).contains("ccc… (3 classes); ").hasSizeLessThan(130);
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

    /** One binary feature: with P(ill | x) known, the best decision for each value can be worked out by hand. */
    @Test
    void theModelMakesTheCheapestDecisionForKnownChances() throws IOException {
        // costs at p: treat 3(1 − p), wait 10p, test 2p + (1 − p) = 1 + p; at .05 wait, at .3 test, at .9 treat
        for (double[] chances : new double[][] {{0.05, 0.3}, {0.3, 0.9}, {0.05, 0.9}}) {
            Path file = sample("train.csv", 4_000, chances[0], chances[1]);
            Classifier classifier = classifier(train(file, null, FeatureLearner.linear()));
            assertThat(classifier.predict(new float[] {0})).isEqualTo(cheapest(chances[0]));
            assertThat(classifier.predict(new float[] {1})).isEqualTo(cheapest(chances[1]));
        }
    }

    private static String cheapest(double p) {
        double[] costs = {3 * (1 - p), 10 * p, 1 + p};
        return costs[0] < Math.min(costs[1], costs[2]) ? "treat" : costs[1] < costs[2] ? "wait" : "test";
    }

    @Test
    void evaluationRepeatsTheFiguresOfTraining() throws IOException {
        Path train = sample("train.csv", 500, 0.2, 0.7);
        Path valid = sample("valid.csv", 300, 0.2, 0.7);
        Training<?> training = train(train, valid, FeatureLearner.linear());
        ClassEvaluation onTrain = evaluation(classifier(training), train);
        ClassEvaluation onValid = evaluation(classifier(training), valid);
        assertThat(onTrain.rows()).isEqualTo(500);
        assertThat(training.train().measure()).isCloseTo(onTrain.meanLoss(), within(1e-12));
        assertThat(training.train().surrogateRisk()).isCloseTo(onTrain.surrogateRisk(), within(1e-9));
        assertThat(training.valid().measure()).isCloseTo(onValid.meanLoss(), within(1e-12));
        assertThat(training.valid().surrogateRisk()).isCloseTo(onValid.surrogateRisk(), within(1e-9));
    }

    static Stream<Learner> learners() {
        return Stream.of(
                FeatureLearner.linear(),
                FeatureLearner.fourier(20),
                new TreeLearner(Map.of("n_estimators", "5"), null));
    }

    @ParameterizedTest
    @MethodSource("learners")
    void featuresThatTrainingNeverSawDoNotCount(Learner learner) throws IOException {
        Path train = Files.writeString(folder.resolve("train.txt"), "ill 1:1\nwell 1:0\n".repeat(50));
        Path wide = Files.writeString(folder.resolve("wide.txt"), "ill 1:1 7:2\nwell 7:2\nwell 1:0\n");
        Path narrow = Files.writeString(folder.resolve("narrow.txt"), "ill 1:1\nwell 1:0\nwell 1:0\n");
        Classifier classifier = classifier(train(train, wide, learner));
        assertThat(predictions(classifier, wide)).isEqualTo(predictions(classifier, narrow));
        assertThat(evaluation(classifier, wide).meanLoss())
                .isEqualTo(evaluation(classifier, narrow).meanLoss());
    }

    @Test
    void aRowOfAnArrayWithMoreColumnsThanInTrainingIsRefused() throws IOException {
        Path train = Files.writeString(folder.resolve("train.txt"), "ill 0:1\nwell 0:0\n".repeat(5));
        Classifier classifier = classifier(train(train, train, FeatureLearner.linear()));
        QuerySource wide = QuerySource.of(List.of(Query.of("a", new double[] {1}, new float[][] {{1, 2}})));
        assertThatThrownBy(() -> ClassEvaluation.of(classifier, wide, 1, done -> {}))
                .isInstanceOf(InputException.class)
                .hasMessage("memory: found a row of 2 features, expected at most 1, as in the training data");
    }

    private static String predictions(Classifier classifier, Path data) throws IOException {
        StringBuilder lines = new StringBuilder();
        classifier.write(source(data, LOSS), PredictionFormat.TSV, 1, lines::append);
        return lines.toString();
    }

    /** In the first 4,096 rows the feature does not vary; a map of those rows alone would not see it. */
    @Test
    void fourierFeaturesSeeAFeatureThatVariesLate() throws IOException {
        Path sorted = Files.writeString(
                folder.resolve("sorted.csv"), "label,x\n" + "well,0\n".repeat(6_000) + "ill,1\n".repeat(6_000));
        Training<?> training = train(sorted, sorted, FeatureLearner.fourier(20));
        assertThat(training.train().measure()).isZero();
    }

    @Test
    void lossesBelowZeroAreReportedAsGiven() throws IOException {
        MatrixLoss gains = MatrixLoss.of(LossMatrix.of(
                new double[][] {{-5, 0}, {10, 0}}, List.of("ill", "well"), List.of("act", "rest")));
        Path train = sample("train.csv", 400, 0.1, 0.9);
        QuerySource data = source(train, gains);
        Training<?> training = train(gains, FeatureLearner.linear(), List.of(1e-3), data, data);
        double sum = 0;
        List<String> lines = Files.readAllLines(train);
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",");
            String prediction = classifier(training).predict(new float[] {Float.parseFloat(fields[1])});
            sum += prediction.equals("rest") ? 0 : fields[0].equals("ill") ? -5 : 10;
        }
        assertThat(training.train().measure())
                .isCloseTo(sum / 400, within(1e-12))
                .isNegative();
        assertThat(training.valid().measure()).isCloseTo(sum / 400, within(1e-12));
        Path file = folder.resolve("gains.json");
        ModelFile.write(training.model(), file);
        assertThat(evaluation((Classifier) Predictor.read(file), train).meanLoss())
                .isEqualTo(training.train().measure());
    }

    /** Two heavy rows decide the mean; thousands of light ones must not make it look certain. */
    @Test
    void theStandardErrorKnowsWeights() throws IOException {
        StringBuilder text = new StringBuilder("label,x,weight\nill,0,1000\nwell,0,1000\n");
        text.append("well,0,0.001\n".repeat(2_000));
        Path file = Files.writeString(folder.resolve("w.csv"), text);
        Classifier classifier = classifier(train(file, file, FeatureLearner.linear()));
        int prediction = COSTS.predictionOf(classifier.predict(new float[] {0}));
        double spread = Math.abs(COSTS.loss(0, prediction) - COSTS.loss(1, prediction));
        // s / √2 of two values, with s = spread / √2
        assertThat(evaluation(classifier, file).estimate().error()).isCloseTo(spread / 2, within(1e-2));
        assertThat(evaluation(classifier, file).estimate().degrees()).isCloseTo(1, within(1e-2));
    }

    @Test
    void classesWithoutNamesCountFromZeroIfTheDataDo() throws IOException {
        LossMatrix plain = LossMatrix.of(new double[][] {{0, 1}, {1, 0}});
        QuerySource fromZero = numbers("zero.txt", "1 1:1\n0 1:0\n");
        QuerySource fromOne = numbers("one.txt", "1 1:1\n2 1:0\n");
        assertThat(ClassLabels.countedAsIn(plain, fromZero).classNames()).containsExactly("0", "1");
        assertThat(ClassLabels.countedAsIn(plain, fromZero).predictionNames()).containsExactly("0", "1");
        assertThat(ClassLabels.countedAsIn(plain, fromOne).classNames()).containsExactly("1", "2");
        assertThat(ClassLabels.countedAsIn(COSTS, fromZero)).isSameAs(COSTS);
    }

    /** Names in a file are names, also where they are 1 and 2, and rows of class 0 have none of them. */
    @Test
    void classesThatAFileNamesByNumbersAreNotCounted() throws IOException {
        LossMatrix named = LossMatrix.read(Files.writeString(folder.resolve("named.csv"), "class,1,2\n1,0,1\n2,5,0\n"));
        assertThat(ClassLabels.countedAsIn(named, numbers("zero.txt", "1 1:1\n0 1:0\n")))
                .isSameAs(named);
        LossMatrix plain = LossMatrix.read(Files.writeString(folder.resolve("plain.csv"), "0,1\n5,0\n"));
        assertThat(ClassLabels.countedAsIn(plain, numbers("zero.txt", "1 1:1\n0 1:0\n"))
                        .classNames())
                .containsExactly("0", "1");
    }

    @Test
    void classesThatNoRowHasAreNamed() throws IOException {
        LossMatrix three = LossMatrix.of(
                new double[][] {{0, 1}, {1, 0}, {2, 2}}, List.of("ill", "well", "dead"), List.of("stay", "go"));
        MatrixLoss loss = MatrixLoss.of(three);
        Path data = Files.writeString(folder.resolve("rows.csv"), "label,x\n" + "ill,1\nwell,0\n".repeat(20));
        assertThat(train(loss, FeatureLearner.linear(), List.of(), source(data, loss), null)
                        .notes())
                .contains("No row of the training data has the class 'dead' of the loss.");
        Path all = Files.writeString(folder.resolve("all.csv"), "label,x\n" + "ill,1\nwell,0\ndead,2\n".repeat(20));
        assertThat(train(loss, FeatureLearner.linear(), List.of(), source(all, loss), null)
                        .notes())
                .noneMatch(note -> note.startsWith("No row"));
    }

    /** Classes of a closed form are counted and named as those of its matrix, and their text says so. */
    @ParameterizedTest
    @MethodSource("closedForms")
    void closedFormsCountAsTheirMatricesDo(String text) throws IOException {
        ClassLoss<?> loss = ClassLosses.parse(text);
        for (String labels : List.of("1 1:1\n0 1:0\n", "1 1:1\n" + loss.classes() + " 1:0\n")) {
            QuerySource data = numbers("data.txt", labels);
            ClassLoss<?> counted = ClassLabels.countedAsIn(loss, data);
            assertThat(ClassLabels.of(counted))
                    .usingRecursiveComparison()
                    .isEqualTo(ClassLabels.of(MatrixLoss.of(ClassLabels.countedAsIn(loss.toMatrix(), data))));
            assertThat(ClassLosses.parse(counted.toString())).hasToString(counted.toString());
            assertThat(ClassLosses.parse(counted.toString()).className(0)).isEqualTo(counted.className(0));
        }
    }

    private QuerySource numbers(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Reading.rows(Labels.numbers()).stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    static Stream<String> closedForms() {
        return ClassLosses.forms().stream();
    }

    /**
     * Least squares is linear in what it aims at, and both encodings give each prediction its loss: so f estimates the same expected
     * losses, whichever it is fitted to.
     */
    @ParameterizedTest
    @MethodSource("closedForms")
    void closedFormsDecideAsTheirMatricesDo(String text) throws IOException {
        ClassLoss<?> closed = ClassLosses.parse(text);
        ClassLoss<?> matrix = MatrixLoss.of(closed.toMatrix());
        QuerySource data = source(classified("data.csv", closed, 400), closed);
        for (Learner learner : List.of(FeatureLearner.linear(), FeatureLearner.fourier(30))) {
            Training<?> one = train(closed, learner, List.of(), data, null);
            Training<?> other = train(matrix, learner, List.of(), data, null);
            assertThat(one.model().lambda()).isEqualTo(other.model().lambda());
            assertThat(one.train().measure()).isCloseTo(other.train().measure(), within(1e-12));
            assertThat(one.valid().measure()).isCloseTo(other.valid().measure(), within(1e-12));
            SplittableRandom random = new SplittableRandom(2);
            List<String> decisions = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                float[] x = {(float) random.nextDouble(-2, 2), (float) random.nextDouble(-2, 2)};
                decisions.add(classifier(one).predict(x));
                assertThat(classifier(other).predict(x)).isEqualTo(decisions.get(i));
            }
            assertThat(decisions.stream().distinct().count()).isGreaterThan(1);
        }
    }

    /** Classes that change along two features, with noise. */
    private Path classified(String name, ClassLoss<?> loss, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder("label,a,b\n");
        for (int row = 0; row < rows; row++) {
            double a = random.nextDouble(-1, 1);
            double b = random.nextDouble(-1, 1);
            double place = 0.5 + a / 2 + b * Math.abs(b) / 8 + random.nextDouble(-0.1, 0.1);
            int label = (int) Math.max(0, Math.min(loss.classes() - 1, loss.classes() * place));
            text.append(loss.className(label) + "," + a + "," + b + "\n");
        }
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void predictionsUnderAnotherLossAreCountedByName() throws IOException {
        Path train = sample("train.csv", 300, 0.2, 0.7);
        ClassEvaluation own = evaluation(classifier(train(train, train, FeatureLearner.linear())), train);
        LossMatrix turned = LossMatrix.of(
                new double[][] {{1, 0, 3}, {1, 2, 0}}, List.of("well", "ill"), List.of("test", "wait", "treat"));
        // the same costs in another order, but ill and test costs 1 and not 2, ill and wait 2 and not 10
        double expected = 0;
        double[][] costs = {{0, 2, 1}, {3, 0, 1}};
        for (int y = 0; y < 2; y++) {
            for (int t = 0; t < 3; t++) {
                expected += own.weight(y, COSTS.predictionName(t)) * costs[y][t] / 300;
            }
        }
        assertThat(own.under(LOSS, turned).meanLoss()).isCloseTo(expected, within(1e-12));
        LossMatrix fewer = LossMatrix.of(new double[][] {{1, 0}, {1, 2}}, List.of("well", "ill"), List.of("a", "b"));
        assertThatThrownBy(() -> own.under(LOSS, fewer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the other loss has no prediction");
    }
}
