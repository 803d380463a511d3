package io.plumbrank.cli.output;

import io.plumbrank.theory.consistency.ConsistencyExperiment.Point;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Draws excess against the number of queries, both on logarithmic axes. What is 0 or below has a line of its own below the
 * broken axis; a band shows one standard error on both sides; curves that coincide are drawn once and named together.
 */
public final class CurvePlot {
    private static final int BAND_OPACITY = 50;
    private static final Color[] COLORS = {
        new Color(0x1f77b4),
        new Color(0xd62728),
        new Color(0x2ca02c),
        new Color(0x9467bd),
        new Color(0xff7f0e),
        new Color(0x17becf)
    };
    private static final int LETTERS = 12;
    private static final int LEFT = 90;
    private static final int RIGHT = 560;
    private static final int TOP = 20;
    private static final int BOTTOM = 420;

    private CurvePlot() {}

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

    /**
     * A line of the plot.
     *
     * @param x log₁₀ of the numbers of queries
     * @param low a standard error below the line; where none is known, the line itself
     */
    record Curve(String name, double[] x, double[] y, double[] low, double[] high) {
        static Curve of(String name, List<Point> points, Heights heights) {
            return new Curve(
                    name,
                    points.stream()
                            .mapToDouble(point -> Math.log10(point.queries()))
                            .toArray(),
                    points.stream()
                            .mapToDouble(point -> heights.of(point.excess()))
                            .toArray(),
                    points.stream()
                            .mapToDouble(point -> heights.of(CurvePlot.low(point)))
                            .toArray(),
                    points.stream()
                            .mapToDouble(point -> heights.of(CurvePlot.high(point)))
                            .toArray());
        }
    }

    /** The lines to draw, in the order of the legend. */
    static List<Curve> curves(List<List<Point>> curves, Heights heights) {
        return named(curves).entrySet().stream()
                .map(curve -> Curve.of(curve.getKey(), curve.getValue(), heights))
                .toList();
    }

    public static void write(List<List<Point>> points, String yTitle, Path file) throws IOException {
        Heights heights = Heights.of(points);
        List<Curve> curves = curves(points, heights);
        double legend = curves.stream()
                .mapToDouble(curve -> Picture.width(curve.name, LETTERS))
                .max()
                .orElse(0);
        Picture picture = new Picture((int) Math.ceil(RIGHT + 60 + legend), BOTTOM + 60);
        Axis x = Axis.of(curves.stream().flatMapToDouble(curve -> DoubleStream.of(curve.x)), LEFT, RIGHT);
        Axis y = Axis.of(
                curves.stream()
                        .flatMapToDouble(
                                curve -> DoubleStream.concat(DoubleStream.of(curve.low), DoubleStream.of(curve.high))),
                BOTTOM,
                TOP);
        frame(picture, x, y, heights, yTitle);
        for (int i = 0; i < curves.size(); i++) {
            Color color = COLORS[i % COLORS.length];
            draw(picture, curves.get(i), x, y, color);
            double at = TOP + 10 + 20 * i;
            picture.draw(new Line2D.Double(RIGHT + 15, at, RIGHT + 40, at), 2, color);
            picture.text(curves.get(i).name, LETTERS, RIGHT + 46, at + 4, 0);
        }
        picture.write(file);
    }

    private static void draw(Picture picture, Curve curve, Axis x, Axis y, Color color) {
        int n = curve.x.length;
        Path2D line = new Path2D.Double();
        Path2D band = new Path2D.Double();
        for (int i = 0; i < n; i++) {
            extend(line, x.at(curve.x[i]), y.at(curve.y[i]));
            extend(band, x.at(curve.x[i]), y.at(curve.high[i]));
        }
        for (int i = n - 1; i >= 0; i--) {
            extend(band, x.at(curve.x[i]), y.at(curve.low[i]));
        }
        picture.fill(band, new Color(color.getRed(), color.getGreen(), color.getBlue(), BAND_OPACITY));
        picture.draw(line, 2, color);
        for (int i = 0; i < n; i++) {
            picture.fill(new Ellipse2D.Double(x.at(curve.x[i]) - 4, y.at(curve.y[i]) - 4, 8, 8), color);
        }
    }

    private static void extend(Path2D path, double x, double y) {
        if (path.getCurrentPoint() == null) {
            path.moveTo(x, y);
        } else {
            path.lineTo(x, y);
        }
    }

    private static void frame(Picture picture, Axis x, Axis y, Heights heights, String yTitle) {
        for (double tick : x.ticks(x.low)) {
            picture.draw(new Line2D.Double(x.at(tick), BOTTOM, x.at(tick), BOTTOM + 5), 1, Color.BLACK);
            picture.text(number(Math.pow(10, tick)), LETTERS, x.at(tick), BOTTOM + 20, 0.5);
        }
        for (double tick : y.ticks(heights.lowest)) {
            picture.draw(new Line2D.Double(LEFT, y.at(tick), RIGHT, y.at(tick)), 1, Color.LIGHT_GRAY);
            picture.text(number(Math.pow(10, tick)), LETTERS, LEFT - 8, y.at(tick) + 4, 1);
        }
        if (heights.broken) {
            picture.draw(new Line2D.Double(LEFT, y.at(heights.zero), RIGHT, y.at(heights.zero)), 1, Color.BLACK);
            picture.text("0, the best there is", LETTERS, (LEFT + RIGHT) / 2.0, y.at(heights.zero) - 6, 0.5);
        }
        picture.draw(new Rectangle2D.Double(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP), 1, Color.BLACK);
        picture.text("training queries", LETTERS, (LEFT + RIGHT) / 2.0, BOTTOM + 45, 0.5);
        picture.upwards(yTitle, LETTERS, 20, (TOP + BOTTOM) / 2.0, 0.5);
    }

    /** Places of log₁₀ of numbers between two borders of the picture. */
    record Axis(double low, double high, double from, double to) {
        private static final int[] LEADS = {1, 2, 3, 5, 7};

        /** Leaves some air around all values. */
        static Axis of(DoubleStream values, double from, double to) {
            DoubleSummaryStatistics all = values.summaryStatistics();
            double air = Math.max(0.05, 0.05 * (all.getMax() - all.getMin()));
            return new Axis(all.getMin() - air, all.getMax() + air, from, to);
        }

        double at(double value) {
            return from + (value - low) / (high - low) * (to - from);
        }

        /** Logs of round numbers: of powers of ten, and of fewer or more digits where they have room. */
        double[] ticks(double least) {
            double decades = high - low;
            int step = Math.max(1, (int) Math.ceil(decades / 8));
            return IntStream.rangeClosed((int) Math.floor(low), (int) Math.ceil(high))
                    .filter(power -> power % step == 0)
                    .boxed()
                    .flatMapToDouble(power -> Arrays.stream(LEADS)
                            .filter(lead -> lead == 1 || decades < (lead == 2 || lead == 5 ? 3 : 1.2))
                            .mapToDouble(lead -> power + Math.log10(lead)))
                    .filter(tick -> tick >= Math.max(low, least - 1e-9) && tick <= high)
                    .toArray();
        }
    }
}
