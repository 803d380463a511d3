package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Query;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gap that a ranking by pairs comes with, against all rankings of the query. */
class GapColumnTest {
    private static final List<Query> QUERIES = SparkData.queries(40, 6, 51);

    /** Algorithm 1 may miss the best where preferences have cycles; the exact decoder may not. */
    @ParameterizedTest
    @CsvSource({"algorithm1,false", "exact,true"})
    void noRankingIsBetterByMoreThanTheGap(String decoder, boolean exact) {
        RankingEstimator estimator = new RankingEstimator()
                .setMeasure("pd")
                .setSurrogate("pairs")
                .setItemCol("item")
                .setModel("fourier")
                .setBlocks(2)
                .setLambdas(1e-3);
        estimator.set(estimator.decoder(), decoder);
        estimator.set(estimator.features(), 30);
        estimator.set(estimator.folds(), 2);
        RankingModel model = estimator.fit(SparkData.frame(QUERIES, 2, 1));
        Map<String, List<Row>> ranked = new HashMap<>();
        for (Row row : model.transform(SparkData.frame(QUERIES, 3, 2)).collectAsList()) {
            ranked.computeIfAbsent(row.getAs("query"), id -> new ArrayList<>()).add(row);
        }
        assertThat(ranked).hasSize(QUERIES.size());
        Ranker ranker = ModelFile.ofBytes(model.toBytes(), "model")
                .predictor()
                .as(Ranker.class)
                .orElseThrow();
        int imperfect = 0;
        for (Query query : QUERIES) {
            List<Row> rows = ranked.getOrDefault(query.id(), List.of());
            List<Integer> order = new ArrayList<>(Collections.nCopies(query.size(), -1));
            for (Row row : rows) {
                order.set(
                        row.<Integer>getAs("rank") - 1,
                        Integer.parseInt(row.<String>getAs("item").substring(1)));
            }
            double gap = rows.get(0).getAs("gap");
            assertThat(rows).allMatch(row -> row.<Double>getAs("gap") == gap);
            double[][] u = preferred(ranker.outputs(query), query.size());
            double missed = cost(order, u) - least(new ArrayList<>(), query.size(), u);
            assertThat(gap).isGreaterThanOrEqualTo(missed - 1e-9);
            if (exact) {
                assertThat(gap).isZero();
                assertThat(missed).isLessThan(1e-9);
            }
            imperfect += gap > 0 ? 1 : 0;
        }
        assertThat(imperfect > 0).isEqualTo(!exact);
    }

    /** What the pairs against the order of a ranking weigh. */
    private static double cost(List<Integer> order, double[][] u) {
        double cost = 0;
        for (int first = 0; first < order.size(); first++) {
            for (int second = first + 1; second < order.size(); second++) {
                cost += Math.max(0, -u[order.get(first)][order.get(second)]);
            }
        }
        return cost;
    }

    /** By how much one item is preferred to another. */
    private static double[][] preferred(double[] u, int items) {
        double[][] preferred = new double[items][items];
        PairIndex.STRICT.forEach(items, (i, j, at) -> {
            preferred[i][j] = u[at];
            preferred[j][i] = -u[at];
        });
        return preferred;
    }

    private static double least(List<Integer> begun, int items, double[][] u) {
        if (begun.size() == items) {
            return cost(begun, u);
        }
        double least = Double.POSITIVE_INFINITY;
        for (int item = 0; item < items; item++) {
            if (!begun.contains(item)) {
                begun.add(item);
                least = Math.min(least, least(begun, items, u));
                begun.remove(begun.size() - 1);
            }
        }
        return least;
    }
}
