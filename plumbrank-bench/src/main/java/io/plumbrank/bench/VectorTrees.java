package io.plumbrank.bench;

import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Boosts trees on d outputs, by generated rows: our engine with all of them in one tree and with trees for each, the engine on XGBoost
 * with trees for each, and XGBoost's {@code multi_output_tree} on our gradients. Prints the processor time of one thread, which other
 * work on the machine changes little, and the squared error on fresh rows.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.VectorTrees ROWS FEATURES OUTPUTS ROUNDS</pre>
 */
public final class VectorTrees {
    private final int inputs;
    private final int outputs;
    private final int rounds;
    private final float[] x;
    private final double[] targets;
    private final float[] freshX;
    private final double[] freshTargets;

    private VectorTrees(int rows, int inputs, int outputs, int rounds) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.rounds = rounds;
        SplittableRandom random = new SplittableRandom(1);
        x = rows(random, rows);
        targets = targets(random, x);
        freshX = rows(random, rows);
        freshTargets = targets(random, freshX);
    }

    private float[] rows(SplittableRandom random, int rows) {
        float[] values = new float[rows * inputs];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble();
        }
        return values;
    }

    /** Outputs as calibrated encodings are: all of them functions of few hidden quantities, which are steps and waves. */
    private double[] targets(SplittableRandom random, float[] values) {
        SplittableRandom fixed = new SplittableRandom(7);
        double[] mixture = fixed.doubles(outputs * 6L, -1, 1).toArray();
        double[] made = new double[values.length / inputs * outputs];
        for (int row = 0; row < values.length / inputs; row++) {
            int at = row * inputs;
            double[] hidden = {
                values[at] > 0.5 ? 1 : 0,
                Math.sin(6 * values[at + 1]),
                values[at + 2] * values[at + 3],
                values[at + 4] > values[at + 5] ? 1 : -1,
                Math.abs(values[at + 6] - 0.5),
                values[at + 7]
            };
            for (int o = 0; o < outputs; o++) {
                double sum = random.nextDouble(-0.5, 0.5);
                for (int h = 0; h < hidden.length; h++) {
                    sum += mixture[o * hidden.length + h] * hidden[h];
                }
                made[row * outputs + o] = sum;
            }
        }
        return made;
    }

    private interface Contender {
        /** Boosts so many rounds, and gives the scores of the fresh rows. */
        double[] fit() throws XGBoostError;
    }

    /** See the class. */
    public static void main(String[] args) throws XGBoostError {
        int rows = Integer.parseInt(args[0]);
        VectorTrees bench =
                new VectorTrees(rows, Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        System.out.printf(
                Locale.ROOT,
                "%d rows, %d features, %d outputs, %d rounds of depth 4, eta 0.2, one thread%n",
                rows,
                bench.inputs,
                bench.outputs,
                bench.rounds);
        bench.run();
    }

    private void run() throws XGBoostError {
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put("own, one tree", () -> engine(TreeEngine.OWN, "tree"));
        contenders.put("own, a tree per output", () -> engine(TreeEngine.OWN, "output"));
        contenders.put("XGBoost, a tree per output", () -> engine(TreeEngine.XGBOOST, "output"));
        contenders.put("XGBoost multi_output_tree", this::multiOutput);
        List<Double> seconds = new ArrayList<>();
        contenders.get("own, one tree").fit(); // compiles
        for (Map.Entry<String, Contender> entry : contenders.entrySet()) {
            double start = processorSeconds();
            double[] scores;
            try {
                scores = entry.getValue().fit();
            } catch (XGBoostError e) {
                System.out.println(entry.getKey() + ": refused, "
                        + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
                continue;
            }
            seconds.add(processorSeconds() - start);
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %8.2f s  %.1f times our one tree  squared error on fresh rows %.4f%n",
                    entry.getKey(),
                    seconds.get(seconds.size() - 1),
                    seconds.get(seconds.size() - 1) / seconds.get(0),
                    error(scores));
        }
    }

    private static double processorSeconds() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e9;
    }

    private double error(double[] scores) {
        ToDoubleFunction<Integer> square = i -> Math.pow(scores[i] - freshTargets[i], 2);
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            sum += square.applyAsDouble(i);
        }
        return sum / scores.length;
    }

    private double[] engine(String name, String multi) {
        TreeProblem problem = TreeProblem.of(TreeRows.of(x, inputs), targets, outputs)
                .withParameters(Map.of("num_round", "" + rounds, "eta", "0.2", "multi", multi));
        TreeEnsemble ensemble = TreeEngine.find(name).fit(problem).ensemble();
        double[] scores = new double[freshTargets.length];
        ensemble.scoreInto(freshX, freshX.length / inputs, scores);
        return scores;
    }

    /** Labels have one dimension on the JVM; gradients may have two. */
    private double[] multiOutput() throws XGBoostError {
        DMatrix train = new DMatrix(x, x.length / inputs, inputs, Float.NaN);
        DMatrix fresh = new DMatrix(freshX, freshX.length / inputs, inputs, Float.NaN);
        train.setLabel(new float[x.length / inputs]);
        Map<String, Object> settings = new HashMap<>(Map.of(
                "tree_method",
                "hist",
                "multi_strategy",
                "multi_output_tree",
                "num_target",
                outputs,
                "max_depth",
                4,
                "eta",
                0.2,
                "min_child_weight",
                10,
                "base_score",
                0,
                "nthread",
                1));
        Booster booster = XGBoost.train(train, settings, 0, Map.of(), null, null);
        float[] gradient = new float[targets.length];
        float[] curvature = new float[targets.length];
        for (int round = 0; round < rounds; round++) {
            float[][] scores = booster.predict(train, true);
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] = (float) (scores[i / outputs][scores[0].length == 1 ? 0 : i % outputs] - targets[i]);
                curvature[i] = 1;
            }
            booster.boost(train, round, gradient, curvature);
        }
        float[][] predicted = booster.predict(fresh, true);
        double[] scores = new double[freshTargets.length];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = predicted[i / outputs][i % outputs];
        }
        return scores;
    }
}
