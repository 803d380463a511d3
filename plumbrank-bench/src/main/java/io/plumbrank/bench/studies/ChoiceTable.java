package io.plumbrank.bench.studies;

import io.plumbrank.bench.rows.RankingRows;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.theory.consistency.AmbiguousSearch;
import io.plumbrank.theory.consistency.KnownProblem;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code auto} beside each single kind of model, and beside XGBoost and LightGBM at their defaults ({@link ChoicePeers}), on data that
 * chose nothing. Values are means of NDCG@10, of minus the cost, or of Kendall's tau of five folds; see {@link ChoiceLines} for the last
 * columns.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.ChoiceTable FOLDER [mq2008|lightgbm|demo|nonlinear|labels|costs]…</pre>
 *
 * <p>The folder holds {@code mq2008}, {@code lightgbm-rank} and {@code label-ranking}; what is not there is skipped, and said.
 */
public final class ChoiceTable {
    private static final MeasureSpec MEASURE = MeasureSpec.parse("ndcg@10");
    private static final MeasureSpec TAU = MeasureSpec.parse("kendall");
    private static final QueryFeatures CONTEXT = new QueryFeatures(false, List.of(Context.Z, Context.RANK));
    private static final int FOLDS = 5;

    /** Rows of a set of label rankings at most. */
    private static final int MOST_ROWS = 1000;

    private final Path folder;
    private final ChoiceLines lines = new ChoiceLines();

    private ChoiceTable(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException {
        List<String> groups = args.length > 1
                ? List.of(args).subList(1, args.length)
                : List.of("mq2008", "lightgbm", "demo", "nonlinear", "labels", "costs");
        ChoiceTable table = new ChoiceTable(Path.of(args[0]));
        for (String group : groups) {
            switch (group) {
                case "mq2008" -> table.mq2008();
                case "lightgbm" -> table.lightgbm();
                case "demo" -> table.demo();
                case "nonlinear" -> table.nonlinear();
                case "labels" -> table.labels();
                case "costs" -> table.costs();
                default -> throw new IllegalArgumentException("no group " + group);
            }
        }
        table.lines.summary();
    }

    private static boolean isThere(Path set) {
        if (!Files.isDirectory(set)) {
            System.out.println("SKIPPED: no folder " + set);
            return false;
        }
        return true;
    }

    private record Split(List<Query> train, List<Query> valid, List<Query> test) {}

    private void mq2008() throws IOException {
        Path parts = folder.resolve("mq2008");
        if (!isThere(parts)) {
            return;
        }
        List<List<Query>> all = new ArrayList<>();
        for (int part = 1; part <= FOLDS; part++) {
            all.add(QuerySource.of(parts.resolve("S" + part + ".txt")).load().queries());
        }
        List<Split> splits = new ArrayList<>();
        for (int fold = 0; fold < FOLDS; fold++) {
            List<Query> train = new ArrayList<>();
            for (int part = 0; part < 3; part++) {
                train.addAll(all.get((fold + part) % FOLDS));
            }
            splits.add(new Split(train, all.get((fold + 3) % FOLDS), all.get((fold + 4) % FOLDS)));
        }
        items("MQ2008, five folds", splits);
    }

    private void lightgbm() throws IOException {
        Path data = folder.resolve("lightgbm-rank");
        if (!isThere(data)) {
            return;
        }
        List<Query> train = withQueries(data.resolve("rank.train"));
        int cut = train.size() * 3 / 4;
        items(
                "LightGBM's example",
                List.of(new Split(
                        train.subList(0, cut),
                        train.subList(cut, train.size()),
                        withQueries(data.resolve("rank.test")))));
    }

    /** SVMlight text whose queries are in another file, one size per line. */
    private static List<Query> withQueries(Path file) throws IOException {
        List<String> rows = Files.readAllLines(file);
        List<String> text = new ArrayList<>();
        int at = 0;
        int number = 0;
        for (String size : Files.readAllLines(Path.of(file + ".query"))) {
            number++;
            for (int i = Integer.parseInt(size.strip()); i > 0; i--) {
                text.add(rows.get(at++).replaceFirst(" ", " qid:" + number + " "));
            }
        }
        return ofText(text, ".txt", letor -> QuerySource.of(letor).load().queries());
    }

    /** What is read of lines as a file. */
    private static <T> T ofText(List<String> text, String suffix, Function<Path, T> reader) throws IOException {
        Path file = Files.createTempFile("choice", suffix);
        try {
            Files.write(file, text);
            return reader.apply(file);
        } finally {
            Files.delete(file);
        }
    }

    private void demo() throws IOException {
        KnownProblem problem = new AmbiguousSearch(1, 20);
        SplittableRandom users = new SplittableRandom(1).split();
        items(
                "the demo's data",
                List.of(new Split(
                        KnownProblem.judged(problem.next(1500), users).queries(),
                        KnownProblem.judged(problem.next(500), users).queries(),
                        KnownProblem.judged(problem.next(1000), users).queries())));
    }

    /** Grades that depend on products of features, so that no linear function ranks by them. */
    private void nonlinear() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        items(
                "non-linear items",
                List.of(new Split(nonlinear(300, random), nonlinear(100, random), nonlinear(500, random))));
    }

    private static List<Query> nonlinear(int count, SplittableRandom random) {
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            float[][] x = new float[15][6];
            double[] labels = new double[15];
            for (int i = 0; i < 15; i++) {
                for (int j = 0; j < 6; j++) {
                    x[i][j] = (float) random.nextDouble(-1, 1);
                }
                double truth = 2.5 * x[i][0] * x[i][1] + Math.sin(3 * x[i][2]) + random.nextDouble(-1, 1);
                labels[i] = Math.max(0, Math.min(4, Math.rint(1 + 1.5 * truth)));
            }
            queries.add(Query.of("q" + q, labels, x));
        }
        return queries;
    }

    private void items(String name, List<Split> splits) throws IOException {
        ItemTask task = ItemTask.of(MEASURE);
        ItemTask ofTrees = task.withSurrogates(Surrogates.parse("squared"));
        Map<String, Trainer> singles = new LinkedHashMap<>();
        singles.put("linear", Trainer.of(task).withLearner(FeatureLearner.linear()));
        singles.put("linear with z,rank", Trainer.of(task.withView(CONTEXT)).withLearner(FeatureLearner.linear()));
        singles.put("fourier", Trainer.of(task).withLearner(FeatureLearner.fourier(500)));
        singles.put("trees", Trainer.of(ofTrees).withLearner(new TreeLearner()));
        singles.put(
                "trees by pairwise-logistic",
                Trainer.of(task.withSurrogates(Surrogates.parse("pairwise-logistic")))
                        .withLearner(new TreeLearner()));
        singles.put("trees with z,rank", Trainer.of(ofTrees.withView(CONTEXT)).withLearner(new TreeLearner()));
        singles.put("forest", Trainer.of(ofTrees).withLearners(ForestLearner.toChooseFrom(Map.of(), false)));
        ChoiceLines.Line line = lines.line(name + ", " + splits.get(0).train.size() + " queries");
        for (Split split : splits) {
            QuerySource train = QuerySource.of(split.train);
            QuerySource valid = QuerySource.of(split.valid);
            Model auto = line.timed(() -> Trainer.of(task).train(train, valid).model());
            line.auto(auto, values(split.test, auto.predictor().as(Ranker.class).orElseThrow()::scores));
            singles.forEach((each, trainer) -> {
                Ranker ranker =
                        trainer.train(train, valid).predictor().as(Ranker.class).orElseThrow();
                line.single(each, values(split.test, ranker::scores));
            });
            ChoicePeers.rankers(split.train, split.valid, split.test).forEach((peer, scores) -> {
                int[] at = {0};
                line.peer(peer, values(split.test, query -> {
                    at[0] += query.size();
                    return Arrays.copyOfRange(scores, at[0] - query.size(), at[0]);
                }));
            });
        }
        lines.print(line);
    }

    private static List<Double> values(List<Query> test, Function<Query, double[]> scores) {
        return test.stream()
                .map(query -> MEASURE.measure().evaluate(Judgements.of(query).rankedBy(scores.apply(query))))
                .toList();
    }

    /** Costs of three generated problems: one that is linear, one of products, and one of ten classes in an order. */
    private void costs() throws IOException {
        costs("costs, linear", 3, (x, k) -> 2 * x[k]);
        costs("costs, products", 3, (x, k) -> 3 * x[k] * x[(k + 1) % 3]);
        costs("costs, ten in order", 10, (x, k) -> -Math.abs(k - 5 - 4 * x[0] * Math.signum(x[1])));
    }

    private interface Logit {
        double of(float[] x, int label);
    }

    private void costs(String name, int classes, Logit logit) throws IOException {
        double[][] costs = new double[classes][classes];
        for (int y = 0; y < classes; y++) {
            for (int t = 0; t < classes; t++) {
                costs[y][t] = y == t ? 0 : y < t ? t - y : 3 * (y - t);
            }
        }
        SplittableRandom random = new SplittableRandom(classes);
        ClassTask<?> task = new ClassTask<>(MatrixLoss.of(LossMatrix.of(costs)), List.of(ClassSurrogate.values()));
        ChoicePeers.Rows rows = rows(500, classes, logit, random);
        ChoicePeers.Rows test = rows(3000, classes, logit, random);
        QuerySource train = QuerySource.of(IntStream.range(0, rows.x().length)
                .mapToObj(row -> Query.of("r" + row, new double[] {rows.labels()[row]}, new float[][] {rows.x()[row]}))
                .toList());
        Map<String, List<? extends Learner>> singles = new LinkedHashMap<>();
        singles.put("linear", List.of(FeatureLearner.linear()));
        singles.put("fourier", List.of(FeatureLearner.fourier(500)));
        singles.put("kernel", List.of(FeatureLearner.kernel(500, 1), FeatureLearner.kernel(500, 4)));
        singles.put("trees", List.of(new TreeLearner()));
        singles.put("forest", ForestLearner.toChooseFrom(Map.of(), true));
        ChoiceLines.Line line = lines.line(name + ", 500 rows");
        Model auto = line.timed(() -> Trainer.of(task).train(train).model());
        line.auto(auto, costs(auto, test, costs));
        singles.forEach((each, learners) -> line.single(
                each, costs(Trainer.of(task).withLearners(learners).train(train).model(), test, costs)));
        ChoicePeers.probabilities(rows, test.x(), classes).forEach((peer, probabilities) -> {
            List<Double> values = new ArrayList<>();
            for (int row = 0; row < probabilities.length; row++) {
                values.add(-costs[(int) test.labels()[row]][cheapest(probabilities[row], costs)]);
            }
            line.peer(peer, values);
        });
        lines.print(line);
    }

    /** The prediction of least expected cost. */
    static int cheapest(double[] probabilities, double[][] costs) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int t = 0; t < costs[0].length; t++) {
            double expected = 0;
            for (int y = 0; y < probabilities.length; y++) {
                expected += probabilities[y] * costs[y][t];
            }
            if (expected < least) {
                least = expected;
                best = t;
            }
        }
        return best;
    }

    private static List<Double> costs(Model model, ChoicePeers.Rows test, double[][] costs) {
        List<Double> all = new ArrayList<>();
        Classifier classifier = model.predictor().as(Classifier.class).orElseThrow();
        for (int row = 0; row < test.x().length; row++) {
            int predicted = classifier.predictionNames().indexOf(classifier.predict(test.x()[row]));
            all.add(-costs[(int) test.labels()[row]][predicted]);
        }
        return all;
    }

    private static ChoicePeers.Rows rows(int count, int classes, Logit logit, SplittableRandom random) {
        float[][] x = new float[count][5];
        float[] labels = new float[count];
        for (int row = 0; row < count; row++) {
            for (int j = 0; j < 5; j++) {
                x[row][j] = (float) random.nextDouble(-1, 1);
            }
            double most = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < classes; k++) {
                // the largest of logits with Gumbel noise is a draw from their softmax
                double noisy = logit.of(x[row], k) - Math.log(-Math.log(random.nextDouble()));
                labels[row] = noisy > most ? k : labels[row];
                most = Math.max(most, noisy);
            }
        }
        return new ChoicePeers.Rows(x, labels);
    }

    private void labels() throws IOException {
        Path sets = folder.resolve("label-ranking");
        if (!isThere(sets)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(sets)) {
            files = all.filter(QuerySource::isCsv).sorted().toList();
        }
        for (Path file : files) {
            labels(file);
        }
    }

    /** Folds of every fifth row; what is chosen is chosen by the other rows alone. */
    private void labels(Path file) throws IOException {
        LabelRankingTask task = LabelRankingTask.of(TAU, "L");
        List<String> text = Files.readAllLines(file);
        LabelRankings known = LabelRankings.read(open(file), "L");
        int count = Math.min(MOST_ROWS, known.rows().size());
        List<Row> rows = known.rows().subList(0, count);
        ChoiceLines.Line line = lines.line(file.getFileName().toString().replace(".csv", "") + ", " + count + " rows");
        for (int fold = 0; fold < FOLDS; fold++) {
            int held = fold;
            IntPredicate tests = row -> row % FOLDS == held;
            List<Row> test =
                    IntStream.range(0, count).filter(tests).mapToObj(rows::get).toList();
            List<Row> train = IntStream.range(0, count)
                    .filter(tests.negate())
                    .mapToObj(rows::get)
                    .toList();
            fit(task, part(text, count, tests.negate()), part(text, count, tests), test, line);
            positions(train, test)
                    .forEach((peer, positions) -> line.peer(
                            peer,
                            IntStream.range(0, test.size())
                                    .mapToObj(row -> tau(
                                            test.get(row),
                                            Arrays.stream(positions[row])
                                                    .map(at -> -at)
                                                    .toArray()))
                                    .toList()));
        }
        lines.print(line);
    }

    /** The header and some rows of a file. */
    private static List<String> part(List<String> text, int count, IntPredicate rows) {
        return IntStream.rangeClosed(0, count)
                .filter(number -> number == 0 || rows.test(number - 1))
                .mapToObj(text::get)
                .toList();
    }

    /** What all kinds make of some lines; others are measured alone. */
    private static void fit(
            LabelRankingTask task, List<String> train, List<String> held, List<Row> test, ChoiceLines.Line line)
            throws IOException {
        Map<String, List<? extends Learner>> singles = LabelLearners.all();
        Path file = Files.createTempFile("choice", ".csv");
        Path other = Files.createTempFile("choice", ".csv");
        try {
            Files.write(file, train);
            Files.write(other, held);
            Model auto = line.timed(
                    () -> Trainer.of(task).train(open(file), open(other)).model());
            line.auto(auto, taus(test, auto.predictor().as(LabelRanker.class).orElseThrow()));
            singles.forEach((name, learners) -> {
                // validation rows would stop trees; the figure over folds in their place is not looked at, so few do
                Trainer<?> trainer = Trainer.of(task).withLearners(learners);
                Model model = name.equals("trees")
                        ? trainer.withSettings(trainer.settings().withFolds(2))
                                .train(open(file))
                                .model()
                        : trainer.train(open(file), open(other)).model();
                line.single(
                        name, taus(test, model.predictor().as(LabelRanker.class).orElseThrow()));
            });
        } finally {
            Files.delete(file);
            Files.delete(other);
        }
    }

    private static QuerySource open(Path file) {
        return Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    private static List<Double> taus(List<Row> test, LabelRanker ranker) {
        return test.stream()
                .map(row -> tau(row, ranker.rank(row.features()).asScores()))
                .toList();
    }

    private static double tau(Row row, double[] scores) {
        double[] grades = Arrays.stream(row.positions()).map(at -> -at).toArray();
        return TAU.measure().evaluate(JudgedList.ofScores(scores, grades));
    }

    /** What peers predict for the position of each label, fitted one by one. */
    private static Map<String, double[][]> positions(List<Row> train, List<Row> test) throws IOException {
        float[][] x = train.stream().map(Row::features).toArray(float[][]::new);
        float[][] asked = test.stream().map(Row::features).toArray(float[][]::new);
        int labels = train.get(0).positions().length;
        Map<String, double[][]> all = new LinkedHashMap<>();
        for (int l = 0; l < labels; l++) {
            int label = l;
            float[] own = RankingRows.floats(
                    train.stream().mapToDouble(row -> row.positions()[label]).toArray());
            ChoicePeers.numbers(new ChoicePeers.Rows(x, own), asked).forEach((peer, predicted) -> {
                double[][] positions = all.computeIfAbsent(peer, key -> new double[predicted.length][labels]);
                for (int row = 0; row < predicted.length; row++) {
                    positions[row][label] = predicted[row];
                }
            });
        }
        return all;
    }
}
