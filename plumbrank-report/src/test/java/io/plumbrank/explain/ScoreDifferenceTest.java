package io.plumbrank.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Query;
import io.plumbrank.explain.ScoreDifference.Feature;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.train.RankerExamples;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreDifferenceTest {
    private static final float NAN = Float.NaN;

    @Test
    void featuresComeByTheSizeOfWhatTheyAdd() {
        Query query = Query.of("q", new double[3], new float[][] {{1, 2, 3, NAN}, {9, 9, 9, 9}, {2, 7, NAN, NAN}});
        ScoreRanker model = RankerExamples.linear(QueryFeatures.PLAIN, List.of("x", "y", "z", "w"), 1, -2, 0.5, 8);
        ScoreDifference why = ScoreDifference.of(model, query, 0, 2);
        assertThat(why.features())
                .containsExactly(new Feature("y", 2, 7, 10), new Feature("z", 3, NAN, 1.5), new Feature("x", 1, 2, -1));
        assertThat(why.above()).isEqualTo(1 - 4 + 1.5);
        assertThat(why.below()).isEqualTo(2 - 14);
        assertThat(why.difference()).isEqualTo(10 + 1.5 - 1);
        assertThatThrownBy(() -> ScoreDifference.of(model, query, 0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void whatIsDerivedWithinTheQueryIsNamedAndValuedAsTheScorerSeesIt() {
        Query query = Query.of("q", new double[3], new float[][] {{5}, {3}, {1}});
        ScoreRanker model = RankerExamples.linear(
                new QueryFeatures(false, List.of(Context.MEAN, Context.RANK)), List.of(), 1, 10, 4);
        assertThat(ScoreDifference.of(model, query, 0, 1).features())
                .containsExactly(
                        new Feature("0", 5, 3, 2), new Feature("rank(0)", 1, 0.5f, 2), new Feature("mean(0)", 3, 3, 0));
    }

    /** Left at y: x decides; right, where missing values go: z does. So y counts though it is missing in both. */
    @Test
    void aFeatureThatIsMissingInBothCountsWhereTreesLetItDecide() {
        RegressionTree tree = RegressionTree.of(
                new int[] {1, 0, 2, -1, -1, -1, -1},
                new float[] {0, 0, 0, 1, 2, 4, 8},
                new boolean[7],
                new float[7],
                new float[] {8, 4, 4, 2, 2, 2, 2});
        ScoreRanker model = RankerExamples.ranker(
                TreeEnsemble.of(3, new float[1], List.of(new TreeEnsemble.Member(0, 1, tree))),
                QueryFeatures.PLAIN,
                List.of("x", "y", "z"));
        Query query = Query.of("q", new double[2], new float[][] {{-1, NAN, 1}, {1, NAN, -1}});
        ScoreDifference why = ScoreDifference.of(model, query, 0, 1);
        assertThat(why.features()).extracting(Feature::name).contains("y");
        assertThat(why.features().stream().mapToDouble(Feature::contribution).sum())
                .isCloseTo(why.difference(), within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void contributionsOfANonlinearScorerSumToTheDifferenceOfScores(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] x = new float[6][4];
        for (float[] row : x) {
            for (int j = 0; j < row.length; j++) {
                row[j] = random.nextInt(6) == 0 ? NAN : (float) random.nextDouble(-2, 2);
            }
        }
        Query query = Query.of("q", new double[6], x);
        double[][] weights = {random.doubles(50, -1, 1).toArray()};
        ScoreRanker model = RankerExamples.ranker(
                new FourierFeatures(FeatureReference.zero(8), 50, 2, seed).scorer(8, new double[1], weights),
                new QueryFeatures(true, List.of(Context.MAX)),
                List.of("a", "b", "c", "d"));
        double[] scores = model.scores(query);
        ScoreDifference why = ScoreDifference.of(model, query, 4, 1);
        assertThat(why.above()).isEqualTo(scores[4]);
        assertThat(why.below()).isEqualTo(scores[1]);
        double sum = why.features().stream().mapToDouble(Feature::contribution).sum();
        assertThat(sum).isCloseTo(why.difference(), within(1e-9));
    }
}
