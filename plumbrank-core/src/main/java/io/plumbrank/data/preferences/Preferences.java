package io.plumbrank.data.preferences;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Query;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Preferences that were observed among the items of queries, such as clicks or votes: a CSV file, plain or gzip, with the columns
 * {@code query}, {@code better}, {@code worse} and perhaps {@code weight}, in any order. Items go by the names that the data give
 * them, else by their 1-based numbers within the query. Weights of a preference that comes again are added up; a pair may have
 * preferences both ways. Immutable; memory holds each preference once.
 *
 * <pre>{@code
 * Preferences preferences = Preferences.read(Path.of("clicks.csv"), ReadOptions.defaults());
 * QuerySource queries = new PreferenceSource(QuerySource.of(Path.of("items.txt"), ReadOptions.defaults()), preferences);
 * }</pre>
 */
public final class Preferences {
    private final Path file;
    private final Map<String, OfQuery> byQuery;
    private final Set<String> queries;
    private final long skippedLines;

    Preferences(Path file, Map<String, OfQuery> byQuery, long skippedLines) {
        this.file = file;
        this.byQuery = byQuery;
        this.queries = new LinkedHashSet<>();
        byQuery.forEach((query, observed) -> {
            if (observed.graph.size() > 0) {
                queries.add(query);
            }
        });
        this.skippedLines = skippedLines;
    }

    /**
     * The preferences of one query.
     *
     * @param line where its first stands
     * @param items the names of the items
     * @param lines where each of them first stands
     * @param graph by the places of items in that list
     */
    record OfQuery(long line, List<String> items, long[] lines, PreferenceGraph graph) {}

    /**
     * Reads a file; lines in any order.
     *
     * @throws InputException if a line is not as it should be, or there is none
     */
    public static Preferences read(Path file, ReadOptions options) {
        return new PreferenceReader(file, options.skipBad()).read();
    }

    public Path file() {
        return file;
    }

    /** The queries that have a preference of positive weight, in order of first appearance; unmodifiable. */
    public Set<String> queries() {
        return Collections.unmodifiableSet(queries);
    }

    /** The same and those whose preferences all weigh 0. */
    Set<String> allQueries() {
        return byQuery.keySet();
    }

    /** How many bad lines were passed over. */
    public long skippedLines() {
        return skippedLines;
    }

    /** Where the first preference of a query stands. */
    long line(String query) {
        OfQuery known = byQuery.get(query);
        return known == null ? 0 : known.line;
    }

    /**
     * The preferences among the items of a query; null where there are none.
     *
     * @throws InputException if they name an item that the query has not
     */
    public @Nullable PreferenceGraph among(Query query) {
        OfQuery known = byQuery.get(query.id());
        if (known == null) {
            return null;
        }
        Map<String, Integer> numberOf = numbers(query);
        int[] numbers = new int[known.items.size()];
        for (int i = 0; i < numbers.length; i++) {
            Integer number = numberOf.get(known.items.get(i));
            if (number == null) {
                throw unknownItem(known, i, query);
            }
            numbers[i] = number;
        }
        return known.graph.size() == 0 ? null : known.graph.renumbered(query.size(), numbers);
    }

    /** Names come before the numbers that stand in for them. */
    private static Map<String, Integer> numbers(Query query) {
        Map<String, Integer> numberOf = new HashMap<>();
        for (int item = 0; item < query.size(); item++) {
            if (query.hasItemId(item)) {
                numberOf.put(query.itemId(item), item);
            } else {
                numberOf.putIfAbsent(query.itemId(item), item);
            }
        }
        return numberOf;
    }

    private InputException unknownItem(OfQuery known, int item, Query query) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < query.size(); i++) {
            names.add(query.itemId(i));
        }
        String name = known.items.get(item);
        return new InputException(
                file.toString(),
                known.lines[item],
                "item " + InputException.quote(name),
                "one of the " + query.size() + " items of query " + InputException.quote(query.id())
                        + DidYouMean.hint(name, names));
    }

    /**
     * The preferences of a query whose items a run retrieved, by the places of items in the run; those that were not retrieved come
     * behind. Null where there are none.
     *
     * @param retrieved the names of the items
     */
    public @Nullable PreferenceGraph among(String query, List<String> retrieved) {
        Map<String, Integer> numberOf = new HashMap<>();
        retrieved.forEach(item -> numberOf.put(item, numberOf.size()));
        OfQuery known = byQuery.get(query);
        if (known == null || known.graph.size() == 0) {
            return null;
        }
        int[] numbers = known.items.stream()
                .mapToInt(item -> numberOf.computeIfAbsent(item, next -> numberOf.size()))
                .toArray();
        return known.graph.renumbered(numberOf.size(), numbers);
    }
}
