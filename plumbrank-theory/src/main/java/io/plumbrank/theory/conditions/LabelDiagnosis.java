package io.plumbrank.theory.conditions;

import io.plumbrank.data.QuerySource;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.model.RowPredictor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the rows in which a ranker of labels decodes exactly.
 *
 * @param decoding how it decodes, in words
 * @param byScores whether labels are sorted by scores, which is exact
 * @param rows how many there were; 0 where labels are sorted
 * @param acyclic in how many the predicted preferences between labels run in no circle
 * @param lowNoise in how many they are of low noise
 */
public record LabelDiagnosis(String decoding, boolean byScores, int rows, int acyclic, int lowNoise)
        implements Diagnosis {
    private static final double ROUNDING = 1e-9;

    /** @throws io.plumbrank.util.InputException if the file is not as it should be */
    public static LabelDiagnosis of(RowPredictor ranker, QuerySource data) {
        Optional<String> search = ranker.alternatives("the model").search();
        if (search.isEmpty()) {
            return new LabelDiagnosis("sort", true, 0, 0, 0);
        }
        int rows = 0;
        int acyclic = 0;
        int lowNoise = 0;
        for (float[] row : ranker.rows(data)) {
            LinearOrdering predicted =
                    LinearOrdering.ofDifferences(ranker.scorer().score(row, 1));
            rows++;
            acyclic += predicted.isAcyclic(ROUNDING) ? 1 : 0;
            lowNoise += predicted.isLowNoise(ROUNDING) ? 1 : 0;
        }
        return new LabelDiagnosis(search.get(), false, rows, acyclic, lowNoise);
    }

    @Override
    public List<String> sentences() {
        if (byScores) {
            return List.of("Labels are sorted by their scores, which is exact: no other decoder would rank better.");
        }
        return List.of(
                "In " + acyclic + " of " + rows + " rows the predicted preferences between labels run in no circle:"
                        + " there every decoder of pairs finds the best ranking (RAT13, Theorem 7). In " + lowNoise
                        + " they are of low noise (DMJ10, Definition 8).",
                "Pairs are decoded by " + decoding + ".");
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("decoder", decoding);
        facts.put("rows", rows);
        facts.put("acyclic", acyclic);
        facts.put("lowNoise", lowNoise);
        facts.put("sentences", sentences());
        return facts;
    }
}
