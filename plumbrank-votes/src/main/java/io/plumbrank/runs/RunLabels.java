package io.plumbrank.runs;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.preferences.Preferences;
import io.plumbrank.measure.Judgements;
import io.plumbrank.trec.Qrels;
import io.plumbrank.trec.TrecItems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judgements or preferences that runs are measured against.
 *
 * @param file where they stand
 * @param what they are, in a word
 * @param queries those that have them, in the order of the file
 * @param judged joins what a run retrieved for a query with them
 * @param nothing those of a query that a run lacks
 * @param weight how much a query counts
 */
record RunLabels(
        Path file,
        String what,
        Set<String> queries,
        Function<TrecItems, Judgements> judged,
        Function<String, Judgements> nothing,
        ToDoubleFunction<String> weight) {
    static final double[] NO_GRADES = {};

    private static final String PREFERENCES = "preferences";

    private static final ToDoubleFunction<String> ALIKE = query -> 1;

    /** Whether an item may lack a judgement, as those that no preference names do not. */
    boolean graded() {
        return !what.equals(PREFERENCES);
    }

    /** The labels of a query of a data file. */
    private record Graded(Map<String, Double> grades, double weight) {
        static Graded of(Query query) {
            Map<String, Double> grades = new LinkedHashMap<>();
            for (int item = 0; item < query.size(); item++) {
                grades.put(query.itemId(item), query.label(item));
            }
            return new Graded(grades, query.weight());
        }

        double[] all() {
            return grades.values().stream().mapToDouble(grade -> grade).toArray();
        }
    }

    /** The labels of data, whose items have the names that runs give them. */
    static RunLabels of(QuerySource data) {
        Map<String, Graded> graded = new LinkedHashMap<>();
        data.load().queries().forEach(query -> graded.put(query.id(), Graded.of(query)));
        Function<String, Graded> required = query -> Objects.requireNonNull(graded.get(query));
        return new RunLabels(
                data.file(),
                "labels",
                graded.keySet(),
                retrieved -> join(required.apply(retrieved.queryId()), retrieved),
                query -> new Judgements(NO_GRADES, required.apply(query).all(), Integer::compare, null),
                query -> required.apply(query).weight);
    }

    private static Judgements join(Graded judged, TrecItems retrieved) {
        double[] grades = unjudged(retrieved);
        Map<String, Double> unretrieved = new LinkedHashMap<>(judged.grades);
        for (int item = 0; item < grades.length; item++) {
            Double grade = unretrieved.remove(retrieved.itemId(item));
            grades[item] = grade == null ? Double.NaN : grade;
        }
        return new Judgements(grades, new Graded(unretrieved, 1).all(), retrieved::compareItemIds, null);
    }

    static RunLabels of(Path file, Qrels qrels) {
        Function<String, TrecItems> judgements = query -> Objects.requireNonNull(qrels.judgements(query));
        return new RunLabels(
                file,
                "judgements",
                qrels.queries().stream().map(TrecItems::queryId).collect(Collectors.toCollection(LinkedHashSet::new)),
                retrieved -> join(judgements.apply(retrieved.queryId()), retrieved),
                query -> new Judgements(NO_GRADES, judgements.apply(query).values(), Integer::compare, null),
                ALIKE);
    }

    /** By item name. O(n). */
    private static Judgements join(TrecItems judged, TrecItems retrieved) {
        double[] grades = unjudged(retrieved);
        double[] unretrieved = new double[judged.size()];
        int missed = 0;
        for (int i = 0; i < judged.size(); i++) {
            int item = retrieved.indexOf(judged, i);
            if (item >= 0) {
                grades[item] = judged.value(i);
            } else {
                unretrieved[missed++] = judged.value(i);
            }
        }
        return new Judgements(grades, Arrays.copyOf(unretrieved, missed), retrieved::compareItemIds, null);
    }

    private static double[] unjudged(TrecItems retrieved) {
        double[] grades = new double[retrieved.size()];
        Arrays.fill(grades, Double.NaN);
        return grades;
    }

    /** Items that a run lacks are one tied group below all others. */
    static RunLabels of(Preferences preferences) {
        return new RunLabels(
                preferences.file(),
                PREFERENCES,
                preferences.queries(),
                retrieved -> new Judgements(
                        unjudged(retrieved),
                        NO_GRADES,
                        retrieved::compareItemIds,
                        required(preferences.among(retrieved.queryId(), retrieved.itemIds()))),
                query -> new Judgements(
                        NO_GRADES, NO_GRADES, Integer::compare, required(preferences.among(query, List.of()))),
                ALIKE);
    }

    private static PreferenceGraph required(@Nullable PreferenceGraph graph) {
        return Objects.requireNonNull(graph);
    }
}
