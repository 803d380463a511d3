package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.RegretBound;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model promises where the data are not as even as theorems have them: several sizes, queries that do not count, weights. */
class PromisesOfDataTest {
    private static QuerySource memory(List<Query> queries) {
        return QuerySource.of("memory", new Dataset(queries));
    }

    private static Trainer<?> trainer(String measure, String surrogate) {
        return Trainer.of(ItemTask.of(MeasureSpec.parse(measure)).withSurrogates(Surrogates.parse(surrogate)))
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withLambdas(List.of(1e-9)));
    }

    private static Training<?> train(String measure, String surrogate, List<Query> queries) throws IOException {
        return trainer(measure, surrogate).train(memory(queries), memory(queries), Progress.NONE);
    }

    private static RegretBound bound(Training<?> training) {
        return Objects.requireNonNull(training.model().guarantee().bound());
    }

    /** Grades rise with the only feature; {@code wrong} turns them round, so that all is learnt the wrong way. */
    private static Query ordered(String id, int items, boolean wrong) {
        double[] grades = new double[items];
        float[][] x = new float[items][1];
        for (int i = 0; i < items; i++) {
            x[i][0] = i;
            grades[i] = wrong ? items - 1 - i : i;
        }
        return Query.of(id, grades, x);
    }

    /**
     * Labels are a function of the query, so that the least loss and the least risk are 0, and what is measured and printed is the
     * regret. C_φ(2) of Spearman is 2 for two items and 0.055 for twenty.
     */
    @ParameterizedTest
    @ValueSource(strings = {"squared", "pairwise-squared", "logistic", "pairwise-logistic"})
    void theBoundCoversTheSmallQueriesToo(String surrogate) throws IOException {
        List<Query> train = new ArrayList<>();
        List<Query> turned = new ArrayList<>();
        for (int q = 0; q < 200; q++) {
            train.add(ordered("q" + q, 2, false));
            turned.add(ordered("q" + q, 2, true));
        }
        train.add(ordered("large", 20, false));
        turned.add(ordered("large", 20, true));
        Training<?> mixed = train("spearman", surrogate, train);
        Training<?> small = train("spearman", surrogate, train.subList(0, 200));
        Training<?> large = train("spearman", surrogate, train.subList(200, 201));
        assertThat(bound(mixed).constant()).isGreaterThanOrEqualTo(bound(small).constant() - 1e-12);
        assertThat(bound(mixed).constant()).isGreaterThan(10 * bound(large).constant());
        assertThat(bound(mixed).where()).contains("2 to 20 items");
        if (surrogate.endsWith("squared")) {
            assertThat(bound(mixed).constant()).isCloseTo(Math.sqrt(2) * 2, within(1e-12));
        }
        if (surrogate.equals("pairwise-squared")) { // which looks within queries only
            Training<?> wrong = trainer("spearman", surrogate).train(memory(turned), memory(train), Progress.NONE);
            assertThat(wrong.valid().measure()).isCloseTo(-1, within(1e-9));
            assertThat(bound(wrong).at(wrong.valid().surrogateRisk())).isGreaterThanOrEqualTo(2 - 1e-9);
        }
    }

    /** The model scores items the wrong way in the few queries that count, and rightly in the many that do not. */
    @ParameterizedTest
    @CsvSource({
        "recall@1(empty=skip), squared",
        "recall@1(empty=skip), logistic",
        "auc(empty=skip), squared",
        "auc(empty=skip), pairwise-squared",
        "ndcg@1(empty=skip), squared",
        "rr@1(empty=skip), squared"
    })
    void queriesThatTheMeasureLeavesOutAreLeftOutOfTheSurrogate(String measure, String surrogate) throws IOException {
        List<Query> counting = new ArrayList<>();
        List<Query> queries = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int q = 0; q < 40; q++) {
            double[] grades = new double[4];
            grades[random.nextInt(4)] = 1;
            counting.add(Query.of("c" + q, grades, noise(random, 4)));
        }
        queries.addAll(counting);
        for (int q = 0; q < 400; q++) {
            queries.add(Query.of("e" + q, new double[4], noise(random, 4)));
        }
        Training<?> all = train(measure, surrogate, queries);
        Training<?> few = train(measure, surrogate, counting);
        assertThat(all.train().measure()).isCloseTo(few.train().measure(), within(1e-12));
        assertThat(all.train().surrogateRisk()).isCloseTo(few.train().surrogateRisk(), within(1e-12));
        assertThat(all.model().guarantee().notPromised()).anyMatch(sentence -> sentence.contains("leaves out"));
        // under empty=zero the same queries count in both means
        Training<?> zero = train(measure.replace("skip", "zero"), surrogate, queries);
        assertThat(zero.train().measure()).isLessThan(all.train().measure() / 5);
        assertThat(zero.train().surrogateRisk()).isNotCloseTo(few.train().surrogateRisk(), within(1e-3));
    }

    private static float[][] noise(SplittableRandom random, int items) {
        float[][] x = new float[items][2];
        for (float[] row : x) {
            row[0] = random.nextFloat();
            row[1] = random.nextFloat();
        }
        return x;
    }

    /**
     * Two items, relevant alone with chances 0.4 and 0.5 and else nobody: the second is best for wta, loss 0.5 − 0.5. Items that turn
     * out relevant weigh 10 where they are the first, so that a perfect fit puts the first ahead: E[wα]/E[w] is 4/(4 + 0.6) and 0.5.
     */
    @Test
    void weightsThatFollowLabelsAreNotPromisedAnything() throws IOException {
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 10; q++) {
            boolean first = q < 4;
            boolean second = q >= 4 && q < 9;
            Query query =
                    Query.of("q" + q, new double[] {first ? 1 : 0, second ? 1 : 0}, new float[][] {{1, 0}, {0, 1}});
            queries.add(query.withItemWeights(new double[] {first ? 10 : 1, 1}));
        }
        Training<?> training = train("wta", "squared", queries);
        assertThat(training.train().measure()).isCloseTo(0.4, within(1e-9)); // 0.5 would be the best
        Guarantee guarantee = training.model().guarantee();
        assertThat(guarantee.calibration()).isEqualTo(Calibration.UNDER_CONDITION);
        assertThat(guarantee.condition()).contains("weight of an item", "on no label");
        assertThat(guarantee.sentences()).noneMatch(sentence -> sentence.contains("for every distribution"));
    }

    @Test
    void weightsAddTheirConditionToThatOfTheMeasure() throws IOException {
        List<Query> plain = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(2);
        for (int q = 0; q < 20; q++) {
            plain.add(Query.of("q" + q, new double[] {1, q % 2, 0}, noise(random, 3)));
        }
        List<Query> byItem = plain.stream()
                .map(query -> query.withItemWeights(new double[] {1, 2, 3}))
                .toList();
        Guarantee guarantee = train("map", "squared", byItem).model().guarantee();
        assertThat(guarantee.condition()).contains("P_reinforce", "weight of an item");
        List<Query> byQuery = plain.stream().map(query -> query.withWeight(3)).toList();
        assertThat(train("map", "squared", byQuery).model().guarantee().notPromised())
                .anyMatch(sentence -> sentence.contains("means by the weights of queries"));
        assertThat(train("map", "squared", plain).model().guarantee().notPromised())
                .noneMatch(sentence -> sentence.contains("weight"));
    }

    /** Two grades free pd of its condition, and three do not: the promise is for such labels as training saw. */
    @Test
    void labelsOfMoreGradesThanTrainingSawAreNotPromised() throws IOException {
        List<Query> queries = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(5);
        for (int q = 0; q < 20; q++) {
            queries.add(Query.of("q" + q, new double[] {1, q % 2, 0}, noise(random, 3)));
        }
        Guarantee two = train("pd", "squared", queries).model().guarantee();
        assertThat(two.calibration()).isEqualTo(Calibration.ALWAYS);
        assertThat(two.notPromised()).anyMatch(sentence -> sentence.contains("more than two grades"));
        queries.add(Query.of("three", new double[] {2, 1, 0}, noise(random, 3)));
        Guarantee three = train("pd", "squared", queries).model().guarantee();
        assertThat(three.calibration()).isEqualTo(Calibration.UNDER_CONDITION);
        assertThat(three.notPromised()).noneMatch(sentence -> sentence.contains("more than two grades"));
    }

    @Test
    void aBoundOnUtilitiesIsDerivedOrCheckedAgainstTheLabels() throws IOException {
        List<Query> queries = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(3);
        for (int q = 0; q < 30; q++) {
            queries.add(Query.of("q" + q, new double[] {random.nextInt(4), 0, random.nextInt(2)}, noise(random, 3)));
        }
        double largest = queries.stream()
                .flatMapToDouble(query -> Arrays.stream(query.labels()))
                .map(grade -> Math.pow(2, grade) - 1)
                .max()
                .orElseThrow();
        Training<?> derived = train("dcg", "linear-value(rho=cosh)", queries);
        double discounts = 1 - 1 / (Math.log(4) / Math.log(2)); // C_φ(2) of three items
        // c = 2/√μ with μ = 1/√(ν² + V²), by the convex conjugate of ½ (cosh z − 1)
        assertThat(bound(derived).constant())
                .isCloseTo(discounts * 2 * Math.pow(0.25 + largest * largest, 0.25), within(1e-12));
        Training<?> given = train("dcg", "linear-value(rho=cosh,largest=100)", queries);
        assertThat(bound(given).constant()).isGreaterThan(bound(derived).constant());
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> train("dcg", "linear-value(rho=cosh,largest=0.1)", queries))
                .withMessageContaining("largest=0.1 is too small");
    }

    /** What all items of a query share falls out of differences: the same predictions, so the same caveat. */
    @ParameterizedTest
    @CsvSource({"pd, MEAN", "pd, MAX", "map, MEAN", "kendall, MIN"})
    void aContextThatChangesNoRankingTakesBackNoCaveat(String measure, Context context) throws IOException {
        Model plain = pairs(measure, 13, List.of());
        Model wide = pairs(measure, 13, List.of(context));
        List<Query> queries = features(9, 13);
        for (int q = 1; q < queries.size(); q++) {
            Query query = queries.get(q);
            Ranking ranking = ((PairRanker) wide.predictor()).rank(query);
            if (!measure.equals("map")) {
                assertThat(ranking).isEqualTo(((PairRanker) plain.predictor()).rank(query));
            }
            // nor does the order of two items depend on the others
            float[][] x = new float[5][13];
            for (int i = 0; i < 5; i++) {
                (i < 2 ? query : queries.get(q - 1)).featuresInto(i, x[i]);
            }
            Ranking others = ((PairRanker) wide.predictor()).rank(Query.of("others", new double[5], x));
            assertThat(others.positionOf(0) < others.positionOf(1))
                    .isEqualTo(ranking.positionOf(0) < ranking.positionOf(1));
        }
        assertThat(caveats(wide)).isEqualTo(caveats(plain)).isOne();
        // with products the context does matter, and so do ranks within the query
        assertThat(caveats(pairs(measure, 3, List.of(context)))).isZero();
        assertThat(caveats(pairs(measure, 13, List.of(Context.RANK)))).isZero();
    }

    private static long caveats(Model model) {
        return model.guarantee().notPromised().stream()
                .filter(sentence -> sentence.contains("single pairs"))
                .count();
    }

    private static Model pairs(String measure, int width, List<Context> contexts) throws IOException {
        PairTask task = PairTask.of(MeasureSpec.parse(measure))
                .withDecoder(measure.equals("map") ? "diagonal" : "algorithm1", Duration.ZERO)
                .withView(new QueryFeatures(false, contexts));
        QuerySource data = memory(features(4, width));
        return Trainer.of(task)
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withLambdas(List.of(0.1)))
                .train(data, data, Progress.NONE)
                .model();
    }

    private static List<Query> features(long seed, int width) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 30; q++) {
            float[][] x = new float[5][width];
            double[] grades = new double[5];
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < width; j++) {
                    x[i][j] = random.nextFloat();
                }
                grades[i] = Math.floor(1.5 * x[i][0] + random.nextDouble());
            }
            queries.add(Query.of("q" + q, grades, x));
        }
        return queries;
    }
}
