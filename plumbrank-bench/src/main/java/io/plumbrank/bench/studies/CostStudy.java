package io.plumbrank.bench.studies;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Generated cost problems, data by cost matrix: the mean cost on test rows of what is chosen by validated cost among our models with both
 * surrogates, against what people do: probabilities by logistic regression, XGBoost's forest and XGBoost's boosting, and then the
 * cheapest prediction. Prints a Markdown table, and the mean of the ratio to the best peer.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.CostStudy [SEEDS [FILE [product]]]</pre>
 *
 * FILE keeps the lines that are done, so that a run that was stopped goes on. With {@code product}, auto is what {@link Trainer<?>}
 * chooses, the default of {@code train}, in place of the least validated cost among four small models.
 */
public final class CostStudy {
    static final int TRAIN = 300;
    static final int VALID = 150;
    static final int TEST = 2000;

    private CostStudy() {}

    /** Training, validation and test rows one after another. */
    record Rows(float[][] x, int[] labels) {
        QuerySource source(int from, int to) {
            List<Query> queries = new ArrayList<>();
            for (int i = from; i < to; i++) {
                queries.add(Query.of(Integer.toString(i), new double[] {labels[i]}, new float[][] {x[i]}));
            }
            return QuerySource.of(queries);
        }

        DMatrix matrix(int from, int to) throws XGBoostError {
            float[] flat = new float[(to - from) * x[0].length];
            float[] own = new float[to - from];
            for (int i = from; i < to; i++) {
                System.arraycopy(x[i], 0, flat, (i - from) * x[0].length, x[0].length);
                own[i - from] = labels[i];
            }
            DMatrix matrix = new DMatrix(flat, to - from, x[0].length, Float.NaN);
            matrix.setLabel(own);
            return matrix;
        }
    }

    public static void main(String[] args) throws XGBoostError, IOException {
        int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        Path file = args.length > 1 ? Path.of(args[1]) : null;
        boolean product = args.length > 2 && args[2].equals("product");
        Map<String, String> done = new HashMap<>();
        if (file != null && Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                done.put(line.substring(0, line.indexOf('\t')), line.substring(line.indexOf('\t') + 1));
            }
        }
        System.out.println(
                "| data | classes | costs | auto | logistic regression | forest | boosting | auto/best | chose |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        List<Double> ratios = new ArrayList<>();
        List<Double> many = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            for (String data : List.of("linear", "rings", "mixture", "checks")) {
                for (int classes : List.of(3, 5, 30)) {
                    Peers peers = null;
                    for (String costs : List.of("zero-one", "random", "ordinal", "squared")) {
                        String key = "| " + data + " | " + classes + " | " + costs + " |";
                        String known = done.get(seed + key);
                        if (known == null) {
                            peers = peers == null ? Peers.of(data, classes, seed) : peers;
                            double[][] matrix =
                                    costs(costs, classes, new SplittableRandom(seed + costs.hashCode() + classes));
                            known = cell(peers, matrix, product);
                            if (file != null) {
                                Files.writeString(
                                        file,
                                        seed + key + "\t" + known + "\n",
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.APPEND);
                            }
                        }
                        System.out.println(key + known);
                        double ratio = Double.parseDouble(known.split("\\|", -1)[4].strip());
                        ratios.add(ratio);
                        if (classes > 5) {
                            many.add(ratio);
                        }
                    }
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nauto over the best peer, %d cells: mean %.4f; with many classes, %d cells: mean %.4f%n",
                ratios.size(),
                mean(ratios),
                many.size(),
                mean(many));
    }

    /** Data, and what trees of XGBoost make of them. */
    private record Peers(Rows rows, float[][] forest, float[][] boosting) {
        static Peers of(String data, int classes, int seed) throws XGBoostError {
            Rows rows = drawn(data, classes, new SplittableRandom(31L * seed + data.hashCode() + 7L * classes));
            return new Peers(rows, boosted(rows, classes, true), boosted(rows, classes, false));
        }
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** What {@code auto} may choose from, each with both surrogates; smaller than the defaults, for a study of many cells. */
    static List<Learner> learners() {
        return List.of(
                FeatureLearner.linear(),
                FeatureLearner.fourier(100),
                new TreeLearner(Map.of(TreeLearner.ENGINE, "own", "max_depth", "3", "eta", "0.1", "num_round", "150")),
                new ForestLearner(Map.of("min_child_weight", "3", "num_round", "50")));
    }

    private static String cell(Peers peers, double[][] costs, boolean product) {
        Rows rows = peers.rows();
        QuerySource train = rows.source(0, TRAIN);
        QuerySource valid = rows.source(TRAIN, TRAIN + VALID);
        Training<?> auto = product
                ? Trainer.of(task(costs, List.of(ClassSurrogate.values()))).train(train.loaded(), valid.loaded())
                : train(costs, List.of(ClassSurrogate.values()), learners(), train, valid);
        Training<?> plugIn =
                train(costs, List.of(ClassSurrogate.LOGISTIC), List.of(FeatureLearner.linear()), train, valid);
        double own = cost(auto.predictor().as(Classifier.class).orElseThrow(), rows, costs);
        double logistic = cost(plugIn.predictor().as(Classifier.class).orElseThrow(), rows, costs);
        double forest = cost(peers.forest(), rows, costs);
        double boosting = cost(peers.boosting(), rows, costs);
        double best = Math.min(logistic, Math.min(forest, boosting));
        return String.format(
                Locale.ROOT,
                " %.4f | %.4f | %.4f | %.4f | %.3f | %s, %s |",
                own,
                logistic,
                forest,
                boosting,
                own / best,
                auto.chosen().learner().replaceAll("\\(.*", ""),
                auto.chosen().surrogate());
    }

    private static Training<?> train(
            double[][] costs,
            List<ClassSurrogate> surrogates,
            List<Learner> learners,
            QuerySource train,
            QuerySource valid) {
        return Trainer.of(task(costs, surrogates)).withLearners(learners).train(train, valid);
    }

    private static ClassTask<Integer> task(double[][] costs, List<ClassSurrogate> surrogates) {
        return new ClassTask<>(MatrixLoss.of(LossMatrix.of(costs)), surrogates);
    }

    private static double cost(Classifier classifier, Rows rows, double[][] costs) {
        double sum = 0;
        for (int i = TRAIN + VALID; i < TRAIN + VALID + TEST; i++) {
            sum += costs[rows.labels[i]][Integer.parseInt(classifier.predict(rows.x[i])) - 1];
        }
        return sum / TEST;
    }

    private static double cost(float[][] probabilities, Rows rows, double[][] costs) {
        double sum = 0;
        for (int i = 0; i < TEST; i++) {
            float[] p = probabilities[i];
            int best = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int t = 0; t < costs[0].length; t++) {
                int prediction = t;
                double expected = IntStream.range(0, p.length)
                        .mapToDouble(y -> p[y] * costs[y][prediction])
                        .sum();
                if (expected < least) {
                    least = expected;
                    best = t;
                }
            }
            sum += costs[rows.labels[TRAIN + VALID + i]][best];
        }
        return sum / TEST;
    }

    /** XGBoost's softmax: a forest of 200 trees in one round, or up to 300 rounds stopped by log-loss. */
    private static float[][] boosted(Rows rows, int classes, boolean forest) throws XGBoostError {
        Map<String, Object> settings = new HashMap<>();
        settings.put("objective", "multi:softprob");
        settings.put("eval_metric", "mlogloss");
        settings.put("num_class", classes);
        settings.put("seed", 1);
        settings.put("verbosity", 0);
        if (forest) {
            settings.put("num_parallel_tree", classes > 5 ? 50 : 200);
            settings.put("subsample", 0.632);
            settings.put("colsample_bynode", 0.5);
            settings.put("eta", 1);
            settings.put("max_depth", 12);
        } else {
            settings.put("eta", 0.1);
            settings.put("max_depth", 3);
        }
        DMatrix train = rows.matrix(0, TRAIN);
        DMatrix valid = rows.matrix(TRAIN, TRAIN + VALID);
        Booster booster = XGBoost.train(
                train, settings, forest ? 1 : 300, Map.of("valid", valid), null, null, null, forest ? 0 : 20);
        String best = forest ? null : booster.getAttr("best_iteration");
        DMatrix test = rows.matrix(TRAIN + VALID, TRAIN + VALID + TEST);
        return best == null ? booster.predict(test) : booster.predict(test, false, Integer.parseInt(best) + 1);
    }

    /** @param data linear, rings, mixture or checks */
    static Rows drawn(String data, int classes, SplittableRandom random) {
        int count = TRAIN + VALID + TEST;
        int features = 6;
        float[][] x = new float[count][features];
        int[] labels = new int[count];
        double[][] weights = new double[classes][features];
        for (double[] row : weights) {
            for (int j = 0; j < features; j++) {
                row[j] = gaussian(random);
            }
        }
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < features; j++) {
                x[i][j] = (float) gaussian(random);
            }
            double[] u = new double[classes];
            for (int y = 0; y < classes; y++) {
                u[y] = score(data, x[i], weights[y], y, classes);
            }
            labels[i] = drawn(u, random);
        }
        return new Rows(x, labels);
    }

    /** The log-odds of a class. */
    private static double score(String data, float[] x, double[] weights, int label, int classes) {
        double product = 0;
        double distance = 0;
        for (int j = 0; j < x.length; j++) {
            product += weights[j] * x[j];
            distance += (x[j] - weights[j]) * (x[j] - weights[j]);
        }
        double place = (label + 0.5) / classes;
        return switch (data) {
            case "linear" -> product;
            case "rings" -> -Math.pow(classes * (1 - Math.exp(-0.25 * (x[0] * x[0] + x[1] * x[1])) - place), 2);
            case "mixture" -> -0.7 * distance;
            default -> -Math.pow(classes * (0.5 + 0.5 * Math.sin(2 * x[0]) * Math.cos(2 * x[1]) - place), 2) / 2;
        };
    }

    private static int drawn(double[] u, SplittableRandom random) {
        double largest =
                IntStream.range(0, u.length).mapToDouble(y -> u[y]).max().orElseThrow();
        double sum = 0;
        for (int y = 0; y < u.length; y++) {
            u[y] = Math.exp(u[y] - largest);
            sum += u[y];
        }
        double point = random.nextDouble() * sum;
        for (int y = 0; y < u.length - 1; y++) {
            point -= u[y];
            if (point < 0) {
                return y;
            }
        }
        return u.length - 1;
    }

    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    /** @param kind zero-one, random, ordinal or squared */
    static double[][] costs(String kind, int classes, SplittableRandom random) {
        double[][] costs = new double[classes][classes];
        for (int y = 0; y < classes; y++) {
            for (int t = 0; t < classes; t++) {
                double apart = (double) Math.abs(y - t) / (classes - 1);
                costs[y][t] = y == t
                        ? 0
                        : switch (kind) {
                            case "zero-one" -> 1;
                            case "random" -> Math.pow(10, 2 * random.nextDouble()) / 10;
                            case "ordinal" -> y > t ? 5 * apart : apart;
                            default -> apart * apart;
                        };
            }
        }
        return costs;
    }
}
