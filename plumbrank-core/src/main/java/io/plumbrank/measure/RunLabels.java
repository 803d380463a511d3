package io.plumbrank.measure;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Preferences;
import io.plumbrank.data.trec.Qrels;
import io.plumbrank.data.trec.TrecItems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What runs are measured against: judgements, or preferences.
 *
 * @param file where they stand
 * @param what they are, in a word
 * @param queries those that have them, in the order of the file
 * @param judged joins what a run retrieved for a query with them
 * @param nothing those of a query that a run lacks
 */
record RunLabels(
        Path file,
        String what,
        Set<String> queries,
        Function<TrecItems, Judgements> judged,
        Function<String, Judgements> nothing) {

    static RunLabels of(Path file, Qrels qrels) {
        Function<String, TrecItems> judgements = query -> Objects.requireNonNull(qrels.judgements(query));
        return new RunLabels(
                file,
                "judgements",
                qrels.queries().stream().map(TrecItems::queryId).collect(Collectors.toCollection(LinkedHashSet::new)),
                retrieved -> join(judgements.apply(retrieved.queryId()), retrieved),
                query -> new Judgements(Judgements.NONE, judgements.apply(query).values(), Integer::compare, null));
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
                "preferences",
                preferences.queries(),
                retrieved -> new Judgements(
                        unjudged(retrieved),
                        Judgements.NONE,
                        retrieved::compareItemIds,
                        required(preferences.among(retrieved))),
                query -> new Judgements(
                        Judgements.NONE, Judgements.NONE, Integer::compare, required(preferences.among(query))));
    }

    private static PreferenceGraph required(@Nullable PreferenceGraph graph) {
        return Objects.requireNonNull(graph);
    }
}
