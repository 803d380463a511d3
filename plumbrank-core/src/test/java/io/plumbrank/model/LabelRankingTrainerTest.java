package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.SharedData;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.measure.Evaluation;
import io.plumbrank.measure.Evaluator;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.LabelRankingTarget.Form;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelRankingTrainerTest {
    @TempDir
    Path folder;

    private LabelRankings read(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        ReadOptions options = ReadOptions.defaults().withLabels(Labels.ignored());
        return LabelRankings.read(
                QuerySource.of(file, CsvColumns.defaults().withRanking("L"), Grouping.ROW, options), "L");
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

    private static LabelRankingTrainer trainer(String measure, RidgeLearner.Features... features) {
        LabelRankingTrainer trainer =
                LabelRankingTrainer.of(MeasureSpec.parse(measure)).withThreads(1);
        return features.length == 0 ? trainer : trainer.withFeatures(List.of(features));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kendall", "spearman", "pd"})
    void completeAndPartialRankingsAreLearned(String measure) throws IOException {
        boolean loss = measure.equals("pd");
        for (boolean partial : List.of(false, true)) {
            LabelRankings data = read("train.csv", linear(1, 100, partial));
            for (Form form : Form.values()) {
                LabelRankingTraining training =
                        trainer(measure).withForms(List.of(form)).train(data, "L", null, Progress.NONE);
                assertThat(loss ? 1 - training.valid() : training.valid()).isGreaterThan(0.85);
                assertThat(training.model().target().form()).isEqualTo(form);
                assertThat(training.model().target().complete()).isEqualTo(!partial);
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
            sum += trainer("kendall", new RidgeLearner.Kernel(40, 0.5), new RidgeLearner.Kernel(40, 2))
                    .train(read("noise.csv", text.toString()), "L", null, Progress.NONE)
                    .valid();
        }
        // 400 independent values of mean 0 and standard deviation √(11/27): three standard errors of their mean
        assertThat(sum / 5).isCloseTo(0, within(3 * Math.sqrt(11.0 / 27 / 400)));
    }

    @Test
    void threadsChangeNoBit() throws IOException {
        LabelRankings data = read("train.csv", linear(2, 90, true));
        LabelRankingTrainer one = trainer("kendall").withFeatures(LabelRankingTrainer.kernel(30));
        LabelRankingTraining first = one.train(data, "L", null, Progress.NONE);
        LabelRankingTraining second = one.withThreads(2).train(data, "L", null, Progress.NONE);
        assertThat(second.valid()).isEqualTo(first.valid());
        assertThat(second.tried()).isEqualTo(first.tried());
        assertThat(second.model().scorer()).isEqualTo(first.model().scorer());
    }

    @Test
    void aModelReadsBackToTheSameBits() throws IOException {
        LabelRankings data = read("train.csv", linear(3, 60, true));
        for (RidgeLearner.Features features :
                List.of(new RidgeLearner.Linear(), new RidgeLearner.Fourier(20, 1), new RidgeLearner.Kernel(20, 1))) {
            LabelRankingModel model = trainer("spearman", features)
                    .train(data, "L", null, Progress.NONE)
                    .model();
            Path file = folder.resolve("model.json");
            ModelFile.write(model, file);
            assertThat(ModelFile.read(file)).isEqualTo(model);
        }
    }

    @Test
    void evaluationRepeatsTheMeasureOfTraining() throws IOException {
        LabelRankings data = read("train.csv", linear(4, 80, true));
        for (String measure : List.of("kendall", "spearman", "pd")) {
            LabelRankingTraining training = trainer(measure).train(data, "L", null, Progress.NONE);
            Evaluator evaluator = new Evaluator(List.of(MeasureSpec.parse(measure)), false, ReadOptions.defaults());
            Evaluation evaluation =
                    evaluator.rankers(data.asQueries(), List.of("m"), List.of(training.model()::scores));
            assertThat(evaluation.runs().get(0).mean(0)).isCloseTo(training.train(), within(1e-12));
        }
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
        for (RidgeLearner.Features features :
                List.of(new RidgeLearner.Linear(), new RidgeLearner.Fourier(20, 1), new RidgeLearner.Kernel(20, 1))) {
            LabelRankingTraining training =
                    trainer("kendall", features).train(read("train.csv", text.toString()), "L", null, Progress.NONE);
            assertThat(training.valid()).isGreaterThan(0.6);
            assertThat(training.notes()).hasSize(1);
            assertThat(training.notes().get(0)).startsWith("1 row left out");
            float[] x = {3, Float.NaN, Float.NaN};
            assertThat(training.model().rank(x).size()).isEqualTo(2);
        }
    }

    @Test
    void aValidationFileTakesNoPartInTheChoice() throws IOException {
        LabelRankings train = read("train.csv", linear(7, 80, false));
        LabelRankings valid = read("valid.csv", linear(8, 40, false));
        LabelRankingTraining folds = trainer("kendall").train(train, "L", null, Progress.NONE);
        LabelRankingTraining file = trainer("kendall").train(train, "L", valid, Progress.NONE);
        assertThat(file.model()).isEqualTo(folds.model());
        assertThat(file.folds()).isZero();
        assertThat(file.valid()).isGreaterThan(0.85).isNotEqualTo(folds.valid());
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
            LabelRankingTraining training = trainer("kendall")
                    .withForms(List.of(Form.PAIRS))
                    .train(read("train.csv", text.append('\n').toString()), "L", null, Progress.NONE);
            assertThat(training.model().target().decoder())
                    .isEqualTo(labels == 12 ? OrderingDecoder.EXACT : OrderingDecoder.ALGORITHM1);
            assertThat(training.valid()).isGreaterThan(0.8);
        }
    }

    @Test
    void rowsWithoutFeaturesGetTheMeanRanking() throws IOException {
        String text = "L1,L2,L3\n" + "1,2,3\n".repeat(15) + "3,1,2\n".repeat(5);
        for (RidgeLearner.Features features :
                List.of(new RidgeLearner.Linear(), new RidgeLearner.Fourier(5, 1), new RidgeLearner.Kernel(5, 1))) {
            LabelRankingTraining training =
                    trainer("kendall", features).train(read("train.csv", text), "L", null, Progress.NONE);
            assertThat(training.model().rank(new float[0])).isEqualTo(Ranking.identity(3));
        }
    }

    @Test
    void aLabelThatIsNowhereKnownAndALambdaAtTheEndOfTheGridAreNoted() throws IOException {
        String text = "x,L1,L2,L3,L4\n" + "1,1,2,,3\n".repeat(20);
        LabelRankingTraining training = trainer("kendall").train(read("train.csv", text), "L", null, Progress.NONE);
        assertThat(training.notes())
                .containsExactly(
                        "The best lambda, 100.0, is the largest that was tried; --lambda can try larger ones.",
                        "no row knows the position of L3: where the model ranks it means nothing");
    }

    /** The best of scikit-learn's ridge regression, nearest neighbours and random forest on positions, ten folds of its own. */
    @ParameterizedTest
    @CsvSource({"iris,0.969", "wine,0.954", "glass,0.893"})
    void kernelsKeepUpWithTheBestOfThreePeers(String set, double peer) throws IOException {
        String text = Files.readString(SharedData.require("label-ranking/" + set + ".csv"));
        LabelRankingTraining training = trainer("kendall")
                .withFeatures(LabelRankingTrainer.kernel(500))
                .withThreads(2)
                .train(read(set + ".csv", text), "L", null, Progress.NONE);
        assertThat(training.valid()).isGreaterThanOrEqualTo(peer);
    }

    @Test
    void tooFewRowsAreReported() throws IOException {
        LabelRankings data = read("train.csv", linear(9, 8, false));
        assertThatThrownBy(() -> trainer("kendall").train(data, "L", null, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("8 rows with at least two known positions")
                .hasMessageContaining("at least 10, one for each fold (--folds)");
    }
}
