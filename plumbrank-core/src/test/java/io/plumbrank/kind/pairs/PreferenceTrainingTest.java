package io.plumbrank.kind.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.pairs.PairScorer;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.task.Task;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreferenceTrainingTest {
    private static final MeasureSpec GRADED = MeasureSpec.parse("pd");
    private static final MeasureSpec OBSERVED = GRADED.overPreferences();

    /** Grades rise with the first feature less the second, with noise; every pair of unequal ones is a preference too. */
    private static QuerySource graded(long seed, int queries) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> made = new ArrayList<>();
        for (int q = 0; q < queries; q++) {
            int items = 2 + random.nextInt(8);
            float[][] x = new float[items][3];
            double[] grades = new double[items];
            List<Preference> pairs = new ArrayList<>();
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < 3; j++) {
                    x[i][j] = (float) random.nextDouble();
                }
                double level = x[i][0] - x[i][1] + 0.3 * random.nextDouble();
                grades[i] = level > 0.5 ? 2 : level > 0.2 ? 1 : 0;
            }
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < items; j++) {
                    if (grades[i] > grades[j]) {
                        pairs.add(new Preference(i, j, 1));
                    }
                }
            }
            made.add(Query.of("q" + q, grades, x)
                    .withWeight(1 + q % 3)
                    .withPreferences(PreferenceGraph.sum(items, pairs)));
        }
        return QuerySource.of("graded", new Dataset(made));
    }

    static Stream<Arguments> scores() {
        return Stream.of("squared", "pairwise-squared", "logistic", "linear-value")
                .flatMap(surrogate -> Stream.of(FeatureLearner.linear(), FeatureLearner.fourier(20))
                        .map(learner -> Arguments.of(surrogate, learner)));
    }

    @ParameterizedTest
    @MethodSource("scores")
    void scoresFromPairsOfGradesAreThoseFromGrades(String surrogate, FeatureLearner learner) throws IOException {
        QuerySource train = graded(1, 80);
        Training<?> fromGrades = train(scores(GRADED, surrogate), learner, train, 0.01, 1.0);
        Training<?> fromPairs = train(scores(OBSERVED, surrogate), learner, train, 0.01, 1.0);
        assertThat(fromPairs.model().lambda()).isEqualTo(fromGrades.model().lambda());
        assertThat(weights(fromPairs)).containsExactly(weights(fromGrades), within(1e-6));
        assertThat(fromPairs.valid().measure()).isCloseTo(fromGrades.valid().measure(), within(1e-9));
        assertThat(fromPairs.train().surrogateRisk())
                .isCloseTo(fromGrades.train().surrogateRisk(), within(1e-9));
    }

    private static ItemTask scores(MeasureSpec measure, String surrogate) {
        return ItemTask.of(measure).withSurrogates(Surrogates.parse(surrogate));
    }

    private static Training<?> train(Task<?> task, FeatureLearner learner, QuerySource train, Double... lambdas)
            throws IOException {
        Settings settings = Settings.defaults().withFolds(3).withLambdas(List.of(lambdas));
        return Trainer.of(task).withSettings(settings).withLearner(learner).train(train, null, Progress.NONE);
    }

    private static double[] weights(Training<?> training) {
        InstanceScorer scorer = training.model().scorer();
        if (scorer instanceof PairScores pairs) {
            return ((PairScorer) pairs.pairs()).weights()[0];
        }
        Scorer rows = ((RowScorer) scorer).scorer();
        return rows instanceof LinearScorer linear ? linear.weights()[0] : ((MappedScorer) rows).weights()[0];
    }

    static Stream<FeatureLearner> learners() {
        return Stream.of(FeatureLearner.linear(), FeatureLearner.fourier(20));
    }

    @ParameterizedTest
    @MethodSource("learners")
    void pairsFromPairsOfGradesAreThoseFromGrades(FeatureLearner learner) throws IOException {
        QuerySource train = graded(2, 80);
        Training<?> grades = train(PairTask.of(GRADED), learner, train);
        Training<?> pairs = train(PairTask.of(OBSERVED), learner, train);
        assertThat(pairs.model().lambda()).isEqualTo(grades.model().lambda());
        assertThat(weights(pairs)).containsExactly(weights(grades), within(1e-9));
        assertThat(pairs.valid().measure()).isCloseTo(grades.valid().measure(), within(1e-9));
        assertThat(pairs.train().surrogateRisk()).isCloseTo(grades.train().surrogateRisk(), within(1e-9));
    }

    /** How often a pair of kinds is voted on in each query; the kind that it goes for wins a vote with probability 0.8. */
    private static final int[][] VOTES = {{0, 10, 0}, {0, 0, 15}, {8, 0, 0}};

    private static final double WINS = 0.8;

    /** Items of three kinds, in random order: rock before paper before scissors before rock. */
    private static QuerySource circle(long seed, int queries) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> made = new ArrayList<>();
        for (int q = 0; q < queries; q++) {
            int[] kinds = kinds(random);
            float[][] x = new float[3][3];
            List<Preference> votes = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                x[i][kinds[i]] = 1;
                for (int j = 0; j < 3; j++) {
                    for (int vote = 0; vote < VOTES[kinds[i]][kinds[j]]; vote++) {
                        boolean wins = random.nextDouble() < WINS;
                        votes.add(new Preference(wins ? i : j, wins ? j : i, 1));
                    }
                }
            }
            made.add(Query.of("q" + q, new double[3], x).withPreferences(PreferenceGraph.sum(3, votes)));
        }
        return QuerySource.of("circle", new Dataset(made));
    }

    private static int[] kinds(SplittableRandom random) {
        int first = random.nextInt(3);
        int step = 1 + random.nextInt(2);
        return new int[] {first, (first + step) % 3, (first + 2 * step) % 3};
    }

    /** The expected share of the 33 votes that an order of the three kinds contradicts. */
    private static double expected(int... order) {
        double wrong = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = i + 1; j < 3; j++) {
                wrong += VOTES[order[i]][order[j]] * (1 - WINS) + VOTES[order[j]][order[i]] * WINS;
            }
        }
        return wrong / 33;
    }

    /** By hand: 0, 1, 2 contradicts (2 + 3 + 6.4)/33, the net wins 1.2, 3, −4.2 sort 1, 0, 2, which contradicts (8 + 3 + 6.4)/33. */
    @Test
    void onVotesInACircleOnlyPairsFindTheBestOrder() throws IOException {
        QuerySource train = circle(1, 200);
        Ranker pairs = ranker(train(PairTask.of(OBSERVED), FeatureLearner.linear(), train));
        Ranker scores = ranker(train(ItemTask.of(OBSERVED), FeatureLearner.linear(), train));
        assertThat(expected(0, 1, 2)).isCloseTo(11.4 / 33, within(1e-12));
        assertThat(expected(1, 0, 2)).isCloseTo(17.4 / 33, within(1e-12));
        circle(2, 50).visit(query -> {
            assertThat(kindsOf(query, pairs.rank(query))).containsExactly(0, 1, 2);
            assertThat(kindsOf(query, scores.rank(query))).containsExactly(1, 0, 2);
        });
        assertThat(calibration(pairs)).isEqualTo(Calibration.ALWAYS);
        assertThat(calibration(scores)).isEqualTo(Calibration.UNDER_CONDITION);
    }

    private static Ranker ranker(Training<?> training) {
        return training.model().predictor().as(Ranker.class).orElseThrow();
    }

    private static Calibration calibration(Ranker ranker) {
        return ranker.model().orElseThrow().guarantee().calibration();
    }

    private static int[] kindsOf(Query query, Ranking ranking) {
        int[] kinds = new int[3];
        for (int position = 0; position < 3; position++) {
            int item = ranking.itemAt(position);
            kinds[position] = query.feature(item, 0) == 1 ? 0 : query.feature(item, 1) == 1 ? 1 : 2;
        }
        return kinds;
    }

    /** All grades are equal there, which alone would promise without a condition. */
    @Test
    void modelsRememberThatPreferencesWereObserved(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("model.json");
        for (Task<?> task : List.of(ItemTask.of(OBSERVED), PairTask.of(OBSERVED))) {
            Model model = Trainer.of(task)
                    .withLearner(FeatureLearner.linear())
                    .train(circle(3, 30), circle(4, 30), Progress.NONE)
                    .model();
            ModelFile.write(model, file);
            Ranker read = Ranker.read(file);
            assertThat(read.scorer()).isEqualTo(model.scorer());
            assertThat(read.measure().orElseThrow().takesPreferences()).isTrue();
            assertThat(calibration(read))
                    .isEqualTo(task instanceof PairTask ? Calibration.ALWAYS : Calibration.UNDER_CONDITION);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ranksvm", "ranknet", "rankboost"})
    void surrogatesThatMakeTheirOwnPairsAreRefused(String surrogate) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scores(OBSERVED, surrogate))
                .withMessageContaining("'" + surrogate + "'");
    }

    @Test
    void gradesAreNoPreferences() {
        QuerySource plain = QuerySource.of(
                "plain", new Dataset(List.of(Query.of("q", new double[] {1, 0}, new float[][] {{1}, {2}}))));
        assertThatIllegalStateException()
                .isThrownBy(() -> Trainer.of(ItemTask.of(OBSERVED))
                        .withLearner(FeatureLearner.linear())
                        .train(plain, plain, Progress.NONE))
                .withMessageContaining("no preferences");
    }
}
