package io.plumbrank.train;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.costs.CostPredictor;
import io.plumbrank.kind.costs.CostTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.task.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A task with data to learn it from: what is right rises with the feature a and falls with b, with noise; c means nothing.
 *
 * @param task before training
 */
public record Problem(String name, Task<?> task) {
    /** The columns with features. */
    public static final List<String> FEATURES = List.of("a", "b", "c");

    private static final String PARTIAL = "partial label rankings";
    private static final List<String> LABELS = List.of("L1", "L2", "L3", "L4");
    private static final List<String> COSTS_OF_ROWS = List.of("cost_treat", "cost_wait", "cost_test");
    private static final LossMatrix COSTS = LossMatrix.of(
            new double[][] {{0, 10, 2}, {3, 0, 1}, {5, 5, 0}},
            List.of("ill", "well", "odd"),
            List.of("treat", "wait", "test"));

    /** Every kind of task, with all that makes training go other ways. */
    public static List<Problem> all() {
        MeasureSpec ndcg = MeasureSpec.parse("ndcg@5");
        return List.of(
                new Problem("items", ItemTask.of(ndcg)),
                new Problem(
                        "items, no squares",
                        ItemTask.of(MeasureSpec.parse("pd")).withSurrogates(Surrogates.parse("logistic"))),
                new Problem(
                        "items in context",
                        ItemTask.of(MeasureSpec.parse("map"))
                                .withView(new QueryFeatures(true, List.of(Context.MEAN, Context.RANK)))),
                new Problem("preferences", pairs("pd", "algorithm1")),
                new Problem("products", pairs("map", "diagonal")),
                new Problem("classes", new ClassTask<>(MatrixLoss.of(COSTS))),
                new Problem(
                        "classes by log-loss", new ClassTask<>(MatrixLoss.of(COSTS), List.of(ClassSurrogate.LOGISTIC))),
                new Problem("classes in closed form", new ClassTask<>(ClassLosses.parse("ordinal(n=4)"))),
                new Problem("costs of rows", CostTask.of("cost_")),
                new Problem("label rankings", LabelRankingTask.of(MeasureSpec.parse("kendall"), "L")),
                new Problem(
                        PARTIAL,
                        LabelRankingTask.of(MeasureSpec.parse("pd"), "L").withMissing(Missing.LABEL)),
                new Problem(
                        PARTIAL + " at random",
                        LabelRankingTask.of(MeasureSpec.parse("pd"), "L").withMissing(Missing.RANDOM)));
    }

    /** With a decoder that is a rule, so that what training measures is what the model does. */
    private static PairTask pairs(String measure, String decoder) {
        return PairTask.of(MeasureSpec.parse(measure)).withDecoder(decoder, Duration.ZERO);
    }

    /** Whether instances are queries. */
    public boolean isQueries() {
        return task instanceof ItemTask || task instanceof PairTask;
    }

    /** Whether positions are missing at random. */
    public boolean hasGaps() {
        return task instanceof LabelRankingTask labels && labels.missing() == Missing.RANDOM;
    }

    /** Whether all that is fitted has a closed form. */
    public boolean isSquares() {
        return !task.surrogate().startsWith("logistic");
    }

    /** The same for one of its surrogates alone. */
    public Problem only(String surrogate) {
        if (task instanceof ItemTask items) {
            return new Problem(name, items.withSurrogates(Surrogates.parse(surrogate)));
        }
        return task instanceof LabelRankingTask labels
                ? new Problem(name, withForm(labels, Form.ofSurrogate(surrogate)))
                : this;
    }

    /** The same for the first of its surrogates alone. */
    public Problem simple() {
        if (task instanceof ItemTask items) {
            return new Problem(name, items.withSurrogates(items.surrogates().get(0)));
        }
        return task instanceof LabelRankingTask labels
                ? new Problem(name, withForm(labels, labels.forms().get(0)))
                : this;
    }

    private static LabelRankingTask withForm(LabelRankingTask task, Form form) {
        return new LabelRankingTask(
                        task.measure(), List.of(form), task.decoder(), task.beginning(), task.labels(), task.complete())
                .withMissing(task.missing());
    }

    /** How a labelled file is read. */
    Reading reading() {
        if (task instanceof ClassTask<?> classes) {
            return Reading.rows(ClassLabels.of(classes.loss()));
        }
        if (task instanceof CostTask costs) {
            return Reading.rankings(costs.beginning());
        }
        return isQueries() ? Reading.queries(Labels.numbers()) : Reading.rankings("L");
    }

    QuerySource source(Path file, int threads) {
        return reading().stream(file, CsvColumns.defaults(), new ReadOptions(threads, 0));
    }

    /** Writes a table, and gives it back as a source. */
    public QuerySource write(Table table, Path file) {
        return source(table.write(file, isQueries()), 1);
    }

    /** So many instances, of which none has a missing value. */
    public Table complete(long seed, int instances) {
        return table(seed, instances, false);
    }

    /** So many instances; one field in ten is missing. */
    public Table table(long seed, int instances) {
        return table(seed, instances, true);
    }

    private Table table(long seed, int instances, boolean missing) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Table.Entry> entries = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            List<List<String>> rows = isQueries() ? items(random, missing) : List.of(row(random, missing));
            entries.add(new Table.Entry(1 + i % 3, rows));
        }
        List<String> columns = isLabelled()
                ? Stream.concat(Stream.of("label"), FEATURES.stream()).toList()
                : Stream.concat(FEATURES.stream(), answers().stream()).toList();
        return new Table(columns, entries);
    }

    /** Whether a column is the label. */
    boolean isLabelled() {
        return !(task instanceof LabelRankingTask) && !(task instanceof CostTask);
    }

    /** The columns that hold what is right. */
    private List<String> answers() {
        return isLabelled() ? List.of("label") : task instanceof CostTask ? COSTS_OF_ROWS : LABELS;
    }

    private List<String> row(SplittableRandom random, boolean missing) {
        if (task instanceof ClassTask<?> classes) {
            return classified(random, missing, classes.loss());
        }
        return task instanceof CostTask ? priced(random, missing) : ranked(random, missing, name.startsWith(PARTIAL));
    }

    /** Two to nine items, with at least two grades. */
    private static List<List<String>> items(SplittableRandom random, boolean missing) {
        List<List<String>> items = new ArrayList<>();
        int count = 2 + random.nextInt(8);
        while (items.size() < count) {
            double[] x = features(random);
            int grade = (int) Math.max(0, Math.min(3, 1.5 + 1.5 * worth(x, random)));
            String own = Integer.toString(grade);
            boolean last = items.size() == count - 1;
            if (!last || items.stream().anyMatch(item -> !item.get(0).equals(own))) {
                items.add(row(own, x, missing, random));
            }
        }
        return items;
    }

    private static List<String> classified(SplittableRandom random, boolean missing, ClassLoss<?> loss) {
        double[] x = features(random);
        int n = loss.classes();
        int label = (int) Math.max(0, Math.min(n - 1, n * (0.5 + worth(x, random) / 4)));
        return row(loss.className(label), x, missing, random);
    }

    /** With costs in sixty-fourths. */
    private static List<String> priced(SplittableRandom random, boolean missing) {
        double[] x = features(random);
        double worth = Math.rint(64 * worth(x, random)) / 64;
        return Stream.concat(
                        fields(x, missing, random),
                        Stream.of(4 - worth, 4 + worth, 4.25).map(cost -> Double.toString(cost)))
                .toList();
    }

    private static List<String> row(String label, double[] x, boolean missing, SplittableRandom random) {
        return Stream.concat(Stream.of(label), fields(x, missing, random)).toList();
    }

    /** With at most one position that is not known. */
    private static List<String> ranked(SplittableRandom random, boolean missing, boolean partial) {
        double[] x = features(random);
        double[] worths = {x[0], -x[0], x[1], -x[1]};
        Ranking ranking = Ranking.byScores(IntStream.range(0, LABELS.size())
                .mapToDouble(label -> worths[label] + 0.3 * random.nextDouble(-1, 1))
                .toArray());
        int unknown = partial ? random.nextInt(2 * LABELS.size()) : -1;
        return Stream.concat(
                        fields(x, missing, random),
                        IntStream.range(0, LABELS.size())
                                .mapToObj(label ->
                                        label == unknown ? "" : Integer.toString(1 + ranking.positionOf(label))))
                .toList();
    }

    /** Sixty-fourths from −1 to 1, which text and floats hold exactly. */
    private static double[] features(SplittableRandom random) {
        return random.ints(FEATURES.size(), -64, 65).mapToDouble(i -> i / 64.0).toArray();
    }

    private static Stream<String> fields(double[] x, boolean missing, SplittableRandom random) {
        return IntStream.range(0, x.length)
                .mapToObj(j -> missing && random.nextInt(10) == 0 ? "" : Double.toString(x[j]))
                .toList()
                .stream();
    }

    private static double worth(double[] x, SplittableRandom random) {
        return x[0] - x[1] + 0.5 * random.nextDouble(-1, 1);
    }

    /** Labels by which no two predictions can be told apart. */
    Table withoutLabels(Table table) {
        return task instanceof LabelRankingTask
                ? table.with(LABELS.subList(1, LABELS.size()), position -> "")
                : table.with(answers(), label -> "0");
    }

    /** The opposite labels. */
    Table reversed(Table table) {
        if (task instanceof ClassTask<?> classes) {
            List<String> names = IntStream.range(0, classes.loss().classes())
                    .mapToObj(classes.loss()::className)
                    .toList();
            return table.with(List.of("label"), name -> names.get(names.size() - 1 - names.indexOf(name)));
        }
        if (task instanceof CostTask) {
            return table.with(COSTS_OF_ROWS, cost -> Double.toString(8 - Double.parseDouble(cost)));
        }
        return task instanceof LabelRankingTask
                ? table.with(
                        LABELS,
                        position -> position.isEmpty()
                                ? ""
                                : Integer.toString(LABELS.size() + 1 - Integer.parseInt(position)))
                : table.with(List.of("label"), grade -> Integer.toString(3 - Integer.parseInt(grade)));
    }

    /** What the task is judged by, of a model's predictions on a file, in a plain loop or by an evaluator of rankings. */
    public double mean(Predictor predictor, Table table, Path file) {
        if (predictor instanceof Classifier classifier) {
            double sum = 0;
            for (Table.Entry entry : table.entries()) {
                sum += entry.weight()
                        * cost(classifier, classifier.loss(), entry.rows().get(0));
            }
            return sum / table.weight();
        }
        if (predictor instanceof CostPredictor costs) {
            double sum = 0;
            for (Table.Entry entry : table.entries()) {
                List<String> row = entry.rows().get(0);
                int predicted = COSTS_OF_ROWS.indexOf("cost_" + costs.predict(values(row, 0)));
                sum += entry.weight() * Double.parseDouble(row.get(FEATURES.size() + predicted));
            }
            return sum / table.weight();
        }
        RankingPredictor ranker = predictor.as(RankingPredictor.class).orElseThrow();
        return new Evaluator(List.of(ranker.measure().orElseThrow()), ReadOptions.defaults())
                .rankers(ranker.judged(source(file, 1)), List.of("model"), List.of(ranker::scores))
                .runs()
                .get(0)
                .mean(0);
    }

    private static float[] values(List<String> row, int from) {
        float[] x = new float[FEATURES.size()];
        for (int j = 0; j < x.length; j++) {
            x[j] = row.get(from + j).isEmpty() ? Float.NaN : Float.parseFloat(row.get(from + j));
        }
        return x;
    }

    private static <T> double cost(Classifier classifier, ClassLoss<T> loss, List<String> row) {
        String predicted = classifier.predict(values(row, 1));
        T prediction = loss.predictions().stream()
                .filter(t -> loss.predictionName(t).equals(predicted))
                .findFirst()
                .orElseThrow();
        int label = IntStream.range(0, loss.classes())
                .filter(y -> loss.className(y).equals(row.get(0)))
                .findFirst()
                .orElseThrow();
        return loss.given(label, prediction);
    }

    @Override
    public String toString() {
        return name;
    }
}
