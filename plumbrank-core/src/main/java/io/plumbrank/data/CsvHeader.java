package io.plumbrank.data;

import io.plumbrank.data.text.Levels;
import io.plumbrank.data.text.Utf8;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What each column of a CSV file is. */
final class CsvHeader {
    /** Roles of columns that are no features; a feature's role is its number, 0 or more. */
    static final int LABEL = -1;

    static final int QUERY = -2;
    static final int WEIGHT = -3;
    static final int ITEM = -4;
    static final int ITEM_WEIGHT = -5;
    static final int UNUSED = -6;
    static final int LEVEL = -7;

    private static final int MOST_LISTED = 20;

    /** Names that mean something in files of queries. */
    private static final Set<String> OTHER_ROLES = Set.of("label", "query", "qid", "docid", "item", "item_weight");

    private final String file;
    private final long line;
    private final List<String> columns;
    private final int[] roles;
    private final List<String> features = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<String> byName = new ArrayList<>();
    private final Map<Integer, Levels> levels = new HashMap<>();
    private final boolean reorders;

    /**
     * @param columns the fields of the first record
     * @param text which columns hold text, with the levels that get a feature; for all columns as features
     * @param labels whether the file needs a label column
     * @throws InputException if a name is missing or stands there twice, or a column that the file needs is not there
     */
    CsvHeader(
            String file,
            long line,
            List<String> columns,
            CsvColumns wanted,
            Map<String, List<String>> text,
            Grouping grouping,
            Labels labels) {
        this.file = file;
        this.line = line;
        this.columns = columns;
        this.roles = new int[columns.size()];
        requireCommas();
        requireNames();
        boolean queries = grouping == Grouping.QUERY;
        if (wanted.ranking() == null) {
            assign(LABEL, "a label", wanted, wanted.label(), labels.needed(), "label");
        }
        assign(WEIGHT, "a weight", wanted, wanted.weight(), false, "weight");
        if (queries) {
            assign(QUERY, "a query", wanted, wanted.query(), true, "query", "qid");
            assign(ITEM, "an item", wanted, wanted.item(), false, "docid", "item", "id");
            assign(ITEM_WEIGHT, "an item weight", wanted, wanted.itemWeight(), false, "item_weight");
        } else {
            assign(UNUSED, "a query", wanted, wanted.query(), false);
            assign(ITEM, "a name", wanted, wanted.item(), false, "id");
        }
        if (!labels.areIgnored()
                || (wanted.ranking() != null && wanted.features().wanted().isEmpty())) {
            noteRoles(queries, wanted); // predictions need none
        }
        requireIgnored(wanted);
        features.addAll(wanted.features().wanted());
        Map<String, Integer> numbers = new LinkedHashMap<>();
        features.forEach(name -> numbers.put(name, numbers.size()));
        for (int i = 0; i < roles.length; i++) {
            if (roles[i] == 0) {
                roles[i] = levels(i, wanted, text, numbers) ? LEVEL : feature(columns.get(i), wanted, numbers);
            }
        }
        reorders = hasFeaturesInOtherOrder();
        if (!numbers.isEmpty()) {
            List<String> absent = Levels.columns(numbers.keySet());
            throw new InputException(
                    file,
                    line,
                    "the columns " + listed(columns),
                    "also the feature " + listed(absent) + ", as in the training data"
                            + DidYouMean.hint(absent.get(0), columns));
        }
    }

    /** Whether a column holds text whose levels are features. */
    private boolean levels(
            int column, CsvColumns wanted, Map<String, List<String>> text, Map<String, Integer> numbers) {
        String name = columns.get(column);
        if (wanted.features().ignored().contains(name) || numbers.containsKey(name)) {
            return false;
        }
        if (wanted.features().wanted().isEmpty() && !text.containsKey(name)) {
            return false;
        }
        String beginning = Levels.feature(name, "");
        columns.stream()
                .filter(other -> text.containsKey(name) && other.startsWith(beginning))
                .findFirst()
                .ifPresent(other -> {
                    throw new InputException(
                            file,
                            line,
                            "column " + InputException.quote(name) + " of text, whose levels are features "
                                    + InputException.quote(beginning + "…") + ", and column "
                                    + InputException.quote(other),
                            "names that differ: rename one of the two");
                });
        text.getOrDefault(name, List.of()).forEach(level -> features.add(Levels.feature(name, level)));
        Levels known = Levels.among(features, name);
        if (known == null || columns.stream().anyMatch(other -> other.startsWith(beginning))) {
            return text.containsKey(name);
        }
        numbers.keySet().removeIf(feature -> feature.startsWith(beginning));
        levels.put(column, known);
        return true;
    }

    /** The levels of a column; null where none has a feature. */
    @Nullable
    Levels levels(int column) {
        return levels.get(column);
    }

    /** Whether some columns hold text, so that zeros are left out. */
    boolean hasLevels() {
        return !levels.isEmpty();
    }

    /** @param numbers of the wanted features that are still to be found */
    private int feature(String name, CsvColumns wanted, Map<String, Integer> numbers) {
        if (wanted.features().ignored().contains(name)) {
            return UNUSED;
        }
        Integer number = numbers.remove(name);
        if (number != null) {
            return number;
        }
        boolean position = wanted.isAnswer(name);
        if (wanted.features().wanted().isEmpty() || position) {
            features.add(name);
            return features.size() - 1;
        }
        unknown.add(name);
        return UNUSED;
    }

    /** Notes what a column is where its name alone says so, and could mislead. */
    private void noteRoles(boolean queries, CsvColumns wanted) {
        for (int i = 0; i < roles.length; i++) {
            String name = columns.get(i);
            if (roles[i] == WEIGHT && wanted.weight() == null) {
                byName.add("using column weight as weights of " + (queries ? "queries" : "rows")
                        + "; set the weight column to none if it is a feature");
            } else if (roles[i] == ITEM_WEIGHT && wanted.itemWeight() == null) {
                byName.add(
                        "using column item_weight as weights of items; set the item-weight column to none if it is a feature");
            } else if (roles[i] == ITEM && wanted.item() == null && !name.equals("docid")) {
                byName.add("using column " + name + " as names of " + (queries ? "items" : "rows")
                        + "; set the item column to none if it is a feature");
            } else if (roles[i] == 0
                    && wanted.features().wanted().isEmpty()
                    && OTHER_ROLES.contains(name)
                    && !queries
                    && !wanted.names(name)) {
                byName.add("using column " + name + " as a feature; ignore it if it is none");
            }
        }
    }

    /** What columns are that are something else than a feature, or a feature, by their names alone. */
    List<String> byName() {
        return byName;
    }

    /** Which columns of text had levels that a model does not know, in words. */
    List<String> unknownLevels() {
        return levels.entrySet().stream()
                .flatMap(column -> column.getValue().withoutFeature(columns.get(column.getKey())).stream())
                .toList();
    }

    private void requireIgnored(CsvColumns wanted) {
        for (String name : wanted.features().ignored()) {
            if (!columns.contains(name)) {
                throw new InputException(
                        file,
                        line,
                        "the columns " + listed(columns),
                        "column " + InputException.quote(name) + ", which is to be ignored"
                                + DidYouMean.hint(name, columns));
            }
        }
    }

    /** The columns that are none of the wanted features, in words; empty if there are none. */
    String unknown() {
        return unknown.isEmpty() ? "" : listed(unknown);
    }

    /** Whether features stand in another order than their numbers. */
    boolean reorders() {
        return reorders;
    }

    private boolean hasFeaturesInOtherOrder() {
        if (hasLevels()) {
            return true;
        }
        int[] numbers = IntStream.of(roles).filter(role -> role >= 0).toArray();
        return IntStream.range(1, numbers.length).anyMatch(i -> numbers[i] < numbers[i - 1]);
    }

    int size() {
        return roles.length;
    }

    /** A role, or the number of the feature. */
    int role(int column) {
        return roles[column];
    }

    String column(int column) {
        return columns.get(column);
    }

    List<String> features() {
        return features;
    }

    int featureIndex(String name) {
        int index = features.indexOf(name);
        if (index < 0) {
            String found = columns.contains(name)
                    ? "column " + InputException.quote(name) + ", which is no feature"
                    : "no column " + InputException.quote(name) + " among " + listed(columns);
            throw new InputException(file, line, found, "the name of a feature" + DidYouMean.hint(name, features));
        }
        return index;
    }

    private void requireCommas() {
        String first = columns.get(0);
        boolean others = columns.stream()
                .allMatch(column -> column.chars().filter(c -> c == ';').count() > 0);
        if (others || (columns.size() == 1 && first.matches(".*[\t|].*"))) {
            String found = columns.size() == 1
                    ? "one column " + InputException.quote(first)
                    : "columns that semicolons separate, " + listed(columns);
            throw new InputException(
                    file,
                    line,
                    found,
                    "columns that commas separate, or tabs in a file whose name ends in .tsv: save the file in that way");
        }
    }

    /** Whether it is the index that pandas and R write before the other columns. */
    private boolean isIndex(int column) {
        return column == 0 && columns.size() > 1 && columns.get(0).matches("|Unnamed: 0");
    }

    private void requireNames() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i);
            if (isIndex(i)) {
                roles[i] = UNUSED;
                byName.add("ignoring the first column, an index without a name");
                continue;
            }
            if (name.isEmpty()) {
                String found = "a header whose column " + (i + 1) + " has no name";
                throw new InputException(file, line, found, "a name for each column: name it, or remove the column");
            }
            if (name.indexOf(Utf8.UNREADABLE) >= 0) {
                throw new InputException(file, line, "a header that is not UTF-8", Utf8.EXPECTED);
            }
            if (!seen.add(name)) {
                throw new InputException(
                        file, line, "column " + InputException.quote(name) + " twice", "each column name once");
            }
        }
    }

    /** Unless there is none, gives the named column, or the first of the usual ones that is not named as another, a role; 0 is none yet. */
    private void assign(
            int role, String what, CsvColumns wanted, @Nullable String name, boolean needed, String... usual) {
        if (name != null && name.isEmpty()) {
            return;
        }
        String[] candidates = name == null ? usual : new String[] {name};
        for (String candidate : candidates) {
            int at = columns.indexOf(candidate);
            if (at >= 0 && (name != null || !wanted.names(candidate))) {
                roles[at] = role;
                return;
            }
        }
        if (needed || name != null) {
            String names = Arrays.stream(candidates).map(InputException::quote).collect(Collectors.joining(" or "));
            String expected =
                    what + " column " + names + ": say which column it is" + DidYouMean.hint(candidates[0], columns);
            throw new InputException(file, line, "the columns " + listed(columns), expected);
        }
    }

    private static String listed(List<String> names) {
        String list =
                names.stream().limit(MOST_LISTED).map(InputException::quote).collect(Collectors.joining(", "));
        return names.size() > MOST_LISTED ? list + " and " + (names.size() - MOST_LISTED) + " more" : list;
    }
}
