package io.plumbrank.report;

import java.util.ArrayList;
import java.util.List;

/** A table of texts. */
final class ReportTable {
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param header the names of the columns; one that begins with {@code >} is aligned to the right, and shown without it */
    ReportTable(String... header) {
        this.header = List.of(header);
    }

    ReportTable row(String... cells) {
        return row(List.of(cells));
    }

    ReportTable row(List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(cells.size() + " cells, but " + header.size() + " columns");
        }
        rows.add(List.copyOf(cells));
        return this;
    }

    void appendTo(StringBuilder html) {
        html.append("<div class=\"wide\"><table><thead><tr>");
        for (int column = 0; column < header.size(); column++) {
            String name = isRight(column) ? header.get(column).substring(1) : header.get(column);
            html.append("<th scope=\"col\"").append(align(column)).append('>').append(Texts.escape(name));
            html.append("</th>");
        }
        html.append("</tr></thead><tbody>");
        for (List<String> row : rows) {
            html.append("<tr>");
            for (int column = 0; column < row.size(); column++) {
                html.append("<td").append(align(column)).append('>').append(Texts.escape(row.get(column)));
                html.append("</td>");
            }
            html.append("</tr>");
        }
        html.append("</tbody></table></div>\n");
    }

    private boolean isRight(int column) {
        return header.get(column).startsWith(">");
    }

    private String align(int column) {
        return isRight(column) ? " class=\"n\"" : "";
    }
}
