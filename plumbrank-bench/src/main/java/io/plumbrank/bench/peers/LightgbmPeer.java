package io.plumbrank.bench.peers;

import com.microsoft.ml.lightgbm.PredictionType;
import io.github.metarank.lightgbm4j.LGBMBooster;
import io.github.metarank.lightgbm4j.LGBMDataset;
import io.github.metarank.lightgbm4j.LGBMException;
import io.plumbrank.bench.rows.RankingRows;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** LightGBM's {@code lambdarank} for a hundred rounds, with the parameters that it has by itself. */
public final class LightgbmPeer implements PeerTool {
    private static final String ROUNDS = "num_iterations";
    private static final String STOP = "stop";

    @Override
    public String title() {
        return "LightGBM";
    }

    @Override
    public String coordinate() {
        return "io.github.metarank/lightgbm4j";
    }

    @Override
    public Map<String, List<String>> choices() {
        Map<String, List<String>> choices = new LinkedHashMap<>();
        choices.put("objective", List.of("lambdarank", "rank_xendcg"));
        choices.put("num_leaves", List.of("7", "10", "15", "31"));
        choices.put("learning_rate", List.of("0.03", "0.05", "0.1"));
        choices.put("min_data_in_leaf", List.of("10", "20", "50"));
        choices.put("feature_fraction_bynode", List.of("0.5", "1"));
        return choices;
    }

    @Override
    public Map<String, String> stopped() {
        return Map.of(ROUNDS, "300", STOP, "true");
    }

    @Override
    public Fit fit(PeerFiles files, Map<String, String> parameters) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(Map.of("objective", "lambdarank", ROUNDS, "100"));
        all.putAll(parameters);
        boolean stops = all.remove(STOP) != null;
        int rounds = Integer.parseInt("" + all.remove(ROUNDS));
        String text = all.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "))
                + " metric=ndcg eval_at=10 verbosity=-1 num_threads=" + files.threads();
        try (LGBMDataset train = dataset(files.train().dense(), text, null)) {
            LGBMBooster booster = LGBMBooster.create(train, text);
            int best = stops ? stopped(booster, files.valid().dense(), text, train, rounds) : rounds;
            if (!stops) {
                for (int round = 0; round < rounds; round++) {
                    booster.updateOneIter();
                }
            }
            String model = booster.saveModelToString(0, best, LGBMBooster.FeatureImportanceType.SPLIT);
            booster.close();
            LGBMBooster kept = LGBMBooster.loadModelFromString(model);
            return rows -> scores(kept, rows.dense());
        } catch (LGBMException e) {
            throw new IOException(e);
        }
    }

    /** Boosts, and gives the number of rounds with the best validated measure. */
    private static int stopped(LGBMBooster booster, RankingRows rows, String text, LGBMDataset train, int rounds)
            throws LGBMException {
        try (LGBMDataset valid = dataset(rows, text, train)) {
            booster.addValidData(valid);
            int best = 0;
            double highest = Double.NEGATIVE_INFINITY;
            for (int round = 0; round < rounds; round++) {
                boolean ended = booster.updateOneIter();
                double ndcg = booster.getEval(1)[0];
                if (ndcg > highest) {
                    highest = ndcg;
                    best = round + 1;
                }
                if (ended) {
                    break;
                }
            }
            return best;
        }
    }

    private static LGBMDataset dataset(RankingRows rows, String text, @Nullable LGBMDataset like) throws LGBMException {
        LGBMDataset dataset = LGBMDataset.createFromMat(
                rows.rows().x(), rows.rows().rows(), rows.rows().inputs(), true, text, like);
        dataset.setField("label", RankingRows.floats(rows.grades()));
        dataset.setField("group", rows.groups());
        return dataset;
    }

    private static double[] scores(LGBMBooster booster, RankingRows rows) {
        try {
            return booster.predictForMat(
                    rows.rows().x(),
                    rows.rows().rows(),
                    rows.rows().inputs(),
                    true,
                    PredictionType.C_API_PREDICT_RAW_SCORE,
                    "num_threads=1");
        } catch (LGBMException e) {
            throw new IllegalStateException(e);
        }
    }
}
