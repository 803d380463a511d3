package io.plumbrank.data.preferences;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The queries of a source that have {@link Preferences}, with them as their labels; the others are left out. Streams as the source
 * does.
 */
public final class PreferenceSource implements QuerySource {
    private final QuerySource items;
    private final Preferences preferences;
    private volatile Pass last = new Pass();

    /**
     * @param items queries with the features of their items; their own labels do not matter
     * @param preferences by the same names of queries and items
     */
    public PreferenceSource(QuerySource items, Preferences preferences) {
        this.items = items;
        this.preferences = preferences;
    }

    /** What one reading met. */
    private static final class Pass {
        private final Set<String> found = new HashSet<>();
        private long leftOut;
        private double grade = Double.NaN;
        private boolean unequalGrades;

        void lookAt(Query query) {
            for (int item = 0; item < query.size() && !unequalGrades; item++) {
                double label = query.label(item);
                grade = Double.isNaN(grade) ? label : grade;
                unequalGrades = !Double.isNaN(label) && label != grade;
            }
        }
    }

    @Override
    public Path file() {
        return items.file();
    }

    /** @throws InputException also if a preference is about a query or an item that is not there */
    @Override
    public void visit(Consumer<Query> visitor) {
        Pass pass = new Pass();
        items.visit(query -> visit(query, pass, visitor));
        finish(pass);
    }

    /** @throws InputException as {@link #visit} */
    @Override
    public Dataset load() {
        Pass pass = new Pass();
        Dataset all = items.load();
        List<Query> queries = new ArrayList<>();
        all.queries().forEach(query -> visit(query, pass, queries::add));
        finish(pass);
        return new Dataset(queries, all.featureNames());
    }

    private void visit(Query query, Pass pass, Consumer<Query> visitor) {
        pass.lookAt(query);
        PreferenceGraph graph = preferences.among(query);
        if (preferences.allQueries().contains(query.id())) {
            pass.found.add(query.id());
        }
        if (graph == null) {
            pass.leftOut++;
        } else {
            visitor.accept(query.withPreferences(graph));
        }
    }

    private void finish(Pass pass) {
        for (String query : preferences.allQueries()) {
            if (!pass.found.contains(query)) {
                throw new InputException(
                        preferences.file().toString(),
                        preferences.line(query),
                        "query " + InputException.quote(query),
                        "a query of " + items.file() + ", where the items are");
            }
        }
        last = pass;
    }

    @Override
    public Optional<Path> labelFile() {
        return Optional.of(preferences.file());
    }

    @Override
    public List<String> notes() {
        Pass pass = last;
        List<String> notes = new ArrayList<>(items.notes());
        if (pass.leftOut > 0) {
            notes.add(items.file() + ": " + pass.leftOut + (pass.leftOut == 1 ? " query" : " queries")
                    + " without preferences left out");
        }
        if (pass.unequalGrades) {
            notes.add(items.file() + ": its labels are not looked at, since preferences take their place");
        }
        if (preferences.skippedLines() > 0) {
            notes.add(preferences.file() + ": " + preferences.skippedLines() + " bad lines ignored");
        }
        return notes;
    }

    @Override
    public long skippedLines() {
        return items.skippedLines();
    }

    @Override
    public long knownRows() {
        return items.knownRows();
    }

    @Override
    public Absent absent() {
        return items.absent();
    }

    @Override
    public List<String> featureNames() {
        return items.featureNames();
    }

    @Override
    public int featureIndex(String name) {
        return items.featureIndex(name);
    }
}
