package io.plumbrank.cli;

import io.plumbrank.theory.ConsistencyExperiment.Point;
import io.plumbrank.util.AtomicOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

/** Draws excess against the number of queries, both on logarithmic axes. */
final class CurvePlot {
    private CurvePlot() {}

    /** Whether the name of a file ends as a form that can be written. */
    static boolean canWrite(Path file) {
        return isSvg(file) || name(file).endsWith(".png");
    }

    private static boolean isSvg(Path file) {
        return name(file).endsWith(".svg");
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT);
    }

    static void write(List<List<Point>> curves, String yTitle, Path file) throws IOException {
        System.setProperty("java.awt.headless", "true"); // nothing is shown, and servers have no screen
        XYChart chart = new XYChartBuilder()
                .width(720)
                .height(480)
                .xAxisTitle("training queries")
                .yAxisTitle(yTitle)
                .build();
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        double floor = curves.stream()
                .flatMap(List::stream)
                .mapToDouble(Point::excess)
                .filter(excess -> excess > 0)
                .min()
                .orElse(1e-6);
        for (List<Point> curve : curves) {
            double[] x = curve.stream().mapToDouble(Point::queries).toArray();
            // a logarithmic axis has no place for what is not above zero
            double[] y = curve.stream()
                    .mapToDouble(point -> Math.max(floor, point.excess()))
                    .toArray();
            chart.addSeries(curve.get(0).surrogate(), x, y);
        }
        try (AtomicOutput out = AtomicOutput.create(file)) {
            if (isSvg(file)) {
                VectorGraphicsEncoder.saveVectorGraphic(
                        chart, out.stream(), VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
            } else {
                BitmapEncoder.saveBitmap(chart, out.stream(), BitmapEncoder.BitmapFormat.PNG);
            }
            out.commit();
        }
    }
}
