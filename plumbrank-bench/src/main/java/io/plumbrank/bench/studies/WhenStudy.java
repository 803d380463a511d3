package io.plumbrank.bench.studies;

import io.plumbrank.bench.rows.Paired;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * When a calibrated target wins, and when not, on generated data with the same features on both sides; prints a Markdown table with
 * paired differences and their 95 % intervals.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.WhenStudy rankers|costs [SEED]</pre>
 *
 * <p>{@code rankers}: boosted trees by two calibrated surrogates of NDCG@10, and by RankNet, which is not calibrated, beside LightGBM's
 * {@code lambdarank} and XGBoost's {@code rank:ndcg} at their defaults, all stopped on the same validation queries. {@code costs}: linear models and boosted trees, each by
 * least squares on the dimensions of the loss and by log-loss with the cheapest expected cost after it, which is the plug-in rule; and
 * XGBoost's probabilities with that rule.
 */
public final class WhenStudy {
    private static final MeasureSpec MEASURE = MeasureSpec.parse("ndcg@10");
    private static final int ITEMS = 15;
    private static final int FEATURES = 6;
    private static final int TEST = 1000;

    private WhenStudy() {}

    public static void main(String[] args) throws IOException {
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        switch (args[0]) {
            case "rankers" -> rankers(seed);
            case "costs" -> costs(seed);
            default -> throw new IllegalArgumentException("rankers or costs, not " + args[0]);
        }
    }

    private static void rankers(long seed) throws IOException {
        System.out.println(
                "| labels | truth | queries | trees, squared | trees, pairwise-logistic | trees, ranknet | LightGBM | XGBoost"
                        + " | squared less LightGBM | pairwise-logistic less LightGBM |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (String labels : List.of("sure", "noisy", "rare")) {
            for (boolean products : new boolean[] {false, true}) {
                for (int queries : new int[] {50, 500}) {
                    SplittableRandom random = new SplittableRandom(seed);
                    List<Query> train = queries(queries, labels, products, random);
                    List<Query> valid = queries(Math.max(50, queries / 2), labels, products, random);
                    List<Query> test = queries(TEST, labels, products, random);
                    List<List<Double>> all = new ArrayList<>();
                    for (String surrogate : List.of("squared", "pairwise-logistic", "ranknet")) {
                        Ranker own = Trainer.of(ItemTask.of(MEASURE).withSurrogates(Surrogates.parse(surrogate)))
                                .withLearner(new TreeLearner())
                                .train(QuerySource.of(train), QuerySource.of(valid))
                                .model()
                                .predictor()
                                .as(Ranker.class)
                                .orElseThrow();
                        all.add(values(test, own::scores));
                    }
                    Map<String, double[]> scores = ChoicePeers.rankers(train, valid, test);
                    for (String peer : List.of("LightGBM", "XGBoost")) {
                        double[] each = scores.getOrDefault(peer, new double[0]);
                        int[] at = {0};
                        all.add(values(test, query -> {
                            at[0] += query.size();
                            return Arrays.copyOfRange(each, at[0] - query.size(), at[0]);
                        }));
                    }
                    System.out.printf(
                            Locale.ROOT,
                            "| %s | %s | %d | %.4f | %.4f | %.4f | %.4f | %.4f | %s | %s |%n",
                            labels,
                            products ? "products" : "linear",
                            queries,
                            Paired.mean(all.get(0)),
                            Paired.mean(all.get(1)),
                            Paired.mean(all.get(2)),
                            Paired.mean(all.get(3)),
                            Paired.mean(all.get(4)),
                            Paired.of(all.get(0), all.get(3)).text(),
                            Paired.of(all.get(1), all.get(3)).text());
                }
            }
        }
    }

    /**
     * Grades of items.
     *
     * @param labels sure: the truth, rounded; noisy: with noise as large as the truth; rare: an item is good enough for everybody, or of no
     *     use to most and excellent for few, how few the truth says
     */
    private static List<Query> queries(int count, String labels, boolean products, SplittableRandom random) {
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            float[][] x = new float[ITEMS][FEATURES];
            double[] grades = new double[ITEMS];
            for (int i = 0; i < ITEMS; i++) {
                for (int j = 0; j < FEATURES; j++) {
                    x[i][j] = (float) random.nextDouble(-1, 1);
                }
                double truth = products
                        ? 2.5 * x[i][0] * x[i][1] + Math.sin(3 * x[i][2])
                        : 1.2 * x[i][0] - 0.8 * x[i][1] + 0.5 * x[i][2];
                grades[i] = switch (labels) {
                    case "sure" -> grade(truth);
                    case "noisy" -> grade(truth + random.nextDouble(-2.5, 2.5));
                    default -> x[i][5] > 0 ? 1 : random.nextDouble() < 0.4 / (1 + Math.exp(-2 * truth)) ? 4 : 0;
                };
            }
            queries.add(Query.of("q" + q, grades, x));
        }
        return queries;
    }

    private static double grade(double value) {
        return Math.max(0, Math.min(4, Math.rint(1 + 1.5 * value)));
    }

    private static List<Double> values(List<Query> test, Function<Query, double[]> scores) {
        return test.stream()
                .map(query -> MEASURE.measure().evaluate(Judgements.of(query).rankedBy(scores.apply(query))))
                .toList();
    }

    private static void costs(long seed) throws IOException {
        System.out.println(
                "| data | classes | costs | linear: squares, plug-in | trees: squares, plug-in | XGBoost, plug-in"
                        + " | linear: squares less plug-in | trees: squares less plug-in | trees, squares less XGBoost |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (String data : List.of("linear", "rings", "checks")) {
            for (int classes : new int[] {3, 30}) {
                CostStudy.Rows rows = CostStudy.drawn(
                        data, classes, new SplittableRandom(31L * seed + data.hashCode() + 7L * classes));
                float[][] test = Arrays.copyOfRange(rows.x(), CostStudy.TRAIN + CostStudy.VALID, rows.x().length);
                int fitted = CostStudy.TRAIN + CostStudy.VALID;
                float[] labels = new float[fitted];
                for (int row = 0; row < fitted; row++) {
                    labels[row] = rows.labels()[row];
                }
                double[][] probabilities = ChoicePeers.probabilities(
                                new ChoicePeers.Rows(Arrays.copyOf(rows.x(), fitted), labels), test, classes)
                        .getOrDefault("XGBoost", new double[0][]);
                for (String kind : List.of("zero-one", "ordinal", "random")) {
                    double[][] costs =
                            CostStudy.costs(kind, classes, new SplittableRandom(seed + kind.hashCode() + classes));
                    Map<String, List<Double>> values = new LinkedHashMap<>();
                    Map<String, Learner> learners =
                            Map.of("linear", FeatureLearner.linear(), "trees", new TreeLearner());
                    learners.forEach((name, learner) -> {
                        for (ClassSurrogate surrogate : ClassSurrogate.values()) {
                            values.put(name + surrogate, fitted(rows, costs, surrogate, learner));
                        }
                    });
                    List<Double> peer = new ArrayList<>();
                    for (int row = 0; row < test.length; row++) {
                        peer.add(costs[rows.labels()[fitted + row]][ChoiceTable.cheapest(probabilities[row], costs)]);
                    }
                    print(data + " | " + classes + " | " + kind, values, peer);
                }
            }
        }
    }

    private static void print(String what, Map<String, List<Double>> values, List<Double> peer) {
        List<List<Double>> all = new ArrayList<>();
        for (String model : List.of("linear", "trees")) {
            for (ClassSurrogate surrogate : List.of(ClassSurrogate.SQUARED, ClassSurrogate.LOGISTIC)) {
                all.add(values.getOrDefault(model + surrogate, List.of()));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.4f, %.4f | %.4f, %.4f | %.4f | %s | %s | %s |%n",
                what,
                Paired.mean(all.get(0)),
                Paired.mean(all.get(1)),
                Paired.mean(all.get(2)),
                Paired.mean(all.get(3)),
                Paired.mean(peer),
                Paired.of(all.get(0), all.get(1)).text(),
                Paired.of(all.get(2), all.get(3)).text(),
                Paired.of(all.get(2), peer).text());
    }

    /** Costs of test rows by a model that all rows before them made. */
    private static List<Double> fitted(
            CostStudy.Rows rows, double[][] costs, ClassSurrogate surrogate, Learner learner) {
        Classifier classifier = Trainer.of(new ClassTask<>(MatrixLoss.of(LossMatrix.of(costs)), List.of(surrogate)))
                .withLearner(learner)
                .train(rows.source(0, CostStudy.TRAIN + CostStudy.VALID))
                .model()
                .predictor()
                .as(Classifier.class)
                .orElseThrow();
        List<Double> values = new ArrayList<>();
        for (int row = CostStudy.TRAIN + CostStudy.VALID; row < rows.x().length; row++) {
            values.add(
                    costs[rows.labels()[row]][classifier.predictionNames().indexOf(classifier.predict(rows.x()[row]))]);
        }
        return values;
    }
}
