package io.plumbrank.data.preferences;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.text.BadLines;
import io.plumbrank.data.text.CsvRecords;
import io.plumbrank.data.text.Decimals;
import io.plumbrank.data.text.Utf8;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads {@link Preferences}. */
final class PreferenceReader {
    private static final String QUERY = "query";
    private static final String BETTER = "better";
    private static final String WORSE = "worse";
    private static final String WEIGHT = "weight";
    /** So that the shares of a query's weights are finite. */
    private static final double LEAST = 1e-150;

    private static final double MOST = 1e150;

    private static final List<String> COLUMNS = List.of(QUERY, BETTER, WORSE, WEIGHT);

    private final Path path;
    private final String file;
    private final BadLines bad;
    private final Map<String, Gathered> queries = new LinkedHashMap<>();
    private List<String> header = List.of();

    PreferenceReader(Path path, long skipBad) {
        this.path = path;
        this.file = path.toString();
        this.bad = new BadLines(file, skipBad);
    }

    Preferences read() {
        CsvRecords.ofFile(path, (line, cells) -> {
            if (header.isEmpty()) {
                takeHeader(line, cells);
            } else {
                take(line, cells);
            }
        });
        if (queries.isEmpty()) {
            String expected = "a header query,better,worse,weight and a row for each preference";
            throw new InputException(file, 0, "no preferences", expected);
        }
        Map<String, Preferences.OfQuery> byQuery = new LinkedHashMap<>();
        queries.forEach((query, gathered) -> byQuery.put(query, gathered.finish()));
        return new Preferences(path, byQuery, bad.skipped());
    }

    private void takeHeader(long line, List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            String name = cells.get(i);
            if (!COLUMNS.contains(name)) {
                String expected = "the columns query, better, worse and perhaps weight, and no others"
                        + DidYouMean.hint(name, COLUMNS);
                throw new InputException(file, line, "column " + InputException.quote(name), expected);
            }
            if (cells.subList(0, i).contains(name)) {
                throw new InputException(
                        file, line, "column " + InputException.quote(name) + " twice", "each column name once");
            }
        }
        for (String needed : List.of(QUERY, BETTER, WORSE)) {
            if (!cells.contains(needed)) {
                String found = cells.stream().map(InputException::quote).collect(Collectors.joining(", "));
                throw new InputException(file, line, "the columns " + found, "a column '" + needed + "' too");
            }
        }
        header = cells;
    }

    private void take(long line, List<String> cells) {
        if (cells.size() != header.size()) {
            bad.report(line, CsvRecords.count(cells), header.size() + " as in the header");
            return;
        }
        for (String name : List.of(QUERY, BETTER, WORSE)) {
            String cell = cell(cells, name);
            if (cell.isEmpty()) {
                bad.report(line, "an empty cell in column '" + name + "'", "the name of " + thing(name));
                return;
            }
            if (cell.indexOf(Utf8.UNREADABLE) >= 0) {
                bad.report(line, InputException.quote(cell) + " in column '" + name + "'", Utf8.EXPECTED);
                return;
            }
        }
        String better = cell(cells, BETTER);
        String worse = cell(cells, WORSE);
        if (better.equals(worse)) {
            bad.report(line, "item " + InputException.quote(better) + " preferred to itself", "two different items");
            return;
        }
        double weight = header.contains(WEIGHT) ? Decimals.parseDouble(cell(cells, WEIGHT)) : 1;
        if (!(weight == 0 || (weight >= LEAST && weight <= MOST))) {
            String cell = cell(cells, WEIGHT);
            String found = (cell.isEmpty() ? "an empty cell" : InputException.quote(cell)) + " in column 'weight'";
            bad.report(line, found, "0, or a number between 1e-150 and 1e150");
            return;
        }
        queries.computeIfAbsent(cell(cells, QUERY), query -> new Gathered(line)).add(line, better, worse, weight);
    }

    private String cell(List<String> cells, String column) {
        return cells.get(header.indexOf(column));
    }

    private static String thing(String column) {
        return column.equals(QUERY) ? "a query" : "an item, or its number in the query";
    }

    /** The preferences of one query that were read so far. */
    private static final class Gathered {
        private final long line;
        private final Map<String, Integer> items = new LinkedHashMap<>();
        private final List<Long> lines = new ArrayList<>();
        private final Map<Long, Double> weights = new LinkedHashMap<>();

        Gathered(long line) {
            this.line = line;
        }

        void add(long at, String better, String worse, double weight) {
            weights.merge((long) item(at, better) << Integer.SIZE | item(at, worse), weight, Double::sum);
        }

        private int item(long at, String name) {
            Integer known = items.putIfAbsent(name, items.size());
            if (known == null) {
                lines.add(at);
            }
            return known == null ? items.size() - 1 : known;
        }

        Preferences.OfQuery finish() {
            List<Preference> votes = new ArrayList<>();
            weights.forEach((pair, weight) -> {
                if (weight > 0) {
                    votes.add(new Preference((int) (pair >>> Integer.SIZE), pair.intValue(), weight));
                }
            });
            return new Preferences.OfQuery(
                    line,
                    List.copyOf(items.keySet()),
                    lines.stream().mapToLong(Long::longValue).toArray(),
                    PreferenceGraph.sum(items.size(), votes));
        }
    }
}
