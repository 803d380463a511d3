package io.plumbrank.bench.speed;

import com.microsoft.ml.lightgbm.PredictionType;
import io.github.metarank.lightgbm4j.LGBMBooster;
import io.github.metarank.lightgbm4j.LGBMDataset;
import io.github.metarank.lightgbm4j.LGBMException;
import io.plumbrank.bench.rows.Medians;
import io.plumbrank.bench.rows.RankingRows;
import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.UtilityRange;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Boosts 100 trees of depth 6 on a LETOR file that is in memory already, turn about in one process, and prints medians: our
 * learner on two surrogates of NDCG@10 by both engines, XGBoost's regression and {@code rank:ndcg}, LightGBM's {@code lambdarank}. From the
 * float array to the fitted model; the NDCG@10 is that of the training rows and shows only that all of them learn.
 *
 * <pre>java -Xmx4g -cp benchmarks.jar io.plumbrank.bench.TreeTraining FILE [ROUNDS] [THREADS] [CONTENDER,…]</pre>
 */
public final class TreeTraining {
    private static final int TREES = 100;

    private final RankingRows data;
    private final int threads;

    private TreeTraining(RankingRows data, int threads) {
        this.data = data;
        this.threads = threads;
    }

    private interface Contender {
        /** Fits, runs {@code fitted}, which ends the time, and gives the scores of the training rows. */
        double[] fitAndScore(Runnable fitted) throws XGBoostError, LGBMException;
    }

    public static void main(String[] args) throws XGBoostError, LGBMException {
        Path file = Path.of(args[0]);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        int threads = args.length > 2 ? Integer.parseInt(args[2]) : 2;
        RankingRows data = RankingRows.load(List.of(file), threads);
        System.out.printf(
                Locale.ROOT,
                "%s: %d rows, %d features, %d queries, %d threads, %d trees, medians of %d%n",
                file,
                data.rows().rows(),
                data.rows().inputs(),
                data.groups().length,
                threads,
                TREES,
                rounds);
        List<String> wanted = args.length > 3 ? List.of(args[3].split(",")) : List.of();
        new TreeTraining(data, threads).run(rounds, wanted);
    }

    private void run(int rounds, List<String> wanted) throws XGBoostError, LGBMException {
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put("XGBoost reg:squarederror", fitted -> xgboost("reg:squarederror", data.targets(), fitted));
        contenders.put("plumbrank squared", fitted -> plumbrank(TreeEngine.XGBOOST, task(), fitted));
        contenders.put("own squared", fitted -> plumbrank(TreeEngine.OWN, task(), fitted));
        contenders.put("plumbrank logistic", fitted -> plumbrank(TreeEngine.XGBOOST, logistic(task()), fitted));
        contenders.put("own logistic", fitted -> plumbrank(TreeEngine.OWN, logistic(task()), fitted));
        contenders.put("XGBoost rank:ndcg", fitted -> xgboost("rank:ndcg", data.grades(), fitted));
        contenders.put("LightGBM lambdarank", this::lightgbm);
        if (!wanted.isEmpty()) {
            contenders.keySet().retainAll(wanted);
        }
        Map<String, double[]> seconds = new LinkedHashMap<>();
        Map<String, double[]> processor = new HashMap<>();
        Map<String, Double> ndcg = new HashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, Contender> entry : contenders.entrySet()) {
                double[] times = seconds.computeIfAbsent(entry.getKey(), name -> new double[rounds]);
                int at = round;
                double[] used = processor.computeIfAbsent(entry.getKey(), name -> new double[rounds]);
                long start = System.nanoTime();
                double usedBefore = Medians.processorSeconds();
                double[] scores = entry.getValue().fitAndScore(() -> {
                    times[at] = (System.nanoTime() - start) / 1e9;
                    used[at] = Medians.processorSeconds() - usedBefore;
                });
                ndcg.put(entry.getKey(), data.ndcg(scores));
            }
        }
        double peer = Medians.of(seconds.getOrDefault("XGBoost reg:squarederror", new double[1]));
        for (Map.Entry<String, double[]> entry : seconds.entrySet()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-26s %7.2f s, %7.2f of processors  %.2f times XGBoost's regression  ndcg@10 of training rows"
                            + " %.4f%n",
                    entry.getKey(),
                    Medians.of(entry.getValue()),
                    Medians.of(processor.getOrDefault(entry.getKey(), new double[1])),
                    Medians.of(entry.getValue()) / peer,
                    ndcg.getOrDefault(entry.getKey(), Double.NaN));
        }
    }

    private TreeProblem task() {
        return TreeProblem.of(data.rows(), data.targets(), 1)
                .withThreads(threads)
                .withParameters(Map.of("num_round", "" + TREES, "max_depth", "6", "eta", "0.1"));
    }

    private TreeProblem logistic(TreeProblem task) {
        UtilityRange range = UtilityRange.ZERO.including(data.targets(), data.targets().length);
        Surrogate surrogate = Surrogates.parse("logistic").surrogate(range);
        return task.withSurrogate(data.groups(), () -> {
            Scratch scratch = new Scratch();
            return (scores, targets, rows, gradient, curvature) -> {
                surrogate.gradientInto(scores, targets, rows, scratch, gradient);
                surrogate.curvatureInto(scores, targets, rows, scratch, curvature);
            };
        });
    }

    private double[] plumbrank(String engine, TreeProblem task, Runnable fitted) {
        var ensemble = TreeEngines.find(engine).fit(task).ensemble();
        fitted.run();
        double[] scores = new double[data.rows().rows()];
        ensemble.scoreInto(data.rows().x(), scores.length, scores);
        return scores;
    }

    private double[] xgboost(String objective, double[] labels, Runnable fitted) throws XGBoostError {
        DMatrix matrix =
                new DMatrix(data.rows().x(), data.rows().rows(), data.rows().inputs(), Float.NaN);
        matrix.setLabel(RankingRows.floats(labels));
        matrix.setGroup(data.groups());
        Map<String, Object> parameters = Map.of(
                "objective",
                objective,
                "max_depth",
                6,
                "eta",
                0.1,
                "tree_method",
                "hist",
                "nthread",
                threads,
                "verbosity",
                0);
        Booster booster = XGBoost.train(matrix, parameters, TREES, Map.of(), null, null);
        fitted.run();
        float[][] predicted = booster.predict(matrix, true);
        double[] scores = new double[predicted.length];
        for (int row = 0; row < scores.length; row++) {
            scores[row] = predicted[row][0];
        }
        booster.dispose();
        matrix.dispose();
        return scores;
    }

    private double[] lightgbm(Runnable fitted) throws LGBMException {
        String parameters = "objective=lambdarank num_leaves=64 max_depth=6 learning_rate=0.1 max_bin=255 verbosity=-1"
                + " label_gain=0,1,3,7,15 num_threads=" + threads;
        int rows = data.rows().rows();
        int inputs = data.rows().inputs();
        try (LGBMDataset dataset = LGBMDataset.createFromMat(data.rows().x(), rows, inputs, true, parameters, null)) {
            dataset.setField("label", RankingRows.floats(data.grades()));
            dataset.setField("group", data.groups());
            try (LGBMBooster booster = LGBMBooster.create(dataset, parameters)) {
                for (int tree = 0; tree < TREES; tree++) {
                    booster.updateOneIter();
                }
                fitted.run();
                return booster.predictForMat(
                        data.rows().x(), rows, inputs, true, PredictionType.C_API_PREDICT_RAW_SCORE);
            }
        }
    }
}
