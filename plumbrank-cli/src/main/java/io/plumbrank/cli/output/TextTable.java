package io.plumbrank.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table with aligned columns: text to the left, numbers to the right. */
public final class TextTable {
    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] numeric;

    /** @param header column names; one that begins with '&gt;' holds numbers; no line where all are empty */
    public TextTable(String... header) {
        numeric = new boolean[header.length];
        String[] names = header.clone();
        for (int i = 0; i < names.length; i++) {
            numeric[i] = names[i].startsWith(">");
            names[i] = numeric[i] ? names[i].substring(1) : names[i];
        }
        if (!String.join("", names).isEmpty()) {
            row(names);
        }
    }

    public void row(String... cells) {
        if (cells.length != numeric.length) {
            throw new IllegalArgumentException(cells.length + " cells for " + numeric.length + " columns");
        }
        rows.add(Arrays.stream(cells)
                .map(cell -> Texts.printable(cell.replace('\n', ' ')))
                .toArray(String[]::new));
    }

    public void print(PrintWriter out) {
        int[] widths = new int[numeric.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].codePointCount(0, row[i].length()));
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String padding = " ".repeat(widths[i] - row[i].codePointCount(0, row[i].length()));
                line.append(i == 0 ? "" : "  ").append(numeric[i] ? padding + row[i] : row[i] + padding);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
