package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagesTest {
    private static final List<Query> QUERIES = SparkData.queries(25, 6, 11);

    private static RankingEstimator estimator() {
        return new RankingEstimator()
                .setMeasure("ndcg@3")
                .setItemCol("item")
                .setBlocks(4)
                .setLambdas(0.1);
    }

    @Test
    void aSavedPipelineRanksAsOneMachineDoes(@TempDir Path directory) {
        Dataset<Row> rows = SparkData.frame(QUERIES, 5, 1);
        PipelineModel fitted =
                new Pipeline().setStages(new PipelineStage[] {estimator()}).fit(rows);
        String saved = directory.resolve("pipeline").toString();
        save(fitted, saved);
        PipelineModel loaded = PipelineModel.load(saved);
        RankingModel model = (RankingModel) loaded.stages()[0];
        assertThat(model.toBytes()).isEqualTo(((RankingModel) fitted.stages()[0]).toBytes());
        Ranker ranker = ModelFile.ofBytes(model.toBytes(), "model")
                .predictor()
                .as(Ranker.class)
                .orElseThrow();
        Map<String, Row> byItem = new HashMap<>();
        for (Row row : loaded.transform(rows.drop("label")).collectAsList()) {
            byItem.put(row.getAs("query") + " " + row.getAs("item"), row);
        }
        int seen = 0;
        for (Query query : QUERIES) {
            Ranker.Ranked expected = ranker.decode(query, ranker.limits());
            for (int item = 0; item < query.size(); item++, seen++) {
                Row row = Objects.requireNonNull(byItem.get(query.id() + " " + query.itemId(item)));
                assertThat(row.<Double>getAs("score")).isEqualTo(expected.scores()[item]);
                assertThat(row.<Integer>getAs("rank"))
                        .isEqualTo(expected.ranking().positionOf(item) + 1);
            }
        }
        assertThat(byItem).hasSize(seen);
    }

    private static void save(org.apache.spark.ml.util.MLWritable stage, String path) {
        try {
            stage.save(path);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** What a column says of itself, such as that what is left out is missing, must outlive a stage. */
    @Test
    void aLaterStageSeesWhatTheFirstOneSaw(@TempDir Path directory) {
        Path text = directory.resolve("letor.txt");
        LetorWriter.write(text, new io.plumbrank.data.Dataset(QUERIES));
        Dataset<Row> rows = LocalSpark.session().read().format("letor").load(text.toString());
        RankingEstimator second = estimator().setScoreCol("score2").setRankCol("rank2");
        PipelineModel both = new Pipeline()
                .setStages(new PipelineStage[] {
                    estimator(),
                    second,
                    new VectorAssembler()
                            .setInputCols(new String[] {"score", "score2"})
                            .setOutputCol("scores")
                })
                .fit(rows);
        Dataset<Row> ranked = both.transform(rows);
        assertThat(ranked.where("score <> score2 or rank <> rank2").count()).isZero();
        assertThat(ranked.schema().apply("features").metadata())
                .isEqualTo(rows.schema().apply("features").metadata());
        assertThat(((RankingModel) both.stages()[1]).toBytes()).isEqualTo(((RankingModel) both.stages()[0]).toBytes());
    }

    /** Nothing tells the items apart but what the ranker does not see. */
    @Test
    void equalItemsAreRankedAlikeWhateverThePartitions() {
        RankingModel model = estimator().setItemCol("").fit(SparkData.frame(QUERIES, 2, 1));
        java.util.Set<List<Row>> seen = new java.util.HashSet<>();
        for (int partitions : new int[] {1, 2, 50}) {
            Dataset<Row> equal = SparkData.frame(QUERIES, partitions, partitions)
                    .withColumn("features", functions.array(functions.lit(1.0), functions.lit(2.0)));
            seen.add(model.transform(equal)
                    .select("query", "item", "rank")
                    .orderBy("query", "item")
                    .collectAsList());
        }
        assertThat(seen).hasSize(1);
    }

    @Test
    void aModelIsSentAsItIs() throws Exception {
        RankingModel model = estimator().fit(SparkData.frame(QUERIES, 2, 1));
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (java.io.ObjectOutputStream out = new java.io.ObjectOutputStream(bytes)) {
            out.writeObject(model);
        }
        try (java.io.ObjectInputStream in =
                new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray()))) {
            RankingModel sent = (RankingModel) in.readObject();
            assertThat(sent.toBytes()).isEqualTo(model.toBytes());
            assertThat(sent.explainParams()).isEqualTo(model.explainParams());
        }
    }

    @Test
    void valuesOfParametersAreRefusedWithWhatTheyShouldBe() {
        RankingEstimator estimator = estimator();
        assertThatThrownBy(() -> estimator.set(estimator.folds(), 1)).hasMessage("folds must be at least 2, got 1");
        assertThatThrownBy(() -> estimator.setBlocks(0)).hasMessage("blocks must be at least 1, got 0");
        assertThatThrownBy(() -> estimator.set(estimator.bandwidth(), Double.POSITIVE_INFINITY))
                .hasMessage("bandwidth must be positive and finite, got Infinity");
        assertThatThrownBy(() -> RankingModel.of("{}".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isInstanceOf(InputException.class);
    }

    /** Spark's folds are of rows, which part queries, unless a column says the folds. */
    @Test
    void foldsOfQueriesKeepThemWhole() {
        RankingEstimator estimator = estimator();
        Dataset<Row> rows = SparkData.frame(QUERIES, 3, 2)
                .withColumn("fold", functions.pmod(functions.hash(functions.col("query")), functions.lit(2)));
        CrossValidatorModel best = new CrossValidator()
                .setEstimator(estimator)
                .setEvaluator(new RankingEvaluator().setMeasure("ndcg@3"))
                .setEstimatorParamMaps(new ParamGridBuilder().build())
                .setNumFolds(2)
                .setFoldCol("fold")
                .fit(rows);
        double[] byHand = new double[2];
        for (int fold = 0; fold < 2; fold++) {
            RankingModel model = estimator.fit(rows.where("fold <> " + fold));
            byHand[fold] =
                    new RankingEvaluator().setMeasure("ndcg@3").evaluate(model.transform(rows.where("fold = " + fold)));
        }
        assertThat(best.avgMetrics()[0])
                .isCloseTo((byHand[0] + byHand[1]) / 2, org.assertj.core.api.Assertions.within(1e-12));
    }

    @Test
    void crossValidationChoosesByOurMeasure() {
        RankingEstimator estimator = estimator();
        ParamMap[] grid = new ParamGridBuilder()
                .addGrid(estimator.lambdas(), asJava(new double[] {0.1}, new double[] {1e9}))
                .build();
        CrossValidatorModel best = new CrossValidator()
                .setEstimator(estimator)
                .setEvaluator(new RankingEvaluator().setMeasure("ndcg@3"))
                .setEstimatorParamMaps(grid)
                .setNumFolds(2)
                .setSeed(1)
                .fit(SparkData.frame(QUERIES, 3, 2));
        assertThat(best.avgMetrics()).hasSize(2);
        assertThat(((RankingModel) best.bestModel()).trained().lambda()).isIn(0.1, 1e9);
    }

    private static scala.collection.Iterable<double[]> asJava(double[]... values) {
        return scala.jdk.javaapi.CollectionConverters.asScala(List.of(values));
    }

    /** Scores with ties, against what eval gives for the same scores in a file. */
    @Test
    void measuresAgreeToTheLastDigit() {
        Map<String, Double> scores = new HashMap<>();
        for (Query query : QUERIES) {
            for (int item = 0; item < query.size(); item++) {
                float x = query.feature(item, 1);
                scores.put(query.id() + " " + query.itemId(item), Float.isNaN(x) ? 0.0 : Math.rint(2 * x));
            }
        }
        Dataset<Row> scored = SparkData.frame(QUERIES, 4, 3)
                .withColumn(
                        "score",
                        functions
                                .udf(
                                        (org.apache.spark.sql.api.java.UDF2<String, String, Double>)
                                                (query, item) -> scores.getOrDefault(query + " " + item, Double.NaN),
                                        org.apache.spark.sql.types.DataTypes.DoubleType)
                                .apply(functions.col("query"), functions.col("item")));
        String measures = "ndcg@3,map,rr,pd,kendall";
        Evaluation onSpark = new RankingEvaluator().evaluation(scored, measures, "score");
        Evaluation alone = new Evaluator(
                        MeasureSpec.parseList(measures, Conventions.plumbrank()), ReadOptions.defaults())
                .rankers(
                        QuerySource.of(QUERIES),
                        List.of("score"),
                        List.of(query -> java.util.stream.IntStream.range(0, query.size())
                                .mapToDouble(
                                        item -> scores.getOrDefault(query.id() + " " + query.itemId(item), Double.NaN))
                                .toArray()));
        Evaluation.Resamples how = Evaluation.Resamples.defaults(1);
        assertThat(onSpark.summaries(how)).isEqualTo(alone.summaries(how));
        assertThat(new RankingEvaluator().setMeasure("map").evaluate(scored))
                .isEqualTo(alone.summaries(how).get(1).mean());
        Dataset<Row> qrels = scored.select("query", "item", "label");
        assertThat(RankingEvaluator.compare(qrels, Map.of("score", scored.select("query", "item", "score")), measures)
                        .summaries(how))
                .isEqualTo(alone.summaries(how));
    }

    @Test
    void classesArePredictedAsOnOneMachine() {
        List<Query> rows = SparkData.queries(80, 1, 12);
        Dataset<Row> frame = SparkData.frame(rows, 3, 4);
        LossMatrixModel model = new LossMatrixEstimator()
                .setLossMatrix("ordinal(n=3)")
                .setBlocks(3)
                .setLambdas(0.01)
                .fit(frame);
        Classifier classifier = model.trained().predictor().as(Classifier.class).orElseThrow();
        Map<String, String> predicted = new HashMap<>();
        model.transform(frame)
                .collectAsList()
                .forEach(row -> predicted.put(row.getAs("query"), row.getAs("prediction")));
        for (Query row : rows) {
            float[] x = new float[SparkData.FEATURES];
            row.featuresInto(0, x);
            assertThat(predicted).containsEntry(row.id(), classifier.predict(x));
        }
    }

    @Test
    void aColumnThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> estimator().setQueryCol("qid").fit(SparkData.frame(QUERIES, 2, 5)))
                .isInstanceOf(InputException.class)
                .hasMessage("data: found no column qid, expected one of label, query, item, features");
    }

    @Test
    void aBadValueOnAnotherMachineIsOneLine() {
        Dataset<Row> rows = SparkData.frame(QUERIES, 2, 6).withColumn("label", functions.lit(-1e300));
        assertThatThrownBy(() -> estimator().fit(rows))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("expected");
        assertThatThrownBy(() -> new RankingEstimator().setMeasure("ndgc@10"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ndcg");
    }

    /** 12,000 rows are more than any sample of them. */
    @Test
    void rowsThatAllComeToTheDriverAreReported() {
        Dataset<Row> rows = LocalSpark.session()
                .range(12_000)
                .selectExpr(
                        "cast(id % 3 as double) label",
                        "cast(id div 10 as string) query",
                        "array(cast(id % 3 + id % 7 as float), cast(id % 5 as float)) features");
        RankingEstimator estimator = estimator().setItemCol("").setLambdas(1);
        assertThat(estimator.fit(rows).notes()).isEmpty();
        estimator.setModel("trees").setLambdas();
        estimator.set(estimator.treeParams(), new String[] {"n_estimators=1", "max_depth=2"});
        assertThat(estimator.fit(rows).notes()).noneMatch(note -> note.contains("came to the driver"));
        estimator.setModel("linear").setSurrogate("logistic").setLambdas(100);
        assertThat(estimator.fit(rows).notes()).anyMatch(note -> note.startsWith("All 12000 rows came to the driver"));
    }

    /** One query is large, and all rows of a query are in one block, however they came. */
    @Test
    void queriesAreWholeAndSkewIsReported() {
        List<Query> queries = SparkData.queries(8, 4, 13);
        Dataset<Row> many = SparkData.frame(queries, 7, 7)
                .unionByName(SparkData.frame(queries.subList(0, 1), 1, 8)
                        .drop("item")
                        .crossJoin(LocalSpark.session().range(6000).selectExpr("concat('x', id) as item")));
        FrameColumns columns = FrameColumns.of(
                many.schema(),
                "data",
                io.plumbrank.data.Grouping.QUERY,
                new RankingEstimator().setItemCol("item").columnNames(),
                "auto",
                null);
        try (FrameSource source = FrameSource.of(many, columns, List.of(), 5)) {
            assertThat(source.facts().stream()
                            .mapToLong(FrameSource.BlockFacts::queries)
                            .sum())
                    .isEqualTo(8);
            assertThat(source.knownRows()).isEqualTo(many.count());
            assertThat(source.notes())
                    .anyMatch(note -> note.contains(queries.get(0).id()))
                    .anyMatch(note -> note.startsWith("Block "));
        }
    }
}
