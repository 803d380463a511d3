package io.plumbrank.cli.output;

import io.plumbrank.theory.consistency.ConsistencyExperiment.Point;
import io.plumbrank.util.internal.AtomicOutput;
import java.awt.Color;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws excess against the number of queries, both on logarithmic axes. What is 0 or below has a line of its own below the
 * broken axis; a band shows one standard error on both sides; curves that coincide are drawn once and named together.
 */
public final class CurvePlot {
    private static final int BAND_OPACITY = 50;

    private CurvePlot() {}

    /** Whether the name of a file ends as a form that can be written. */
    public static boolean canWrite(Path file) {
        return isSvg(file) || name(file).endsWith(".png");
    }

    private static boolean isSvg(Path file) {
        return name(file).endsWith(".svg");
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT);
    }

    /**
     * The heights of an axis: log₁₀ of what is above 0, and below all of these the place of 0.
     *
     * @param lowest height of what is above 0
     * @param zero height of 0 and of what lies below it
     * @param broken whether anything stands there
     */
    record Heights(double lowest, double zero, boolean broken) {
        /** Bands are followed half a decade below the lowest curve: the log of what nearly is 0 knows no end. */
        static Heights of(List<List<Point>> curves) {
            List<Point> all = curves.stream().flatMap(List::stream).toList();
            double[] edges = logs(all.stream().flatMapToDouble(point -> DoubleStream.of(low(point), high(point))));
            double lowestCurve = DoubleStream.of(logs(all.stream().mapToDouble(Point::excess)))
                    .min()
                    .orElse(-1);
            double lowestEdge = DoubleStream.of(edges).min().orElse(lowestCurve);
            double lowest = Math.max(Math.min(lowestEdge, lowestCurve), lowestCurve - 0.5);
            double highest = DoubleStream.of(edges).max().orElse(lowestCurve);
            boolean broken = all.stream().anyMatch(point -> low(point) <= 0);
            return new Heights(lowest, lowest - Math.max(0.2, 0.15 * (highest - lowest)), broken);
        }

        private static double[] logs(DoubleStream values) {
            return values.filter(value -> value > 0).map(Math::log10).toArray();
        }

        double of(double value) {
            return value > 0 ? Math.max(zero, Math.log10(value)) : zero;
        }

        /** Nothing has a number below what is above 0: the axis is broken there. */
        String label(double height) {
            return broken && height < lowest - 1e-9 ? " " : number(Math.pow(10, height));
        }
    }

    private static double low(Point point) {
        return Double.isNaN(point.standardError()) ? point.excess() : point.excess() - point.standardError();
    }

    private static double high(Point point) {
        return Double.isNaN(point.standardError()) ? point.excess() : point.excess() + point.standardError();
    }

    /** Two digits that count. */
    private static String number(double value) {
        return value >= 10
                ? String.format(Locale.ROOT, "%.0f", value)
                : new BigDecimal(value).round(new MathContext(2)).toPlainString();
    }

    /** The curves by their names; those whose points are the same under all their names together. */
    static Map<String, List<Point>> named(List<List<Point>> curves) {
        List<List<List<Point>>> groups = new ArrayList<>();
        for (List<Point> curve : curves) {
            groups.stream()
                    .filter(group -> coincide(group.get(0), curve))
                    .findFirst()
                    .orElseGet(() -> {
                        List<List<Point>> fresh = new ArrayList<>();
                        groups.add(fresh);
                        return fresh;
                    })
                    .add(curve);
        }
        Map<String, List<Point>> named = new LinkedHashMap<>();
        for (List<List<Point>> group : groups) {
            List<String> names =
                    group.stream().map(curve -> curve.get(0).surrogate()).toList();
            named.put(String.join(" = ", names), group.get(0));
        }
        return named;
    }

    private static boolean coincide(List<Point> one, List<Point> other) {
        return one.size() == other.size()
                && IntStream.range(0, one.size())
                        .allMatch(
                                i -> Math.abs(one.get(i).excess() - other.get(i).excess()) < 1e-9);
    }

    static XYChart chart(List<List<Point>> curves, String yTitle) {
        Heights heights = Heights.of(curves);
        XYChart chart = new XYChartBuilder()
                .width(720)
                .height(480)
                .xAxisTitle("training queries")
                .yAxisTitle(yTitle)
                .build();
        chart.setCustomXAxisTickLabelsFormatter(x -> number(Math.pow(10, x)));
        chart.setCustomYAxisTickLabelsFormatter(heights::label);
        chart.getStyler().setYAxisTickMarkSpacingHint(40);
        int index = 0;
        for (Map.Entry<String, List<Point>> curve : named(curves).entrySet()) {
            Color[] colors = chart.getStyler().getSeriesColors();
            Color color = colors[index++ % colors.length];
            List<Point> points = curve.getValue();
            double[] x = points.stream()
                    .mapToDouble(point -> Math.log10(point.queries()))
                    .toArray();
            if (points.stream().noneMatch(point -> Double.isNaN(point.standardError()))) {
                addBand(chart, "± " + curve.getKey(), points, x, heights, color);
            }
            double[] y = points.stream()
                    .mapToDouble(point -> heights.of(point.excess()))
                    .toArray();
            XYSeries line = chart.addSeries(curve.getKey(), x, y);
            line.setLineColor(color);
            line.setMarkerColor(color);
            line.setMarker(SeriesMarkers.CIRCLE);
        }
        if (heights.broken) {
            // a text stands around its place, and in the middle has room on both sides
            DoubleSummaryStatistics x = curves.stream()
                    .flatMap(List::stream)
                    .mapToDouble(point -> Math.log10(point.queries()))
                    .summaryStatistics();
            double middle = (x.getMin() + x.getMax()) / 2;
            chart.addAnnotation(new AnnotationLine(heights.zero, false, false));
            chart.addAnnotation(new AnnotationText(
                    "0, the best there is", middle, heights.zero + 0.2 * (heights.lowest - heights.zero), false));
        }
        return chart;
    }

    private static void addBand(
            XYChart chart, String name, List<Point> points, double[] x, Heights heights, Color color) {
        int n = points.size();
        double[] around = new double[2 * n];
        double[] edge = new double[2 * n];
        for (int i = 0; i < n; i++) {
            around[i] = x[i];
            edge[i] = heights.of(high(points.get(i)));
            around[2 * n - 1 - i] = x[i];
            edge[2 * n - 1 - i] = heights.of(low(points.get(i)));
        }
        XYSeries band = chart.addSeries(name, around, edge);
        band.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        band.setFillColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), BAND_OPACITY));
        band.setLineColor(new Color(0, 0, 0, 0));
        band.setMarker(SeriesMarkers.NONE);
        band.setShowInLegend(false);
    }

    /** The chart as an SVG document. */
    static String svg(Chart<?, ?> chart) {
        SvgGraphics drawing = new SvgGraphics(chart.getWidth(), chart.getHeight());
        chart.paint(drawing, chart.getWidth(), chart.getHeight());
        return drawing.document();
    }

    public static void write(List<List<Point>> curves, String yTitle, Path file) throws IOException {
        withoutScreen();
        save(chart(curves, yTitle), file);
    }

    /** Nothing is shown, and servers have no screen. */
    static void withoutScreen() {
        System.setProperty("java.awt.headless", "true");
    }

    /** Writes a chart, as the name of the file ends. */
    static void save(Chart<?, ?> chart, Path file) throws IOException {
        try (AtomicOutput out = AtomicOutput.create(file)) {
            if (isSvg(file)) {
                out.stream().write(svg(chart).getBytes(StandardCharsets.UTF_8));
            } else {
                BitmapEncoder.saveBitmap(chart, out.stream(), BitmapEncoder.BitmapFormat.PNG);
            }
            out.commit();
        }
    }
}
