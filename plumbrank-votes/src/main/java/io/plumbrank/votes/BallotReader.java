package io.plumbrank.votes;

import static io.plumbrank.util.InputException.quote;

import io.plumbrank.data.text.CsvRecords;
import io.plumbrank.data.text.Decimals;
import io.plumbrank.data.text.TextLines;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads plain ballots, one per line, in any of three forms:
 *
 * <ul>
 *   <li>{@code apple > pear = fig}, where {@code =} is a tie, with a weight before it as in {@code 2.5: apple > pear};
 *   <li>CSV of names, best first: {@code apple,pear,fig}, or with a weight first: {@code 2.5,apple,pear};
 *   <li>CSV of positions: a header with the names of the items, and perhaps {@code weight}, and a row per ballot with the position
 *       of each item, 1 the best, equal a tie, empty not ranked.
 * </ul>
 */
final class BallotReader {
    /** What is written as a number, be it one that can be a weight or not. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)(e[+-]?\\d+)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern DATE = Pattern.compile("\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}\\b");

    private static final Set<String> WEIGHT = Set.of("weight", "count", "votes");

    private final Path path;
    private final String file;
    private final Iterable<String> lines;
    private final PairCounter pairs;
    private final Map<String, Integer> items = new LinkedHashMap<>();
    /** Where an item was named first. */
    private final Map<String, Long> lineOf = new HashMap<>();

    BallotReader(Path path, Iterable<String> lines, Unranked unranked, int most) {
        this.path = path;
        this.file = path.toString();
        this.lines = lines;
        this.pairs = new PairCounter(unranked, most);
    }

    /**
     * Whether the first line that tells has the sign of an order; ballots of one item, or of ties alone, may stand before it. Where no
     * line tells, a tie does.
     *
     * @param csv whether the file is CSV by its name, so that a line with commas is no order
     */
    static boolean isOrders(Iterable<String> lines, boolean csv) {
        List<String> telling = TextLines.first(
                lines, 1, line -> !line.strip().startsWith("#") && (line.contains(">") || line.contains(",")));
        if (!telling.isEmpty()) {
            return telling.get(0).contains(">") && !(csv && telling.get(0).contains(","));
        }
        return !TextLines.first(lines, 1, line -> !line.strip().startsWith("#") && line.contains("="))
                .isEmpty();
    }

    /** What the rows of a CSV file can be. */
    static final class Rows {
        private List<String> header = List.of();
        private long count;
        private boolean wide;
        private boolean names = true;
        private boolean positions = true;
        private final List<Integer> columns = new ArrayList<>();

        Rows(Path path, Iterable<String> lines) {
            CsvRecords.ofLines(path, lines, (line, cells) -> take(cells));
        }

        private void take(List<String> cells) {
            if (count++ == 0) {
                header = cells;
                names = !cells.get(0).isEmpty();
                for (int j = 0; j < cells.size(); j++) {
                    positions &= !cells.get(j).isEmpty() && !isNumber(cells.get(j));
                    if (!isWeight(cells.get(j))) {
                        columns.add(j);
                    }
                }
                positions &= columns.size() > 1;
            } else {
                positions = positions
                        && cells.size() == header.size()
                        && columns.stream().allMatch(j -> cells.get(j).isEmpty() || isPosition(cells.get(j)))
                        && columns.stream().anyMatch(j -> position(cells.get(j)) == 1);
            }
            wide |= cells.size() > 1;
            boolean weighted = cells.size() > 1 && isNumber(cells.get(0));
            names = names && cells.stream().skip(weighted ? 1 : 0).noneMatch(BallotReader::isNumber);
        }

        /** Whether every row is names, but for a weight that may stand first. */
        boolean areNames() {
            return count > 0 && names && wide;
        }

        /** Whether there is a header of names over whole positions from 1 on, and each ballot has a first item. */
        boolean arePositions() {
            return count > 1 && positions;
        }

        /** Whether there are as many rows as columns, not to count the header, and none of these holds weights of ballots. */
        boolean areSquare() {
            return count - 1 == header.size() && header.stream().noneMatch(BallotReader::isWeight);
        }
    }

    private static boolean isNumber(String cell) {
        return !Double.isNaN(Decimals.parseDouble(cell));
    }

    private static double position(String cell) {
        return Decimals.parseDouble(cell);
    }

    private static boolean isPosition(String cell) {
        double value = position(cell);
        return value >= 1 && value == Math.rint(value);
    }

    /** Whether a column of this name holds the weights of ballots. */
    static boolean isWeight(String name) {
        return WEIGHT.contains(name.strip().toLowerCase(Locale.ROOT));
    }

    PairwiseWeights readOrders() {
        long number = 0;
        for (String text : lines) {
            number++;
            String line = text.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(':');
            boolean weighted = colon > 0
                    && NUMBER.matcher(line.substring(0, colon).strip()).matches();
            double weight = weighted ? weight(number, line.substring(0, colon).strip()) : 1;
            List<List<String>> groups = new ArrayList<>();
            String order = line.substring(weighted ? colon + 1 : 0);
            if (order.contains(",")
                    && !order.contains(">")
                    && !order.contains("=")
                    && !items.containsKey(order.strip())) {
                throw new InputException(
                        file,
                        number,
                        quote(order.strip()) + " among orders",
                        "> or = between items, as in the other lines");
            }
            for (String group : order.split(">", -1)) {
                groups.add(
                        Arrays.stream(group.split("=", -1)).map(String::strip).toList());
            }
            add(number, weight, groups);
        }
        requireNoPrefixes();
        return pairwise();
    }

    /** Refuses names such as {@code Ann: apple} beside {@code apple} or {@code Bob: apple}: what is before the colon is no item's. */
    private void requireNoPrefixes() {
        Map<String, String> byEnd = new HashMap<>();
        items.keySet().forEach(name -> byEnd.put(name, name));
        items.keySet().stream().filter(name -> name.contains(":")).forEach(name -> {
            String end = name.substring(name.indexOf(':') + 1).strip();
            String other = byEnd.putIfAbsent(end, name);
            if (other != null && !other.equals(name)) {
                throw new InputException(
                        file,
                        lineOf.getOrDefault(name, 0L),
                        "the item " + quote(name) + " beside " + quote(other),
                        "a number before the colon, which weighs the ballot, or nothing");
            }
        });
    }

    PairwiseWeights readNames() {
        requireBallotsAlone();
        CsvRecords.ofLines(path, lines, (line, cells) -> {
            boolean weighted = cells.size() > 1 && isNumber(cells.get(0));
            if (items.isEmpty() && isWeight(cells.get(0))) {
                return; // a header
            }
            List<String> names = new ArrayList<>(cells.subList(weighted ? 1 : 0, cells.size()));
            while (!names.isEmpty() && names.get(names.size() - 1).isEmpty()) {
                names.remove(names.size() - 1); // a shorter ballot among longer ones
            }
            add(
                    line,
                    weighted ? weight(line, cells.get(0)) : 1,
                    names.stream().map(List::of).toList());
        });
        return pairwise();
    }

    PairwiseWeights readPositions() {
        List<String> header = new ArrayList<>();
        CsvRecords.ofLines(path, lines, (line, cells) -> {
            if (header.isEmpty()) {
                header.addAll(cells);
                List<String> names =
                        cells.stream().filter(name -> !isWeight(name)).toList();
                names.forEach(this::item);
                if (items.size() < names.size()) {
                    throw new InputException(file, line, "a name twice", "a name for each item, all different");
                }
                return;
            }
            double weight = 1;
            Map<Double, List<String>> groups = new TreeMap<>();
            for (int j = 0; j < header.size(); j++) {
                String cell = cells.get(j);
                if (isWeight(header.get(j))) {
                    weight = weight(line, cell);
                } else if (!cell.isEmpty()) {
                    groups.computeIfAbsent(position(cell), position -> new ArrayList<>())
                            .add(header.get(j));
                }
            }
            add(line, weight, List.copyOf(groups.values()));
        });
        return pairwise();
    }

    /** Refuses the header of a form, whose words are in no ballot, and a column of dates. */
    private void requireBallotsAlone() {
        List<String> first = new ArrayList<>();
        Set<String> others = new HashSet<>();
        long[] rows = {0};
        CsvRecords.ofLines(path, lines, (line, cells) -> {
            if (first.isEmpty()) {
                first.addAll(cells);
            } else {
                rows[0]++;
                others.addAll(cells);
            }
            if (DATE.matcher(cells.get(0)).lookingAt()) {
                throw new InputException(
                        file,
                        line,
                        quote(cells.get(0)) + " as an item",
                        "names of items alone: remove the column of dates");
            }
        });
        if (rows[0] > 1 && first.stream().noneMatch(others::contains) && !isWeight(first.get(0))) {
            throw new InputException(
                    file,
                    1,
                    quote(String.join(",", first)) + ", of which no other line names anything",
                    "ballots alone: remove the header, and columns that hold no items");
        }
    }

    private double weight(long line, String text) {
        double weight = Decimals.parseDouble(text);
        if (!(weight > 0) || !PairwiseWeights.isUsable(weight)) {
            throw new InputException(file, line, "weight " + quote(text), "a positive number");
        }
        return weight;
    }

    private int item(String name) {
        return items.computeIfAbsent(name, unknown -> items.size());
    }

    private void add(long line, double weight, List<List<String>> groups) {
        Set<String> seen = new HashSet<>();
        for (List<String> group : groups) {
            for (String name : group) {
                if (name.isEmpty()) {
                    throw new InputException(file, line, "a place without an item", "a name, as in apple > pear = fig");
                }
                if (!seen.add(name)) {
                    throw new InputException(file, line, quote(name) + " twice", "each item once in a ballot");
                }
            }
        }
        seen.stream().filter(name -> !items.containsKey(name)).forEach(name -> lineOf.put(name, line));
        List<List<Integer>> numbered = groups.stream()
                .map(group -> group.stream().map(this::item).toList())
                .toList();
        pairs.include(items.size());
        pairs.add(numbered, weight);
    }

    private PairwiseWeights pairwise() {
        if (items.size() < 2) {
            throw new InputException(file, 0, "ballots of one item or none", "ballots such as apple > pear = fig");
        }
        pairs.include(items.size());
        return pairs.weights(List.copyOf(items.keySet()));
    }
}
