package io.plumbrank.theory.conditions;

import io.plumbrank.data.QuerySource;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.target.measures.RankingTargets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of a ranker that sorts by scores. Sorting is exact; what may be lost is lost in training, and where scores are
 * equal.
 *
 * @param measure what the ranker was trained for, as the user typed it; null where another tool trained it
 * @param queries how many there were
 * @param tied in how many of them two items or more have the same score
 * @param sentences in words
 */
public record SortingDiagnosis(@Nullable String measure, int queries, int tied, List<String> sentences)
        implements Diagnosis {
    public SortingDiagnosis {
        sentences = List.copyOf(sentences);
    }

    /** The diagnosis of a ranker on data, whose labels do not matter. */
    public static SortingDiagnosis of(Ranker ranker, QuerySource data, int threads) {
        int[] counts = new int[2];
        ranker.requireFeaturesOf(data);
        ranker.forEach(data, threads, query -> hasTies(ranker.scores(query)), tied -> {
            counts[0]++;
            counts[1] += tied ? 1 : 0;
        });
        List<String> sentences = new ArrayList<>();
        sentences.add("This ranker sorts by scores, which is exact: no other decoder would rank better.");
        sentences.add("In " + counts[1] + " of " + counts[0] + " queries two items or more have the same score"
                + (counts[1] == 0
                        ? "."
                        : ": their order is that of the file, and measures are the mean over all orders."));
        ranker.model()
                .ifPresent(model -> sentences.add(
                        pairs(ranker.measure().orElseThrow(), model.guarantee().condition())));
        return new SortingDiagnosis(
                ranker.measure().map(MeasureSpec::typed).orElse(null), counts[0], counts[1], sentences);
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (measure != null) {
            facts.put("measure", measure);
        }
        facts.put("decoder", "sort");
        facts.put("queries", queries);
        facts.put("tied", tied);
        facts.put("sentences", sentences);
        return facts;
    }

    private static boolean hasTies(double[] scores) {
        return Arrays.stream(scores).distinct().count() < scores.length;
    }

    private static String pairs(MeasureSpec measure, @Nullable String condition) {
        String scores = condition == null
                ? ""
                : "It is calibrated if " + condition + "; scores do not show whether that is so. ";
        if (RankingTargets.ofQueries(measure).byPairs().isEmpty()) {
            return condition == null
                    ? "For " + measure.typed() + " nothing is to be gained from pairs of items."
                    : scores + "There is no surrogate of pairs for " + measure.typed() + ".";
        }
        return scores
                + "Whether pairs say more than scores shows when they are trained: take the surrogate pairs, then diagnose that model.";
    }
}
