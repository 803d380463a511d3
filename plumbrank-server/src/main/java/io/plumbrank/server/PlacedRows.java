package io.plumbrank.server;

import io.plumbrank.data.Query;
import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a request where a model wants them. A row is made when it is asked for, and a query of a wide model is sparse: in full, a
 * row can take far more than what was sent.
 */
final class PlacedRows {
    /** From so many features on, queries are sparse. */
    private static final int WIDE = 1000;

    private static final int MOST_NAMED = 5;

    private final FeatureLayout layout;
    private final List<Row> rows;
    /** Where the values of a row go, −1 for nowhere; rows with the same names share theirs; null for an array. */
    private final int[] @Nullable [] places;

    private final Map<String, Integer> columns = new HashMap<>();
    private final SortedSet<Integer> ignored = new TreeSet<>();

    /** @throws ServiceException if a row does not fit, or no row has a value of a feature that the model knows */
    PlacedRows(FeatureLayout layout, List<Row> rows) {
        this.layout = layout;
        this.rows = rows;
        this.places = new int[rows.size()][];
        for (int j = 0; j < layout.names().size(); j++) {
            columns.put(layout.names().get(j), j);
        }
        boolean some = rows.isEmpty();
        for (int i = 0; i < places.length; i++) {
            places[i] = places(i);
            some |= hasValue(i);
        }
        if (!some) {
            // they would all be predicted alike, and nobody means that
            throw new ServiceException(
                    Code.UNKNOWN_FEATURE, "no row has a value of any feature that the model knows" + numbers());
        }
    }

    private int @Nullable [] places(int i) {
        Row row = rows.get(i);
        List<String> names = row.names();
        if (names == null) {
            requireLength(row.values().length);
            return null;
        }
        if (i > 0 && names.equals(rows.get(i - 1).names())) {
            return places[i - 1];
        }
        return places(names);
    }

    private void requireLength(int length) {
        int expected = layout.arrayLength();
        if (length != expected && !(layout.open() && length > expected)) {
            throw new ServiceException(
                    Code.WRONG_WIDTH,
                    "an array of " + length + " numbers, expected " + expected + ": "
                            + (layout.names().isEmpty()
                                    ? "features " + layout.first() + " to " + (layout.width() - 1) + " in order"
                                    : "one per name, in order")
                            + ", null where one is missing");
        }
    }

    private int[] places(List<String> given) {
        boolean byNumber = layout.names().isEmpty();
        if (byNumber && !layout.numbered()) {
            throw new ServiceException(
                    Code.UNKNOWN_FEATURE,
                    "the model has no names for its features and does not tell whether their numbers count from 0"
                            + " or 1: give arrays of " + layout.arrayLength()
                            + " numbers in the order of its training data");
        }
        Set<Integer> taken = new HashSet<>();
        int[] found = new int[given.size()];
        for (int i = 0; i < found.length; i++) {
            String name = given.get(i);
            int column = byNumber ? number(name) : columns.getOrDefault(name, -1);
            if (column < 0) {
                throw new ServiceException(
                        Code.UNKNOWN_FEATURE,
                        "the model has no feature " + InputException.quote(name)
                                + (byNumber ? numbers() : DidYouMean.hint(name, layout.names())));
            }
            if (!taken.add(column)) {
                throw new ServiceException(
                        Code.UNKNOWN_FEATURE, "the feature " + InputException.quote(name) + " is given twice");
            }
            if (column < layout.width()) {
                found[i] = column;
            } else {
                found[i] = -1;
                ignored.add(column);
            }
        }
        return found;
    }

    private String numbers() {
        return layout.names().isEmpty()
                ? "; it knows the numbers " + layout.first() + " to " + (layout.width() - 1)
                : "";
    }

    /** A number without sign or leading zeros; −1 for anything else, and for those that come before the first. */
    private int number(String name) {
        if (name.isEmpty() || name.length() > 9 || (name.charAt(0) == '0' && name.length() > 1)) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < name.length(); i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number < layout.first() ? -1 : number;
    }

    private boolean hasValue(int i) {
        float[] values = rows.get(i).values();
        return IntStream.range(0, values.length)
                .anyMatch(j -> !Float.isNaN(values[j]) && (places[i] == null || places[i][j] >= 0));
    }

    /** Tells of features by number that training never saw and that are ignored, as {@code predict} does; empty where there are none. */
    List<String> notes() {
        if (ignored.isEmpty() || layout.open()) {
            return List.of();
        }
        String some = ignored.stream().limit(MOST_NAMED).map(Object::toString).collect(Collectors.joining(", "));
        int more = ignored.size() - MOST_NAMED;
        return List.of(ignored.size() + (ignored.size() == 1 ? " feature" : " features") + " that training never saw "
                + (ignored.size() == 1 ? "is" : "are") + " ignored: " + some
                + (more > 0 ? " and " + more + " more" : ""));
    }

    /** The features of a row as the model wants them; NaN for missing. */
    float[] row(int i) {
        float[] values = rows.get(i).values();
        float[] row = new float[layout.width()];
        if (places[i] == null) {
            Arrays.fill(row, 0, layout.first(), layout.absent().value());
            System.arraycopy(values, 0, row, layout.first(), layout.arrayLength());
            return row;
        }
        Arrays.fill(row, layout.absent().value());
        for (int j = 0; j < values.length; j++) {
            if (places[i][j] >= 0) {
                row[places[i][j]] = values[j];
            }
        }
        return row;
    }

    /**
     * The query whose items the rows are.
     *
     * @throws ServiceException if two items have one name, or there is no item
     */
    Query query(String id) {
        if (rows.isEmpty()) {
            throw new ServiceException(Code.BAD_ITEM, "a query has at least one item, and this one has none");
        }
        boolean sparse = layout.width() >= WIDE && Arrays.stream(places).noneMatch(row -> row == null);
        Query query = sparse
                ? sparse(id)
                : Query.of(
                        id,
                        IntStream.range(0, places.length).mapToObj(this::row).toArray(float[][]::new));
        return rows.stream().allMatch(row -> row.id() == null) ? query : query.withItemIds(itemIds());
    }

    private Query sparse(String id) {
        int most = rows.stream().mapToInt(row -> row.values().length).sum();
        int[] starts = new int[places.length + 1];
        int[] indices = new int[most];
        float[] values = new float[most];
        int at = 0;
        int[] order = {};
        for (int i = 0; i < places.length; i++) {
            int[] row = places[i];
            if (i == 0 || row != places[i - 1]) {
                order = IntStream.range(0, row.length)
                        .filter(j -> row[j] >= 0)
                        .boxed()
                        .sorted((one, other) -> Integer.compare(row[one], row[other]))
                        .mapToInt(Integer::intValue)
                        .toArray();
            }
            for (int j : order) {
                float value = rows.get(i).values()[j];
                // a value that is given as missing is there only where it differs from one that is not given
                if (!Float.isNaN(value) || !Float.isNaN(layout.absent().value())) {
                    indices[at] = row[j];
                    values[at++] = value;
                }
            }
            starts[i + 1] = at;
        }
        double[] unknown = new double[places.length];
        Arrays.fill(unknown, Double.NaN);
        return Query.ofSparse(
                id,
                unknown,
                layout.width(),
                starts,
                Arrays.copyOf(indices, at),
                Arrays.copyOf(values, at),
                layout.absent());
    }

    /** An item without a name goes by its number from 1 on, which no other item may be called. */
    private List<String> itemIds() {
        List<String> ids = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Row row : rows) {
            String given = row.id();
            if (given != null && given.isEmpty()) {
                throw new ServiceException(Code.BAD_ITEM, "an id has no character; leave it out where there is none");
            }
            String name = given == null ? Integer.toString(ids.size() + 1) : given;
            if (!taken.add(name)) {
                throw new ServiceException(
                        Code.BAD_ITEM,
                        "two items have the id " + InputException.quote(name)
                                + "; an item without one gets its number: give every item an id of its own");
            }
            ids.add(name);
        }
        return ids;
    }
}
