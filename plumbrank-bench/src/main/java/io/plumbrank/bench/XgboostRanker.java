package io.plumbrank.bench;

import io.plumbrank.data.Query;
import io.plumbrank.model.Ranker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/** XGBoost's {@code rank:ndcg} with the parameters that it has by itself, which are those of its ranker in Python too. */
final class XgboostRanker {
    private static final int ROUNDS = 100;

    private XgboostRanker() {}

    /**
     * Trains a hundred rounds.
     *
     * @param stopped whether the rounds up to the best {@code ndcg@10} on validation are kept, else all
     */
    static Function<Query, double[]> train(Path train, Path valid, boolean stopped) throws IOException {
        RankingRows rows = RankingRows.load(List.of(train), 1);
        RankingRows held = RankingRows.load(List.of(valid), 1);
        Map<String, Object> parameters =
                Map.of("objective", "rank:ndcg", "eval_metric", "ndcg@10", "nthread", 1, "verbosity", 0);
        Path file = Files.createTempFile("xgboost", ".ubj");
        try {
            DMatrix data = matrix(rows);
            DMatrix validation = matrix(held);
            float[][] metrics = new float[1][ROUNDS];
            Booster booster =
                    XGBoost.train(data, parameters, ROUNDS, Map.of("valid", validation), metrics, null, null, ROUNDS);
            int best = 0;
            for (int round = 1; round < ROUNDS; round++) {
                best = metrics[0][round] > metrics[0][best] ? round : best;
            }
            if (stopped) {
                booster.dispose();
                booster = XGBoost.train(data, parameters, best + 1, Map.of(), null, null);
            }
            Files.write(file, booster.toByteArray("ubj"));
            booster.dispose();
            data.dispose();
            validation.dispose();
            return Ranker.read(file)::scores;
        } catch (XGBoostError e) {
            throw new IOException(e);
        } finally {
            Files.delete(file);
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
