package io.plumbrank.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.explain.FeatureImportances.Feature;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.train.RankerExamples;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationImportanceTest {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "constant");

    @TempDir
    Path folder;

    static LongStream seeds() {
        return LongStream.range(0, 10);
    }

    /** 30 queries of 8 items; the grade goes by a and b. */
    private QuerySource data(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("query,label,a,b,c,d,constant\n");
        for (int row = 0; row < 240; row++) {
            double[] x = random.doubles(4).toArray();
            int grade = (int) (2.5 * (x[0] + 0.6 * x[1]));
            text.append("q").append(row / 8).append(',').append(grade);
            for (int j = 0; j < x.length; j++) {
                text.append(',').append(j == 3 && random.nextInt(5) == 0 ? "" : Double.toString(x[j]));
            }
            text.append(",7\n");
        }
        return QuerySource.of(Files.writeString(folder.resolve("data.csv"), text), ReadOptions.defaults());
    }

    private static Feature of(String name, FeatureImportances importances) {
        return importances.features().stream()
                .filter(feature -> feature.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static PermutationImportance importance(String measure, int repeats) {
        return new PermutationImportance(MeasureSpec.parse(measure), repeats, 1, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ndcg@5", "map(rel=2)", "pd", "err@3", "p@1(rel=3)"})
    void onlyFeaturesThatTheScoreUsesMatter(String measure) throws IOException {
        ScoreRanker model = RankerExamples.linear(QueryFeatures.PLAIN, NAMES, 1, 0.6, 0, 0, 0.5);
        FeatureImportances importances = importance(measure, 5).of(model, data(1), Progress.NONE);
        for (String name : List.of("c", "d", "constant")) {
            assertThat(of(name, importances).drop()).as(name).isZero();
            assertThat(of(name, importances).standardError()).as(name).isZero();
        }
        for (String name : List.of("a", "b")) {
            Feature feature = of(name, importances);
            assertThat(feature.drop()).as(name).isGreaterThan(2 * feature.standardError());
        }
        assertThat(importances.features())
                .isSortedAccordingTo((x, y) -> Double.compare(y.drop(), x.drop()))
                .hasSize(5);
    }

    @Test
    void aNonlinearScorerMovesWithAllThatItUses() throws IOException {
        FeatureReference reference = FeatureReference.of(new float[5], new double[] {1, 1, 0, 1, 0});
        double[] weights = new SplittableRandom(3).doubles(40, -1, 1).toArray();
        ScoreRanker model = RankerExamples.ranker(
                new FourierFeatures(reference, 40, 1, 1).scorer(5, new double[1], new double[][] {weights}),
                QueryFeatures.PLAIN,
                NAMES);
        FeatureImportances importances = importance("ndcg@5", 3).of(model, data(1), Progress.NONE);
        assertThat(importances.features())
                .allMatch(feature ->
                        (feature.drop() != 0) == List.of("a", "b", "d").contains(feature.name()));
    }

    @Test
    void threadsAndRepetitionChangeNothingAndTheSeedDoes() throws IOException {
        ScoreRanker model = RankerExamples.linear(QueryFeatures.PLAIN, NAMES, 1, 0.6, 0.1, 0.1, 1);
        PermutationImportance one = importance("ndcg@5", 4);
        FeatureImportances expected = one.of(model, data(2), Progress.NONE);
        assertThat(one.withThreads(2).of(model, data(2), Progress.NONE)).isEqualTo(expected);
        assertThat(new PermutationImportance(one.measure(), 4, 2, 1).of(model, data(2), Progress.NONE))
                .isNotEqualTo(expected);
    }

    @Test
    void theWholeIsWhatAnEvaluationSays() throws IOException {
        ScoreRanker model = RankerExamples.linear(QueryFeatures.PLAIN, NAMES, 1, 0.6, 0.1, 0.1, 1);
        QuerySource data = data(3);
        MeasureSpec measure = MeasureSpec.parse("err@4");
        double value = new Evaluator(List.of(measure), ReadOptions.defaults())
                .rankers(data, List.of("model"), List.of(model::scores))
                .runs()
                .get(0)
                .mean(0);
        FeatureImportances importances = importance("err@4", 1).of(model, data, Progress.NONE);
        assertThat(importances.value()).isEqualTo(value);
        assertThat(importances.spec()).containsPattern("max=[0-9]");
        assertThat(importances.notes()).hasSize(1);
        assertThat(of("a", importances).standardError()).isNaN();
    }

    /** A score of one feature ranks at random without it, and the mean over all rankings is what equal scores are worth. */
    @ParameterizedTest
    @MethodSource("seeds")
    void withoutItsOnlyFeatureAModelRanksAtRandom(long seed) throws IOException {
        ScoreRanker model = RankerExamples.linear(QueryFeatures.PLAIN, NAMES, 0, 2, 0, 0, 0);
        ScoreRanker blind = RankerExamples.linear(QueryFeatures.PLAIN, NAMES, 0, 0, 0, 0, 0);
        QuerySource data = data(seed);
        Feature b = of("b", importance("ndcg@5", 100).of(model, data, Progress.NONE));
        double tied = importance("ndcg@5", 1).of(blind, data, Progress.NONE).value();
        double whole = importance("ndcg@5", 1).of(model, data, Progress.NONE).value();
        assertThat(b.drop()).isCloseTo(whole - tied, within(4 * b.standardError()));
    }

    /** Ranks and deviations order the items of a query as the values do. */
    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsDerivedFromAFeatureMovesWithIt(long seed) throws IOException {
        QuerySource data = data(seed);
        ScoreRanker plain = RankerExamples.linear(QueryFeatures.PLAIN, NAMES, 1, 0, 0, 0, 0);
        QueryFeatures context = new QueryFeatures(true, List.of(Context.MEAN, Context.RANK));
        ScoreRanker ranks = RankerExamples.linear(context, NAMES, 0, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        ScoreRanker standardised = RankerExamples.linear(context, NAMES, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        FeatureImportances expected = importance("ndcg@5", 2).of(plain, data, Progress.NONE);
        assertThat(importance("ndcg@5", 2).of(ranks, data, Progress.NONE)).isEqualTo(expected);
        assertThat(importance("ndcg@5", 2).of(standardised, data, Progress.NONE))
                .isEqualTo(expected);
    }

    @Test
    void aNumberThatNoItemHasIsNoFeature() throws IOException {
        Path file = Files.writeString(
                folder.resolve("data.txt"), "1 qid:1 1:0.5 2:3\n0 qid:1 1:0.2 2:1\n2 qid:2 1:1 2:2\n0 qid:2 1:0 2:2\n");
        ScoreRanker model = RankerExamples.linear(QueryFeatures.PLAIN, List.of(), 0, 1, 0);
        FeatureImportances importances =
                importance("map", 2).of(model, QuerySource.of(file, ReadOptions.defaults()), Progress.NONE);
        assertThat(importances.features()).extracting(Feature::name).containsExactly("1", "2");
    }

    @Test
    void progressIsToldAfterEveryFeatureThatIsScored() throws IOException {
        ScoreRanker model = RankerExamples.linear(QueryFeatures.PLAIN, NAMES, 1, 1, 0, 0, 0);
        List<String> told = new ArrayList<>();
        importance("ndcg@5", 3).of(model, data(1), new Progress() {
            @Override
            public void begin(String what, String unit, long total) {
                told.add(what);
            }

            @Override
            public void at(long done) {
                told.add("" + done);
            }
        });
        assertThat(told).containsExactly("importance", "960", "1680");
    }

    @Test
    void dataThatCannotBeMeasuredAreRefused() throws IOException {
        ScoreRanker model = RankerExamples.linear(QueryFeatures.PLAIN, NAMES, 1, 1, 0, 0, 0);
        assertThatThrownBy(() -> importance("map(rel=9,empty=skip)", 2).of(model, data(1), Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no query that counts in map(rel=9,empty=skip)");
        ScoreRanker other = RankerExamples.linear(QueryFeatures.PLAIN, List.of("a", "x"), 1, 1);
        assertThatThrownBy(() -> importance("map", 2).of(other, data(1), Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'x' there");
        assertThatThrownBy(() -> importance("map", 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
