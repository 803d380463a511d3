package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.RegretBound;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairRankerTrainerTest {
    static Stream<Arguments> models() {
        return Stream.of("pd", "map", "kendall")
                .flatMap(measure -> Stream.of(RidgeLearner.linear(), RidgeLearner.fourier(20))
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

    private static PairRankerTrainer trainer(String measure, RidgeLearner learner) {
        return PairRankerTrainer.of(MeasureSpec.parse(measure))
                .withLearner(learner)
                .withFolds(3);
    }

    @ParameterizedTest
    @MethodSource("models")
    void threadsChangeNoBit(String measure, RidgeLearner learner) throws IOException {
        QuerySource train = data(1, 300);
        PairRankerTraining one = trainer(measure, learner.withThreads(1)).train(train, null, Progress.NONE);
        PairRankerTraining three = trainer(measure, learner.withThreads(3)).train(train, null, Progress.NONE);
        assertThat(three.model()).isEqualTo(one.model());
        assertThat(three.tried()).isEqualTo(one.tried());
    }

    @ParameterizedTest
    @MethodSource("models")
    void modelsReadBackToTheSameBits(String measure, RidgeLearner learner, @TempDir Path directory) throws IOException {
        PairRankerModel model = trainer(measure, learner)
                .train(data(2, 60), data(3, 30), Progress.NONE)
                .model();
        Path file = directory.resolve("model.json");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file)).isEqualTo(model);
    }

    @ParameterizedTest
    @MethodSource("models")
    void whatCanBeLearnedIsLearned(String measure, RidgeLearner learner) throws IOException {
        PairRankerTraining training = trainer(measure, learner).train(data(4, 300), data(5, 100), Progress.NONE);
        double value = training.valid().measure();
        // ranking at random gives about .5, .45 and 0
        assertThat(value).isBetween(measure.equals("pd") ? 0.0 : 0.55, measure.equals("pd") ? 0.15 : 1.0);
    }

    @Test
    void halvesOfLargeQueriesTeachAsMuchAsAllTheirPairs() throws IOException {
        QuerySource train = data(8, 150, 26, 40);
        QuerySource valid = data(9, 60, 26, 40);
        PairRankerTrainer some =
                trainer("map", RidgeLearner.linear().withThreads(1)).withLambdas(List.of(0.001));
        PairRankerTraining byDefault = some.train(train, valid, Progress.NONE);
        assertThat(byDefault.notes())
                .hasSize(1)
                .allMatch(note -> note.contains("of 150 queries with more than 300 pairs"));
        PairRankerTraining threads =
                some.withLearner(RidgeLearner.linear().withThreads(3)).train(train, valid, Progress.NONE);
        assertThat(threads.model()).isEqualTo(byDefault.model());
        PairRankerTrainer all = some.withMaxPairs(1000);
        PairRankerTraining whole = all.train(train, valid, Progress.NONE);
        assertThat(whole.notes()).isEmpty();
        assertThat(whole.model().scores()).isNotEqualTo(byDefault.model().scores());
        assertThat(byDefault.valid().measure()).isCloseTo(whole.valid().measure(), within(0.01));
        assertThat(byDefault.valid().surrogateRisk()).isCloseTo(whole.valid().surrogateRisk(), withinPercentage(2));
    }

    /** The two wait for each other, which they would for ever if one thread had both. */
    @Test
    void queriesAreDecodedSideBySide() throws IOException {
        PairRankerModel model = trainer("pd", RidgeLearner.linear())
                .train(data(2, 60), data(3, 30), Progress.NONE)
                .model();
        CountDownLatch both = new CountDownLatch(2);
        List<String> order = new ArrayList<>();
        RankerPredictions.forEach(
                model,
                data(4, 2),
                2,
                model.limits(),
                (query, decoded) -> {
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
    void aLambdaAtTheEndOfTheGridIsNoted() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<Query> noise = new ArrayList<>();
        for (int q = 0; q < 40; q++) {
            double[] grades = random.doubles(5).map(Math::rint).toArray();
            noise.add(Query.of("q" + q, grades, new float[5][1])); // nothing to see, so that all λ do as well
        }
        QuerySource data = QuerySource.of("noise", new Dataset(noise));
        PairRankerTrainer trainer = trainer("pd", RidgeLearner.linear());
        assertThat(trainer.train(data, data, Progress.NONE).notes())
                .containsExactly(
                        "The best lambda, 10000.0, is the largest that was tried; --lambda can try larger ones.");
        assertThat(trainer.withLambdas(List.of(1.0, 2.0))
                        .train(data, data, Progress.NONE)
                        .notes())
                .isEmpty();
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
        PairRankerTraining training = trainer("pd", RidgeLearner.linear()).train(data, data, Progress.NONE);
        assertThat(training.notes()).hasSize(1).allMatch(note -> note.contains("13 features, more than 12"));
        assertThat(training.valid().measure()).isLessThan(0.1);
        assertThat(trainer("map", RidgeLearner.linear())
                        .withMaxPairs(5)
                        .train(data, data, Progress.NONE)
                        .notes())
                .anyMatch(note -> note.startsWith("all pairs were taken, whatever --max-pairs says"));
    }

    @Test
    void searchesProveWhatTheyPromiseAndSayWhereTheyDoNot() throws IOException {
        PairRankerModel model = trainer("map", RidgeLearner.linear())
                .train(data(6, 100), null, Progress.NONE)
                .model();
        assertThat(model.guarantee().calibration()).isEqualTo(Calibration.ALWAYS);
        assertThat(model.guarantee().notPromised()).anyMatch(sentence -> sentence.contains("the gap"));
        PairRankerModel diagonal = model.withDecoder("diagonal", Duration.ZERO);
        assertThat(diagonal.guarantee().calibration()).isEqualTo(Calibration.UNDER_CONDITION);
        data(7, 50).visit(query -> {
            DecodeResult best = model.decode(query, model.limits());
            DecodeResult cheap = diagonal.decode(query, diagonal.limits());
            assertThat(best.isOptimal()).isTrue();
            assertThat(cheap.value()).isLessThanOrEqualTo(best.value() + 1e-12);
            assertThat(cheap.bound()).isGreaterThanOrEqualTo(best.value() - 1e-12);
        });
    }

    @Test
    void decodersWithoutAPromiseGetNone() throws IOException {
        PairRankerModel model = trainer("pd", RidgeLearner.linear())
                .train(data(6, 100), null, Progress.NONE)
                .model();
        for (String search : List.of("auto", "exact")) {
            assertThat(model.withDecoder(search, Duration.ZERO).guarantee().calibration())
                    .isEqualTo(Calibration.ALWAYS);
        }
        assertThat(model.withDecoder("algorithm1", Duration.ZERO).guarantee().calibration())
                .isEqualTo(Calibration.UNDER_CONDITION);
        assertThat(model.withDecoder("local-search", Duration.ZERO).guarantee().calibration())
                .isEqualTo(Calibration.NO);
        for (String votes : List.of("borda", "copeland")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.withDecoder(votes, Duration.ZERO))
                    .withMessageContaining("possible: auto, exact, algorithm1, local-search");
        }
    }

    /** Labels are a function of the query, so the best risk and the best loss are 0. Here all preferences are learnt the wrong way. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void theBoundHoldsForTheRiskThatIsPrinted(int items) throws IOException {
        QuerySource train = ordered(items, 1);
        QuerySource reversed = ordered(items, -1);
        PairRankerTraining training =
                trainer("pd", RidgeLearner.linear()).withLambdas(List.of(1e6)).train(train, reversed, Progress.NONE);
        assertThat(training.valid().measure()).isEqualTo(1);
        RegretBound bound = Objects.requireNonNull(training.model().guarantee().bound());
        assertThat(bound.at(training.valid().surrogateRisk())).isBetween(0.999999, 1.1);
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
        PairRankerTrainer trainer =
                PairRankerTrainer.of(MeasureSpec.parse(measure)).withDecoder(decoder);
        QuerySource valid = data(9, 60, 13, 20);
        PairRankerTraining training = trainer.train(data(8, 100), valid, Progress.NONE);
        double[] sums = new double[2];
        valid.visit(query -> {
            sums[0] += query.weight()
                    * trainer.measure()
                            .measure()
                            .evaluate(JudgedList.ofRanking(training.model().rank(query), query));
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
        assertThat(trainer("pd", RidgeLearner.linear())
                        .train(data, data, Progress.NONE)
                        .notes())
                .isEmpty();
    }

    @Test
    void wrongChoicesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairRankerTrainer.of(MeasureSpec.parse("ndcg@10")))
                .withMessageContaining("map, pd and kendall");
        PairRankerTrainer pd = PairRankerTrainer.of(MeasureSpec.parse("pd"));
        assertThatIllegalArgumentException().isThrownBy(() -> pd.withLambdas(List.of(-1.0)));
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
}
