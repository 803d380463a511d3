package io.plumbrank.bench;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.LetorWriter;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.FeatureLearner;
import io.plumbrank.learn.ForestLearner;
import io.plumbrank.learn.Learner;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.TreeLearner;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.AutoTrainer;
import io.plumbrank.model.ClassTask;
import io.plumbrank.model.Classifier;
import io.plumbrank.model.ItemTask;
import io.plumbrank.model.LabelRankingTask;
import io.plumbrank.model.Model;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.Trainer;
import io.plumbrank.model.Training;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.theory.AmbiguousSearch;
import io.plumbrank.theory.KnownProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code auto} beside each single kind of model, and beside XGBoost's {@code rank:ndcg} at its defaults, on data that chose nothing.
 * Values are means of NDCG@10, of minus the cost, or of Kendall's tau over ten nested folds; the last column is auto less the single
 * kind that turned out best on the test data, per query or row, with its 95 % interval: that kind is known only in hindsight, so
 * that a little below 0 is what a perfect choice by validation shows too.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.ChoiceTable FOLDER [mq2008|lightgbm|demo|steps|labels|costs]…</pre>
 *
 * <p>The folder holds {@code mq2008}, {@code lightgbm-rank} and {@code label-ranking}; what is not there is skipped.
 */
public final class ChoiceTable {
    private static final MeasureSpec MEASURE = MeasureSpec.parse("ndcg@10");
    private static final QueryFeatures CONTEXT = new QueryFeatures(false, List.of(Context.Z, Context.RANK));
    private static final String PEER = "xgboost rank:ndcg";

    private final Path folder;

    private ChoiceTable(Path folder) {
        this.folder = folder;
    }

    /** See the class. */
    public static void main(String[] args) throws IOException {
        List<String> groups = args.length > 1
                ? List.of(args).subList(1, args.length)
                : List.of("mq2008", "lightgbm", "demo", "steps", "labels", "costs");
        ChoiceTable table = new ChoiceTable(Path.of(args[0]));
        System.out.println("| set | auto chose | auto | single kinds | peer | auto less the best | seconds |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
        for (String group : groups) {
            switch (group) {
                case "mq2008" -> table.mq2008();
                case "lightgbm" -> table.lightgbm();
                case "demo" -> table.demo();
                case "steps" -> table.steps();
                case "labels" -> table.labels();
                case "costs" -> table.costs();
                default -> throw new IllegalArgumentException("no group " + group);
            }
        }
    }

    /** Train, validation and test. */
    private record Split(List<Query> train, List<Query> valid, List<Query> test) {}

    private void mq2008() throws IOException {
        Path parts = folder.resolve("mq2008");
        if (!Files.isDirectory(parts)) {
            System.out.println("SKIPPED: no " + parts);
            return;
        }
        List<List<Query>> all = new ArrayList<>();
        for (int part = 1; part <= 5; part++) {
            all.add(QuerySource.of(parts.resolve("S" + part + ".txt")).load().queries());
        }
        List<Split> splits = new ArrayList<>();
        for (int fold = 0; fold < 5; fold++) {
            List<Query> train = new ArrayList<>();
            for (int part = 0; part < 3; part++) {
                train.addAll(all.get((fold + part) % 5));
            }
            splits.add(new Split(train, all.get((fold + 3) % 5), all.get((fold + 4) % 5)));
        }
        items("MQ2008, 5 folds", splits);
    }

    private void lightgbm() throws IOException {
        Path data = folder.resolve("lightgbm-rank");
        if (!Files.isDirectory(data)) {
            System.out.println("SKIPPED: no " + data);
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
        Path letor = Files.createTempFile("rank", ".txt");
        try {
            Files.write(letor, text);
            return QuerySource.of(letor).load().queries();
        } finally {
            Files.delete(letor);
        }
    }

    private void demo() throws IOException {
        KnownProblem problem = new AmbiguousSearch(1, 20);
        SplittableRandom users = new SplittableRandom(1).split();
        items(
                "demo",
                List.of(new Split(
                        KnownProblem.judged(problem.next(1500), users).queries(),
                        KnownProblem.judged(problem.next(500), users).queries(),
                        KnownProblem.judged(problem.next(1000), users).queries())));
    }

    /** Grades that depend on products of features, so that no linear function ranks by them. */
    private void steps() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        items("non-linear", List.of(new Split(steps(300, random), steps(100, random), steps(500, random))));
    }

    private static List<Query> steps(int count, SplittableRandom random) {
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

    private static void items(String name, List<Split> splits) throws IOException {
        ItemTask task = ItemTask.of(MEASURE);
        ItemTask ofTrees = task.withSurrogates(Surrogates.parse("squared"));
        Map<String, Trainer> singles = new LinkedHashMap<>();
        singles.put("linear", Trainer.of(task));
        singles.put("linear with z,rank", Trainer.of(task.withView(CONTEXT)));
        singles.put("trees", Trainer.of(ofTrees).withLearner(new TreeLearner()));
        singles.put("trees with z,rank", Trainer.of(ofTrees.withView(CONTEXT)).withLearner(new TreeLearner()));
        Map<String, List<Double>> values = new LinkedHashMap<>();
        List<String> chosen = new ArrayList<>();
        double seconds = 0;
        for (Split split : splits) {
            QuerySource train = QuerySource.of(split.train);
            QuerySource valid = QuerySource.of(split.valid);
            long start = System.nanoTime();
            Model auto = AutoTrainer.of(task).train(train, valid).model();
            seconds += (System.nanoTime() - start) / 1e9;
            chosen.add(auto.provenance().choice().orElseThrow().chosen().name());
            add(values, "auto", split.test, auto.ranker()::scores);
            for (Map.Entry<String, Trainer> single : singles.entrySet()) {
                Ranker ranker = single.getValue().train(train, valid).model().ranker();
                add(values, single.getKey(), split.test, ranker::scores);
            }
            add(values, PEER, split.test, peer(split));
        }
        print(name, String.join(" / ", chosen), values, seconds);
    }

    private static Function<Query, double[]> peer(Split split) throws IOException {
        Path train = Files.createTempFile("train", ".txt");
        Path valid = Files.createTempFile("valid", ".txt");
        try {
            LetorWriter.write(train, new Dataset(split.train));
            LetorWriter.write(valid, new Dataset(split.valid));
            return XgboostRanker.train(train, valid, true);
        } finally {
            Files.delete(train);
            Files.delete(valid);
        }
    }

    private static void add(
            Map<String, List<Double>> values, String name, List<Query> test, Function<Query, double[]> scores) {
        List<Double> own = values.computeIfAbsent(name, key -> new ArrayList<>());
        for (Query query : test) {
            own.add(MEASURE.measure().evaluate(Judgements.of(query).rankedBy(scores.apply(query))));
        }
    }

    /** Costs of three generated problems: one that is linear, one of products, and one of ten classes in an order. */
    private void costs() {
        costs("costs, linear", 3, (x, k) -> 2 * x[k]);
        costs("costs, products", 3, (x, k) -> 3 * x[k] * x[(k + 1) % 3]);
        costs("costs, ten in order", 10, (x, k) -> -Math.abs(k - 5 - 4 * x[0] * Math.signum(x[1])));
    }

    /** The logit of a class. */
    private interface Logit {
        double of(float[] x, int label);
    }

    private static void costs(String name, int classes, Logit logit) {
        double[][] costs = new double[classes][classes];
        for (int y = 0; y < classes; y++) {
            for (int t = 0; t < classes; t++) {
                costs[y][t] = y == t ? 0 : y < t ? t - y : 3 * (y - t);
            }
        }
        SplittableRandom random = new SplittableRandom(classes);
        ClassTask<?> task = new ClassTask<>(MatrixLoss.of(LossMatrix.of(costs)), List.of(ClassSurrogate.values()));
        QuerySource train = QuerySource.of(rows(500, classes, logit, random));
        List<Query> test = rows(3000, classes, logit, random);
        Map<String, List<? extends Learner>> singles = new LinkedHashMap<>();
        singles.put("linear", List.of(FeatureLearner.linear()));
        singles.put("fourier", List.of(FeatureLearner.fourier(500)));
        singles.put("trees", List.of(new TreeLearner()));
        singles.put("forest", ForestLearner.toChooseFrom(Map.of(), true));
        long start = System.nanoTime();
        Model auto = AutoTrainer.of(task).train(train).model();
        double seconds = (System.nanoTime() - start) / 1e9;
        Map<String, List<Double>> values = new LinkedHashMap<>();
        values.put("auto", costs(auto, test, costs));
        singles.forEach((each, learners) -> {
            Model model = Trainer.of(task).withLearners(learners).train(train).model();
            values.put(each, costs(model, test, costs));
        });
        print(name, auto.provenance().choice().orElseThrow().chosen().name(), values, seconds);
    }

    private static List<Double> costs(Model model, List<Query> test, double[][] costs) {
        List<Double> all = new ArrayList<>();
        Classifier classifier = model.classifier();
        for (Query row : test) {
            float[] x = new float[row.featureCount()];
            row.featuresInto(0, x);
            int predicted = classifier.predictionNames().indexOf(classifier.predict(x));
            all.add(-costs[(int) row.label(0)][predicted]);
        }
        return all;
    }

    private static List<Query> rows(int count, int classes, Logit logit, SplittableRandom random) {
        List<Query> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            float[] x = new float[5];
            for (int j = 0; j < 5; j++) {
                x[j] = (float) random.nextDouble(-1, 1);
            }
            int best = 0;
            double most = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < classes; k++) {
                // the largest of logits with Gumbel noise is a draw from their softmax
                double noisy = logit.of(x, k) - Math.log(-Math.log(random.nextDouble()));
                best = noisy > most ? k : best;
                most = Math.max(most, noisy);
            }
            rows.add(Query.of("r" + row, new double[] {best}, new float[][] {x}));
        }
        return rows;
    }

    private void labels() throws IOException {
        Path sets = folder.resolve("label-ranking");
        if (!Files.isDirectory(sets)) {
            System.out.println("SKIPPED: no " + sets);
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(sets)) {
            files = all.filter(QuerySource::isCsv).sorted().toList();
        }
        LabelRankingTask task = LabelRankingTask.of(MeasureSpec.parse("kendall"), "L");
        Map<String, List<? extends Learner>> singles = new LinkedHashMap<>();
        singles.put("linear", List.of(FeatureLearner.linear()));
        singles.put("fourier", FeatureLearner.fouriers(500));
        singles.put("kernel", FeatureLearner.kernels(500));
        singles.put("forest", ForestLearner.toChooseFrom(Map.of(), true));
        for (Path file : files) {
            ReadOptions options = ReadOptions.defaults().withLabels(Labels.ignored());
            QuerySource data = QuerySource.of(file, CsvColumns.defaults().withRanking("L"), Grouping.ROW, options);
            long start = System.nanoTime();
            Training auto = AutoTrainer.of(task)
                    .withSettings(AutoTrainer.of(task).settings().withFolds(10))
                    .train(data);
            double seconds = (System.nanoTime() - start) / 1e9;
            Map<String, List<Double>> values = new LinkedHashMap<>();
            values.put("auto", List.of(auto.valid().measure()));
            singles.forEach((name, learners) -> values.put(
                    name,
                    List.of(Trainer.of(task)
                            .withSettings(AutoTrainer.of(task).settings().withFolds(10))
                            .withLearners(learners)
                            .train(data)
                            .valid()
                            .measure())));
            print(
                    file.getFileName().toString().replace(".csv", ""),
                    auto.model().provenance().choice().orElseThrow().chosen().name(),
                    values,
                    seconds);
        }
    }

    private static void print(String set, String chosen, Map<String, List<Double>> values, double seconds) {
        Map<String, List<Double>> singles = new LinkedHashMap<>(values);
        singles.keySet().removeAll(List.of("auto", PEER));
        List<Double> auto = values.getOrDefault("auto", List.of());
        List<Double> peer = values.getOrDefault(PEER, List.of());
        List<Double> best = singles.values().stream()
                .max((a, b) -> Double.compare(mean(a), mean(b)))
                .orElseThrow();
        String each = singles.entrySet().stream()
                .map(single -> single.getKey() + " " + fixed(mean(single.getValue())))
                .reduce((a, b) -> a + ", " + b)
                .orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %.0f |%n",
                set,
                chosen,
                fixed(mean(auto)),
                each,
                peer.isEmpty() ? "" : fixed(mean(peer)) + ", auto " + difference(auto, peer),
                difference(auto, best),
                seconds);
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(value -> value).average().orElseThrow();
    }

    /** The mean of paired differences, with its 95 % interval where there are several. */
    private static String difference(List<Double> one, List<Double> other) {
        List<Double> differences = IntStream.range(0, one.size())
                .mapToObj(i -> one.get(i) - other.get(i))
                .toList();
        double mean = mean(differences);
        int n = differences.size();
        double variance =
                differences.stream().mapToDouble(d -> (d - mean) * (d - mean)).sum() / (n - 1.0);
        return n < 2
                ? String.format(Locale.ROOT, "%+.4f", mean)
                : String.format(Locale.ROOT, "%+.4f ± %.4f", mean, 1.96 * Math.sqrt(variance / n));
    }
}
