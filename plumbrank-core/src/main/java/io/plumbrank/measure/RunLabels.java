package io.plumbrank.measure;

import io.plumbrank.data.Preferences;
import io.plumbrank.data.Qrels;
import io.plumbrank.data.TrecItems;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What runs are measured against: judgements, or preferences. */
interface RunLabels {
    /** Where they stand. */
    Path file();

    /** What they are, in a word. */
    String what();

    /** The queries that have them, in the order of the file. */
    Set<String> queries();

    /** What a run retrieved for a query that has them, joined with them. */
    JudgedList judged(TrecItems retrieved);

    /** The same where a run lacks the query. */
    JudgedList nothing(String query);

    static RunLabels of(Path file, Qrels qrels) {
        Set<String> queries =
                qrels.queries().stream().map(TrecItems::queryId).collect(Collectors.toCollection(LinkedHashSet::new));
        return new RunLabels() {
            @Override
            public Path file() {
                return file;
            }

            @Override
            public String what() {
                return "judgements";
            }

            @Override
            public Set<String> queries() {
                return queries;
            }

            @Override
            public JudgedList judged(TrecItems retrieved) {
                return JudgedList.of(judgements(retrieved.queryId()), retrieved);
            }

            @Override
            public JudgedList nothing(String query) {
                double[] none = {};
                return JudgedList.ofScores(none, none, judgements(query).values(), null);
            }

            private TrecItems judgements(String query) {
                return Objects.requireNonNull(qrels.judgements(query));
            }
        };
    }

    static RunLabels of(Preferences preferences) {
        return new RunLabels() {
            @Override
            public Path file() {
                return preferences.file();
            }

            @Override
            public String what() {
                return "preferences";
            }

            @Override
            public Set<String> queries() {
                return preferences.queries();
            }

            @Override
            public JudgedList judged(TrecItems retrieved) {
                return JudgedList.of(Objects.requireNonNull(preferences.among(retrieved)), retrieved);
            }

            @Override
            public JudgedList nothing(String query) {
                return JudgedList.ofNothing(Objects.requireNonNull(preferences.among(query)));
            }
        };
    }
}
