package io.plumbrank.kind.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.measures.RefusedMeasureException;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemTrainingTest {
    private static final QuerySource TRAIN = memory(queries(1, 120));
    private static final QuerySource VALID = memory(queries(2, 60));

    /** Grades 0 to 4 that rise with two of four features, with noise; the level of a query moves all its items. */
    private static List<Query> queries(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            int items = 2 + random.nextInt(20);
            double level = random.nextDouble();
            double[] labels = new double[items];
            float[][] features = new float[items][4];
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < 4; j++) {
                    features[i][j] = (float) random.nextDouble();
                }
                features[i][3] = (float) level;
                double good = 3 * features[i][0] - 2 * features[i][1] + level + random.nextDouble(-1, 1);
                labels[i] = Math.max(0, Math.min(4, Math.rint(1 + good)));
                features[i][2] = random.nextInt(10) == 0 ? Float.NaN : features[i][2];
            }
            queries.add(Query.of("q" + q, labels, features));
        }
        return queries;
    }

    private static ItemTask task(String measure, String... surrogates) {
        ItemTask task = ItemTask.of(MeasureSpec.parse(measure));
        return surrogates.length == 0
                ? task
                : task.withSurrogates(
                        Stream.of(surrogates).map(Surrogates::parse).toArray(SurrogateSpec[]::new));
    }

    private static Trainer<?> trainer(String measure, String... surrogates) {
        return Trainer.of(task(measure, surrogates)).withLearner(FeatureLearner.linear());
    }

    private static Trainer<?> trainer(double lambda, String measure, String... surrogates) {
        return trainer(measure, surrogates).withSettings(Settings.defaults().withLambdas(List.of(lambda)));
    }

    private static Training<?> train(Trainer<?> trainer) throws IOException {
        return trainer.train(TRAIN, VALID, Progress.NONE);
    }

    private static ScoreRanker ranker(Model model) {
        return (ScoreRanker) model.predictor();
    }

    private static LinearScorer linear(Training<?> training) {
        return (LinearScorer) ranker(training.model()).itemScorer();
    }

    @ParameterizedTest
    @ValueSource(strings = {"squared", "pairwise-squared", "linear-value", "logistic", "ranknet", "listnet"})
    void theRiskIsTheMeanOfTheSurrogateOverQueries(String name) throws IOException {
        Training<?> training = train(trainer(0.1, "ndcg@10", name));
        RankingTarget<double[]> target = RankingTargets.of(MeasureSpec.parse("ndcg@10"));
        Surrogate surrogate = ((ItemTask) training.model().task()).minimised();
        ScoreRanker ranker = ranker(training.model());
        double[] sum = {0};
        int[] count = {0};
        TRAIN.visit(query -> {
            double[] utilities = new double[query.size()];
            target.encodeInto(query.labels(), utilities);
            sum[0] += surrogate.value(ranker.scores(query), utilities);
            count[0]++;
        });
        assertThat(training.train().surrogateRisk()).isCloseTo(sum[0] / count[0], within(1e-9));
    }

    /** Convex, so no step from the minimum may lower risk + λ·‖standardised weights‖². */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "squared",
                "pairwise-squared",
                "linear-value(nu=2)",
                "logistic",
                "pairwise-exponential",
                "ranknet"
            })
    void noStepFromTheSolutionLowersTheObjective(String name) throws IOException {
        double lambda = 0.3;
        Training<?> training = train(trainer(lambda, "ndcg@10", name));
        LinearScorer scorer = linear(training);
        double[] deviations = deviations();
        double least = objective(training.model(), scorer, deviations, lambda);
        SplittableRandom random = new SplittableRandom(4);
        for (int trial = 0; trial < 50; trial++) {
            double[] weights = scorer.weights()[0];
            for (int j = 0; j < weights.length; j++) {
                weights[j] += 0.05 * random.nextDouble(-1, 1);
            }
            double intercept = scorer.intercepts()[0] + 0.05 * random.nextDouble(-1, 1);
            LinearScorer moved =
                    LinearScorer.of(scorer.reference(), new double[] {intercept}, new double[][] {weights});
            assertThat(objective(training.model(), moved, deviations, lambda)).isGreaterThan(least - 1e-9);
        }
    }

    private static double objective(Model model, LinearScorer scorer, double[] deviations, double lambda) {
        ItemTask task = (ItemTask) model.task();
        ScoreRanker moved = ranker(new Model(task, RowScorer.of(scorer), lambda, model.provenance()));
        double[] sum = {0};
        int[] count = {0};
        TRAIN.visit(query -> {
            double[] utilities = new double[query.size()];
            task.target().encodeInto(query, utilities);
            sum[0] += task.minimised().value(moved.scores(query), utilities);
            count[0]++;
        });
        double penalty = 0;
        for (int j = 0; j < deviations.length; j++) {
            double weight = scorer.weight(0, j) * deviations[j];
            penalty += weight * weight;
        }
        return sum[0] / count[0] + lambda * penalty;
    }

    /** Standard deviations over all rows, a missing value counted as the reference that scorers put in its place. */
    private static double[] deviations() throws IOException {
        float[] reference = linear(train(trainer("ndcg@10"))).reference();
        double[] sums = new double[4];
        double[] squares = new double[4];
        int[] rows = {0};
        TRAIN.visit(query -> {
            for (int i = 0; i < query.size(); i++) {
                rows[0]++;
                for (int j = 0; j < 4; j++) {
                    double value = Float.isNaN(query.feature(i, j)) ? reference[j] : query.feature(i, j);
                    sums[j] += value - reference[j];
                    squares[j] += (value - reference[j]) * (value - reference[j]);
                }
            }
        });
        double[] deviations = new double[4];
        for (int j = 0; j < 4; j++) {
            double mean = sums[j] / rows[0];
            deviations[j] = Math.sqrt(squares[j] / rows[0] - mean * mean);
        }
        return deviations;
    }

    /** Weights of items are frequencies in a sum over items, and in centred squares too. */
    @ParameterizedTest
    @ValueSource(strings = {"squared", "pairwise-squared", "logistic"})
    void anItemOfWeightTwoCountsAsTwo(String surrogate) throws IOException {
        // utilities of dcg do not depend on the other items, so that an item may be repeated
        Trainer<?> trainer = trainer(0.1, "dcg@10", surrogate);
        List<Query> weighted = new ArrayList<>();
        List<Query> repeated = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(9);
        for (Query query : complete(queries(6, 30))) {
            double[] weights = new double[query.size()];
            List<Integer> copies = new ArrayList<>();
            for (int i = 0; i < weights.length; i++) {
                weights[i] = 1 + random.nextInt(2);
                for (int copy = 0; copy < weights[i]; copy++) {
                    copies.add(i);
                }
            }
            weighted.add(query.withItemWeights(weights));
            double[] labels = copies.stream().mapToDouble(query::label).toArray();
            float[][] rows = rows(query);
            repeated.add(Query.of(
                    query.id(), labels, copies.stream().map(i -> rows[i]).toArray(float[][]::new)));
        }
        Training<?> one = trainer.train(memory(weighted), memory(weighted), Progress.NONE);
        Training<?> two = trainer.train(memory(repeated), memory(repeated), Progress.NONE);
        for (int j = 0; j < 4; j++) {
            assertThat(linear(one).weight(0, j)).isCloseTo(linear(two).weight(0, j), within(1e-5));
        }
        assertThat(one.train().surrogateRisk()).isCloseTo(two.train().surrogateRisk(), within(1e-6));
    }

    @Test
    void itemWeightsAreRefusedWherePairsCount() {
        List<Query> queries = queries(6, 10).stream()
                .map(query -> query.withItemWeights(query.labels()))
                .toList();
        assertThatThrownBy(() -> trainer("dcg@10", "ranknet").train(memory(queries), null, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("weights of items")
                .hasMessageContaining("ranknet");
    }

    /** Without missing values, since what stands in for them depends on the rows that there are. */
    private static List<Query> complete(List<Query> queries) {
        return queries.stream()
                .map(query -> {
                    float[][] rows = rows(query);
                    for (float[] row : rows) {
                        row[2] = Float.isNaN(row[2]) ? 0 : row[2];
                    }
                    return Query.of(query.id(), query.labels(), rows);
                })
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static float[][] rows(Query query) {
        float[][] rows = new float[query.size()][query.featureCount()];
        for (int i = 0; i < rows.length; i++) {
            query.featuresInto(i, rows[i]);
        }
        return rows;
    }

    private static QuerySource memory(List<Query> queries) {
        return QuerySource.of("generated", new Dataset(queries));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ndcg@10", "map", "dcg", "auc", "pd", "spearman", "recall@5", "eru(v=1,w=5)"})
    void oddQueriesDoNotFailAndLeaveASensibleModel(String measure) throws IOException {
        List<Query> queries = new ArrayList<>(queries(3, 40));
        queries.add(Query.of("one", new double[] {1}, new float[][] {{1, 2, 3, 4}}));
        queries.add(Query.of("none relevant", new double[3], new float[3][4]));
        queries.add(Query.of(
                "all equal", new double[] {2, 2, 2}, new float[][] {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}));
        float missing = Float.NaN;
        queries.add(Query.of(
                "missing", new double[] {1, 0}, new float[][] {{missing, missing, missing, missing}, {1, missing, 2, 3}
                }));
        Training<?> training = trainer(measure).train(memory(queries), null, Progress.NONE);
        double[] weights = linear(training).weights()[0];
        assertThat(weights[0]).isPositive();
        assertThat(weights[1]).isNegative();
        ScoreRanker ranker = ranker(training.model());
        queries.forEach(query -> assertThat(ranker.scores(query)).doesNotContain(Double.NaN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "logistic"})
    void tenIdenticalFeaturesShareTheWeightAndAConstantOneHasNone(String surrogate) throws IOException {
        List<Query> queries = new ArrayList<>();
        for (Query query : queries(8, 60)) {
            float[][] rows = new float[query.size()][12];
            for (int i = 0; i < rows.length; i++) {
                Arrays.fill(rows[i], 0, 10, query.feature(i, 0));
                rows[i][10] = 7;
                rows[i][11] = query.feature(i, 1);
            }
            queries.add(Query.of(query.id(), query.labels(), rows));
        }
        Trainer<?> trainer = surrogate.equals("auto") ? trainer("ndcg@10") : trainer("ndcg@10", surrogate);
        double[] weights =
                linear(trainer.train(memory(queries), null, Progress.NONE)).weights()[0];
        for (int j = 1; j < 10; j++) {
            assertThat(weights[j]).isCloseTo(weights[0], within(1e-6 * Math.abs(weights[0])));
        }
        assertThat(weights[0]).isPositive();
        assertThat(weights[10]).isZero();
        assertThat(weights[11]).isNegative();
    }

    @Test
    void anArrayWithFeaturesThatTrainingNeverSawIsRefused() throws IOException {
        ScoreRanker ranker = ranker(train(trainer("ndcg@10")).model());
        Query query = queries(11, 1).get(0);
        float[][] wider = new float[query.size()][];
        for (int i = 0; i < wider.length; i++) {
            wider[i] = Arrays.copyOf(rows(query)[i], 9);
            wider[i][8] = i;
        }
        assertThatThrownBy(() -> ranker.scores(Query.of("wider", query.labels(), wider)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("9 features per item, and the model was trained on 4");
    }

    @Test
    void standardisingWithinQueriesMakesScalesOfQueriesMeaningless() throws IOException {
        Trainer<?> trainer = Trainer.of(task("ndcg@10").withView(new QueryFeatures(true, List.of())))
                .withLearner(FeatureLearner.linear());
        List<Query> queries = queries(12, 50);
        List<Query> stretched = new ArrayList<>();
        for (int q = 0; q < queries.size(); q++) {
            float[][] rows = rows(queries.get(q));
            for (float[] row : rows) {
                for (int j = 0; j < 3; j++) {
                    row[j] = row[j] * (1 << q % 4) + 100;
                }
            }
            stretched.add(Query.of("q" + q, queries.get(q).labels(), rows));
        }
        LinearScorer plain = linear(trainer.train(memory(queries), null, Progress.NONE));
        LinearScorer wild = linear(trainer.train(memory(stretched), null, Progress.NONE));
        for (int j = 0; j < 3; j++) {
            assertThat(wild.weight(0, j)).isCloseTo(plain.weight(0, j), within(1e-3));
        }
    }

    @Test
    void guaranteesSayWhatTheyAreOver() throws IOException {
        Model plain = train(trainer("ndcg@10")).model();
        assertThat(plain.guarantee().calibration()).isEqualTo(Calibration.ALWAYS);
        assertThat(plain.guarantee().notPromised()).anyMatch(sentence -> sentence.contains("single items"));
        QueryFeatures max = new QueryFeatures(false, List.of(Context.MAX));
        QueryFeatures rank = new QueryFeatures(false, List.of(Context.RANK));
        // the largest value of a query moves all scores of a linear model alike
        assertThat(caveats(Trainer.of(task("ndcg@10").withView(max)).withLearner(FeatureLearner.linear())))
                .isOne();
        assertThat(caveats(Trainer.of(task("ndcg@10").withView(rank)).withLearner(FeatureLearner.linear())))
                .isZero();
        assertThat(caveats(Trainer.of(task("ndcg@10").withView(max)).withLearner(FeatureLearner.fourier(20))))
                .isZero();
        assertThat(train(trainer("ndcg@10", "ranknet")).model().guarantee().calibration())
                .isEqualTo(Calibration.NO);
        assertThat(train(trainer("map")).model().guarantee().calibration()).isEqualTo(Calibration.UNDER_CONDITION);
    }

    private static long caveats(Trainer<?> trainer) throws IOException {
        return train(trainer).model().guarantee().notPromised().stream()
                .filter(sentence -> sentence.contains("single items"))
                .count();
    }

    /** Regret of a sum by weights is at least the least weight times that of the plain sum. */
    @ParameterizedTest
    @ValueSource(doubles = {0.25, 1, 4})
    void boundsCountTheLeastWeightOfAnItem(double least) throws IOException {
        Trainer<?> trainer = trainer("dcg@10", "squared");
        double plain = bound(trainer, queries(5, 30));
        List<Query> weighted = queries(5, 30).stream()
                .map(query -> {
                    double[] weights = new double[query.size()];
                    Arrays.fill(weights, 7);
                    weights[1] = least;
                    return query.withItemWeights(weights);
                })
                .toList();
        assertThat(bound(trainer, weighted)).isCloseTo(plain / Math.sqrt(least), within(1e-12));
    }

    private static double bound(Trainer<?> trainer, List<Query> queries) throws IOException {
        Model model =
                trainer.train(memory(queries), memory(queries), Progress.NONE).model();
        return Objects.requireNonNull(model.guarantee().bound()).constant();
    }

    @Test
    void twoGradesFreePairwiseDisagreementOfItsCondition() throws IOException {
        assertThat(train(trainer("pd")).model().guarantee().calibration()).isEqualTo(Calibration.UNDER_CONDITION);
        List<Query> binary = new ArrayList<>();
        for (Query query : queries(13, 30)) {
            double[] labels = Arrays.stream(query.labels())
                    .map(grade -> grade > 1 ? 1 : 0)
                    .toArray();
            binary.add(Query.of(query.id(), labels, rows(query)));
        }
        Training<?> training = trainer("pd").train(memory(binary), null, Progress.NONE);
        assertThat(training.model().guarantee().calibration()).isEqualTo(Calibration.ALWAYS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"err", "rr"})
    void measuresWithoutASurrogateOfScoresAreRefused(String measure) {
        assertThatThrownBy(() -> trainer(measure)).isInstanceOf(RefusedMeasureException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kendall", "kendall(empty=skip)", "spearman", "auc", "pd", "ndcg@10(empty=skip)", "map"})
    void aValidationFileThatCannotTellModelsApartIsRefusedBeforeTraining(String measure) {
        boolean grades = List.of("ndcg@10(empty=skip)", "map").contains(measure);
        List<Query> equal = new ArrayList<>();
        for (Query query : queries(2, 20)) {
            double[] labels = new double[query.size()];
            Arrays.fill(labels, grades ? 0 : 1);
            equal.add(Query.of(query.id(), labels, rows(query)));
        }
        QuerySource useless = memory(equal);
        for (String surrogate : List.of("squared", "logistic")) {
            List<String> begun = new ArrayList<>();
            assertThatThrownBy(() -> trainer(measure, surrogate).train(TRAIN, useless, noting(begun)))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith("generated: found no query to validate on: " + measure + " is undefined")
                    .hasMessageEndingWith("in it, or folds of the training data");
            assertThat(begun).isEmpty();
        }
        assertThatThrownBy(() -> trainer(measure).train(useless, null, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no query to validate on");
    }

    private static Progress noting(List<String> begun) {
        return new Progress() {
            @Override
            public void begin(String what, String unit, long total) {
                begun.add(what);
            }

            @Override
            public void at(long done) {}
        };
    }

    /** A negative grade has no gain in evaluation; so it must be to training what grade 0 is, and a note says so. */
    @ParameterizedTest
    @ValueSource(strings = {"ndcg@10", "dcg(gain=linear)"})
    void negativeGradesTrainAsEvalCountsThem(String measure) throws IOException {
        List<Query> negative = new ArrayList<>();
        List<Query> zero = new ArrayList<>();
        for (Query query : queries(5, 60)) {
            double[] labels = Arrays.stream(query.labels()).map(y -> y - 1).toArray();
            negative.add(Query.of(query.id(), labels, rows(query)));
            zero.add(Query.of(
                    query.id(), Arrays.stream(labels).map(y -> Math.max(0, y)).toArray(), rows(query)));
        }
        Training<?> one = trainer(measure).train(memory(negative), null, Progress.NONE);
        Training<?> other = trainer(measure).train(memory(zero), null, Progress.NONE);
        assertThat(linear(one)).isEqualTo(linear(other));
        assertThat(one.valid()).isEqualTo(other.valid());
        assertThat(one.notes()).anyMatch(note -> note.contains("a negative grade, which has no gain in " + measure));
        assertThat(other.notes()).noneMatch(note -> note.contains("negative"));
        Training<?> preferences = trainer("pd").train(memory(negative), null, Progress.NONE);
        assertThat(linear(preferences)).isNotEqualTo(linear(trainer("pd").train(memory(zero), null, Progress.NONE)));
        assertThat(preferences.notes()).noneMatch(note -> note.contains("negative"));
    }

    @Test
    void gainsWhoseSquaresAreNoNumbersAreRefused() {
        List<Query> queries = List.of(Query.of("q", new double[] {600, 0}, new float[][] {{1}, {2}}));
        assertThatThrownBy(() -> trainer("dcg@10").train(memory(queries), memory(queries), Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("gain=linear");
    }

    @Test
    void moreFeaturesThanMemoryHoldsTheSquareOfAreFitted() {
        float[][] rows = new float[2][400_000];
        rows[0][399_999] = 1;
        List<Query> queries = List.of(Query.of("q", new double[] {1, 0}, rows));
        Training<?> training = trainer("dcg@10").train(memory(queries), memory(queries), Progress.NONE);
        assertThat(training.model().scorer().inputs()).isEqualTo(400_000);
        assertThat(training.valid().measure()).isEqualTo(1);
    }

    @Test
    void squaresOfDifferentScaleAreNotChosenFromTogether() {
        assertThatThrownBy(() -> train(trainer("dcg@10", "squared", "linear-value")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("squared surrogates all must be of equal scale");
    }
}
