package io.plumbrank.kind.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.PairIndex;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.task.Trial;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Beyond {@value LabelRankingTask#MANY_LABELS} labels, scores choose features and λ for pairs. */
class ManyLabelsTest {
    private static final int FEW = LabelRankingTask.MANY_LABELS;
    private static final int MANY = FEW + 1;
    private static final Settings SETTINGS = Settings.defaults().withFolds(2);

    @TempDir
    Path folder;

    /** Utilities that are linear in two features, with noise; a share of the positions is left out. */
    private QuerySource rankings(long seed, int labels, double lost) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] slopes = IntStream.range(0, labels)
                .mapToObj(label -> random.doubles(2, -1, 1).toArray())
                .toArray(double[][]::new);
        StringBuilder text = new StringBuilder("a,b");
        IntStream.range(0, labels).forEach(label -> text.append(",L").append(label));
        for (int row = 0; row < 16; row++) {
            double a = random.nextDouble(-1, 1);
            double b = random.nextDouble(-1, 1);
            Ranking ranking = Ranking.byScores(IntStream.range(0, labels)
                    .mapToDouble(label -> slopes[label][0] * a + slopes[label][1] * b + random.nextDouble(-1, 1))
                    .toArray());
            text.append('\n').append((float) a).append(',').append((float) b);
            for (int label = 0; label < labels; label++) {
                text.append(',').append(random.nextDouble() < lost ? "" : 1 + ranking.positionOf(label));
            }
        }
        Path file = Files.writeString(folder.resolve("train.csv"), text.append('\n'));
        return Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    private static LabelRankingTask task(String measure, Form... forms) {
        LabelRankingTask all = LabelRankingTask.of(MeasureSpec.parse(measure), "L");
        return forms.length == 0 ? all : all.withForm(forms[0]);
    }

    private static Training<?> train(LabelRankingTask task, QuerySource data) {
        List<Learner> learners = List.of(FeatureLearner.linear(), FeatureLearner.kernel(16, 1));
        return Trainer.of(task).withSettings(SETTINGS).withLearners(learners).train(data);
    }

    private static Trial chosen(Training<?> training) {
        return training.tried().stream().filter(Trial::chosen).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"kendall, 0", "spearman, 0", "kendall, 0.2"})
    void pairsOfManyLabelsTakeTheFeaturesAndLambdaOfScores(String measure, double lost) throws IOException {
        for (long seed = 1; seed <= 3; seed++) {
            QuerySource data = rankings(seed, MANY, lost);
            Training<?> pairs = train(task(measure, Form.PAIRS), data);
            Training<?> scores = train(task(measure, Form.SCORES), data);
            assertThat(pairs.tried()).hasSize(1);
            assertThat(chosen(pairs).surrogate()).isEqualTo("pairs");
            assertThat(chosen(pairs).learner()).isEqualTo(chosen(scores).learner());
            assertThat(chosen(pairs).lambda()).isEqualTo(chosen(scores).lambda());
            assertThat(pairs.model().lambda()).isEqualTo(chosen(scores).lambda());
        }
    }

    @Test
    void theBetterOfScoresAndPairsIsKept() throws IOException {
        for (long seed = 1; seed <= 3; seed++) {
            QuerySource data = rankings(seed, MANY, 0);
            Training<?> both = train(task("kendall"), data);
            Trial pairs = chosen(train(task("kendall", Form.PAIRS), data));
            Trial scores = chosen(train(task("kendall", Form.SCORES), data));
            Trial better = scores.valid().measure() < pairs.valid().measure() ? scores : pairs;
            assertThat(chosen(both)).isEqualTo(better);
            LabelRankingTask model = (LabelRankingTask) both.model().task();
            assertThat(model.target().form().surrogate()).isEqualTo(better.surrogate());
            assertThat(both.tried().stream().filter(Trial::chosen)).hasSize(1);
            assertThat(both.tried())
                    .filteredOn(trial -> trial.surrogate().equals("pairs"))
                    .hasSize(1);
        }
    }

    @Test
    void ofFewerLabelsPairsAreTriedAtEveryLambda() throws IOException {
        Training<?> few = train(task("kendall"), rankings(1, FEW, 0));
        assertThat(few.tried().stream().collect(Collectors.groupingBy(Trial::surrogate, Collectors.counting())))
                .satisfies(count -> assertThat(count.get("pairs")).isEqualTo(count.get("squared")));
    }

    /** What the guide rests on. */
    @ParameterizedTest
    @ValueSource(strings = {"kendall", "spearman", "pd"})
    void sumsOfFittedPairsAreFittedScores(String measure) throws IOException {
        QuerySource data = rankings(4, 6, 0);
        Settings one = SETTINGS.withLambdas(List.of(0.1));
        double[][] u = new double[2][];
        for (Form form : Form.values()) {
            Trainer<?> trainer =
                    Trainer.of(task(measure, form)).withSettings(one).withLearner(FeatureLearner.linear());
            RowScorer scorer = (RowScorer) trainer.train(data).model().scorer();
            u[form.ordinal()] =
                    scorer.score(new float[] {0.3f, -0.7f}, new int[] {1}).of(0, 0);
        }
        double[] sums = new double[6];
        PairIndex.STRICT.forEach(6, (i, j, at) -> {
            sums[i] += u[Form.PAIRS.ordinal()][at];
            sums[j] -= u[Form.PAIRS.ordinal()][at];
        });
        assertThat(u[Form.SCORES.ordinal()]).containsExactly(sums, within(1e-12));
    }

    @Test
    void aForestOfManyLabelsFitsScoresAlone() throws IOException {
        Training<?> training =
                Trainer.of(task("kendall")).withSettings(SETTINGS).train(rankings(2, MANY, 0));
        assertThat(training.tried())
                .filteredOn(trial -> trial.learner().startsWith("forest"))
                .isNotEmpty()
                .allSatisfy(trial -> {
                    assertThat(trial.surrogate()).isEqualTo("squared");
                    assertThat(trial.learner()).contains("sketch=1");
                });
    }
}
