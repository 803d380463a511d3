package io.plumbrank.cli;

import io.plumbrank.train.Search;
import io.plumbrank.train.Search.Attempt;
import io.plumbrank.train.Search.Rung;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;

/** Draws what the trials of a search reached, in their order, those on more of the data apart from those on less. */
final class SearchPlot {
    private SearchPlot() {}

    static void write(Search search, String measure, Path file) throws IOException {
        CurvePlot.withoutScreen();
        CurvePlot.save(chart(search, measure), file);
    }

    static XYChart chart(Search search, String measure) {
        XYChart chart = new XYChartBuilder()
                .width(720)
                .height(480)
                .xAxisTitle("trial")
                .yAxisTitle(measure)
                .build();
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        List<Attempt> trials = search.trials();
        for (Rung rung : Rung.values()) {
            int[] own = IntStream.range(0, trials.size())
                    .filter(i -> trials.get(i).rung() == rung
                            && Double.isFinite(trials.get(i).value().mean()))
                    .toArray();
            if (own.length > 0) {
                chart.addSeries(
                        "on " + rung.text() + " of the data",
                        IntStream.of(own).mapToDouble(i -> i + 1).toArray(),
                        IntStream.of(own)
                                .mapToDouble(i -> trials.get(i).value().mean())
                                .toArray());
            }
        }
        return chart;
    }
}
