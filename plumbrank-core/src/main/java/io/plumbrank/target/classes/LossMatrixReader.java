package io.plumbrank.target.classes;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one loss matrix from CSV, row by row, and decides whether its first row and first column are names. */
final class LossMatrixReader {
    private static final Pattern LINE_IN_MESSAGE = Pattern.compile("line (\\d+)");
    private static final Set<String> NOT_FINITE =
            Set.of("nan", "+nan", "-nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "∞", "+∞", "-∞");

    private final Path path;
    private final String file;

    private long firstLine;
    private int width;
    private List<String> header = List.of();
    private boolean namedRows;
    private long firstBodyLine;
    private final Map<String, Long> lineOfClass = new HashMap<>();
    private final List<String> classNames = new ArrayList<>();
    private final List<double[]> rows = new ArrayList<>();

    LossMatrixReader(Path path) {
        this.path = path;
        this.file = path.toString();
    }

    LossMatrix read() {
        if (Files.isDirectory(path)) {
            throw new InputException(file, 0, "a directory", "a CSV file");
        }
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .detectBomHeader(true)
                .trimWhitespacesAroundQuotes(true)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(path)) {
            for (CsvRecord record : reader) {
                take(record.getStartingLineNumber(), cells(record));
            }
        } catch (NoSuchFileException e) {
            throw new InputException(file, 0, "no such file", "a file that exists: check the path", e);
        } catch (IOException | UncheckedIOException e) {
            throw new InputException(file, 0, "an input/output error (" + e.getMessage() + ")", "a readable file", e);
        } catch (CsvParseException e) {
            String message = String.valueOf(e.getMessage());
            Matcher line = LINE_IN_MESSAGE.matcher(message);
            String expected = "cells separated by commas, with quotes that close";
            throw new InputException(
                    file, line.find() ? Long.parseLong(line.group(1)) : 0, "broken CSV (" + message + ")", expected, e);
        }
        return matrix();
    }

    private static String[] cells(CsvRecord record) {
        String[] cells = new String[record.getFieldCount()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = record.getField(i).strip();
        }
        return cells;
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
            if (isHeader(cells)) {
                header = List.of(cells);
                return;
            }
        }
        if (cells.length != width) {
            String found = cells.length + (cells.length == 1 ? " cell" : " cells");
            throw new InputException(file, line, found, width + " as in line " + firstLine);
        }
        if (rows.isEmpty()) {
            firstBodyLine = line;
            namedRows = width > 1 && isName(cells[0]);
        }
        int from = namedRows ? 1 : 0;
        if (namedRows) {
            takeClassName(line, cells);
        }
        double[] row = new double[width - from];
        for (int t = 0; t < row.length; t++) {
            row[t] = number(cells[from + t]);
            if (!(Math.abs(row[t]) <= LossMatrix.LARGEST)) {
                String expected = "a number of at most " + LossMatrix.LARGEST + " (cells are separated by commas)";
                throw new InputException(file, line, found(cells, from + t), expected);
            }
        }
        rows.add(row);
    }

    /**
     * Whether the first row names the predictions. Its first cell may be a class name or the corner, so the others tell;
     * a lone cell tells for itself, since as the name of a class it would leave nothing to predict.
     */
    private boolean isHeader(String[] cells) {
        int start = cells.length == 1 ? 0 : 1;
        int names = 0;
        for (int i = start; i < cells.length; i++) {
            names += isName(cells[i]) ? 1 : 0;
        }
        if (names > 0 && names < cells.length - start) {
            throw mixedFirstRow(cells);
        }
        return names > 0;
    }

    /** Points at the first cell of the kind that is rarer. */
    private InputException mixedFirstRow(String[] cells) {
        long names = Arrays.stream(cells).filter(LossMatrixReader::isName).count();
        boolean nameIsOdd = 2 * names <= cells.length;
        int odd = 1;
        while (isName(cells[odd]) != nameIsOdd) {
            odd++;
        }
        String expected = "numbers throughout the first row, or names that are not numbers throughout it";
        return new InputException(file, firstLine, found(cells, odd), expected);
    }

    private void takeClassName(long line, String[] cells) {
        String name = cells[0];
        if (!isName(name)) {
            String expected = "a class name that is not a number, as in line " + firstBodyLine;
            throw new InputException(file, line, found(cells, 0), expected);
        }
        Long before = lineOfClass.putIfAbsent(name, line);
        if (before != null) {
            String found = "the class " + InputException.quote(name) + " again";
            throw new InputException(file, line, found, "a name other than that of line " + before);
        }
        classNames.add(name);
    }

    private LossMatrix matrix() {
        if (rows.isEmpty()) {
            String found = width == 0 ? "no rows" : "names and no losses";
            throw new InputException(file, firstLine, found, "a row of losses for each class");
        }
        int k = rows.get(0).length;
        double[] values = new double[Math.multiplyExact(rows.size(), k)];
        for (int y = 0; y < rows.size(); y++) {
            System.arraycopy(rows.get(y), 0, values, y * k, k);
        }
        List<String> predictionNames = header.isEmpty() ? LossMatrix.numbered(k) : predictionNames();
        return new LossMatrix(values, namedRows ? classNames : LossMatrix.numbered(rows.size()), predictionNames);
    }

    private List<String> predictionNames() {
        List<String> names = header.subList(namedRows ? 1 : 0, width);
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!isName(name)) {
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

    private static String found(String[] cells, int at) {
        return (cells[at].isEmpty() ? "an empty cell" : InputException.quote(cells[at])) + " in column " + (at + 1);
    }
}
