package io.plumbrank.theory.distributions;

import io.plumbrank.data.text.CsvRecords;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A distribution as a CSV file: a line per label, its probability first, as a number or a fraction such as {@code 8/19}, then the
 * label, whose parts may stand in one cell or in several. A first line that begins with {@code probability} is a header.
 *
 * <pre>
 * probability,label
 * 0.2,0 0 1
 * 0.3,0 1 0
 * 0.5,1 0 1
 * </pre>
 */
public final class DistributionFile {
    private static final double ROUNDING = 1e-9;

    private final String file;
    private final List<Row> rows = new ArrayList<>();

    private record Row(long line, double probability, String label) {}

    private DistributionFile(Path path) {
        this.file = path.toString();
    }

    /** @throws InputException if it cannot be read, a probability is none, or they do not add up to 1 */
    public static DistributionFile read(Path path) {
        DistributionFile read = new DistributionFile(path);
        CsvRecords.ofFile(path, read::take);
        read.requireSum();
        return read;
    }

    private void take(long line, List<String> cells) {
        for (String cell : cells) {
            if (cell.indexOf('\uFFFD') >= 0) {
                throw new InputException(file, line, InputException.quote(cell), "UTF-8 text: convert the file");
            }
        }
        String first = cells.get(0).strip();
        if (rows.isEmpty() && first.equalsIgnoreCase("probability")) {
            return;
        }
        if (cells.size() < 2) {
            throw new InputException(file, line, InputException.quote(first), "a probability, a comma and a label");
        }
        double probability;
        try {
            probability = Fractions.parse(first);
        } catch (IllegalArgumentException e) {
            probability = Double.NaN;
        }
        if (!(probability > 0 && probability <= 1)) {
            throw new InputException(
                    file, line, InputException.quote(first), "a probability, as a number or a fraction such as 8/19");
        }
        rows.add(new Row(
                line,
                probability,
                String.join(" ", cells.subList(1, cells.size())).strip()));
    }

    private void requireSum() {
        double sum = rows.stream().mapToDouble(Row::probability).sum();
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new InputException(file, 0, "probabilities that add up to " + sum, "a sum of 1");
        }
    }

    /** How many parts the first label has: the number of items, where labels are grades. */
    public int gradesInFirstLabel() {
        return LabelFormat.words(rows.get(0).label()).size();
    }

    /** The largest whole number in any label: the number of items, where labels are preference graphs or rankings. */
    public int largestItem() {
        return rows.stream()
                .flatMap(row -> LabelFormat.words(row.label()).stream())
                .flatMap(word -> Arrays.stream(word.replaceFirst(":.*", "").split("[>=]", -1)))
                .filter(word -> word.matches("\\d{1,9}"))
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(1);
    }

    /** @throws InputException if a label is none, with its line */
    public <Y> LabelDistribution<Y> distribution(LabelFormat<Y> format) {
        List<Y> labels = new ArrayList<>();
        for (Row row : rows) {
            try {
                labels.add(format.parse(row.label()));
            } catch (IllegalArgumentException e) {
                throw new InputException(
                        file, row.line(), "the label " + InputException.quote(row.label()), "" + e.getMessage(), e);
            }
        }
        return LabelDistribution.of(
                labels, rows.stream().mapToDouble(Row::probability).toArray());
    }
}
