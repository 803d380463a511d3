package io.plumbrank.cli.output;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.Majorities;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;

/**
 * Draws margins as a map of colours: a row per item, best first, and a column for the items that it is compared with. Where a ranking
 * agrees with a majority, what stands above the diagonal is blue; what it contradicts is red there.
 */
public final class MarginPlot {
    private static final Color LOST = new Color(0xb2182b);
    private static final Color EVEN = new Color(0xf7f7f7);
    private static final Color WON = new Color(0x2166ac);

    private MarginPlot() {}

    public static void write(Path file, Majorities majorities, Ranking ranking) throws IOException {
        CurvePlot.withoutScreen();
        int size = ranking.size();
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            columns.add(majorities.names().get(ranking.itemAt(i)));
        }
        List<String> rows = new ArrayList<>(columns);
        Collections.reverse(rows);
        List<Number[]> cells = new ArrayList<>();
        double largest = 1e-300;
        for (int column = 0; column < size; column++) {
            for (int row = 0; row < size; row++) {
                int item = ranking.itemAt(size - 1 - row);
                int other = ranking.itemAt(column);
                double margin = item == other ? 0 : majorities.margin(item, other);
                largest = Math.max(largest, Math.abs(margin));
                cells.add(new Number[] {column, row, margin});
            }
        }
        int side = Math.min(2000, 300 + 40 * size);
        HeatMapChart chart = new HeatMapChartBuilder()
                .width(side + 150)
                .height(side)
                .title("Margins of the row over the column")
                .build();
        chart.getStyler().setRangeColors(new Color[] {LOST, EVEN, WON});
        chart.getStyler().setMin(-largest).setMax(largest);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setXAxisLabelRotation(90);
        // a label for each item; XChart drops those that come closer than these hints
        chart.getStyler().setXAxisTickMarkSpacingHint(1);
        chart.getStyler().setYAxisTickMarkSpacingHint(1);
        chart.getStyler().setXAxisMaxLabelCount(size);
        chart.addSeries("margins", distinct(columns), distinct(rows), cells);
        CurvePlot.save(chart, file);
    }

    /** Axes take no name twice. */
    private static List<String> distinct(List<String> names) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> names.indexOf(names.get(i)) == i ? names.get(i) : names.get(i) + " (" + (i + 1) + ")")
                .toList();
    }
}
