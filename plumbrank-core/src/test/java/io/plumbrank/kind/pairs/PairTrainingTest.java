package io.plumbrank.kind.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.RegretBound;
import io.plumbrank.task.QueryInstance;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairTrainingTest {
    static Stream<Arguments> models() {
        return Stream.of("pd", "map", "kendall")
                .flatMap(measure -> Stream.of(FeatureLearner.linear(), FeatureLearner.fourier(20))
                        .map(learner -> Arguments.of(measure, learner)));
    }

    /** Grades rise with the first feature less the second, with noise; queries differ in size and width. */
    private static QuerySource data(long seed, int queries) {
        return data(seed, queries, 1, 16);
    }

    private static QuerySource data(long seed, int queries, int fewest, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> made = new ArrayList<>();
        for (int q = 0; q < queries; q++) {
            int items = fewest + random.nextInt(most - fewest + 1);
            float[][] x = new float[items][q % 7 == 0 ? 2 : 3];
            double[] grades = new double[items];
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < x[i].length; j++) {
                    x[i][j] = random.nextInt(20) == 0 ? Float.NaN : (float) random.nextDouble();
                }
                double level = x[i][0] - x[i][1] + 0.3 * random.nextDouble();
                grades[i] = level > 0.5 ? 2 : level > 0.2 ? 1 : 0;
            }
            made.add(Query.of("q" + q, grades, x).withWeight(1 + q % 3));
        }
        return QuerySource.of("data", new Dataset(made));
    }

    /** As wide as the model, which takes arrays of no other width. */
    private static Query wide(Query query) {
        float[][] x = new float[query.size()][3];
        for (int i = 0; i < x.length; i++) {
            query.featuresInto(i, x[i]);
        }
        return Query.of(query.id(), query.labels(), x).withWeight(query.weight());
    }

    private static PairTask task(String measure) {
        return PairTask.of(MeasureSpec.parse(measure));
    }

    private static Trainer<?> trainer(PairTask task, FeatureLearner learner, Double... lambdas) {
        return Trainer.of(task)
                .withSettings(Settings.defaults().withFolds(3).withLambdas(List.of(lambdas)))
                .withLearner(learner);
    }

    private static Trainer<?> trainer(String measure, FeatureLearner learner) {
        return trainer(task(measure), learner);
    }

    private static PairRanker ranker(Model model) {
        return (PairRanker) model.predictor();
    }

    private static Model with(Model model, String decoder) {
        PairTask task = ((PairTask) model.task()).withDecoder(decoder, Duration.ZERO);
        return new Model(task, model.scorer(), model.lambda(), model.provenance());
    }

    @ParameterizedTest
    @MethodSource("models")
    void whatCanBeLearnedIsLearned(String measure, FeatureLearner learner) throws IOException {
        Training<?> training = trainer(measure, learner).train(data(4, 300), data(5, 100), Progress.NONE);
        double value = training.valid().measure();
        // ranking at random gives about .5, .45 and 0
        assertThat(value).isBetween(measure.equals("pd") ? 0.0 : 0.55, measure.equals("pd") ? 0.15 : 1.0);
    }

    @Test
    void halvesOfLargeQueriesTeachAsMuchAsAllTheirPairs() throws IOException {
        QuerySource train = data(8, 150, 26, 40);
        QuerySource valid = data(9, 60, 26, 40);
        Trainer<?> some = trainer(task("map"), FeatureLearner.linear(), 0.001);
        Training<?> byDefault = some.train(train, valid, Progress.NONE);
        assertThat(byDefault.notes())
                .hasSize(1)
                .allMatch(note -> note.contains("of 150 queries with more than 300 pairs"));
        Training<?> threads = some.withSettings(some.settings().withThreads(3)).train(train, valid, Progress.NONE);
        assertThat(threads.model()).isEqualTo(byDefault.model());
        Trainer<?> all = trainer(task("map").withMaxPairs(1000), FeatureLearner.linear(), 0.001);
        Training<?> whole = all.train(train, valid, Progress.NONE);
        assertThat(whole.notes()).isEmpty();
        assertThat(whole.model().scorer()).isNotEqualTo(byDefault.model().scorer());
        assertThat(byDefault.valid().measure()).isCloseTo(whole.valid().measure(), within(0.01));
        assertThat(byDefault.valid().surrogateRisk()).isCloseTo(whole.valid().surrogateRisk(), withinPercentage(2));
    }

    /** The two wait for each other, which they would for ever if one thread had both. */
    @Test
    void queriesAreDecodedSideBySide() throws IOException {
        PairRanker ranker = ranker(trainer("pd", FeatureLearner.linear())
                .train(data(2, 60), data(3, 30), Progress.NONE)
                .model());
        CountDownLatch both = new CountDownLatch(2);
        List<String> order = new ArrayList<>();
        ranker.forEach(
                data(4, 2),
                2,
                query -> {
                    both.countDown();
                    return query.id() + (waits(both) ? "" : " alone");
                },
                order::add);
        assertThat(order).containsExactly("q0", "q1");
    }

    private static boolean waits(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void itemsWithManyFeaturesGoWithoutProducts() throws IOException {
        List<Query> wide = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int q = 0; q < 20; q++) {
            float[][] x = new float[8][13];
            double[] grades = new double[8];
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 13; j++) {
                    x[i][j] = (float) random.nextDouble();
                }
                grades[i] = Math.floor(3 * x[i][0]);
            }
            wide.add(Query.of("q" + q, grades, x));
        }
        QuerySource data = QuerySource.of("wide", new Dataset(wide));
        Training<?> training = trainer("pd", FeatureLearner.linear()).train(data, data, Progress.NONE);
        assertThat(training.notes()).hasSize(1).allMatch(note -> note.contains("13 features, more than 12"));
        assertThat(training.valid().measure()).isLessThan(0.1);
        assertThat(trainer(task("map").withMaxPairs(5), FeatureLearner.linear())
                        .train(data, data, Progress.NONE)
                        .notes())
                .anyMatch(note -> note.contains("all pairs were taken, whatever their number"));
    }

    @Test
    void searchesProveWhatTheyPromiseAndSayWhereTheyDoNot() throws IOException {
        Model model = trainer("map", FeatureLearner.linear())
                .train(data(6, 100), null, Progress.NONE)
                .model();
        assertThat(model.guarantee().calibration()).isEqualTo(Calibration.ALWAYS);
        assertThat(model.guarantee().notPromised()).anyMatch(sentence -> sentence.contains("the gap"));
        Model diagonal = with(model, "diagonal");
        assertThat(diagonal.guarantee().calibration()).isEqualTo(Calibration.UNDER_CONDITION);
        PairRanker ranker = ranker(model);
        PairRanker rule = ranker(diagonal);
        data(7, 50).visit(narrow -> {
            Query query = wide(narrow);
            double[] u = ranker.outputs(query);
            DecodeResult best = ranker.task().decode(query, u, ranker.limits()).result();
            DecodeResult cheap = rule.task().decode(query, u, rule.limits()).result();
            assertThat(best.isOptimal()).isTrue();
            assertThat(cheap.value()).isLessThanOrEqualTo(best.value() + 1e-12);
            assertThat(cheap.bound()).isGreaterThanOrEqualTo(best.value() - 1e-12);
            Ranker.Ranked ranked = ranker.decode(query, ranker.limits());
            assertThat(ranked.proven()).isTrue();
            assertThat(ranked.gap()).isEqualTo(best.gap());
            assertThat(ranked.ranking()).isEqualTo(best.ranking());
            assertThat(Ranking.byScores(ranked.scores())).isEqualTo(best.ranking());
        });
    }

    @Test
    void decodersWithoutAPromiseGetNone() throws IOException {
        Model model = trainer("pd", FeatureLearner.linear())
                .train(data(6, 100), null, Progress.NONE)
                .model();
        for (String search : List.of("auto", "exact")) {
            assertThat(with(model, search).guarantee().calibration()).isEqualTo(Calibration.ALWAYS);
        }
        assertThat(with(model, "algorithm1").guarantee().calibration()).isEqualTo(Calibration.UNDER_CONDITION);
        assertThat(with(model, "local-search").guarantee().calibration()).isEqualTo(Calibration.NO);
        for (String votes : List.of("borda", "copeland")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> with(model, votes))
                    .withMessageContaining("possible: auto, exact, algorithm1, local-search");
        }
    }

    /** Labels are a function of the query, so the best risk and the best loss are 0. Here all preferences are learnt the wrong way. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void theBoundHoldsForTheRiskThatIsPrinted(int items) throws IOException {
        QuerySource train = ordered(items, 1);
        QuerySource reversed = ordered(items, -1);
        Training<?> training = trainer(task("pd"), FeatureLearner.linear(), 1e6).train(train, reversed, Progress.NONE);
        assertThat(training.valid().measure()).isEqualTo(1);
        RegretBound bound = Objects.requireNonNull(training.model().guarantee().bound());
        assertThat(bound.at(training.valid().surrogateRisk())).isBetween(0.999999, 1.1);
    }

    /**
     * Grades are the sum of eight features and noise. Shares of the weight of all pairs shrink with the square of the query's size, so that
     * least squares on them learn from queries of three items alone, with eight times the error.
     */
    @Test
    void largeQueriesTeachAsMuchAsTheirPairsKnow() throws IOException {
        QuerySource train = noisy(1, 30, 3, 60);
        QuerySource fresh = noisy(2, 60, 20, 20);
        double truth = disagreement(fresh, query -> {
            double[] sums = new double[query.size()];
            float[] x = new float[8];
            for (int i = 0; i < sums.length; i++) {
                query.featuresInto(i, x);
                for (float each : x) {
                    sums[i] += each;
                }
            }
            return sums;
        });
        PairTask task = task("pd(weight=difference)");
        Ranker ranker =
                ranker(trainer(task, FeatureLearner.linear(), 1e-8).train(train).model());
        assertThat(disagreement(fresh, ranker::scores)).isCloseTo(truth, within(0.01));
        Ranker plain = ranker(trainer(task.withPlain(), FeatureLearner.linear(), 1e-8)
                .train(train)
                .model());
        assertThat(disagreement(fresh, plain::scores)).isGreaterThan(truth + 0.05);
    }

    /** So many queries of each of two sizes. */
    private static QuerySource noisy(long seed, int queries, int small, int large) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> made = new ArrayList<>();
        for (int q = 0; q < 2 * queries; q++) {
            int items = q % 2 == 0 ? small : large;
            float[][] x = new float[items][8];
            double[] grades = new double[items];
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < 8; j++) {
                    x[i][j] = (float) random.nextDouble(-1, 1);
                    grades[i] += x[i][j];
                }
                grades[i] += 8 + random.nextDouble(-4, 4);
            }
            made.add(Query.of("q" + q, grades, x));
        }
        return QuerySource.of("noisy", new Dataset(made));
    }

    private static double disagreement(QuerySource data, Function<Query, double[]> scores) throws IOException {
        double[] sum = new double[2];
        data.visit(query -> {
            sum[0] += MeasureSpec.parse("pd(weight=difference)")
                    .measure()
                    .evaluate(Judgements.of(query).rankedBy(scores.apply(query)));
            sum[1]++;
        });
        return sum[0] / sum[1];
    }

    @Test
    void modelFilesOfEarlierVersionsHaveNoFactor() throws IOException {
        PairTask task = task("pd");
        Model model =
                trainer(task, FeatureLearner.linear(), 1.0).train(data(1, 30)).model();
        Model plain = trainer(task.withPlain(), FeatureLearner.linear(), 1.0)
                .train(data(1, 30))
                .model();
        assertThat(Files.readString(written(model))).contains("\"timesPairs\" : true");
        assertThat(Files.readString(written(plain))).doesNotContain("timesPairs");
        for (Model each : List.of(model, plain)) {
            assertThat(ModelFile.read(written(each))).isEqualTo(each);
        }
    }

    @TempDir
    Path folder;

    private Path written(Model model) throws IOException {
        Path file = folder.resolve("model.json");
        ModelFile.write(model, file);
        return file;
    }

    private static QuerySource ordered(int items, int direction) {
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 20; q++) {
            double[] grades = new double[items];
            float[][] x = new float[items][1];
            for (int i = 0; i < items; i++) {
                x[i][0] = i;
                grades[i] = direction * i;
            }
            queries.add(Query.of("q" + q, grades, x));
        }
        return QuerySource.of("ordered", new Dataset(queries));
    }

    @ParameterizedTest
    @CsvSource({"pd, algorithm1", "map, diagonal"})
    void rulesAreMeasuredAsTheyDecode(String measure, String decoder) throws IOException {
        PairTask task = task(measure).withDecoder(decoder, Duration.ZERO);
        QuerySource valid = data(9, 60, 13, 20);
        Training<?> training = trainer(task, FeatureLearner.linear()).train(data(8, 100), valid, Progress.NONE);
        PairRanker ranker = ranker(training.model());
        double[] sums = new double[2];
        valid.visit(query -> {
            JudgedList list = JudgedList.ofRanking(ranker.rank(wide(query)), query);
            sums[0] += query.weight() * task.measure().measure().evaluate(list);
            sums[1] += query.weight();
        });
        assertThat(training.valid().measure()).isCloseTo(sums[0] / sums[1], within(1e-12));
    }

    /** Text that counts features from 1 has no feature 0. */
    @Test
    void aFeatureThatNoItemHasIsNotCounted() throws IOException {
        List<Query> queries = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int q = 0; q < 30; q++) {
            float[][] x = new float[4][13];
            double[] grades = new double[4];
            for (int i = 0; i < 4; i++) {
                x[i][0] = Float.NaN;
                for (int j = 1; j < 13; j++) {
                    x[i][j] = (float) random.nextDouble();
                }
                grades[i] = Math.floor(3 * x[i][1]);
            }
            queries.add(Query.of("q" + q, grades, x));
        }
        QuerySource data = QuerySource.of("text", new Dataset(queries));
        assertThat(trainer("pd", FeatureLearner.linear())
                        .train(data, data, Progress.NONE)
                        .notes())
                .isEmpty();
    }

    @Test
    void wrongChoicesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> task("ndcg@10"))
                .withMessageContaining("map, pd and kendall");
        assertThatIllegalArgumentException().isThrownBy(() -> task("pd").withMaxPairs(0));
        assertThatIllegalArgumentException().isThrownBy(() -> task("pd").withDecoder("auto", Duration.ofMillis(-1)));
        Trainer<?> pd = Trainer.of(task("pd")).withLearner(FeatureLearner.linear());
        QuerySource single =
                QuerySource.of("single", new Dataset(List.of(Query.of("q", new double[] {1}, new float[][] {{1}}))));
        QuerySource two =
                QuerySource.of("two", new Dataset(List.of(Query.of("q", new double[] {1, 0}, new float[][] {{1}, {2}
                }))));
        assertThatThrownBy(() -> pd.train(single, two, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("two items");
        assertThatThrownBy(() -> pd.train(two, single, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no query to validate on");
    }

    private static PreferenceGraph votes(int items, SplittableRandom random) {
        List<Preference> votes = new ArrayList<>();
        for (int vote = items < 2 ? 0 : random.nextInt(5); vote > 0; vote--) {
            int above = random.nextInt(items);
            votes.add(new Preference(above, (above + 1 + random.nextInt(items - 1)) % items, 1 + random.nextInt(3)));
        }
        return PreferenceGraph.sum(items, votes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"map", "pd", "pd(weight=difference)", "pd(weight=observed)", "kendall"})
    void classesOfItemsHaveTheTargetsOfTheirPairs(String measure) {
        PairTask task = task(measure);
        boolean antisymmetric = task.target().antisymmetric();
        SplittableRandom random = new SplittableRandom(1);
        for (int repeat = 0; repeat < 200; repeat++) {
            int items = 1 + random.nextInt(7);
            double[] grades = random.ints(items, 0, 3).asDoubleStream().toArray();
            Query query = Query.of("q", grades, new float[items][1]).withPreferences(votes(items, random));
            double[] alpha = new double[task.target().encodedSize(items)];
            task.target().encodeInto(query, alpha);
            QueryInstance instance = task.training(QuerySource.of("data", new Dataset(List.of(query))))
                    .load()
                    .get(0);
            PairTargets targets = PairTargets.of(instance);
            int next = 0;
            for (int i = 0; i < items; i++) {
                if (!antisymmetric) {
                    for (int j = 0; j < i; j++) {
                        assertThat(targets.of(i, j)).isEqualTo(alpha[next]);
                        assertThat(targets.of(j, i)).isEqualTo(alpha[next++]);
                    }
                    assertThat(Objects.requireNonNull(targets.single())[i]).isEqualTo(alpha[next++]);
                } else {
                    for (int j = i + 1; j < items; j++) {
                        assertThat(targets.of(i, j) + 0.0).isEqualTo(alpha[next] + 0.0);
                        assertThat(targets.of(j, i) + 0.0).isEqualTo(0.0 - alpha[next++]);
                    }
                }
            }
        }
    }
}
