package io.plumbrank.bench.peers;

import io.plumbrank.bench.rows.RankingRows;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/** XGBoost's {@code rank:ndcg} for a hundred rounds, with the parameters that it has by itself. */
public final class XgboostPeer implements PeerTool {
    private static final String ROUNDS = "num_round";
    private static final String STOP = "stop";

    @Override
    public String title() {
        return "XGBoost";
    }

    @Override
    public String coordinate() {
        return "ml.dmlc/xgboost4j_2.12";
    }

    @Override
    public Map<String, List<String>> choices() {
        Map<String, List<String>> choices = new LinkedHashMap<>();
        choices.put("objective", List.of("rank:ndcg", "rank:pairwise"));
        choices.put("max_depth", List.of("3", "4", "5", "6"));
        choices.put("eta", List.of("0.03", "0.05", "0.1", "0.3"));
        choices.put("min_child_weight", List.of("1", "10", "30"));
        choices.put("colsample_bynode", List.of("0.5", "1"));
        choices.put("subsample", List.of("0.7", "1"));
        return choices;
    }

    @Override
    public Map<String, String> stopped() {
        return Map.of(ROUNDS, "300", STOP, "true");
    }

    @Override
    public Fit fit(PeerFiles files, Map<String, String> parameters) throws IOException {
        Map<String, Object> all = new HashMap<>(Map.of("objective", "rank:ndcg", ROUNDS, "100"));
        all.putAll(parameters);
        boolean stops = all.remove(STOP) != null;
        int rounds = Integer.parseInt("" + all.remove(ROUNDS));
        all.putAll(Map.of("eval_metric", "ndcg@10", "nthread", files.threads(), "verbosity", 0));
        try {
            DMatrix train = matrix(files.train().dense());
            Map<String, DMatrix> watched =
                    stops ? Map.of("valid", matrix(files.valid().dense())) : Map.of();
            float[][] metrics = new float[watched.size()][rounds];
            Booster booster = XGBoost.train(train, all, rounds, watched, metrics, null, null, rounds);
            int best = rounds;
            if (stops) {
                best = 1;
                for (int round = 1; round < rounds; round++) {
                    best = metrics[0][round] > metrics[0][best - 1] ? round + 1 : best;
                }
            }
            booster.setParam("nthread", 1);
            train.dispose();
            watched.values().forEach(DMatrix::dispose);
            int kept = best;
            return rows -> scores(booster, rows.dense(), kept);
        } catch (XGBoostError e) {
            throw new IOException(e);
        }
    }

    private static double[] scores(Booster booster, RankingRows rows, int rounds) {
        try {
            // from the array itself, without a matrix in between
            float[][] predicted = booster.inplace_predict(
                    rows.rows().x(),
                    rows.rows().rows(),
                    rows.rows().inputs(),
                    Float.NaN,
                    new int[] {0, rounds},
                    Booster.PredictionType.kMargin,
                    null);
            double[] scores = new double[predicted.length];
            for (int row = 0; row < scores.length; row++) {
                scores[row] = predicted[row][0];
            }
            return scores;
        } catch (XGBoostError e) {
            throw new IllegalStateException(e);
        }
    }

    private static DMatrix matrix(RankingRows rows) throws XGBoostError {
        DMatrix matrix =
                new DMatrix(rows.rows().x(), rows.rows().rows(), rows.rows().inputs(), Float.NaN);
        matrix.setLabel(RankingRows.floats(rows.grades()));
        matrix.setGroup(rows.groups());
        return matrix;
    }
}
