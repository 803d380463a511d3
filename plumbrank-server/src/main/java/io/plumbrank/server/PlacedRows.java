package io.plumbrank.server;

import io.plumbrank.data.Absent;
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
import java.util.Objects;
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

    /** The place of a column of text before its level is known. */
    private static final int LEVELS = -2;

    private final FeatureLayout layout;
    private final List<Row> rows;
    private final Categories categories;
    /** A row that names no feature. */
    private final float[] unnamed;
    /** Where the values of a row go, −1 for nowhere; rows with the same names and no texts share theirs; null for an array. */
    private final int[] @Nullable [] places;
    /** The values that go there: 1 for a level of a column of text. */
    private final float[][] values;

    private final Map<String, Integer> columns = new HashMap<>();
    private final SortedSet<Integer> ignored = new TreeSet<>();
    /** The places of the names of the row before. */
    private int[] lastNamed = {};

    /** @throws ServiceException if a row does not fit, or no row has a value of a feature that the model knows */
    PlacedRows(FeatureLayout layout, List<Row> rows, Categories categories) {
        this.layout = layout;
        this.rows = rows;
        this.categories = categories;
        this.unnamed = layout.unnamed();
        this.places = new int[rows.size()][];
        this.values = new float[rows.size()][];
        for (int j = 0; j < layout.names().size(); j++) {
            columns.put(layout.names().get(j), j);
        }
        boolean some = rows.isEmpty();
        for (int i = 0; i < places.length; i++) {
            values[i] = rows.get(i).values();
            int[] named = named(i);
            places[i] = named == null || !hasLevels(named) ? numbers(i, named) : levels(i, named);
            some |= hasValue(i);
        }
        if (!some) {
            // they would all be predicted alike, and nobody means that
            throw new ServiceException(
                    Code.UNKNOWN_FEATURE, "no row has a value of any feature that the model knows" + numbers());
        }
    }

    private static boolean hasLevels(int[] named) {
        return Arrays.stream(named).anyMatch(place -> place == LEVELS);
    }

    /** The places of a row without columns of text, which are all numbers. */
    private int @Nullable [] numbers(int i, int @Nullable [] named) {
        Row row = rows.get(i);
        row.texts().keySet().stream().min(Integer::compare).ifPresent(at -> {
            throw textForNumber(row, at);
        });
        return named;
    }

    private ServiceException textForNumber(Row row, int at) {
        String feature = row.names() == null
                ? "entry " + (at + 1) + " of an array"
                : "the feature " + InputException.quote(row.names().get(at));
        return StrictJson.bad(feature + " is the text "
                + InputException.quote(Objects.requireNonNull(row.texts().get(at)))
                + ", expected a number, or null where it is missing");
    }

    /** Puts the 1 of a level in the place of a text. */
    private int[] levels(int i, int[] named) {
        Row row = rows.get(i);
        int[] found = named.clone();
        float[] numbers = row.values().clone();
        for (int j = 0; j < found.length; j++) {
            String text = row.texts().get(j);
            if (found[j] != LEVELS) {
                if (text != null) {
                    throw textForNumber(row, j);
                }
                continue;
            }
            String column = Objects.requireNonNull(row.names()).get(j);
            if (!Float.isNaN(numbers[j])) {
                throw StrictJson.bad("the feature " + InputException.quote(column)
                        + " is a number, expected a text: the model knows levels of it, such as "
                        + InputException.quote(example(column)));
            }
            // a missing one has no feature, as in a file
            found[j] = text == null || text.isEmpty()
                    ? -1
                    : Objects.requireNonNull(categories.levels(column)).feature(text);
            numbers[j] = 1;
        }
        values[i] = numbers;
        return found;
    }

    private String example(String column) {
        String beginning = column + "=";
        return layout.names().stream()
                .filter(name -> name.startsWith(beginning))
                .findFirst()
                .orElseThrow()
                .substring(beginning.length());
    }

    private int @Nullable [] named(int i) {
        Row row = rows.get(i);
        List<String> names = row.names();
        if (names == null) {
            requireLength(row.values().length);
            return null;
        }
        if (i == 0 || !names.equals(rows.get(i - 1).names())) {
            lastNamed = places(names);
        }
        return lastNamed;
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
            if (column < 0 && categories.levels(name) != null) {
                requireNoLevel(name, given);
                found[i] = LEVELS;
                continue;
            }
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

    private static void requireNoLevel(String column, List<String> given) {
        if (given.stream().anyMatch(name -> name.startsWith(column + "="))
                || given.stream().filter(column::equals).count() > 1) {
            throw new ServiceException(
                    Code.UNKNOWN_FEATURE, "the feature " + InputException.quote(column) + " is given twice");
        }
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
        return !rows.get(i).texts().isEmpty()
                || IntStream.range(0, values[i].length)
                        .anyMatch(j -> !Float.isNaN(values[i][j]) && (places[i] == null || places[i][j] >= 0));
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
        float[] row = unnamed.clone();
        if (places[i] == null) {
            System.arraycopy(values[i], 0, row, layout.first(), layout.arrayLength());
            return row;
        }
        for (int j = 0; j < values[i].length; j++) {
            if (places[i][j] >= 0) {
                row[places[i][j]] = values[i][j];
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
                ? layout.categorical() ? sparseLevels(id) : sparse(id)
                : Query.of(
                        id,
                        IntStream.range(0, places.length).mapToObj(this::row).toArray(float[][]::new));
        return rows.stream().allMatch(row -> row.id() == null) ? query : query.withItemIds(itemIds());
    }

    private Query sparse(String id) {
        int most = Arrays.stream(values).mapToInt(row -> row.length).sum();
        int[] starts = new int[places.length + 1];
        int[] indices = new int[most];
        float[] sent = new float[most];
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
                float value = values[i][j];
                // a value that is given as missing is there only where it differs from one that is not given
                if (!Float.isNaN(value) || !Float.isNaN(layout.absent().value())) {
                    indices[at] = row[j];
                    sent[at++] = value;
                }
            }
            starts[i + 1] = at;
        }
        return sparse(id, starts, Arrays.copyOf(indices, at), Arrays.copyOf(sent, at), layout.absent());
    }

    /** Zeros of levels are left out as in a file, and missing numbers are written. */
    private Query sparseLevels(String id) {
        int[] starts = new int[places.length + 1];
        IntStream.Builder indices = IntStream.builder();
        RowsReader.Floats sent = new RowsReader.Floats();
        for (int i = 0; i < places.length; i++) {
            float[] row = row(i);
            starts[i + 1] = starts[i];
            for (int j = 0; j < row.length; j++) {
                if (row[j] != 0) {
                    indices.add(j);
                    sent.add(row[j]);
                    starts[i + 1]++;
                }
            }
        }
        return sparse(id, starts, indices.build().toArray(), sent.toArray(), Absent.ZERO);
    }

    private Query sparse(String id, int[] starts, int[] indices, float[] sent, Absent absent) {
        double[] unknown = new double[places.length];
        Arrays.fill(unknown, Double.NaN);
        return Query.ofSparse(id, unknown, layout.width(), starts, indices, sent, absent);
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
