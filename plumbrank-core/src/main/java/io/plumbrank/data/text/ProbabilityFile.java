package io.plumbrank.data.text;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Probabilities of classes that any tool gave, from CSV: a header with the names of the classes, in any order, and a row of probabilities
 * each; a column {@code id}, or one without a name before the others, names the rows. A row must not hold a negative number and sum to 1 within {@value #TOLERANCE}, which leaves room for printed digits; it is then
 * divided by its sum.
 */
public final class ProbabilityFile {
    /** How far from 1 the sum of a row may be. */
    public static final double TOLERANCE = 0.001;

    private final Path file;
    private final List<String> classes;

    /** The column of each class, once the header is read. */
    private int @Nullable [] columns;

    /** The column of the rows' names; −1 for none. */
    private int id = -1;

    private int width;
    private long rows;

    private ProbabilityFile(Path file, List<String> classes) {
        this.file = file;
        this.classes = classes;
    }

    @FunctionalInterface
    public interface Visitor {
        /**
         * @param id the name of the row; null where rows have none
         * @param probabilities one per class, a fresh array
         */
        void visit(@Nullable String id, double[] probabilities);
    }

    /** Streams a file, in the order of {@code classes}; returns how many rows there were. */
    public static long visit(Path file, List<String> classes, Visitor visitor) {
        ProbabilityFile reader = new ProbabilityFile(file, classes);
        CsvRecords.ofFile(file, (line, cells) -> reader.take(line, cells, visitor));
        if (reader.columns == null) {
            throw new InputException(file.toString(), 0, "no line", "a header with the names of the classes");
        }
        return reader.rows;
    }

    private void take(long line, List<String> cells, Visitor visitor) {
        int[] known = columns;
        if (known == null) {
            columns = header(line, cells);
            width = cells.size();
            return;
        }
        if (cells.size() != width) {
            throw new InputException(file.toString(), line, CsvRecords.count(cells), width + " as in the header");
        }
        double[] p = new double[known.length];
        for (int y = 0; y < p.length; y++) {
            p[y] = probability(line, cells.get(known[y]), classes.get(y));
        }
        double sum = Arrays.stream(p).sum();
        if (!(Math.abs(sum - 1) <= TOLERANCE)) {
            throw new InputException(
                    file.toString(),
                    line,
                    "probabilities that sum to " + sum,
                    "a sum of 1, within " + TOLERANCE
                            + ": divide each by the sum if they are shares of something else");
        }
        rows++;
        visitor.visit(
                id < 0 ? null : cells.get(id),
                Arrays.stream(p).map(value -> value / sum).toArray());
    }

    private int[] header(long line, List<String> cells) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            if (!classes.contains(cell) && (cell.equals("id") || (i == 0 && cell.isEmpty()))) {
                id = i;
                continue;
            }
            if (!classes.contains(cell)) {
                throw new InputException(
                        file.toString(),
                        line,
                        "column " + InputException.quote(cell),
                        "the classes of the loss matrix alone, by name: " + some());
            }
            if (!seen.add(cell)) {
                throw new InputException(
                        file.toString(), line, "column " + InputException.quote(cell) + " twice", "each class once");
            }
        }
        return IntStream.range(0, classes.size())
                .map(y -> {
                    int column = cells.indexOf(classes.get(y));
                    if (column < 0) {
                        throw new InputException(
                                file.toString(),
                                line,
                                "no column for class " + InputException.quote(classes.get(y)),
                                "a column for each class of the loss matrix: " + some());
                    }
                    return column;
                })
                .toArray();
    }

    private String some() {
        return String.join(", ", classes.subList(0, Math.min(10, classes.size()))) + (classes.size() > 10 ? ", …" : "");
    }

    private double probability(long line, String cell, String name) {
        double value;
        try {
            value = JavaDoubleParser.parseDouble(cell);
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!(value >= 0 && value <= 1 + TOLERANCE)) {
            throw new InputException(
                    file.toString(),
                    line,
                    InputException.quote(cell) + " for class " + InputException.quote(name),
                    "a probability, from 0 to 1");
        }
        return value;
    }
}
