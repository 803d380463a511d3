package io.plumbrank.votes;

import static io.plumbrank.util.InputException.quote;

import io.plumbrank.data.text.CsvRecords;
import io.plumbrank.data.text.Decimals;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads pairwise weights from CSV: row i, column j is the weight of "i above j". Names may stand in the first row, in the
 * first column or in both, where they are told by not being numbers; columns may then come in another order than rows.
 * An empty first cell before others that are filled is a corner: then row and column are names, be they numbers or not.
 * The diagonal is ignored and may be empty, but for the first cell of a matrix without names.
 */
final class PairwiseCsvReader {
    /** Numbers that are no weights, and no names either. */
    private static final Pattern NOT_FINITE = Pattern.compile("[+-]?(nan|inf|infinity|∞)", Pattern.CASE_INSENSITIVE);

    private final Path path;
    private final String file;
    private final List<String> text;
    private final List<Line> lines = new ArrayList<>();

    private record Line(long number, List<String> cells) {}

    PairwiseCsvReader(Path path, List<String> text) {
        this.path = path;
        this.file = path.toString();
        this.text = text;
    }

    PairwiseWeights read() {
        parse();
        if (lines.isEmpty()) {
            throw new InputException(file, 0, "no rows", "a row of weights for each item");
        }
        List<String> first = lines.get(0).cells;
        boolean corner = isCorner(first);
        boolean header = corner || isHeader(lines.get(0));
        List<Line> body = lines.subList(header ? 1 : 0, lines.size());
        if (body.isEmpty()) {
            throw new InputException(file, lines.get(0).number, "names and no weights", "a row for each item");
        }
        boolean namedRows =
                first.size() > 1 && (corner || isName(body.get(0).cells.get(0)));
        if (!corner) {
            checkNames(body, header, namedRows);
        }
        int skip = namedRows ? 1 : 0;
        int n = first.size() - skip;
        if (n < 2) {
            throw new InputException(
                    file,
                    lines.get(0).number,
                    "one column",
                    "weights of two items or more, or ballots such as apple > pear = fig");
        }
        if (body.size() != n) {
            Line last = lines.get(lines.size() - 1);
            String found = body.size() + (body.size() == 1 ? " row" : " rows");
            throw new InputException(file, last.number, found, n + ", as many as columns");
        }
        List<String> columns = header ? first.subList(skip, first.size()) : List.of();
        List<String> rows =
                namedRows ? body.stream().map(line -> line.cells.get(0)).toList() : columns;
        return weights(body, skip, rows, columnOrder(body, rows, columns, namedRows && header));
    }

    private static boolean isCorner(List<String> first) {
        List<String> others = first.subList(1, first.size());
        return first.get(0).isEmpty()
                && !others.isEmpty()
                && (others.stream().noneMatch(String::isEmpty)
                        || others.stream().anyMatch(PairwiseCsvReader::isName));
    }

    /** Whether the first row is names. Its first cell may be the name of a row or a title, so the others tell. */
    private boolean isHeader(Line first) {
        List<String> cells = first.cells;
        List<String> telling = cells.subList(cells.size() == 1 ? 0 : 1, cells.size());
        long names = telling.stream().filter(PairwiseCsvReader::isName).count();
        if (names > 0 && names < telling.size()) {
            // points at the first cell of the kind that is rarer
            boolean nameIsOdd = 2 * names <= telling.size();
            int odd = 1;
            while (isName(cells.get(odd)) != nameIsOdd) {
                odd++;
            }
            throw mixedFirstRow(first, odd);
        }
        return names > 0;
    }

    private InputException mixedFirstRow(Line first, int odd) {
        String expected = "numbers throughout the first row, or names that are not numbers throughout it";
        return new InputException(file, first.number, found(first, odd), expected);
    }

    private void checkNames(List<Line> body, boolean header, boolean namedRows) {
        if (header && !namedRows && !isName(lines.get(0).cells.get(0))) {
            throw mixedFirstRow(lines.get(0), 0);
        }
        for (Line line : body) {
            if (namedRows && !isName(line.cells.get(0))) {
                String expected = "a name that is not a number, as in line " + body.get(0).number
                        + " (with names that are numbers, leave the first cell of the first row empty)";
                throw new InputException(file, line.number, found(line, 0), expected);
            }
        }
    }

    private void parse() {
        // as one text, since the lines are unpacked and decoded already
        CsvRecords.ofText(path, String.join("\n", text), this::take);
    }

    private void take(long line, List<String> cells) {
        if (!lines.isEmpty() && cells.size() != lines.get(0).cells.size()) {
            String expected = lines.get(0).cells.size() + " as in line " + lines.get(0).number;
            throw new InputException(file, line, CsvRecords.count(cells), expected);
        }
        lines.add(new Line(line, cells));
    }

    /** For each row the column of the same item. */
    private int[] columnOrder(List<Line> body, List<String> rows, List<String> columns, boolean byName) {
        int n = body.size();
        int[] order = new int[n];
        Map<String, Integer> columnOf = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).isEmpty() || columnOf.put(columns.get(i), i) != null) {
                String found = columns.get(i).isEmpty() ? "an empty name" : quote(columns.get(i)) + " twice";
                throw new InputException(file, lines.get(0).number, found, "a name for each column, all different");
            }
        }
        Map<String, Long> lineOf = new HashMap<>();
        for (int i = 0; i < n; i++) {
            order[i] = i;
            if (rows.isEmpty()) {
                continue;
            }
            Long before = lineOf.put(rows.get(i), body.get(i).number);
            if (before != null) {
                String found = quote(rows.get(i)) + " again";
                throw new InputException(file, body.get(i).number, found, "a name other than that of line " + before);
            }
            Integer column = byName ? columnOf.get(rows.get(i)) : Integer.valueOf(i);
            if (column == null) {
                String hint = columns.stream().anyMatch(PairwiseCsvReader::isName)
                        ? ""
                        : " (without names, write 0 into the first cell)";
                String expected = "a name that stands in the first row too" + hint;
                throw new InputException(file, body.get(i).number, quote(rows.get(i)), expected);
            }
            order[i] = column;
        }
        return order;
    }

    private PairwiseWeights weights(List<Line> body, int skip, List<String> rows, int[] columnOrder) {
        int n = body.size();
        double[][] weights = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    weights[i][j] = weight(body.get(i), skip + columnOrder[j]);
                }
            }
        }
        return rows.isEmpty() ? PairwiseWeights.of(weights) : PairwiseWeights.of(rows, weights);
    }

    private double weight(Line line, int column) {
        String cell = line.cells.get(column);
        double value = Decimals.parseDouble(cell);
        if (!PairwiseWeights.isUsable(value)) {
            throw new InputException(file, line.number, found(line, column), PairwiseWeights.USABLE);
        }
        return value;
    }

    private static String found(Line line, int column) {
        String cell = line.cells.get(column);
        return (cell.isEmpty() ? "an empty cell" : quote(cell)) + " in column " + (column + 1);
    }

    private static boolean isName(String cell) {
        return !cell.isEmpty()
                && Double.isNaN(Decimals.parseDouble(cell))
                && !NOT_FINITE.matcher(cell).matches();
    }
}
