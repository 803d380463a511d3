package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees by XGBoost for label rankings. */
class TreeLabelRankingTest {
    private static final TreeLearner QUICK = new TreeLearner(
            Map.of(
                    "engine",
                    "xgboost",
                    "eta",
                    "0.5",
                    "max_depth",
                    "3",
                    "num_round",
                    "10",
                    "early_stopping_rounds",
                    "3"),
            null);

    @TempDir
    Path folder;

    private QuerySource write(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    /** One ranking where two features are on the same side of ½, its reverse elsewhere; a tenth at random, some unknown or tied. */
    private QuerySource sample(String name, long seed, int rows) throws IOException {
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
        return write(name, text.toString());
    }

    private static LabelRankingTask task(String measure, Form... forms) {
        LabelRankingTask all = LabelRankingTask.of(MeasureSpec.parse(measure), "L");
        return forms.length == 0
                ? all
                : new LabelRankingTask(all.measure(), List.of(forms), all.decoder(), "L", List.of(), true);
    }

    private static Training<?> train(LabelRankingTask task, QuerySource data, Learner... learners) throws IOException {
        return Trainer.of(task)
                .withSettings(Settings.defaults().withThreads(1).withFolds(4))
                .withLearners(List.of(learners))
                .train(data, null, Progress.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kendall", "spearman", "pd"})
    void treesFindWhatNoLinearModelCan(String measure) throws IOException {
        QuerySource data = sample("train.csv", 1, 300);
        for (Form form : Form.values()) {
            double valid = train(task(measure, form), data, QUICK).valid().measure();
            double linear = train(task(measure, form), data, FeatureLearner.linear())
                    .valid()
                    .measure();
            // a twentieth is reversed: at best 0.9, or 0.05 for pd
            assertThat(measure.equals("pd") ? 1 - 2 * valid : valid).isBetween(0.7, 0.95);
            assertThat(measure.equals("pd") ? 1 - 2 * linear : linear).isLessThan(0.3);
        }
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
        Training<?> training = train(
                task("kendall"),
                write("noise.csv", text.toString()),
                QUICK,
                new TreeLearner(Map.of("num_round", "1"), null),
                new TreeLearner(Map.of("num_round", "5", "eta", "1"), null));
        // independent values of mean 0 and variance 11/27: three standard errors of their mean
        assertThat(training.valid().measure()).isCloseTo(0, within(3 * Math.sqrt(11.0 / 27 / 300)));
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
            Training<?> training = train(task("pd", Form.PAIRS), write("circle.csv", text.toString()), QUICK);
            Ranking ranking = ((LabelRanker) training.model().predictor()).rank(new float[] {1});
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

    /**
     * Stepwise rankings that lost six positions of ten at random: fitted on the rows that know each pair, trees rank full rankings
     * better than where unknown pairs aim at 0.
     */
    @Test
    void whatWasLostAtRandomIsBetterTakenSo() throws IOException {
        double random = 0;
        double label = 0;
        for (long seed = 1; seed <= 3; seed++) {
            SplittableRandom draws = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder("a,b,L1,L2,L3,L4\n");
            for (int row = 0; row < 200; row++) {
                double a = draws.nextDouble();
                double b = draws.nextDouble();
                text.append(a + "," + b);
                for (int position : positions(a, b, draws)) {
                    text.append(draws.nextInt(10) < 6 ? "," : "," + position);
                }
                text.append('\n');
            }
            QuerySource data = write("lost.csv", text.toString());
            random += onFullRankings(train(task("kendall", Form.PAIRS).withMissing(Missing.RANDOM), data, QUICK));
            label += onFullRankings(train(task("kendall", Form.PAIRS).withMissing(Missing.LABEL), data, QUICK));
        }
        assertThat(random).isGreaterThan(label);
    }

    /** By a tree of two splits, with an eighth of all rankings at random. */
    private static int[] positions(double a, double b, SplittableRandom draws) {
        int[] order = a > 0.5 ? b > 0.5 ? new int[] {1, 2, 3, 4} : new int[] {2, 1, 4, 3} : new int[] {4, 3, 1, 2};
        if (draws.nextInt(8) == 0) {
            Ranking any = Ranking.byScores(draws.doubles(4).toArray());
            for (int label = 0; label < 4; label++) {
                order[label] = 1 + any.positionOf(label);
            }
        }
        return order;
    }

    private static double onFullRankings(Training<?> training) {
        LabelRanker ranker = training.predictor().as(LabelRanker.class).orElseThrow();
        SplittableRandom draws = new SplittableRandom(99);
        double sum = 0;
        for (int row = 0; row < 400; row++) {
            double a = draws.nextDouble();
            double b = draws.nextDouble();
            double[] truth =
                    Arrays.stream(positions(a, b, draws)).asDoubleStream().toArray();
            sum += ranker.task().target().value(truth, ranker.rank(new float[] {(float) a, (float) b}));
        }
        return sum;
    }

    /** A label whose position is never known is as good as not there: the trees of all other pairs are the same to the bit. */
    @Test
    void whatIsUnknownHasNoInfluenceOnTheRest() throws IOException {
        QuerySource four = sample("four.csv", 5, 120);
        String with = Files.readString(folder.resolve("four.csv"));
        QuerySource five = write(
                "five.csv",
                with.lines()
                                .map(line -> line + ",")
                                .reduce("", (a, b) -> a + b + "\n")
                                .replaceFirst(",\n", ",L5\n")
                                .strip()
                        + "\n");
        Training<?> small = train(task("kendall", Form.PAIRS), four, QUICK);
        Training<?> large = train(task("kendall", Form.PAIRS), five, QUICK);
        assertThat(large.valid().measure()).isEqualTo(small.valid().measure());
        int[] places = {0, 1, 2, 4, 5, 7}; // of the pairs without L5 among all
        for (var row : LabelRankings.read(four, "L").rows()) {
            double[] u = small.model().scorer().score(row.features(), 1);
            double[] v = large.model().scorer().score(row.features(), 1);
            for (int pair = 0; pair < 6; pair++) {
                assertThat(v[places[pair]]).isEqualTo(u[pair]);
            }
            assertThat(new double[] {v[3], v[6], v[8], v[9]}).containsOnly(0);
        }
    }

    @Test
    void defaultsStandBesideWhatIsGiven() {
        assertThat(TreeLearner.forSmallData(Map.of()))
                .extracting(learner -> learner.parameters().get("max_depth"))
                .containsExactly("2", "4");
        assertThat(TreeLearner.forSmallData(Map.of("max_depth", "6", "learning_rate", "0.5")))
                .extracting(TreeLearner::parameters)
                .containsExactly(Map.of("max_depth", "6", "learning_rate", "0.5", "min_child_weight", "1"));
        for (TreeLearner learner : TreeLearner.forSmallData(Map.of("learning_rate", "0.5"))) {
            new XgboostEngine().require(learner.parameters());
        }
    }

    /** Five folds within four of four: as few rows as can be. */
    @Test
    void fewRowsAreEnough() throws IOException {
        QuerySource few = write("few.csv", "a,L1,L2\n" + "1,1,2\n".repeat(12));
        assertThat(train(task("kendall"), few, QUICK).valid().measure()).isEqualTo(1);
    }
}
