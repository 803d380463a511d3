package io.plumbrank.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.measure.Compat;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Equal scores, weights and two runs: what one machine says of the same rows, to the last digit. */
class EvaluatorTiesTest {
    private static final Evaluation.Resamples HOW = Evaluation.Resamples.defaults(7);
    private static final List<Query> QUERIES = SparkData.queries(30, 9, 71).stream()
            .map(query -> query.withWeight(1 + query.size() % 3))
            .toList();

    /** Few values, so that most items are tied; the second run has all of them tied. */
    private static double[] scores(Query query) {
        return IntStream.range(0, query.size())
                .mapToDouble(item -> Integer.parseInt(query.itemId(item).substring(1)) % 2)
                .toArray();
    }

    private static Dataset<Row> scored() {
        return SparkData.frame(QUERIES, 3, 5)
                .withColumn("a", col("item").substr(2, 9).cast("int").mod(2))
                .withColumn("b", lit(0.5))
                .join(
                        LocalSpark.session()
                                .createDataFrame(
                                        QUERIES.stream()
                                                .map(query -> org.apache.spark.sql.RowFactory.create(
                                                        query.id(), query.weight()))
                                                .toList(),
                                        new org.apache.spark.sql.types.StructType()
                                                .add("query", "string")
                                                .add("w", "double")),
                        "query");
    }

    private static Evaluation alone(List<MeasureSpec> specs) {
        List<Function<Query, double[]>> rankers = List.of(EvaluatorTiesTest::scores, query -> new double[query.size()]);
        return new Evaluator(specs, ReadOptions.defaults())
                .rankers(QuerySource.of(QUERIES), List.of("a", "b"), rankers);
    }

    @ParameterizedTest
    @EnumSource(names = {"TREC_EVAL", "SKLEARN"})
    void conventionsOfOthersAreTheirs(Compat tool) {
        List<MeasureSpec> specs =
                MeasureSpec.parseList("ndcg@5,map,rr,p@3,recall@3,auc,err@4,kendall,bpref", tool.conventions());
        Evaluation onSpark =
                new RankingEvaluator().setWeightCol("w").setItemCol("item").evaluation(scored(), specs, "a", "b");
        Evaluation expected = alone(specs);
        assertThat(onSpark.summaries(HOW)).isEqualTo(expected.summaries(HOW));
        assertThat(onSpark.comparisons(HOW)).isEqualTo(expected.comparisons(HOW));
        assertThat(onSpark.notes()).isEqualTo(expected.notes());
    }

    @Test
    void tiesThatNothingDecidesAreRefused() {
        RankingEvaluator evaluator = new RankingEvaluator().setScoreCol("a");
        assertThatThrownBy(() -> evaluator.setMeasure("ndcg@5(ties=docno-desc)").evaluate(scored()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("set itemCol");
        assertThatThrownBy(() -> evaluator.setMeasure("ndcg@5(ties=stable)").evaluate(scored()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the order of rows, which a DataFrame does not have");
        assertThatThrownBy(() -> evaluator.setMeasure("err@5").evaluate(scored()))
                .hasMessageContaining("err(max=…)");
    }

    @Test
    void aRowThatCannotBeJudgedIsOneLine() {
        RankingEvaluator evaluator = new RankingEvaluator().setScoreCol("a");
        Dataset<Row> lacking = scored().withColumn("a", when(col("item").equalTo("d1"), col("a")));
        assertThatThrownBy(() -> evaluator.evaluate(lacking))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a row without query, label, score");
        assertThatThrownBy(() -> evaluator.setQueryCol("qid").evaluate(scored()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no column qid, expected one of ");
        evaluator.setQueryCol("query").setItemCol("item");
        assertThatThrownBy(() -> evaluator.evaluate(scored().withColumn("item", lit("twice"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'twice'");
    }

    /** Judgements and runs go through text, whose names have no blanks. */
    @Test
    void runsWithNamesThatTextCannotHoldAreRefused() {
        Dataset<Row> rows = scored().withColumn("score", col("a"));
        Dataset<Row> qrels = rows.select("query", "item", "label");
        Dataset<Row> blank = rows.withColumn("item", concat(lit("a b"), col("item")));
        assertThatThrownBy(() -> RankingEvaluator.compare(qrels, Map.of("run", blank), "map"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the name 'a bd")
                .hasMessageContaining("a name without blanks");
        Dataset<Row> none = rows.withColumn("score", lit(null).cast("double"));
        assertThatThrownBy(() -> RankingEvaluator.compare(qrels, Map.of("run", none), "map"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a row without score");
        assertThatThrownBy(() -> RankingEvaluator.compare(qrels, Map.of("run", rows), "map(ties=stable)"))
                .hasMessageContaining("the order of rows");
        List<MeasureSpec> specs = MeasureSpec.parseList("map(ties=docno-desc),ndcg@3", Conventions.plumbrank());
        assertThat(RankingEvaluator.compare(qrels, Map.of("a", rows), "map(ties=docno-desc),ndcg@3")
                        .summaries(HOW))
                .isEqualTo(new Evaluator(specs, ReadOptions.defaults())
                        .rankers(
                                QuerySource.of(QUERIES.stream()
                                        .map(query -> query.withWeight(1))
                                        .toList()),
                                List.of("a"),
                                List.of(EvaluatorTiesTest::scores))
                        .summaries(HOW));
    }
}
