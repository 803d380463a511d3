package io.plumbrank.bench.studies;

import io.plumbrank.bench.peers.LightgbmPeer;
import io.plumbrank.bench.peers.PeerFiles;
import io.plumbrank.bench.peers.PeerTool;
import io.plumbrank.bench.peers.XgboostPeer;
import io.plumbrank.data.Query;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * What XGBoost, and for rankings LightGBM, make of data with the parameters that they have by themselves, 100 rounds at most. Rankers keep
 * the rounds that are best on validation data. Probabilities and numbers have no such data: their rounds are the best on every fifth row
 * when fitted to the others, and then they are fitted to all rows.
 */
final class ChoicePeers {
    private static final int ROUNDS = 100;
    private static final int EVERY = 5;
    private static final String OBJECTIVE = "objective";

    private ChoicePeers() {}

    /**
     * Rows of numbers.
     *
     * @param labels one per row
     */
    record Rows(float[][] x, float[] labels) {
        private Rows only(IntPredicate chosen) {
            int[] rows = IntStream.range(0, x.length).filter(chosen).toArray();
            float[][] some = new float[rows.length][];
            float[] own = new float[rows.length];
            for (int i = 0; i < rows.length; i++) {
                some[i] = x[rows[i]];
                own[i] = labels[rows[i]];
            }
            return new Rows(some, own);
        }

        private float[] flat() {
            float[] flat = new float[x.length * x[0].length];
            for (int row = 0; row < x.length; row++) {
                System.arraycopy(x[row], 0, flat, row * x[0].length, x[0].length);
            }
            return flat;
        }
    }

    /** Scores of the items of all test queries one after another, by tool. */
    static Map<String, double[]> rankers(List<Query> train, List<Query> valid, List<Query> test) throws IOException {
        PeerFiles files = PeerFiles.of(train, valid, test, 1);
        Map<String, double[]> scores = new LinkedHashMap<>();
        for (PeerTool tool : List.of(new XgboostPeer(), new LightgbmPeer())) {
            scores.put(tool.title(), tool.fit(files, Map.of("stop", "true")).scores(files.test()));
        }
        return scores;
    }

    /** Probabilities of classes 0, 1, …, by test row and tool. */
    static Map<String, double[][]> probabilities(Rows train, float[][] test, int classes) throws IOException {
        Map<String, double[][]> all = new LinkedHashMap<>();
        Map<String, Object> objective = Map.of(OBJECTIVE, "multi:softprob", "num_class", classes);
        all.put("XGBoost", xgboost(train, test, objective, "mlogloss"));
        all.put("XGBoost's forest", forest(train, test, objective));
        return all;
    }

    /** What is predicted for numbers, by test row and tool. */
    static Map<String, double[]> numbers(Rows train, float[][] test) throws IOException {
        Map<String, double[]> all = new LinkedHashMap<>();
        Map<String, Object> objective = Map.of(OBJECTIVE, "reg:squarederror");
        all.put("XGBoost", first(xgboost(train, test, objective, "rmse")));
        all.put("XGBoost's forest", first(forest(train, test, objective)));
        return all;
    }

    private static double[] first(double[][] predicted) {
        return Arrays.stream(predicted).mapToDouble(row -> row[0]).toArray();
    }

    private static double[][] xgboost(Rows train, float[][] test, Map<String, Object> objective, String metric)
            throws IOException {
        Map<String, Object> parameters = new HashMap<>(objective);
        parameters.putAll(Map.of("eval_metric", metric, "nthread", 1, "verbosity", 0));
        try {
            DMatrix most = matrix(train.only(row -> row % EVERY != 0));
            DMatrix held = matrix(train.only(row -> row % EVERY == 0));
            float[][] metrics = new float[1][ROUNDS];
            XGBoost.train(most, parameters, ROUNDS, Map.of("held", held), metrics, null, null, ROUNDS)
                    .dispose();
            int best = 0;
            for (int round = 1; round < ROUNDS; round++) {
                best = metrics[0][round] < metrics[0][best] ? round : best;
            }
            DMatrix all = matrix(train);
            double[][] predicted = predicted(XGBoost.train(all, parameters, best + 1, Map.of(), null, null), test);
            List.of(most, held, all).forEach(DMatrix::dispose);
            return predicted;
        } catch (XGBoostError e) {
            throw new IOException(e);
        }
    }

    /** The defaults of {@code XGBRFClassifier} and {@code XGBRFRegressor}. */
    private static double[][] forest(Rows train, float[][] test, Map<String, Object> objective) throws IOException {
        Map<String, Object> parameters = new HashMap<>(objective);
        parameters.putAll(Map.of("num_parallel_tree", ROUNDS, "eta", 1, "lambda", 1e-5));
        parameters.putAll(Map.of("subsample", 0.8, "colsample_bynode", 0.8, "nthread", 1, "verbosity", 0));
        try {
            DMatrix all = matrix(train);
            double[][] predicted = predicted(XGBoost.train(all, parameters, 1, Map.of(), null, null), test);
            all.dispose();
            return predicted;
        } catch (XGBoostError e) {
            throw new IOException(e);
        }
    }

    private static double[][] predicted(Booster booster, float[][] test) throws XGBoostError {
        DMatrix rows = matrix(new Rows(test, new float[test.length]));
        float[][] floats = booster.predict(rows);
        rows.dispose();
        booster.dispose();
        double[][] predicted = new double[floats.length][floats[0].length];
        for (int row = 0; row < floats.length; row++) {
            for (int output = 0; output < floats[row].length; output++) {
                predicted[row][output] = floats[row][output];
            }
        }
        return predicted;
    }

    private static DMatrix matrix(Rows rows) throws XGBoostError {
        DMatrix matrix = new DMatrix(rows.flat(), rows.x.length, rows.x[0].length, Float.NaN);
        matrix.setLabel(rows.labels);
        return matrix;
    }
}
