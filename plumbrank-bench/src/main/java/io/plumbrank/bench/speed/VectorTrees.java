package io.plumbrank.bench.speed;

import com.microsoft.ml.lightgbm.PredictionType;
import io.github.metarank.lightgbm4j.LGBMBooster;
import io.github.metarank.lightgbm4j.LGBMDataset;
import io.github.metarank.lightgbm4j.LGBMException;
import io.plumbrank.bench.rows.Medians;
import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import org.tribuo.regression.RegressionFactory;
import org.tribuo.regression.Regressor;
import org.tribuo.regression.rtree.CARTJointRegressionTrainer;

/**
 * Boosts trees on several outputs, by generated rows: 50 classes with a loss matrix of rank d, or rankings of labels by all pairs of
 * them. Our engine with all outputs in one tree, by a sketch and without, and with trees for each; the engine on XGBoost with trees for
 * each; XGBoost's {@code multi_output_tree} on our gradients; LightGBM with a booster for each; and one of Tribuo's joint trees. The
 * engines stop by the loss of other rows, LightGBM and {@code multi_output_tree} after as many rounds as the engine on XGBoost. Depth 4,
 * eta 0.05, one thread. Prints the processor seconds of the median of several runs, turn about, and the loss of what is decoded on fresh
 * rows, with its difference to the engine on XGBoost, paired by row.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.VectorTrees classes|rankings D_OR_LABELS ROWS FEATURES ROUNDS REPEATS [CONTENDER,…]</pre>
 *
 * A contender may be {@code own} with parameters of its own: {@code "own sketch=4 eta=0.1"}.
 */
public final class VectorTrees {
    private static final int CLASSES = 50;
    private static final String PEER = "XGBoost engine";

    private final boolean rankings;
    private final int labels;
    private final int inputs;
    private final int outputs;
    private final int rounds;
    private final double[][] encodings;
    private final double[][] decodings;
    private final Rows train;
    private final Rows valid;
    private final Rows fresh;
    private int peerRounds;

    /** Rows with the scores of their labels. */
    private record Rows(float[] x, double[][] labelScores, double[] targets) {}

    private VectorTrees(boolean rankings, int size, int rows, int inputs, int rounds) {
        this.rankings = rankings;
        this.inputs = inputs;
        this.rounds = rounds;
        labels = rankings ? size : CLASSES;
        outputs = rankings ? size * (size - 1) / 2 : size;
        SplittableRandom fixed = new SplittableRandom(7);
        encodings = matrix(fixed, CLASSES, outputs);
        decodings = matrix(fixed, CLASSES, outputs);
        SplittableRandom random = new SplittableRandom(1);
        train = rows(random, rows);
        valid = rows(random, Math.min(rows / 2, 1000));
        fresh = rows(random, Math.min(rows, 20_000));
    }

    private static double[][] matrix(SplittableRandom random, int rows, int columns) {
        double[][] matrix = new double[rows][];
        Arrays.setAll(matrix, i -> random.doubles(columns, -1, 1).toArray());
        return matrix;
    }

    private Rows rows(SplittableRandom random, int count) {
        double[][] mixture = matrix(new SplittableRandom(8), labels, 6);
        float[] x = new float[count * inputs];
        double[][] scores = new double[count][labels];
        double[] targets = new double[count * outputs];
        for (int row = 0; row < count; row++) {
            int at = row * inputs;
            for (int j = 0; j < inputs; j++) {
                x[at + j] = (float) random.nextDouble();
            }
            double[] hidden = {
                x[at] > 0.5 ? 1 : 0,
                Math.sin(6 * x[at + 1]),
                2 * x[at + 2] * x[at + 3],
                x[at + 4] > x[at + 5] ? 1 : -1,
                3 * Math.abs(x[at + 6] - 0.5),
                x[at + 7]
            };
            for (int label = 0; label < labels; label++) {
                scores[row][label] = random.nextDouble(-0.5, 0.5);
                for (int h = 0; h < hidden.length; h++) {
                    scores[row][label] += mixture[label][h] * hidden[h];
                }
            }
            System.arraycopy(encoded(scores[row]), 0, targets, row * outputs, outputs);
        }
        return new Rows(x, scores, targets);
    }

    private double[] encoded(double[] scores) {
        if (!rankings) {
            return encodings[largest(scores)];
        }
        double[] pairs = new double[outputs];
        int next = 0;
        for (int i = 0; i < labels; i++) {
            for (int j = i + 1; j < labels; j++) {
                pairs[next++] = scores[i] > scores[j] ? 1 : -1;
            }
        }
        return pairs;
    }

    private static int largest(double[] values) {
        return IntStream.range(0, values.length)
                .reduce((a, b) -> values[b] > values[a] ? b : a)
                .orElseThrow();
    }

    /** The loss of what is decoded from an output: that of the matrix, or the share of pairs that sums over pairs put wrongly. */
    private double loss(double[] labelScores, double[] u, int at) {
        if (!rankings) {
            double[] costs = new double[CLASSES];
            Arrays.setAll(costs, t -> {
                double sum = 0;
                for (int o = 0; o < outputs; o++) {
                    sum -= u[at + o] * decodings[t][o];
                }
                return sum;
            });
            double[] encoding = encodings[largest(labelScores)];
            double[] decoding = decodings[largest(costs)];
            return IntStream.range(0, outputs)
                    .mapToDouble(o -> encoding[o] * decoding[o])
                    .sum();
        }
        double[] sums = new double[labels];
        int next = at;
        for (int i = 0; i < labels; i++) {
            for (int j = i + 1; j < labels; j++, next++) {
                sums[i] += u[next];
                sums[j] -= u[next];
            }
        }
        double wrong = 0;
        for (int i = 0; i < labels; i++) {
            for (int j = i + 1; j < labels; j++) {
                wrong += (sums[i] > sums[j]) == (labelScores[i] > labelScores[j]) ? 0 : 1.0 / outputs;
            }
        }
        return wrong;
    }

    private double[] losses(Rows rows, double[] u) {
        double[] losses = new double[rows.labelScores.length];
        Arrays.setAll(losses, row -> loss(rows.labelScores[row], u, row * outputs));
        return losses;
    }

    private interface Contender {
        /** Boosts, and gives the scores of the fresh rows. */
        double[] fit() throws XGBoostError, LGBMException;
    }

    public static void main(String[] args) throws XGBoostError, LGBMException {
        int rows = Integer.parseInt(args[2]);
        VectorTrees bench = new VectorTrees(
                args[0].equals("rankings"),
                Integer.parseInt(args[1]),
                rows,
                Integer.parseInt(args[3]),
                Integer.parseInt(args[4]));
        System.out.printf(
                Locale.ROOT,
                "%s: %d rows, %d features, %d outputs, at most %d rounds, one thread, medians of %s%n",
                args[0],
                rows,
                bench.inputs,
                bench.outputs,
                bench.rounds,
                args[5]);
        bench.run(Integer.parseInt(args[5]), args.length > 6 ? List.of(args[6].split(",")) : List.of());
    }

    private void run(int repeats, List<String> wanted) throws XGBoostError, LGBMException {
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put(PEER, () -> engine(TreeEngine.XGBOOST, Map.of()));
        contenders.put("own", () -> engine(TreeEngine.OWN, Map.of()));
        for (String name : List.of("own sketch=0", "own multi=output")) {
            contenders.put(name, () -> engine(TreeEngine.OWN, parametersOf(name)));
        }
        contenders.put("XGBoost multi_output_tree", this::multiOutput);
        contenders.put("LightGBM", this::lightgbm);
        contenders.put("Tribuo joint tree", this::tribuo);
        wanted.stream()
                .filter(name -> name.startsWith("own "))
                .forEach(name -> contenders.put(name, () -> engine(TreeEngine.OWN, parametersOf(name))));
        if (!wanted.isEmpty()) {
            contenders.keySet().retainAll(wanted);
        }
        Map<String, double[]> seconds = new LinkedHashMap<>();
        Map<String, double[]> losses = new HashMap<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (Map.Entry<String, Contender> entry : contenders.entrySet()) {
                double start = Medians.processorSeconds();
                double[] scores = entry.getValue().fit();
                seconds.computeIfAbsent(entry.getKey(), name -> new double[repeats])[repeat] =
                        Medians.processorSeconds() - start;
                losses.put(entry.getKey(), losses(fresh, scores));
            }
        }
        double[] peer = losses.getOrDefault(PEER, new double[fresh.labelScores.length]);
        seconds.forEach((name, all) ->
                print(name, all, losses.getOrDefault(name, peer), peer, seconds.getOrDefault(PEER, all)));
    }

    /** Of a contender such as {@code own sketch=4 eta=0.1}. */
    private static Map<String, String> parametersOf(String contender) {
        return Arrays.stream(contender.split(" "))
                .skip(1)
                .map(word -> word.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static void print(String name, double[] all, double[] losses, double[] peer, double[] peerSeconds) {
        double[] off = new double[peer.length];
        Arrays.setAll(off, row -> losses[row] - peer[row]);
        double mean = Arrays.stream(off).average().orElse(0);
        double error =
                Math.sqrt(Arrays.stream(off).map(d -> (d - mean) * (d - mean)).sum() / off.length / (off.length - 1));
        System.out.printf(
                Locale.ROOT,
                "%-26s %8.2f s  %5.1f times as fast  loss %.4f, %+.4f ± %.4f%n",
                name,
                Medians.of(all),
                Medians.of(peerSeconds) / Medians.of(all),
                Arrays.stream(losses).average().orElse(0),
                mean,
                1.96 * error);
    }

    private double[] engine(String name, Map<String, String> more) {
        Map<String, String> parameters = new HashMap<>();
        parameters.put("num_round", Integer.toString(rounds));
        parameters.putAll(more);
        TreeProblem problem = TreeProblem.of(TreeRows.of(train.x, inputs), train.targets, outputs)
                .withParameters(parameters)
                .withValidation(
                        TreeRows.of(valid.x, inputs),
                        scores ->
                                -Arrays.stream(losses(valid, scores)).average().orElse(0));
        TreeFit fit = TreeEngines.find(name).fit(problem);
        if (name.equals(TreeEngine.XGBOOST)) {
            peerRounds = fit.rounds();
        }
        double[] scores = new double[fresh.targets.length];
        fit.ensemble().scoreInto(fresh.x, fresh.labelScores.length, scores);
        return scores;
    }

    private int fixedRounds() {
        return peerRounds == 0 ? rounds : peerRounds;
    }

    /** Labels have one dimension on the JVM; gradients may have two. */
    private double[] multiOutput() throws XGBoostError {
        int rows = train.labelScores.length;
        DMatrix data = new DMatrix(train.x, rows, inputs, Float.NaN);
        DMatrix other = new DMatrix(fresh.x, fresh.labelScores.length, inputs, Float.NaN);
        data.setLabel(new float[rows]);
        Map<String, Object> settings = new HashMap<>();
        settings.put("tree_method", "hist");
        settings.put("multi_strategy", "multi_output_tree");
        settings.put("num_target", outputs);
        settings.put("max_depth", 4);
        settings.put("eta", 0.05);
        settings.put("min_child_weight", 10);
        settings.put("base_score", 0);
        settings.put("nthread", 1);
        Booster booster = XGBoost.train(data, settings, 0, Map.of(), null, null);
        float[] gradient = new float[train.targets.length];
        float[] curvature = new float[train.targets.length];
        Arrays.fill(curvature, 1);
        for (int round = 0; round < fixedRounds(); round++) {
            float[][] scores = booster.predict(data, true);
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] = (float) (scores[i / outputs][scores[0].length == 1 ? 0 : i % outputs] - train.targets[i]);
            }
            booster.boost(data, round, gradient, curvature);
        }
        float[][] predicted = booster.predict(other, true);
        double[] scores = new double[fresh.targets.length];
        Arrays.setAll(scores, i -> predicted[i / outputs][i % outputs]);
        booster.dispose();
        data.dispose();
        other.dispose();
        return scores;
    }

    private double[] lightgbm() throws LGBMException {
        String parameters = "objective=regression num_leaves=16 max_depth=4 learning_rate=0.05 min_data_in_leaf=10"
                + " max_bin=255 verbosity=-1 num_threads=1";
        int rows = train.labelScores.length;
        int others = fresh.labelScores.length;
        double[] scores = new double[fresh.targets.length];
        try (LGBMDataset dataset = LGBMDataset.createFromMat(train.x, rows, inputs, true, parameters, null)) {
            for (int o = 0; o < outputs; o++) {
                float[] own = new float[rows];
                for (int row = 0; row < rows; row++) {
                    own[row] = (float) train.targets[row * outputs + o];
                }
                dataset.setField("label", own);
                try (LGBMBooster booster = LGBMBooster.create(dataset, parameters)) {
                    for (int round = 0; round < fixedRounds(); round++) {
                        booster.updateOneIter();
                    }
                    double[] predicted = booster.predictForMat(
                            fresh.x, others, inputs, true, PredictionType.C_API_PREDICT_RAW_SCORE);
                    for (int row = 0; row < others; row++) {
                        scores[row * outputs + o] = predicted[row];
                    }
                }
            }
        }
        return scores;
    }

    /** It has no boosting of joint trees: this is what one of depth 4 takes. */
    private double[] tribuo() {
        RegressionFactory factory = new RegressionFactory();
        MutableDataset<Regressor> dataset =
                new MutableDataset<>(new SimpleDataSourceProvenance("generated", factory), factory);
        String[] features = names("f", inputs);
        String[] targets = names("o", outputs);
        for (int row = 0; row < train.labelScores.length; row++) {
            double[] aims = Arrays.copyOfRange(train.targets, row * outputs, (row + 1) * outputs);
            dataset.add(new ArrayExample<>(new Regressor(targets, aims), features, values(train.x, row)));
        }
        Model<Regressor> model = new CARTJointRegressionTrainer(4).train(dataset);
        double[] scores = new double[fresh.targets.length];
        for (int row = 0; row < fresh.labelScores.length; row++) {
            Regressor empty = new Regressor(targets, new double[outputs]);
            Regressor predicted = model.predict(new ArrayExample<>(empty, features, values(fresh.x, row)))
                    .getOutput();
            for (Regressor.DimensionTuple dimension : predicted) {
                int o = Integer.parseInt(dimension.getName().substring(1));
                scores[row * outputs + o] = dimension.getValue();
            }
        }
        return scores;
    }

    private static String[] names(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> String.format(Locale.ROOT, "%s%04d", prefix, i))
                .toArray(String[]::new);
    }

    private double[] values(float[] x, int row) {
        double[] values = new double[inputs];
        Arrays.setAll(values, j -> x[row * inputs + j]);
        return values;
    }
}
