package io.plumbrank.data;

import io.plumbrank.data.text.CsvRecords;
import io.plumbrank.data.text.Decimals;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.Stop;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which columns of a CSV file hold text, and in how many rows each of their levels occurs. The first rows tell which columns do: those
 * most of whose fields there are no numbers, and those that the user names. Only where there are some the whole file is read.
 */
final class LevelCounts {
    private static final int FIRST_ROWS = 1000;

    private final Path file;
    private final char separator;
    private final CsvColumns columns;

    LevelCounts(Path file, char separator, CsvColumns columns) {
        this.file = file;
        this.separator = separator;
        this.columns = columns;
    }

    /**
     * By column, in the order of the file.
     *
     * @param header what the columns are, as if none held text
     * @throws InputException if a column that the user calls categorical is no feature
     */
    Map<String, Map<String, Long>> count(CsvHeader header) {
        columns.features().categorical().forEach(header::featureIndex);
        List<Integer> textual = textual(header);
        Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
        if (textual.isEmpty()) {
            return counts;
        }
        textual.forEach(column -> counts.put(header.column(column), new TreeMap<>()));
        List<Map<String, Long>> each = List.copyOf(counts.values());
        boolean[] first = {true};
        read((line, cells) -> {
            for (int i = 0; i < textual.size(); i++) {
                int column = textual.get(i);
                if (!first[0] && column < cells.size() && !isMissing(cells.get(column))) {
                    each.get(i).merge(cells.get(column), 1L, Long::sum);
                }
            }
            first[0] = false;
        });
        return counts;
    }

    /** Up to what is wrong, of which the pass over the rows will tell. */
    private void read(CsvRecords.Visitor visitor) {
        try {
            CsvRecords.ofFile(file, separator, visitor);
        } catch (InputException e) {
            // the rows before it have been seen
        }
    }

    private boolean isMissing(String field) {
        return field.isEmpty() || columns.features().isMissing(field);
    }

    private List<Integer> textual(CsvHeader header) {
        int[] numbers = new int[header.size()];
        int[] texts = new int[header.size()];
        long[] rows = {-1};
        Stop.visiting(stop -> read((line, cells) -> {
            if (rows[0]++ >= FIRST_ROWS) {
                throw stop;
            }
            for (int column = 0; rows[0] > 0 && column < Math.min(cells.size(), numbers.length); column++) {
                String field = cells.get(column);
                if (header.role(column) >= 0 && !isMissing(field)) {
                    (isNumber(field) ? numbers : texts)[column]++;
                }
            }
        }));
        List<Integer> textual = new ArrayList<>();
        for (int column = 0; column < numbers.length; column++) {
            boolean named = columns.features().categorical().contains(header.column(column));
            if (header.role(column) >= 0
                    && !columns.isAnswer(header.column(column))
                    && (named || texts[column] > numbers[column])) {
                textual.add(column);
            }
        }
        return textual;
    }

    /** Also one that a float cannot hold, or with a decimal comma: that is a fault, and no text. */
    private static boolean isNumber(String field) {
        byte[] text = field.replace(',', '.').getBytes(StandardCharsets.UTF_8);
        return !Double.isNaN(Decimals.parseDouble(text, 0, text.length)) || field.matches("[-+.0-9].*|[-+]?[Ii]nf.*");
    }
}
