package io.plumbrank.kind.pairs.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.pairs.PairScorer;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.pairs.ProductPairs;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecodedScoresTest {
    private static final float[][] KINDS = {{1, 0}, {0, 1}, {0, 0}};

    /** Each of the three kinds is preferred to the next by 1, in a circle: u_01 = w_01 − w_02 − w_12, u_02 = w_01, u_12 = w_02. */
    private static PairRanker circle() throws IOException {
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 4; q++) {
            queries.add(Query.of("q" + q, new double[] {q % 2, 1 - q % 2, 0}, KINDS));
        }
        Model trained = Trainer.of(PairTask.of(MeasureSpec.parse("pd")))
                .withSettings(Settings.defaults().withFolds(2))
                .withLearner(FeatureLearner.linear())
                .train(QuerySource.of("data", new Dataset(queries)), null, Progress.NONE)
                .model();
        ProductPairs products = ProductPairs.of(FeatureReference.zero(2), true, true);
        PairScorer scorer = PairScorer.of(products, new double[] {0}, new double[][] {{-1, 1, -3}});
        Model circle = new Model(trained.task(), new PairScores(null, scorer), trained.lambda(), trained.provenance());
        return (PairRanker) circle.predictor();
    }

    /** Of labels 2, 1, 0 the three best rankings contradict 0, 2 and 2 of 3 pairs; the hash takes one of them by chance. */
    @Test
    void theSpreadIsWhatOpenTiesAreWorth() throws IOException {
        PairRanker ranker = circle();
        assertThat(ranker.outputs(Query.of("q", KINDS))).containsExactly(1, -1, 1);
        MeasureSpec pd = MeasureSpec.parse("pd");
        DecodedScores decoded = new DecodedScores(ranker, u -> true, List.of(pd));
        double sum = 0;
        int queries = 300;
        for (int q = 0; q < queries; q++) {
            Query query = Query.of("q" + q, new double[] {2, 1, 0}, KINDS);
            double[] scores = decoded.apply(query);
            int top = scores[0] == 3 ? 0 : scores[1] == 3 ? 1 : 2;
            // a best ranking goes round the circle from its top
            assertThat(scores[(top + 1) % 3]).isEqualTo(2);
            sum += top == 0 ? 0 : 2.0 / 3;
        }
        assertThat(sum / queries).isCloseTo(4.0 / 9, within(0.1));
        assertThat(decoded.averaged()).isZero();
        assertThat(decoded.decided()).isBetween(queries / 2, queries);
        assertThat(decoded.spread(0)).isBetween(0.2, 2.0 / 3);
    }

    @Test
    void itemsOfOneKindAreAveraged() throws IOException {
        DecodedScores decoded = new DecodedScores(circle(), u -> true, List.of(MeasureSpec.parse("pd")));
        double[] scores = decoded.apply(Query.of("q", new double[] {2, 1, 0}, new float[][] {{1, 0}, {0, 1}, {1, 0}}));
        assertThat(scores).containsExactly(2.5, 1, 2.5);
        assertThat(decoded.averaged()).isEqualTo(1);
        assertThat(decoded.decided()).isZero();
        assertThat(decoded.spread(0)).isZero();
    }
}
