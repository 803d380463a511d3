package io.plumbrank.theory.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.task.Task;
import io.plumbrank.theory.conditions.DecodingDiagnosis;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On expectations: training data hold every label of every query, weighed by its probability, as n → ∞ would. */
class PairsConsistencyTest {
    private static final Settings NEARLY_NONE = Settings.defaults().withLambdas(List.of(1e-9));

    private static List<KnownQuery> queries(String problem) {
        return queries(problem, 200);
    }

    private static List<KnownQuery> queries(String problem, int count) {
        return (problem.equals("circle") ? TypedItems.circle(5) : TypedItems.company(5)).next(count);
    }

    private static QuerySource expectations(List<KnownQuery> queries) {
        List<Query> weighted = new ArrayList<>();
        for (KnownQuery query : queries) {
            for (int label = 0; label < query.grades().size(); label++) {
                weighted.add(Query.of(query.id() + "." + label, query.grades().label(label), query.features())
                        .withWeight(query.grades().probability(label)));
            }
        }
        return QuerySource.of("expectations", new Dataset(weighted));
    }

    private static double excess(List<KnownQuery> queries, MeasureSpec spec, Function<Query, double[]> scores) {
        double reached = KnownProblem.expected(queries, spec, query -> scores.apply(query.unjudged()));
        return (spec.largerIsBetter() ? 1 : -1) * (bruteForce(queries, spec) - reached);
    }

    /** The best expected measure, over all rankings of each query. */
    private static double bruteForce(List<KnownQuery> queries, MeasureSpec spec) {
        double sum = 0;
        for (KnownQuery query : queries) {
            double best = Double.NEGATIVE_INFINITY;
            for (int[] order : orders(query.items())) {
                double value = query.grades()
                        .expectation(
                                label -> spec.measure().evaluate(JudgedList.ofRanking(Ranking.ofItems(order), label)));
                best = Math.max(best, spec.largerIsBetter() ? value : -value);
            }
            sum += spec.largerIsBetter() ? best : -best;
        }
        return sum / queries.size();
    }

    private static List<int[]> orders(int items) {
        List<int[]> orders = new ArrayList<>();
        int count = (int) Math.pow(items, items);
        for (int code = 0; code < count; code++) {
            int[] order = new int[items];
            for (int k = 0, rest = code; k < items; k++, rest /= items) {
                order[k] = rest % items;
            }
            if (IntStream.of(order).distinct().count() == items) {
                orders.add(order);
            }
        }
        return orders;
    }

    private static Ranker trained(Task<?> task, QuerySource data) throws IOException {
        return ranker(Trainer.of(task)
                .withLearner(FeatureLearner.linear())
                .withSettings(NEARLY_NONE)
                .train(data, null, Progress.NONE));
    }

    private static Ranker boosted(Task<?> task, Map<String, String> parameters, QuerySource data) throws IOException {
        return ranker(Trainer.of(task)
                .withLearner(new TreeLearner(parameters, null))
                .withSettings(Settings.defaults().withThreads(1))
                .train(data, data, Progress.NONE));
    }

    private static Ranker ranker(Training<?> training) {
        return training.model().predictor().as(Ranker.class).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"circle, pd", "circle, kendall", "company, map"})
    void pairsWithASearchReachTheBestWhereTheConditionFails(String problem, String measure) throws IOException {
        List<KnownQuery> queries = queries(problem);
        MeasureSpec spec = MeasureSpec.parse(measure);
        Ranker ranker = trained(PairTask.of(spec), expectations(queries));
        assertThat(excess(queries, spec, ranker::scores)).isCloseTo(0, within(1e-9));
        assertThat(KnownProblem.best(queries, spec)).isCloseTo(bruteForce(queries, spec), within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "circle, pd, squared, 0.05",
        "circle, pd, ranknet, 0.05",
        "company, map, squared, 0.0347",
        "company, map, logistic, 0.0347",
        "company, map, ranknet, 0.0374"
    })
    void scoresDoNot(String problem, String measure, String surrogate, double atLeast) throws IOException {
        List<KnownQuery> queries = queries(problem);
        MeasureSpec spec = MeasureSpec.parse(measure);
        Ranker ranker = trained(ItemTask.of(spec).withSurrogates(Surrogates.parse(surrogate)), expectations(queries));
        assertThat(excess(queries, spec, ranker::scores)).isGreaterThan(atLeast);
    }

    @ParameterizedTest
    @CsvSource({"circle, pd, 0.03", "circle, kendall, 0.05", "company, map, 0.03"})
    void treesOnPairsLearnWhatTreesOnItemsCannot(String problem, String measure, double shortfall) throws IOException {
        List<KnownQuery> queries = queries(problem, 60);
        MeasureSpec spec = MeasureSpec.parse(measure);
        Map<String, String> enough = Map.of("eta", "0.3", "min_child_weight", "0", "lambda", "0", "num_round", "40");
        QuerySource data = expectations(queries);
        Ranker pairs = boosted(PairTask.of(spec), enough, data);
        assertThat(excess(queries, spec, pairs::scores)).isCloseTo(0, within(1e-9));
        Ranker scores = boosted(ItemTask.of(spec).withSurrogates(Surrogates.parse("squared")), enough, data);
        assertThat(excess(queries, spec, scores::scores)).isGreaterThan(shortfall);
    }

    @Test
    void theProblemsBreakTheConditions() {
        PairRankingTarget<double[]> pd = RankingTargets.byPairs(MeasureSpec.parse("pd"));
        long circles = queries("circle").stream()
                .filter(query -> !DecodingDiagnosis.conditionHolds(
                        pd, query.grades().mean(pd.encodedSize(query.items()), pd::encodeInto)))
                .count();
        assertThat(circles).isGreaterThan(100);
        PairRankingTarget<double[]> map = RankingTargets.byPairs(MeasureSpec.parse("map"));
        assertThat(queries("company"))
                .noneMatch(query -> DecodingDiagnosis.conditionHolds(
                        map, query.grades().mean(map.encodedSize(query.items()), map::encodeInto)));
    }

    @Test
    void theDiagnosisSaysWhetherTheCheapDecoderWouldDo() throws IOException {
        List<KnownQuery> queries = queries("circle");
        QuerySource data = expectations(queries);
        MeasureSpec pd = MeasureSpec.parse("pd");
        PairRanker ranker = (PairRanker) trained(PairTask.of(pd), data);
        DecodingDiagnosis circle = DecodingDiagnosis.of(ranker, pd, data, 2);
        assertThat(circle.counts().queries()).isEqualTo(1000);
        assertThat(circle.counts().proven()).isEqualTo(1000);
        assertThat(circle.meanGap()).isZero();
        assertThat(circle.conditionHolds()).isZero();
        assertThat(circle.values().decoded()).isCloseTo(bruteForce(queries, pd), within(1e-9));
        assertThat(circle.values().sorted()).isGreaterThan(circle.values().decoded() + 0.02);
        assertThat(circle.sentences()).hasSizeGreaterThan(3);
    }
}
