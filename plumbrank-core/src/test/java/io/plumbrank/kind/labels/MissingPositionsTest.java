package io.plumbrank.kind.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.task.Trial;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rankings with gaps, from the file to the model. */
class MissingPositionsTest {
    @TempDir
    Path folder;

    /** Which positions a row loses, counted from 1. */
    private interface Loss {
        IntPredicate of(int row, SplittableRandom random);
    }

    private static final Loss NONE = (row, random) -> position -> false;
    private static final Loss ANY = (row, random) -> position -> random.nextInt(10) < 6;
    private static final Loss ALL_BUT_THE_BEST_THREE = (row, random) -> position -> position > 3;
    private static final Loss THE_BEST_TWO = (row, random) -> position -> position < 3;

    private static float[] features(SplittableRandom random) {
        return new float[] {random.nextInt(-100, 101) / 100f, random.nextInt(-100, 101) / 100f};
    }

    /** The labels by utilities that are linear in two features, with noise. */
    private static Ranking ranking(float[] x, SplittableRandom random) {
        double[] utilities = {x[0], -x[0] + 0.2, x[1], -x[1] + 0.1, 0.5 * x[0] + 0.5 * x[1]};
        for (int i = 0; i < utilities.length; i++) {
            utilities[i] += random.nextDouble(-0.3, 0.3);
        }
        return Ranking.byScores(utilities);
    }

    private static String text(long seed, int rows, Loss loss, boolean countedAnew) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("a,b,L1,L2,L3,L4,L5\n");
        for (int row = 0; row < rows; row++) {
            float[] x = features(random);
            Ranking ranking = ranking(x, random);
            IntPredicate lost = loss.of(row, random);
            String[] fields = new String[5];
            int kept = 0;
            for (int position = 1; position <= 5; position++) {
                boolean gone = lost.test(position);
                kept += gone ? 0 : 1;
                fields[ranking.itemAt(position - 1)] = gone ? "" : "" + (countedAnew ? kept : position);
            }
            text.append(x[0])
                    .append(',')
                    .append(x[1])
                    .append(',')
                    .append(String.join(",", fields))
                    .append('\n');
        }
        return text.toString();
    }

    private QuerySource write(String text) throws IOException {
        Path file = folder.resolve("rankings.csv");
        Files.writeString(file, text);
        return Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    private static LabelRankingTask task(String measure, Missing missing) {
        return LabelRankingTask.of(MeasureSpec.parse(measure), "L").withMissing(missing);
    }

    private Training<?> train(LabelRankingTask task, String text) throws IOException {
        return train(task, FeatureLearner.linear(), text);
    }

    private Training<?> train(LabelRankingTask task, Learner learner, String text) throws IOException {
        return Trainer.of(task).withLearner(learner).train(write(text));
    }

    private static Missing missing(Training<?> training) {
        return ((LabelRankingTask) training.model().task()).missing();
    }

    private static double meanOnFullRankings(Training<?> training, String measure) {
        LabelRanker ranker = training.predictor().as(LabelRanker.class).orElseThrow();
        SplittableRandom random = new SplittableRandom(99);
        double sum = 0;
        int rows = 400;
        for (int row = 0; row < rows; row++) {
            float[] x = features(random);
            Ranking truth = ranking(x, random);
            double[] positions = new double[5];
            for (int label = 0; label < 5; label++) {
                positions[label] = 1 + truth.positionOf(label);
            }
            sum += ranker.task().target().value(positions, ranker.rank(x)) / rows;
        }
        return MeasureSpec.parse(measure).largerIsBetter() ? sum : -sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"kendall", "spearman", "pd"})
    void whatWasLostAtRandomIsBetterTakenSo(String measure) throws IOException {
        double random = 0;
        double label = 0;
        for (long seed = 1; seed <= 5; seed++) {
            String text = text(seed, 120, ANY, false);
            random += meanOnFullRankings(train(task(measure, Missing.RANDOM), text), measure);
            label += meanOnFullRankings(train(task(measure, Missing.LABEL), text), measure);
        }
        assertThat(random).isGreaterThan(label);
    }

    /** Sorting and ordering are made of the same pairs, so that one forest serves both, as it is grown for either alone. */
    @Test
    void oneForestServesBothSurrogatesWhereThereAreGaps() throws IOException {
        String text = text(3, 60, ANY, false);
        ForestLearner forest = new ForestLearner(Map.of("num_round", "10"));
        List<String> grown = new ArrayList<>();
        Progress follower = new Progress() {
            @Override
            public void begin(String part, String unit, long total) {
                grown.addAll(part.equals("grow") ? List.of(part) : List.of());
            }

            @Override
            public void at(long done) {}
        };
        LabelRankingTask both = task("kendall", Missing.RANDOM);
        Settings settings = Settings.defaults().withThreads(1).withFolds(2);
        Training<?> training =
                Trainer.of(both).withSettings(settings).withLearner(forest).train(write(text), null, follower);
        assertThat(grown).hasSize(1);
        for (Form form : Form.values()) {
            Training<?> alone = Trainer.of(both.withForm(form))
                    .withSettings(settings)
                    .withLearner(forest)
                    .train(write(text));
            assertThat(training.tried().stream()
                            .filter(trial -> trial.surrogate().equals(form.surrogate()))
                            .map(Trial::valid))
                    .containsExactly(alone.chosen().valid());
        }
    }

    /** Some rows lose the worst and the others lose any, as many as make the lean pass one half: folds may tell otherwise. */
    private String undecided(long seed, int rows) throws IOException {
        for (int leaning = 0; leaning < rows; leaning++) {
            int count = leaning;
            String text = text(
                    seed, rows, (row, random) -> row < count ? position -> position > 3 : ANY.of(row, random), false);
            List<LabelRankings.Row> counted = LabelRankings.read(write(text), "L").rows().stream()
                    .filter(row -> row.known() >= 2)
                    .toList();
            if (MissingPositions.lean(counted) >= 0.5) {
                return text;
            }
        }
        throw new AssertionError("no mixture leans by one half");
    }

    /** By hand: the other rows of each fold as a file of their own, whose model ranks the fold. */
    @Test
    void theFigureOverFoldsTakesNothingFromTheFoldThatItJudges() throws IOException {
        int differing = 0;
        for (long seed = 1; seed <= 2; seed++) {
            List<String> lines = undecided(seed, 40).lines().toList();
            Settings settings = Settings.defaults().withFolds(5);
            QuerySource source = write(String.join("\n", lines) + "\n");
            LabelRankings data = LabelRankings.read(source, "L");
            Training<?> whole = Trainer.of(task("kendall", Missing.AUTO))
                    .withSettings(settings)
                    .withLearner(FeatureLearner.linear())
                    .train(source);
            Folds folds = new Folds(5, settings.seed());
            double sum = 0;
            int judged = 0;
            for (int fold = 0; fold < 5; fold++) {
                List<String> others = new ArrayList<>(List.of(lines.get(0)));
                List<LabelRankings.Row> held = new ArrayList<>();
                for (int row = 0; row < 40; row++) {
                    if (folds.of(row) != fold) {
                        others.add(lines.get(1 + row));
                    } else if (data.rows().get(row).known() >= 2) {
                        held.add(data.rows().get(row));
                    }
                }
                Training<?> part = Trainer.of(task("kendall", Missing.AUTO))
                        .withSettings(settings)
                        .withLearner(FeatureLearner.linear())
                        .train(write(String.join("\n", others) + "\n"));
                differing += missing(part) == missing(whole) ? 0 : 1;
                LabelRanker ranker = part.predictor().as(LabelRanker.class).orElseThrow();
                for (LabelRankings.Row row : held) {
                    sum += ranker.task().target().value(row.positions(), ranker.rank(row.features()));
                }
                judged += held.size();
            }
            assertThat(whole.valid().measure()).isCloseTo(sum / judged, within(1e-12));
        }
        assertThat(differing).isPositive();
    }

    @Test
    void kernelsAndFourierFeaturesTakeGaps() throws IOException {
        String text = text(3, 120, ANY, false);
        for (Learner learner : List.of(FeatureLearner.fourier(200), FeatureLearner.kernel(200, 1))) {
            Training<?> training = train(task("kendall", Missing.RANDOM), learner, text);
            assertThat(meanOnFullRankings(training, "kendall")).isGreaterThan(0.5);
        }
    }

    @Test
    void theDefaultLooksWhereTheKnownPositionsStand() throws IOException {
        LabelRankingTask open = task("kendall", Missing.AUTO);
        Training<?> any = train(open, text(1, 100, ANY, false));
        assertThat(missing(any)).isEqualTo(Missing.RANDOM);
        assertThat(any.notes()).anySatisfy(note -> assertThat(note).contains("missing is taken as random"));
        Training<?> best = train(open, text(1, 100, ALL_BUT_THE_BEST_THREE, false));
        assertThat(missing(best)).isEqualTo(Missing.BOTTOM);
        assertThat(best.notes())
                .anySatisfy(note -> assertThat(note)
                        .contains(
                                "100 of 100 rows have only the first positions",
                                "taken as bottom",
                                "missing is label"));
        Training<?> worst = train(open, text(1, 100, THE_BEST_TWO, false));
        assertThat(missing(worst)).isEqualTo(Missing.LABEL);
        assertThat(worst.notes())
                .anySatisfy(note -> assertThat(note)
                        .contains("known labels rank below missing ones", "lean -1.00", "missing is taken as label"));
        // one row that knows another position is enough
        String most = text(1, 100, ALL_BUT_THE_BEST_THREE, false) + "0,0,1,,,,4\n";
        assertThat(missing(train(open, most))).isEqualTo(Missing.LABEL);
        assertThat(missing(train(task("pd(weight=difference)", Missing.AUTO), text(1, 100, ANY, false))))
                .isEqualTo(Missing.LABEL);
    }

    /** Blanks filled by hand with a position below the others make the same model, bit for bit, and it knows full rankings better. */
    @ParameterizedTest
    @ValueSource(strings = {"kendall", "spearman", "pd"})
    void whatIsMissingInListsOfTheBestFewIsTiedAtTheBottom(String measure) throws IOException {
        double bottom = 0;
        double label = 0;
        for (long seed = 1; seed <= 5; seed++) {
            String lists = text(seed, 60, (row, random) -> position -> position > 1 + row % 3, false);
            StringBuilder byHand = new StringBuilder();
            for (String line : lists.lines().toList()) {
                String[] cells = line.split(",", -1);
                long known =
                        Stream.of(cells).skip(2).filter(cell -> !cell.isEmpty()).count();
                for (int i = 2; i < cells.length; i++) {
                    cells[i] = cells[i].isEmpty() ? "" + (known + 1) : cells[i];
                }
                byHand.append(String.join(",", cells)).append('\n');
            }
            Training<?> open = train(task(measure, Missing.AUTO), lists);
            Training<?> said = train(task(measure, Missing.BOTTOM), lists);
            Training<?> filled = train(task(measure, Missing.LABEL), byHand.toString());
            LabelRanker one = open.predictor().as(LabelRanker.class).orElseThrow();
            LabelRanker two = said.predictor().as(LabelRanker.class).orElseThrow();
            LabelRanker three = filled.predictor().as(LabelRanker.class).orElseThrow();
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 20; i++) {
                float[] x = features(random);
                assertThat(one.scores(x)).containsExactly(three.scores(x));
                assertThat(two.scores(x)).containsExactly(three.scores(x));
            }
            assertThat(open.train()).isEqualTo(filled.train());
            assertThat(open.valid()).isEqualTo(filled.valid());
            assertThat(missing(open)).isEqualTo(Missing.BOTTOM);
            bottom += meanOnFullRankings(open, measure);
            label += meanOnFullRankings(train(task(measure, Missing.LABEL), lists), measure);
        }
        assertThat(bottom / 5).isGreaterThan(label / 5 + 0.02);
    }

    @Test
    void aModelOfListsJudgesListsAsItsTrainingDid() throws IOException {
        QuerySource lists = write(text(3, 80, ALL_BUT_THE_BEST_THREE, false));
        Training<?> training = Trainer.of(task("kendall", Missing.AUTO))
                .withLearner(FeatureLearner.linear())
                .train(lists);
        LabelRanker ranker = training.predictor().as(LabelRanker.class).orElseThrow();
        assertThat(ranker.judged(lists).load().queries()).allSatisfy(row -> {
            assertThat(row.size()).isEqualTo(5);
            assertThat(Arrays.stream(row.labels()).filter(grade -> grade == 0).count())
                    .isEqualTo(2);
        });
        assertThat(String.valueOf(training.model().guarantee().condition())).doesNotContain("known");
        assertThat(training.model().guarantee().sentences())
                .anySatisfy(sentence -> assertThat(sentence).contains("the order of labels that are missing"));
    }

    @Test
    void otherPositionsThanTheFirstAreRefusedAtTheBottom() {
        assertThatThrownBy(() -> train(task("kendall", Missing.BOTTOM), "a,L1,L2,L3,L4\n1,1,2,,\n2,1,3,,\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        ":3: found position 3.0 among 2 known ones, expected positions 1 to 2, as missing ones are at the"
                                + " bottom");
        assertThatIllegalArgumentException().isThrownBy(() -> task("pd(weight=difference)", Missing.BOTTOM));
    }

    /** The promise does not hold there: {@code MissingAtRandomTest}. */
    @Test
    void tiesAmongPositionsThatAreMissingAtRandomAreNoted() throws IOException {
        String ties = text(1, 100, ANY, false) + "0,0,1,1,3,4,5\n";
        assertThat(train(task("kendall", Missing.RANDOM), ties).notes())
                .anySatisfy(note -> assertThat(note)
                        .startsWith("1 of")
                        .contains("rows have ties", "needs full rankings without ties"));
        assertThat(train(task("kendall", Missing.RANDOM), text(1, 100, ANY, false))
                        .notes())
                .noneMatch(note -> note.contains("ties"));
    }

    @Test
    void leanRunsFromMinusOneToOne() throws IOException {
        assertThat(lean(NONE)).isZero();
        assertThat(lean(ALL_BUT_THE_BEST_THREE)).isEqualTo(1);
        assertThat(lean(THE_BEST_TWO)).isEqualTo(-1);
        assertThat(lean(ANY)).isBetween(-0.1, 0.1);
    }

    private double lean(Loss loss) throws IOException {
        return MissingPositions.lean(
                LabelRankings.read(write(text(5, 500, loss, false)), "L").rows());
    }

    @Test
    void completeRankingsGiveOneModelWhateverIsSaid() throws IOException {
        String text = text(2, 60, NONE, false);
        Path file = folder.resolve("model.json");
        String before = null;
        for (Missing missing : Missing.values()) {
            ModelFile.write(train(task("kendall", missing), text).model(), file);
            String model = Files.readString(file);
            assertThat(model).doesNotContain("\"missing\"").isEqualTo(before == null ? model : before);
            before = model;
        }
    }

    @Test
    void aModelComesBackFromItsFile() throws IOException {
        Path file = folder.resolve("model.json");
        for (Form form : Form.values()) {
            LabelRankingTask all = task("kendall", Missing.RANDOM);
            LabelRankingTask task = new LabelRankingTask(
                    all.measure(), List.of(form), all.decoder(), "L", List.of(), true, Missing.RANDOM);
            Model model = train(task, text(4, 80, ANY, false)).model();
            ModelFile.write(model, file);
            assertThat(Files.readString(file)).containsPattern("\"missing\"\\s*:\\s*\"random\"");
            Model read = ModelFile.read(file);
            assertThat(read.task()).isEqualTo(model.task());
            float[] x = {0.3f, -0.6f};
            assertThat(read.predictor().as(LabelRanker.class).orElseThrow().rank(x))
                    .isEqualTo(model.predictor()
                            .as(LabelRanker.class)
                            .orElseThrow()
                            .rank(x));
        }
    }

    @Test
    void aPairThatNoRowKnowsIsNoted() throws IOException {
        // either the first label is lost, or the second
        String text = "a,L1,L2,L3\n" + "1,,1,2\n2,1,,2\n3,,2,1\n4,2,,1\n5,1,,2\n6,,2,1\n".repeat(3);
        Training<?> training = train(task("kendall", Missing.RANDOM), text);
        assertThat(training.notes()).anySatisfy(note -> assertThat(note).contains("no row knows both L1 and L2"));
    }

    @Test
    void aMeasureOfDistancesIsRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> task("pd(weight=difference)", Missing.RANDOM))
                .withMessageContaining("how far apart positions are");
    }

    @Test
    void threadsChangeNoBit() throws IOException {
        QuerySource data = write(text(6, 90, ANY, false));
        Trainer<?> trainer = Trainer.of(task("kendall", Missing.RANDOM)).withLearners(FeatureLearner.fouriers(40));
        Path one = folder.resolve("one.json");
        Path four = folder.resolve("four.json");
        ModelFile.write(
                trainer.withSettings(Settings.defaults().withThreads(1))
                        .train(data)
                        .model(),
                one);
        ModelFile.write(
                trainer.withSettings(Settings.defaults().withThreads(4))
                        .train(data)
                        .model(),
                four);
        assertThat(Files.readString(one)).isEqualTo(Files.readString(four));
    }
}
