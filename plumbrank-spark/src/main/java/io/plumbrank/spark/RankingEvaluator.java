package io.plumbrank.spark;

import io.plumbrank.data.Query;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.QueryValues;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.runs.RunEvaluator;
import io.plumbrank.util.InputException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
    private final Param<String> itemCol;

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
        this.itemCol = Texts.param(
                this, "itemCol", "column of items' names, by which ties=docno-desc ranks equal scores; empty for none");
        setDefault(measure, "ndcg@10");
        setDefault(labelCol, "label");
        setDefault(queryCol, "query");
        setDefault(scoreCol, "score");
        setDefault(weightCol, "");
        setDefault(itemCol, "");
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

    /** The column of items' names. */
    public Param<String> itemCol() {
        return itemCol;
    }

    @Override
    public boolean isLargerBetter() {
        return MeasureSpec.parse(getOrDefault(measure)).largerIsBetter();
    }

    /** The mean. A measure that needs the largest grade must name it, as parts of the data may lack it. */
    @Override
    public double evaluate(Dataset<?> data) {
        MeasureSpec spec = MeasureSpec.parse(getOrDefault(measure));
        if (spec.needsMaxGrade()) {
            throw new IllegalArgumentException(spec.typed() + " needs the largest grade that there can be: err(max=…)");
        }
        return values(data, List.of(spec)).mean(0);
    }

    /**
     * Several measures with intervals and, of several columns of scores, paired tests.
     *
     * @param measures separated by commas, such as {@code ndcg@10,map}
     * @param scoreCols columns of scores, each a run
     */
    public Evaluation evaluation(Dataset<?> data, String measures, String... scoreCols) {
        return evaluation(data, MeasureSpec.parseList(measures, Conventions.plumbrank()), scoreCols);
    }

    /**
     * The same with measures of any conventions.
     *
     * @param measures what to evaluate, at least one
     * @param scoreCols columns of scores, each a run
     */
    public Evaluation evaluation(Dataset<?> data, List<MeasureSpec> measures, String... scoreCols) {
        List<String> notes = new ArrayList<>();
        List<MeasureSpec> specs = measures.stream().anyMatch(MeasureSpec::needsMaxGrade)
                ? withLargestGrade(data, measures, notes)
                : measures;
        List<QueryValues> runs = new ArrayList<>();
        for (String column : scoreCols) {
            RankingEvaluator other = copy(ParamMap.empty());
            other.set(other.scoreCol, column);
            runs.add(other.values(data, specs));
        }
        return new Evaluation(runs, notes);
    }

    private List<MeasureSpec> withLargestGrade(Dataset<?> data, List<MeasureSpec> measures, List<String> notes) {
        Row row = data.toDF()
                .select(functions.max(numbers(getOrDefault(labelCol))))
                .first();
        double largest = row.isNullAt(0) ? 0 : Math.max(0, row.getDouble(0));
        notes.add("largest grade " + FrameColumns.text(largest) + " taken from the data (err(max=…) sets it)");
        return measures.stream().map(spec -> spec.withMaxGrade(largest)).toList();
    }

    private static Column numbers(String column) {
        return FrameColumns.column(column).cast(DataTypes.DoubleType);
    }

    /** A DataFrame has no order, and names only where a column has them. */
    private static void requireTies(MeasureSpec spec, boolean names) {
        if (spec.ranksTiesByOrder()) {
            throw new IllegalArgumentException(
                    spec.text() + " ranks equal scores by the order of rows, which a DataFrame does not have: use"
                            + " ties=average or ties=docno-desc");
        }
        if (spec.ranksTiesByName() && !names) {
            throw new IllegalArgumentException(
                    spec.text() + " ranks equal scores by the names of items: set itemCol, or use ties=average");
        }
    }

    /** What one row gives. */
    private record Judged(String item, double label, double score, double weight) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    /** The values of all queries, by name. */
    private QueryValues values(Dataset<?> data, List<MeasureSpec> specs) {
        String weight = getOrDefault(weightCol);
        String item = getOrDefault(itemCol);
        String name = getOrDefault(scoreCol);
        specs.forEach(spec -> requireTies(spec, !item.isEmpty()));
        List<String> there = List.of(data.schema().fieldNames());
        for (String column : List.of(getOrDefault(queryCol), getOrDefault(labelCol), name, weight, item)) {
            if (!column.isEmpty() && !there.contains(column)) {
                throw new InputException(name, 0, "no column " + column, "one of " + String.join(", ", there));
            }
        }
        try {
            List<QueryValues.OfQuery> queries = data.toDF()
                    .select(
                            FrameColumns.column(getOrDefault(queryCol)),
                            numbers(getOrDefault(labelCol)),
                            numbers(name),
                            weight.isEmpty() ? functions.lit(1.0) : numbers(weight),
                            item.isEmpty() ? functions.lit("") : FrameColumns.column(item))
                    .toJavaRDD()
                    .mapToPair(row -> judged(row, name))
                    .groupByKey()
                    .map(query -> ofQuery(query._1(), query._2(), specs))
                    .collect();
            if (queries.isEmpty()) {
                throw new InputException(name, 0, "no rows", "rows with labels and scores");
            }
            return QueryValues.of(
                    name,
                    specs,
                    queries.stream()
                            .sorted(Comparator.comparing(QueryValues.OfQuery::query))
                            .toList());
        } catch (Exception e) {
            throw Faults.ofUser(e);
        }
    }

    private static Tuple2<String, Judged> judged(Row row, String column) {
        for (int i = 0; i < row.size(); i++) {
            if (row.isNullAt(i) || (row.get(i) instanceof Double number && Double.isNaN(number))) {
                throw new InputException(
                        column, 0, "a row without query, label, score, weight or item", "all of them in every row");
            }
        }
        return new Tuple2<>(
                FrameColumns.text(row.get(0)),
                new Judged(FrameColumns.text(row.get(4)), row.getDouble(1), row.getDouble(2), row.getDouble(3)));
    }

    private static QueryValues.OfQuery ofQuery(String id, Iterable<Judged> items, List<MeasureSpec> specs) {
        List<Judged> all = new ArrayList<>();
        items.forEach(all::add);
        // by what they hold, so that no order of arrival changes a bit
        all.sort(Comparator.comparingDouble(Judged::score)
                .thenComparingDouble(Judged::label)
                .thenComparing(Judged::item));
        if (all.stream().anyMatch(item -> item.weight != all.get(0).weight)) {
            throw new InputException(
                    "weights", 0, "several of query " + InputException.quote(id), "one for all its rows");
        }
        try {
            Query query = Query.of(id, all.stream().mapToDouble(Judged::label).toArray(), new float[all.size()][0])
                    .withWeight(all.get(0).weight);
            boolean named = all.stream().anyMatch(item -> !item.item.isEmpty());
            return QueryValues.OfQuery.of(
                    specs,
                    named ? query.withItemIds(all.stream().map(Judged::item).toList()) : query,
                    all.stream().mapToDouble(Judged::score).toArray());
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    "query " + InputException.quote(id),
                    0,
                    "" + e.getMessage(),
                    "each item once, and finite numbers",
                    e);
        }
    }

    /**
     * Runs against judgements, with intervals and paired tests, as {@code plumbrank eval --qrels --run} would give: both are
     * brought to the driver as files, query by query, and judged there.
     *
     * @param qrels columns query, item, label
     * @param runs by name: columns query, item, score
     */
    public static Evaluation compare(Dataset<Row> qrels, Map<String, Dataset<Row>> runs, String measures) {
        List<MeasureSpec> specs = MeasureSpec.parseList(measures, Conventions.plumbrank());
        specs.forEach(spec -> requireTies(spec, true));
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
            return new RunEvaluator(new io.plumbrank.evaluate.Evaluator(specs, ReadOptions.defaults()), false)
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
                        functions.col("query"),
                        functions.col("item"),
                        numbers(value).as("value"))
                .orderBy(functions.col("query"), functions.col("value").desc(), functions.col("item"))
                .toLocalIterator();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            String last = "";
            int rank = 0;
            while (rows.hasNext()) {
                Row row = rows.next();
                if (row.isNullAt(2) || Double.isNaN(row.getDouble(2))) {
                    throw new InputException("data", 0, "a row without " + value, "a number in every row");
                }
                String query = Outputs.name(row, 0);
                rank = query.equals(last) ? rank + 1 : 1;
                last = query;
                out.write(line.of(last, Outputs.name(row, 1), FrameColumns.text(row.getDouble(2)), rank) + "\n");
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

    /** The same with a column of items' names. */
    public RankingEvaluator setItemCol(String value) {
        set(itemCol, value);
        return this;
    }

    /** The same with a column of queries' weights. */
    public RankingEvaluator setWeightCol(String value) {
        set(weightCol, value);
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
