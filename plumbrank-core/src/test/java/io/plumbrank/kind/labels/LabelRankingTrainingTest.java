package io.plumbrank.kind.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.SharedData;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.maps.KernelFeatures;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.task.Trial;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelRankingTrainingTest {
    @TempDir
    Path folder;

    private QuerySource write(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    /** Four labels whose utilities are linear in two features, the ranking by utility; some positions left out. */
    private static String linear(long seed, int rows, boolean partial) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("a,b,L1,L2,L3,L4\n");
        for (int row = 0; row < rows; row++) {
            double a = random.nextDouble(-1, 1);
            double b = random.nextDouble(-1, 1);
            Ranking ranking = Ranking.byScores(new double[] {a, -a, b, -b});
            text.append((float) a).append(',').append((float) b);
            for (int label = 0; label < 4; label++) {
                boolean unknown = partial && random.nextInt(4) == 0;
                text.append(',').append(unknown ? "" : 1 + ranking.positionOf(label));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static LabelRankingTask task(String measure, Form... forms) {
        LabelRankingTask all = LabelRankingTask.of(MeasureSpec.parse(measure), "L");
        return forms.length == 0
                ? all
                : new LabelRankingTask(all.measure(), List.of(forms), all.decoder(), "L", List.of(), true);
    }

    private static Training<?> train(LabelRankingTask task, List<FeatureLearner> learners, QuerySource train)
            throws IOException {
        return train(task, learners, train, null);
    }

    private static Training<?> train(
            LabelRankingTask task, List<FeatureLearner> learners, QuerySource train, @Nullable QuerySource valid)
            throws IOException {
        return Trainer.of(task)
                .withSettings(Settings.defaults().withFolds(10))
                .withLearners(List.copyOf(learners))
                .train(train, valid, Progress.NONE);
    }

    private static Training<?> train(LabelRankingTask task, QuerySource train) throws IOException {
        return train(task, List.of(FeatureLearner.linear()), train);
    }

    private static List<FeatureLearner> kinds(int count) {
        return List.of(FeatureLearner.linear(), FeatureLearner.fourier(count), kernel(count, 1));
    }

    private static FeatureLearner kernel(int count, double factor) {
        return new FeatureLearner(new KernelFeatures.Spec(count, factor), true);
    }

    private static LabelRankingTarget target(Training<?> training) {
        return ((LabelRankingTask) training.model().task()).target();
    }

    private static Ranking rank(Training<?> training, float... x) {
        return ((LabelRanker) training.model().predictor()).rank(x);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kendall", "spearman", "pd"})
    void completeAndPartialRankingsAreLearned(String measure) throws IOException {
        boolean loss = measure.equals("pd");
        for (boolean partial : List.of(false, true)) {
            QuerySource data = write("train.csv", linear(1, 100, partial));
            for (Form form : Form.values()) {
                Training<?> training = train(task(measure, form), data);
                double valid = training.valid().measure();
                assertThat(loss ? 1 - valid : valid).isGreaterThan(0.85);
                assertThat(target(training).form()).isEqualTo(form);
                assertThat(target(training).complete()).isEqualTo(!partial);
                assertThat(training.folds()).isEqualTo(10);
            }
        }
    }

    @Test
    void whereNothingCanBeLearnedTheFoldsSaySo() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        double sum = 0;
        for (int trial = 0; trial < 5; trial++) {
            StringBuilder text = new StringBuilder("a,b,c,L1,L2,L3\n");
            for (int row = 0; row < 80; row++) {
                Ranking ranking = Ranking.byScores(random.doubles(3).toArray());
                text.append(random.nextDouble()).append(',').append(random.nextDouble());
                text.append(',').append(random.nextDouble());
                for (int label = 0; label < 3; label++) {
                    text.append(',').append(1 + ranking.positionOf(label));
                }
                text.append('\n');
            }
            QuerySource data = write("noise.csv", text.toString());
            sum += train(task("kendall"), List.of(kernel(40, 0.5), kernel(40, 2)), data)
                    .valid()
                    .measure();
        }
        // 400 independent values of mean 0 and standard deviation √(11/27): three standard errors of their mean
        assertThat(sum / 5).isCloseTo(0, within(3 * Math.sqrt(11.0 / 27 / 400)));
    }

    @Test
    void constantMissingAndUnknownValuesDoNoHarm() throws IOException {
        StringBuilder text = new StringBuilder("constant,never,a,L1,L2\n");
        SplittableRandom random = new SplittableRandom(6);
        for (int row = 0; row < 60; row++) {
            double a = random.nextDouble(-1, 1);
            String x = row % 7 == 0 ? "" : Double.toString(a);
            text.append("3,,").append(x).append(row == 10 ? ",," : row == 20 ? ",1,1" : a > 0 ? ",1,2" : ",2,1");
            text.append('\n');
        }
        for (FeatureLearner learner : kinds(20)) {
            Training<?> training = train(task("kendall"), List.of(learner), write("train.csv", text.toString()));
            assertThat(training.valid().measure()).isGreaterThan(0.6);
            assertThat(training.notes()).hasSize(1);
            assertThat(training.notes().get(0)).startsWith("1 row left out");
            assertThat(rank(training, 3, Float.NaN, Float.NaN).size()).isEqualTo(2);
        }
    }

    @Test
    void aValidationFileTakesNoPartInTheChoice() throws IOException {
        QuerySource train = write("train.csv", linear(7, 80, false));
        QuerySource valid = write("valid.csv", linear(8, 40, false));
        for (FeatureLearner learner : kinds(20)) {
            Training<?> folds = train(task("kendall"), List.of(learner), train);
            Training<?> file = train(task("kendall"), List.of(learner), train, valid);
            assertThat(file.model()).isEqualTo(folds.model());
            assertThat(file.folds()).isZero();
            assertThat(file.valid().measure())
                    .isGreaterThan(0.85)
                    .isNotEqualTo(folds.valid().measure());
        }
    }

    @Test
    void manyLabelsAreDecodedByAlgorithm1UnlessTold() throws IOException {
        for (int labels : new int[] {12, 17}) {
            StringBuilder text = new StringBuilder("a");
            for (int label = 0; label < labels; label++) {
                text.append(",L").append(label);
            }
            SplittableRandom random = new SplittableRandom(labels);
            for (int row = 0; row < 30; row++) {
                double a = random.nextDouble(-1, 1);
                Ranking ranking = Ranking.byScores(
                        IntStream.range(0, labels).mapToDouble(i -> i * a).toArray());
                text.append('\n').append(a);
                for (int label = 0; label < labels; label++) {
                    text.append(',').append(1 + ranking.positionOf(label));
                }
            }
            QuerySource data = write("train.csv", text.append('\n').toString());
            Training<?> training = train(task("kendall", Form.PAIRS), data);
            assertThat(target(training).decoder())
                    .isEqualTo(labels == 12 ? OrderingDecoder.EXACT : OrderingDecoder.ALGORITHM1);
            assertThat(training.valid().measure()).isGreaterThan(0.8);
        }
    }

    @Test
    void rowsWithoutFeaturesGetTheMeanRanking() throws IOException {
        String text = "L1,L2,L3\n" + "1,2,3\n".repeat(15) + "3,1,2\n".repeat(5);
        for (FeatureLearner learner : kinds(5)) {
            Training<?> training = train(task("kendall"), List.of(learner), write("train.csv", text));
            assertThat(rank(training)).isEqualTo(Ranking.identity(3));
        }
    }

    @Test
    void aLabelThatIsNowhereKnownIsNoted() throws IOException {
        String text = "x,L1,L2,L3,L4\n" + "1,1,2,,4\n".repeat(20);
        assertThat(train(task("kendall"), write("train.csv", text)).notes())
                .contains("no row knows the position of L3: where the model ranks it means nothing");
    }

    /** The best of scikit-learn's ridge regression, nearest neighbours and random forest on positions, ten folds of its own. */
    @ParameterizedTest
    @CsvSource({"iris,0.969", "wine,0.954", "glass,0.893"})
    void kernelsKeepUpWithTheBestOfThreePeers(String set, double peer) throws IOException {
        String text = Files.readString(SharedData.require("label-ranking/" + set + ".csv"));
        Training<?> training = train(task("kendall"), FeatureLearner.kernels(500), write(set + ".csv", text));
        assertThat(training.valid().measure()).isGreaterThanOrEqualTo(peer);
    }

    /** Of two labels, each row knows the order; all learners are told apart by the loss of the rows that they leave out. */
    @Test
    void ofSeveralLearnersTheBestIsChosen() throws IOException {
        SplittableRandom random = new SplittableRandom(9);
        StringBuilder text = new StringBuilder("a,b,L1,L2\n");
        for (int row = 0; row < 120; row++) {
            double a = random.nextDouble(-1, 1);
            double b = random.nextDouble(-1, 1);
            text.append(a + "," + b + (a * b > 0 ? ",1,2\n" : ",2,1\n")); // which no linear function can say
        }
        List<FeatureLearner> learners = kinds(30);
        Training<?> training = train(task("kendall"), learners, write("train.csv", text.toString()));
        assertThat(training.tried().stream().map(Trial::learner).distinct())
                .containsExactlyElementsOf(
                        learners.stream().map(FeatureLearner::text).toList());
        double least = training.tried().stream()
                .mapToDouble(trial -> trial.valid().measure())
                .min()
                .orElseThrow();
        assertThat(training.tried()).filteredOn(Trial::chosen).hasSize(1);
        assertThat(training.chosen().valid().measure()).isEqualTo(least);
        assertThat(training.chosen().learner()).isNotEqualTo("linear");
        assertThat(training.valid().measure()).isGreaterThan(0.6);
    }
}
