package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.TreeLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Boosting counts rounds, up to those that were asked for, and tells the measure as it moves. */
class TreeProgressTest {
    @Test
    void roundsAreCountedAsRoundsBesideTheMeasure() {
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 30; q++) {
            float[][] x = new float[6][1];
            double[] grades = new double[6];
            for (int i = 0; i < 6; i++) {
                x[i][0] = (i * 5 + q) % 6;
                grades[i] = x[i][0] > 3 ? 1 : 0;
            }
            queries.add(Query.of("q" + q, grades, x));
        }
        QuerySource data = QuerySource.of(queries);
        List<String> begun = new ArrayList<>();
        List<Long> rounds = new ArrayList<>();
        List<Double> measures = new ArrayList<>();
        Progress recorded = new Progress() {
            private boolean boosts;

            @Override
            public void begin(String part, String unit, long total) {
                boosts = unit.equals("rounds");
                if (boosts) {
                    begun.add(unit + " " + total);
                }
            }

            @Override
            public void at(long done) {
                if (boosts) {
                    rounds.add(done);
                }
            }

            @Override
            public void measure(double value) {
                measures.add(value);
            }
        };
        Plumbrank.forMeasure("ndcg")
                .withLearner(new TreeLearner(Map.of("num_round", "7")))
                .withSettings(Settings.defaults().withThreads(1))
                .train(data, data, recorded);
        assertThat(begun).isNotEmpty().allMatch("rounds 7"::equals);
        assertThat(rounds).startsWith(1L, 2L, 3L).allMatch(round -> round <= 7);
        assertThat(measures).hasSameSizeAs(rounds).allMatch(measure -> measure > 0 && measure <= 1);
    }
}
