package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.theory.ConsistencyExperiment.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;

class CurvePlotTest {
    @TempDir
    Path folder;

    private static List<Point> curve(String surrogate, double error, double... excess) {
        List<Point> points = new ArrayList<>();
        int queries = 100;
        for (double value : excess) {
            points.add(new Point(surrogate, queries, value, error));
            queries *= 10;
        }
        return points;
    }

    private static double[] heights(XYChart chart, String series) {
        return chart.getSeries(series).getYData();
    }

    private static List<String> names(XYChart chart) {
        return chart.getSeriesCollection().stream()
                .map(series -> series.getName())
                .toList();
    }

    @Test
    void zeroStandsBelowAllThatIsAboveIt() {
        XYChart chart = CurvePlot.chart(
                List.of(curve("learns", 0.01, 0.3, 0.103, 0), curve("stays", 0.01, 0.3, 0.2, 0.103)), "excess");
        double[] learns = heights(chart, "learns");
        double[] stays = heights(chart, "stays");
        assertThat(learns[1]).isEqualTo(stays[2]);
        assertThat(learns[2]).isLessThan(stays[2] - 0.1);
        // the numbers of the axis end above the place of 0
        CurvePlot.Heights heights = CurvePlot.Heights.of(List.of(curve("one", 0, 0.3, 0.1, 0)));
        assertThat(heights.label(heights.zero())).isBlank();
        assertThat(heights.label(-1)).isEqualTo("0.10");
        assertThat(heights.of(0)).isEqualTo(heights.of(-0.01)).isEqualTo(heights.zero());
    }

    @Test
    void curvesThatCoincideAreNamedTogether() {
        XYChart chart = CurvePlot.chart(
                List.of(curve("a", 0.1, 1, 0.5), curve("b", 0.1, 1, 0.6), curve("c", 0.1, 1, 0.5)), "excess");
        assertThat(names(chart)).containsExactly("± a = c", "a = c", "± b", "b");
    }

    @Test
    void aBandShowsTheErrors() {
        XYChart chart = CurvePlot.chart(List.of(curve("a", 0.5, 1, 0.25)), "excess");
        double[] band = heights(chart, "± a");
        assertThat(band[0]).isEqualTo(Math.log10(1.5));
        assertThat(band[1]).isEqualTo(Math.log10(0.75));
        assertThat(band[3]).isEqualTo(Math.log10(0.5));
        assertThat(band[2]).isLessThan(Math.log10(0.25)); // 0.25 − 0.5 is at the place of 0
        assertThat(names(CurvePlot.chart(List.of(curve("a", Double.NaN, 1, 0.25)), "excess")))
                .containsExactly("a");
    }

    @Test
    void picturesAreWritten() throws IOException {
        List<List<Point>> curves = List.of(curve("a", 0.02, 0.3, 0.103, 0), curve("b", 0.02, 0.3, 0.2, 0.103));
        CurvePlot.write(curves, "excess", folder.resolve("a.png"));
        CurvePlot.write(curves, "excess", folder.resolve("a.svg"));
        assertThat(ImageIO.read(folder.resolve("a.png").toFile()).getWidth()).isEqualTo(720);
        assertThat(Files.readString(folder.resolve("a.svg"))).contains("<svg");
    }
}
