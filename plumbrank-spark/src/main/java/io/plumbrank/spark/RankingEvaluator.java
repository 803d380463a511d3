package io.plumbrank.spark;

import io.plumbrank.data.Query;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.Evaluation;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.QueryValues;
import io.plumbrank.util.InputException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import scala.Tuple2;

/**
 * The mean of a measure over the queries of a DataFrame with labels and scores, such as {@link RankingModel#transform} gives, with
 * the conventions of {@link MeasureSpec}. What a query gives is made where its rows are; the driver sees one line per query.
 *
 * <pre>{@code
 * double ndcg = new RankingEvaluator().setMeasure("ndcg@10").evaluate(ranked);
 * }</pre>
 *
 * <p>Means are sums over queries in the order of their names.
 */
public final class RankingEvaluator extends Evaluator implements DefaultParamsWritable {
    private static final long serialVersionUID = 1;

    private final String uid;
    private final Param<String> measure;
    private final Param<String> labelCol;
    private final Param<String> queryCol;
    private final Param<String> scoreCol;
    private final Param<String> weightCol;

    /** With a name of its own. */
    public RankingEvaluator() {
        this(Identifiable$.MODULE$.randomUID("rankingEvaluator"));
    }

    /** With a given name. */
    public RankingEvaluator(String uid) {
        this.uid = uid;
        this.measure = Texts.checked(this, "measure", "such as ndcg@10", MeasureSpec::parse);
        this.labelCol = Texts.param(this, "labelCol", "column of grades");
        this.queryCol = Texts.param(this, "queryCol", "column that says which query a row belongs to");
        this.scoreCol = Texts.param(this, "scoreCol", "column of scores, larger is better");
        this.weightCol = Texts.param(this, "weightCol", "column of weights of queries; empty for none");
        setDefault(measure, "ndcg@10");
        setDefault(labelCol, "label");
        setDefault(queryCol, "query");
        setDefault(scoreCol, "score");
        setDefault(weightCol, "");
    }

    @Override
    public String uid() {
        return uid;
    }

    /** What is measured. */
    public Param<String> measure() {
        return measure;
    }

    /** The column of grades. */
    public Param<String> labelCol() {
        return labelCol;
    }

    /** The column of queries. */
    public Param<String> queryCol() {
        return queryCol;
    }

    /** The column of scores. */
    public Param<String> scoreCol() {
        return scoreCol;
    }

    /** The column of queries' weights. */
    public Param<String> weightCol() {
        return weightCol;
    }

    @Override
    public boolean isLargerBetter() {
        return MeasureSpec.parse(getOrDefault(measure)).largerIsBetter();
    }

    @Override
    public double evaluate(Dataset<?> data) {
        return values(data, List.of(MeasureSpec.parse(getOrDefault(measure)))).mean(0);
    }

    /**
     * Several measures with intervals and, of several columns of scores, paired tests.
     *
     * @param measures separated by commas, such as {@code ndcg@10,map}
     * @param scoreCols columns of scores, each a run
     */
    public Evaluation evaluation(Dataset<?> data, String measures, String... scoreCols) {
        List<MeasureSpec> specs = MeasureSpec.parseList(measures, Conventions.plumbrank());
        List<QueryValues> runs = new ArrayList<>();
        for (String column : scoreCols) {
            RankingEvaluator other = copy(ParamMap.empty());
            other.set(other.scoreCol, column);
            runs.add(other.values(data, specs));
        }
        return new Evaluation(runs, List.of());
    }

    /** The values of all queries, by name. */
    private QueryValues values(Dataset<?> data, List<MeasureSpec> specs) {
        for (MeasureSpec spec : specs) {
            if (spec.needsMaxGrade()) {
                throw new IllegalArgumentException(
                        spec.typed() + " needs the largest grade that there can be: err(max=…)");
            }
        }
        String weight = getOrDefault(weightCol);
        Column weights =
                weight.isEmpty() ? functions.lit(1.0) : functions.col(weight).cast(DataTypes.DoubleType);
        String name = getOrDefault(scoreCol);
        JavaPairRDD<String, double[]> items = data.toDF()
                .select(
                        functions.col(getOrDefault(queryCol)),
                        functions.col(getOrDefault(labelCol)).cast(DataTypes.DoubleType),
                        functions.col(name).cast(DataTypes.DoubleType),
                        weights)
                .toJavaRDD()
                .mapToPair(row -> item(row, name));
        try {
            List<QueryValues.OfQuery> queries = items.groupByKey()
                    .map(query -> ofQuery(query._1(), query._2(), specs))
                    .collect();
            return QueryValues.of(
                    name,
                    specs,
                    queries.stream()
                            .sorted(Comparator.comparing(QueryValues.OfQuery::query))
                            .toList());
        } catch (RuntimeException e) {
            throw Faults.ofUser(e);
        }
    }

    private static Tuple2<String, double[]> item(Row row, String column) {
        for (int i = 0; i < row.size(); i++) {
            if (row.isNullAt(i) || (i > 0 && Double.isNaN(row.getDouble(i)))) {
                throw new InputException(
                        column, 0, "a row without query, label, score or weight", "all of them in every row");
            }
        }
        return new Tuple2<>(
                FrameColumns.text(row.get(0)), new double[] {row.getDouble(1), row.getDouble(2), row.getDouble(3)});
    }

    private static QueryValues.OfQuery ofQuery(String id, Iterable<double[]> items, List<MeasureSpec> specs) {
        List<double[]> all = new ArrayList<>();
        items.forEach(all::add);
        // by what they hold, so that no order of arrival changes a bit
        all.sort(Comparator.<double[]>comparingDouble(item -> item[1]).thenComparingDouble(item -> item[0]));
        if (all.stream().anyMatch(item -> item[2] != all.get(0)[2])) {
            throw new InputException(
                    "weights", 0, "several of query " + InputException.quote(id), "one for all its rows");
        }
        Query query = Query.of(id, all.stream().mapToDouble(item -> item[0]).toArray(), new float[all.size()][0])
                .withWeight(all.get(0)[2]);
        return QueryValues.OfQuery.of(
                specs, query, all.stream().mapToDouble(item -> item[1]).toArray());
    }

    /**
     * Runs against judgements, with intervals and paired tests, as {@code plumbrank eval --qrels --run} would give: both are
     * brought to the driver as files, query by query, and judged there.
     *
     * @param qrels columns query, item, label
     * @param runs by name: columns query, item, score
     */
    public static Evaluation compare(Dataset<Row> qrels, Map<String, Dataset<Row>> runs, String measures) {
        List<Path> files = new ArrayList<>();
        try {
            Path directory = Files.createTempDirectory("plumbrank-eval");
            Path judged = directory.resolve("qrels");
            files.add(directory);
            files.add(judged);
            write(qrels, "label", judged, (query, item, value, rank) -> query + " 0 " + item + " " + value);
            List<Path> written = new ArrayList<>();
            int number = 0;
            for (Map.Entry<String, Dataset<Row>> run : runs.entrySet()) {
                Path file = directory.resolve("run" + number++);
                files.add(file);
                written.add(file);
                String tag = run.getKey();
                write(
                        run.getValue(),
                        "score",
                        file,
                        (query, item, value, rank) -> query + " Q0 " + item + " " + rank + " " + value + " " + tag);
            }
            return new io.plumbrank.measure.Evaluator(
                            MeasureSpec.parseList(measures, Conventions.plumbrank()), false, ReadOptions.defaults())
                    .runs(judged, written);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            for (int i = files.size() - 1; i >= 0; i--) {
                files.get(i).toFile().delete();
            }
        }
    }

    @FunctionalInterface
    private interface Line {
        String of(String query, String item, String value, int rank);
    }

    private static void write(Dataset<Row> frame, String value, Path file, Line line) throws IOException {
        Iterator<Row> rows = frame.select(
                        functions.col("query").cast(DataTypes.StringType),
                        functions.col("item").cast(DataTypes.StringType),
                        functions.col(value).cast(DataTypes.DoubleType))
                .orderBy(functions.col("query"), functions.col(value).desc(), functions.col("item"))
                .toLocalIterator();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            String last = "";
            int rank = 0;
            while (rows.hasNext()) {
                Row row = rows.next();
                rank = row.getString(0).equals(last) ? rank + 1 : 1;
                last = row.getString(0);
                out.write(line.of(last, row.getString(1), FrameColumns.text(row.getDouble(2)), rank) + "\n");
            }
        }
    }

    @Override
    public RankingEvaluator copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    /** The same with another measure. */
    public RankingEvaluator setMeasure(String value) {
        set(measure, value);
        return this;
    }

    /** The same with another column of grades. */
    public RankingEvaluator setLabelCol(String value) {
        set(labelCol, value);
        return this;
    }

    /** The same with another column of queries. */
    public RankingEvaluator setQueryCol(String value) {
        set(queryCol, value);
        return this;
    }

    /** The same with another column of scores. */
    public RankingEvaluator setScoreCol(String value) {
        set(scoreCol, value);
        return this;
    }

    /** Reads what {@code save} wrote. */
    public static MLReader<RankingEvaluator> read() {
        return new DefaultParamsReader<>();
    }

    /** Reads what {@code save} wrote. */
    public static RankingEvaluator load(String path) {
        return read().load(path);
    }
}
