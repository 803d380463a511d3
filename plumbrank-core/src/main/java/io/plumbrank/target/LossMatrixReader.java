package io.plumbrank.target;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import io.plumbrank.data.text.CsvRecords;
import io.plumbrank.util.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads one loss matrix from CSV, row by row, and decides whether its first row and first column are names. */
final class LossMatrixReader {
    private static final Set<String> NOT_FINITE =
            Set.of("nan", "+nan", "-nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "∞", "+∞", "-∞");

    private static final String LOSSES = "a row of losses for each class";
    private static final int MOST_LISTED = 10;

    private final Path path;
    private final String file;

    private long firstLine;
    private int width;
    private String[] firstRow = new String[0];
    private final List<Row> rows = new ArrayList<>();
    private String guessed = "";

    /** A row after the first, whose first cell may be a name or a loss. */
    private record Row(long line, String first, double[] others) {}

    LossMatrixReader(Path path) {
        this.path = path;
        this.file = path.toString();
    }

    LossMatrix read() {
        if (Files.isDirectory(path)) {
            throw new InputException(file, 0, "a directory", "a CSV file");
        }
        CsvRecords.ofFile(path, (line, cells) -> take(line, cells.toArray(String[]::new)));
        return matrix();
    }

    private void take(long line, String[] cells) {
        for (String cell : cells) {
            if (cell.indexOf('\uFFFD') >= 0) {
                // two names that differ in such a byte alone would be one
                throw new InputException(file, line, "text that is not UTF-8", "UTF-8 text: convert the file");
            }
        }
        if (width == 0) {
            firstLine = line;
            width = cells.length;
            firstRow = cells;
            requireOneKind();
            return;
        }
        if (cells.length != width) {
            String found = cells.length + (cells.length == 1 ? " cell" : " cells");
            throw new InputException(file, line, found, width + " as in line " + firstLine);
        }
        rows.add(row(line, cells));
    }

    private Row row(long line, String[] cells) {
        double[] others = new double[width - 1];
        for (int i = 1; i < width; i++) {
            others[i - 1] = loss(line, cells[i], i);
        }
        return new Row(line, cells[0], others);
    }

    private double loss(long line, String cell, int column) {
        double loss = number(cell);
        if (!(Math.abs(loss) <= LossMatrix.LARGEST)) {
            String expected = "a number of at most " + LossMatrix.LARGEST + " (cells are separated by commas)";
            throw new InputException(file, line, found(cell, column), expected);
        }
        return loss;
    }

    /**
     * Refuses a first row that mixes names and numbers. Its first cell may be a class name or the corner; an empty corner makes
     * the numbers names.
     */
    private void requireOneKind() {
        long names =
                Arrays.stream(firstRow).skip(1).filter(LossMatrixReader::isName).count();
        if (names == 0 || names == width - 1) {
            return;
        }
        if (!firstRow[0].isEmpty()) {
            throw mixedFirstRow();
        }
        for (int i = 1; i < width; i++) {
            if (!namesPrediction(firstRow[i])) {
                throw new InputException(file, firstLine, found(firstRow[i], i), "the name of a prediction");
            }
        }
    }

    /** Points at the first cell of the kind that is rarer. */
    private InputException mixedFirstRow() {
        long names = Arrays.stream(firstRow).filter(LossMatrixReader::isName).count();
        boolean nameIsOdd = 2 * names <= width;
        int odd = 1;
        while (isName(firstRow[odd]) != nameIsOdd) {
            odd++;
        }
        String expected =
                "numbers throughout the first row, or names that are not numbers throughout it; names may be numbers if the"
                        + " first cell is empty";
        return new InputException(file, firstLine, found(firstRow[odd], odd), expected);
    }

    private LossMatrix matrix() {
        if (width == 0) {
            throw new InputException(file, firstLine, "no rows", LOSSES);
        }
        boolean header = isHeader();
        if (!header) {
            rows.add(0, row(firstLine, firstRow));
        } else if (rows.isEmpty()) {
            throw new InputException(file, firstLine, "names and no losses", LOSSES);
        }
        boolean namedRows = width > 1 && (header ? columnIsNames() : isName(firstRow[0]));
        int from = namedRows ? 1 : 0;
        int k = width - from;
        double[] values = new double[Math.multiplyExact(rows.size(), k)];
        for (int y = 0; y < rows.size(); y++) {
            Row row = rows.get(y);
            if (!namedRows) {
                values[y * k] = loss(row.line, row.first, 0);
            }
            System.arraycopy(row.others, 0, values, y * k + 1 - from, width - 1);
        }
        List<String> classes = namedRows ? classNames() : LossMatrix.numbered(rows.size());
        List<String> predictions = header ? predictionNames(from) : LossMatrix.numbered(k);
        LossMatrix matrix = new LossMatrix(values, classes, predictions);
        return namedRows ? matrix.withOwnClassNames(guessed) : matrix;
    }

    /**
     * Whether the first row names the predictions. Names that are numbers need a corner: an empty first cell, or a word over a column
     * of numbers.
     */
    private boolean isHeader() {
        if (width == 1) {
            return isName(firstRow[0]);
        }
        if (isName(firstRow[1])) {
            return true;
        }
        if (firstRow[0].isEmpty()) {
            return Arrays.stream(firstRow).skip(1).allMatch(LossMatrixReader::namesPrediction);
        }
        if (!isName(firstRow[0]) || rows.size() < 2) {
            return false;
        }
        if (rows.stream().allMatch(row -> isNumber(row.first))) {
            return true;
        }
        boolean square = rows.size() + 1 == width - 1;
        if (!square && width > 2 && areCounted(Arrays.asList(firstRow).subList(1, width))) {
            throw new InputException(
                    file,
                    firstLine,
                    "the first row " + String.join(",", firstRow) + ", which may name predictions or be the costs of "
                            + InputException.quote(firstRow[0]),
                    "an empty first cell if it names predictions, or a row of names above it if it holds costs");
        }
        return false;
    }

    /**
     * Whether the first column names the classes, in a matrix whose first row names the predictions. Where it holds numbers under a
     * word, it does if they count from 0 or 1 and costs would be no square, and not if one of them occurs twice.
     */
    private boolean columnIsNames() {
        if (firstRow[0].isEmpty() || isName(rows.get(0).first)) {
            return true;
        }
        List<String> column = rows.stream().map(Row::first).toList();
        boolean mayBe = isName(firstRow[0])
                && column.size() > 1
                && column.stream().allMatch(LossMatrixReader::isNumber)
                && new HashSet<>(column).size() == column.size();
        if (!mayBe) {
            return false;
        }
        if (isNumber(firstRow[1])) {
            return true;
        }
        if (rows.size() == width || !areCounted(column)) {
            String numbers = column.stream().limit(MOST_LISTED).collect(Collectors.joining(", "))
                    + (column.size() > MOST_LISTED ? ", …" : "");
            throw new InputException(
                    file,
                    rows.get(0).line,
                    "numbers below " + InputException.quote(firstRow[0]) + ", " + numbers
                            + ", which may name classes or be costs of predicting "
                            + InputException.quote(firstRow[0]),
                    "an empty first cell in line " + firstLine
                            + " if they name classes, or a name in front of each row if they are costs");
        }
        guessed = "the numbers below '" + firstRow[0] + "' in " + file + " are read as names of classes";
        return true;
    }

    /** Whether names are the whole numbers from 0 or from 1, in any order. */
    private static boolean areCounted(List<String> names) {
        Set<String> all = new HashSet<>(names);
        return IntStream.of(0, 1)
                .anyMatch(first -> IntStream.range(first, first + names.size())
                        .allMatch(number -> all.contains(Integer.toString(number))));
    }

    private List<String> classNames() {
        boolean numbers = firstRow[0].isEmpty() || isNumber(rows.get(0).first);
        Map<String, Long> lineOfClass = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (Row row : rows) {
            if (numbers ? row.first.isEmpty() : !isName(row.first)) {
                String expected = numbers
                        ? "the name of a class"
                        : "a class name that is not a number, as in line " + rows.get(0).line;
                throw new InputException(file, row.line, found(row.first, 0), expected);
            }
            Long before = lineOfClass.putIfAbsent(row.first, row.line);
            if (before != null) {
                String found = "the class " + InputException.quote(row.first) + " again";
                throw new InputException(file, row.line, found, "a name other than that of line " + before);
            }
            names.add(row.first);
        }
        return names;
    }

    private List<String> predictionNames(int from) {
        List<String> names = Arrays.asList(firstRow).subList(from, width);
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (from == 0 && !isName(name)) {
                String found = name.isEmpty() ? "an empty cell" : InputException.quote(name);
                throw new InputException(file, firstLine, found, "a prediction name that is not a number");
            }
            if (!seen.add(name)) {
                String found = "the prediction " + InputException.quote(name) + " twice";
                throw new InputException(file, firstLine, found, "names that differ");
            }
        }
        return names;
    }

    /** Whether the cell may name a prediction where the first cell of its row is empty. */
    private static boolean namesPrediction(String cell) {
        return isName(cell) || isNumber(cell);
    }

    private static boolean isNumber(String cell) {
        return Double.isFinite(number(cell));
    }

    private static boolean isName(String cell) {
        return !cell.isEmpty() && Double.isNaN(number(cell)) && !NOT_FINITE.contains(cell.toLowerCase(Locale.ROOT));
    }

    /** The value of a decimal number, infinite when a double does not hold it; NaN for any other text. */
    private static double number(String cell) {
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            // The parser would also take 1f, 0x1p3 and the like, which are names here.
            if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return Double.NaN;
            }
        }
        try {
            return JavaDoubleParser.parseDouble(cell);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static String found(String cell, int at) {
        return (cell.isEmpty() ? "an empty cell" : InputException.quote(cell)) + " in column " + (at + 1);
    }
}
