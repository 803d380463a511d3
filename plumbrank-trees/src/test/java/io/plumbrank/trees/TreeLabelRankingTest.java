package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.measure.Evaluator;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.LabelRankingModel;
import io.plumbrank.model.LabelRankingTrainer;
import io.plumbrank.model.LabelRankingTraining;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Progress;
import io.plumbrank.target.LabelRankingTarget.Form;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link LabelRankingTrainer} with trees by XGBoost. */
class TreeLabelRankingTest {
    private static final Map<String, String> QUICK =
            Map.of("eta", "0.5", "max_depth", "3", "num_round", "10", "early_stopping_rounds", "3");

    @TempDir
    Path folder;

    private LabelRankings read(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        ReadOptions options = ReadOptions.defaults().withLabels(Labels.ignored());
        return LabelRankings.read(
                QuerySource.of(file, CsvColumns.defaults().withRanking("L"), Grouping.ROW, options), "L");
    }

    /** One ranking where two features are on the same side of ½, its reverse elsewhere; a tenth at random, some unknown or tied. */
    private LabelRankings sample(String name, long seed, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("a,b,weight,L1,L2,L3,L4\n");
        for (int row = 0; row < rows; row++) {
            double a = random.nextDouble();
            double b = random.nextDouble();
            boolean reversed = random.nextInt(10) == 0 ? random.nextBoolean() : a > 0.5 == b > 0.5;
            text.append(a + "," + b + "," + (1 + row % 2));
            for (int label = 0; label < 4; label++) {
                int position = reversed ? 4 - label : 1 + label;
                text.append(random.nextInt(8) == 0 ? "," : "," + (row % 7 == 0 ? 1 + position / 2 : position));
            }
            text.append('\n');
        }
        return read(name, text.toString());
    }

    private static LabelRankingTrainer trainer(String measure) {
        return LabelRankingTrainer.of(MeasureSpec.parse(measure))
                .withThreads(1)
                .withFolds(4)
                .withTrees(List.of(QUICK));
    }

    private static double evaluated(String measure, LabelRankingModel model, LabelRankings data) {
        return new Evaluator(List.of(MeasureSpec.parse(measure)), false, ReadOptions.defaults())
                .rankers(data.asQueries(), List.of("m"), List.of(model::scores))
                .runs()
                .get(0)
                .mean(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kendall", "spearman", "pd"})
    void treesFindWhatNoLinearModelCan(String measure) throws IOException {
        LabelRankings data = sample("train.csv", 1, 300);
        for (Form form : Form.values()) {
            LabelRankingTrainer trees = trainer(measure).withForms(List.of(form));
            double valid = trees.train(data, "L", null, Progress.NONE).valid();
            double linear = trees.withTrees(List.of())
                    .train(data, "L", null, Progress.NONE)
                    .valid();
            // a twentieth is reversed: at best 0.9, or 0.05 for pd
            assertThat(measure.equals("pd") ? 1 - 2 * valid : valid).isBetween(0.7, 0.95);
            assertThat(measure.equals("pd") ? 1 - 2 * linear : linear).isLessThan(0.3);
        }
    }

    /** The rounds that are kept are the first with the best value of {@code eval}. */
    @ParameterizedTest
    @ValueSource(strings = {"kendall", "spearman", "pd"})
    void boostingStopsOnTheValueOfEval(String measure) throws IOException {
        LabelRankings train = sample("train.csv", 2, 150);
        LabelRankings valid = sample("valid.csv", 3, 100);
        LabelRankingTraining training =
                trainer(measure).withForms(List.of(Form.PAIRS)).train(train, "L", valid, Progress.NONE);
        LabelRankingModel model = training.model();
        assertThat(training.valid()).isCloseTo(evaluated(measure, model, valid), within(1e-12));
        assertThat(training.train()).isCloseTo(evaluated(measure, model, train), within(1e-12));
        TreeEnsemble kept = (TreeEnsemble) model.scorer();
        for (int trees = 6; trees < kept.members().size(); trees += 6) {
            TreeEnsemble fewer = TreeEnsemble.of(
                    kept.inputs(), kept.baseScores(), kept.members().subList(0, trees));
            double value = evaluated(measure, with(model, fewer), valid);
            assertThat(measure.equals("pd") ? -value : value)
                    .isLessThan(measure.equals("pd") ? -training.valid() : training.valid());
        }
    }

    private static LabelRankingModel with(LabelRankingModel model, TreeEnsemble scorer) {
        return new LabelRankingModel(
                model.target(), model.beginning(), model.labels(), scorer, model.lambda(), model.provenance());
    }

    /** Where rankings are noise, the folds say so: nothing that ranks a fold was chosen by it. */
    @Test
    void choicesAreMadeWithoutTheFold() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder("a,b,L1,L2,L3\n");
        for (int row = 0; row < 300; row++) {
            Ranking ranking = Ranking.byScores(random.doubles(3).toArray());
            text.append(random.nextDouble() + "," + random.nextDouble());
            for (int label = 0; label < 3; label++) {
                text.append(",").append(1 + ranking.positionOf(label));
            }
            text.append('\n');
        }
        LabelRankingTraining training = trainer("kendall")
                .withTrees(List.of(QUICK, Map.of("num_round", "1"), Map.of("num_round", "5", "eta", "1")))
                .train(read("noise.csv", text.toString()), "L", null, Progress.NONE);
        // independent values of mean 0 and variance 11/27: three standard errors of their mean
        assertThat(training.valid()).isCloseTo(0, within(3 * Math.sqrt(11.0 / 27 / 300)));
        assertThat(training.tried()).hasSize(6);
    }

    /**
     * Each row knows two of three labels: 1 above 2 in 5 of 12, 2 above 3 in 4, 3 above 1 in 3. A pair counts as often as it is known,
     * so the expected disagreement is least for 1, 2, 3, which contradicts the rarest. Were unknown pairs left out of the fit instead,
     * every pair would be certain, and the circle could be cut anywhere.
     */
    @Test
    void unknownPositionsCountAsTheMeasureCountsThem() throws IOException {
        String[] known = {"1,2,", ",1,2", "2,,1"};
        int[] times = {5, 4, 3};
        for (int first = 0; first < 3; first++) {
            StringBuilder text = new StringBuilder("a,L1,L2,L3\n");
            for (int row = 0; row < 120; row++) {
                int kind = row % 12 < 5 ? 0 : row % 12 < 9 ? 1 : 2;
                text.append("1,").append(known[(kind + first) % 3]).append('\n');
            }
            LabelRankings data = read("circle.csv", text.toString());
            Ranking ranking = trainer("pd")
                    .withForms(List.of(Form.PAIRS))
                    .train(data, "L", null, Progress.NONE)
                    .model()
                    .rank(new float[] {1});
            Ranking best = null;
            double least = Double.POSITIVE_INFINITY;
            for (int[] order : new int[][] {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
                Ranking candidate = Ranking.ofItems(order);
                double loss = 0;
                for (int pair = 0; pair < 3; pair++) {
                    int above = (pair + first) % 3;
                    boolean wrong = candidate.positionOf(above) > candidate.positionOf((above + 1) % 3);
                    loss += wrong ? times[pair] : 0;
                }
                if (loss < least) {
                    least = loss;
                    best = candidate;
                }
            }
            assertThat(ranking).isEqualTo(best);
        }
    }

    /** A label whose position is never known is as good as not there: the trees of all other pairs are the same to the bit. */
    @Test
    void whatIsUnknownHasNoInfluenceOnTheRest() throws IOException {
        LabelRankings four = sample("four.csv", 5, 120);
        String with = Files.readString(folder.resolve("four.csv"));
        LabelRankings five = read(
                "five.csv",
                with.lines()
                                .map(line -> line + ",")
                                .reduce("", (a, b) -> a + b + "\n")
                                .replaceFirst(",\n", ",L5\n")
                                .strip()
                        + "\n");
        LabelRankingTrainer trainer = trainer("kendall").withForms(List.of(Form.PAIRS));
        LabelRankingTraining small = trainer.train(four, "L", null, Progress.NONE);
        LabelRankingTraining large = trainer.train(five, "L", null, Progress.NONE);
        assertThat(large.valid()).isEqualTo(small.valid());
        int[] places = {0, 1, 2, 4, 5, 7}; // of the pairs without L5 among all
        double[] u = new double[6];
        double[] v = new double[10];
        for (var row : four.rows()) {
            small.model().scorer().scoreInto(row.features(), u);
            large.model().scorer().scoreInto(row.features(), v);
            for (int pair = 0; pair < 6; pair++) {
                assertThat(v[places[pair]]).isEqualTo(u[pair]);
            }
            assertThat(new double[] {v[3], v[6], v[8], v[9]}).containsOnly(0);
        }
    }

    @Test
    void threadsChangeNoBitAndTheFileKeepsAll() throws IOException {
        LabelRankings data = sample("train.csv", 6, 120);
        LabelRankingTrainer one =
                trainer("kendall").withTrees(List.of(QUICK, Map.of("num_round", "4", "subsample", "0.5")));
        LabelRankingTraining first = one.train(data, "L", null, Progress.NONE);
        LabelRankingTraining second = one.withThreads(3).train(data, "L", null, Progress.NONE);
        assertThat(second.valid()).isEqualTo(first.valid());
        assertThat(second.tried()).isEqualTo(first.tried());
        Path a = folder.resolve("a.json");
        Path b = folder.resolve("b.json");
        ModelFile.write(first.model(), a);
        ModelFile.write(second.model(), b);
        assertThat(b).hasSameBinaryContentAs(a);
        LabelRankingModel read = (LabelRankingModel) ModelFile.read(a);
        double[] u = new double[first.model().scorer().outputs()];
        double[] v = u.clone();
        for (var row : data.rows()) {
            first.model().scorer().scoreInto(row.features(), u);
            read.scorer().scoreInto(row.features(), v);
            assertThat(v).isEqualTo(u);
            assertThat(read.rank(row.features())).isEqualTo(first.model().rank(row.features()));
        }
        assertThat(read.guarantee()).isEqualTo(first.model().guarantee());
    }

    @Test
    void defaultsStandBesideWhatIsGiven() {
        assertThat(LabelRankingTrainer.trees(Map.of()))
                .extracting(parameters -> parameters.get("max_depth"))
                .containsExactly("2", "4");
        assertThat(LabelRankingTrainer.trees(Map.of("max_depth", "6", "learning_rate", "0.5")))
                .containsExactly(Map.of(
                        "max_depth",
                        "6",
                        "learning_rate",
                        "0.5",
                        "early_stopping_rounds",
                        "20",
                        "min_child_weight",
                        "1"));
        for (Map<String, String> parameters : LabelRankingTrainer.trees(Map.of("learning_rate", "0.5"))) {
            new XgboostLearner().require(parameters);
        }
    }

    @Test
    void tooFewRowsAreRefused() throws IOException {
        LabelRankings few = read("few.csv", "a,L1,L2\n" + "1,1,2\n".repeat(12));
        assertThat(trainer("kendall").train(few, "L", null, Progress.NONE).valid())
                .isEqualTo(1);
        LabelRankings fewer = read("few.csv", "a,L1,L2\n" + "1,1,2\n".repeat(3));
        assertThatThrownBy(() -> trainer("kendall").train(fewer, "L", null, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--folds");
        LabelRankings bare = read("bare.csv", "L1,L2\n" + "1,2\n".repeat(20));
        assertThatThrownBy(() -> trainer("kendall").train(bare, "L", null, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("at least one, for trees to split on");
    }
}
