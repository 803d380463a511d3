package io.plumbrank.data.votes;

import static io.plumbrank.util.InputException.quote;

import io.plumbrank.data.text.CsvRecords;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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
    private static final Set<String> WEIGHT = Set.of("weight", "count", "votes");

    private final Path path;
    private final String file;
    private final Unranked unranked;
    private final Map<String, Integer> items = new LinkedHashMap<>();
    private final List<Ballot> ballots = new ArrayList<>();

    private record Ballot(double weight, List<List<Integer>> groups) {}

    private record Line(long number, List<String> cells) {}

    BallotReader(Path path, Unranked unranked) {
        this.path = path;
        this.file = path.toString();
        this.unranked = unranked;
    }

    /** Whether the first line with text has the sign of an order. */
    static boolean isOrders(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst()
                .map(line -> line.contains(">"))
                .orElse(false);
    }

    /** Whether every row is names, but for a weight that may stand first. */
    static boolean isNames(Path path, List<String> lines) {
        List<Line> rows = rows(path, lines);
        return !rows.isEmpty()
                && !rows.get(0).cells.get(0).isEmpty()
                && rows.stream().anyMatch(row -> row.cells.size() > 1)
                && rows.stream().allMatch(row -> {
                    boolean weighted = row.cells.size() > 1 && isNumber(row.cells.get(0));
                    return row.cells.stream().skip(weighted ? 1 : 0).noneMatch(cell -> isNumber(cell));
                });
    }

    /** Whether there is a header of names over whole positions from 1 on, and each ballot has a first item. */
    static boolean isPositions(Path path, List<String> lines) {
        List<Line> rows = rows(path, lines);
        if (rows.size() < 2) {
            return false;
        }
        List<String> header = rows.get(0).cells;
        List<Integer> columns = new ArrayList<>();
        for (int j = 0; j < header.size(); j++) {
            if (header.get(j).isEmpty() || isNumber(header.get(j))) {
                return false;
            }
            if (!isWeight(header.get(j))) {
                columns.add(j);
            }
        }
        return columns.size() > 1
                && rows.stream()
                        .skip(1)
                        .allMatch(row -> row.cells.size() == header.size()
                                && columns.stream()
                                        .allMatch(j -> row.cells.get(j).isEmpty() || isPosition(row.cells.get(j)))
                                && columns.stream().anyMatch(j -> position(row.cells.get(j)) == 1));
    }

    private static List<Line> rows(Path path, List<String> lines) {
        List<Line> rows = new ArrayList<>();
        CsvRecords.ofText(path, String.join("\n", lines), (line, cells) -> rows.add(new Line(line, cells)));
        return rows;
    }

    private static boolean isNumber(String cell) {
        return !Double.isNaN(PairwiseWeights.number(cell));
    }

    private static double position(String cell) {
        return PairwiseWeights.number(cell);
    }

    private static boolean isPosition(String cell) {
        double value = position(cell);
        return value >= 1 && value == Math.rint(value);
    }

    /** Whether a column of this name holds the weights of ballots. */
    static boolean isWeight(String name) {
        return WEIGHT.contains(name.strip().toLowerCase(Locale.ROOT));
    }

    PairwiseWeights readOrders(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(':');
            boolean weighted = colon > 0 && isNumber(line.substring(0, colon).strip());
            double weight = weighted ? weight(i + 1, line.substring(0, colon).strip()) : 1;
            List<List<String>> groups = new ArrayList<>();
            for (String group : line.substring(weighted ? colon + 1 : 0).split(">", -1)) {
                groups.add(
                        Arrays.stream(group.split("=", -1)).map(String::strip).toList());
            }
            add(i + 1, weight, groups);
        }
        return pairwise();
    }

    PairwiseWeights readNames(List<String> lines) {
        for (Line row : rows(path, lines)) {
            boolean weighted = row.cells.size() > 1 && isNumber(row.cells.get(0));
            if (ballots.isEmpty() && items.isEmpty() && isWeight(row.cells.get(0))) {
                continue; // a header
            }
            List<String> names = new ArrayList<>(row.cells.subList(weighted ? 1 : 0, row.cells.size()));
            while (!names.isEmpty() && names.get(names.size() - 1).isEmpty()) {
                names.remove(names.size() - 1); // a shorter ballot among longer ones
            }
            add(
                    row.number,
                    weighted ? weight(row.number, row.cells.get(0)) : 1,
                    names.stream().map(List::of).toList());
        }
        return pairwise();
    }

    PairwiseWeights readPositions(List<String> lines) {
        List<Line> rows = rows(path, lines);
        List<String> header = rows.get(0).cells;
        header.stream().filter(name -> !isWeight(name)).forEach(this::item);
        if (items.size() < header.stream().filter(name -> !isWeight(name)).count()) {
            throw new InputException(file, rows.get(0).number, "a name twice", "a name for each item, all different");
        }
        for (Line row : rows.subList(1, rows.size())) {
            double weight = 1;
            Map<Double, List<String>> groups = new TreeMap<>();
            for (int j = 0; j < header.size(); j++) {
                String cell = row.cells.get(j);
                if (isWeight(header.get(j))) {
                    weight = weight(row.number, cell);
                } else if (!cell.isEmpty()) {
                    groups.computeIfAbsent(position(cell), position -> new ArrayList<>())
                            .add(header.get(j));
                }
            }
            add(row.number, weight, List.copyOf(groups.values()));
        }
        return pairwise();
    }

    private double weight(long line, String text) {
        double weight = PairwiseWeights.number(text);
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
        ballots.add(new Ballot(
                weight,
                groups.stream()
                        .map(group -> group.stream().map(this::item).toList())
                        .toList()));
    }

    private PairwiseWeights pairwise() {
        if (items.size() < 2) {
            throw new InputException(file, 0, "ballots of one item or none", "ballots such as apple > pear = fig");
        }
        double[][] weights = new double[items.size()][items.size()];
        for (Ballot ballot : ballots) {
            Votes.addInto(ballot.groups, ballot.weight, unranked, weights);
        }
        return PairwiseWeights.of(List.copyOf(items.keySet()), weights);
    }
}
