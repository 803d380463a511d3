package io.plumbrank.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** A plot in SVG. Colours are those of the page; series differ by dashes and marks too, for print and for those who see no colour. */
final class Plot {
    private static final int WIDTH = 480;
    private static final int COLOURS = 6;
    private static final String[] DASHES = {"", "6 3", "2 3", "8 3 2 3", "1 2", "10 4"};

    private final StringBuilder body = new StringBuilder();
    private final int height;

    private Plot(int height) {
        this.height = height;
    }

    /** Points joined by a line. */
    record Series(String name, double[] x, double[] y) {}

    /** A value with an interval, NaN where there is none. */
    record Interval(String name, double value, double low, double high) {}

    /** A point with what goes with it, and an interval. */
    record Point(double x, double y, double low, double high) {}

    void appendTo(String label, StringBuilder html) {
        html.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ")
                .append(WIDTH)
                .append(' ')
                .append(height)
                .append("\" aria-label=\"")
                .append(Texts.escape(label))
                .append("\">")
                .append(body)
                .append("</svg>");
    }

    /** Values side by side, each with its interval. */
    static Plot intervals(List<Interval> values) {
        int left = 150;
        Plot plot = new Plot(26 * values.size() + 34);
        double[] all = values.stream()
                .flatMapToDouble(each -> DoubleStream.of(each.value, each.low, each.high))
                .filter(Double::isFinite)
                .toArray();
        Scale x = Scale.of(all, left, WIDTH - 15, false);
        plot.verticals(x, 4, plot.height - 28);
        for (int i = 0; i < values.size(); i++) {
            Interval each = values.get(i);
            double y = 18 + 26 * i;
            plot.text(left - 8, y + 4, "end", "", Texts.shortened(each.name, 20));
            if (Double.isFinite(each.low) && Double.isFinite(each.high)) {
                plot.line(x.at(each.low), y, x.at(each.high), y, "e");
            }
            if (Double.isFinite(each.value)) {
                plot.circle(x.at(each.value), y, 4.5, 0);
            }
        }
        return plot;
    }

    /** Bars from zero, longest wherever they stand. */
    static Plot bars(List<Interval> values) {
        int left = 150;
        Plot plot = new Plot(22 * values.size() + 34);
        double[] all = DoubleStream.concat(
                        DoubleStream.of(0),
                        values.stream().flatMapToDouble(each -> DoubleStream.of(each.value, each.low, each.high)))
                .filter(Double::isFinite)
                .toArray();
        Scale x = Scale.of(all, left, WIDTH - 15, false);
        plot.verticals(x, 4, plot.height - 28);
        for (int i = 0; i < values.size(); i++) {
            Interval each = values.get(i);
            double y = 6 + 22 * i;
            plot.text(left - 8, y + 13, "end", "", Texts.shortened(each.name, 20));
            double end = x.at(each.value);
            plot.body.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"15\" style=\"fill:var(--c%d)\"/>",
                    Math.min(end, x.at(0)),
                    y + 1,
                    Math.abs(end - x.at(0)),
                    each.value < 0 ? 1 : 0));
            if (Double.isFinite(each.low) && Double.isFinite(each.high)) {
                plot.line(x.at(each.low), y + 8.5, x.at(each.high), y + 8.5, "w");
            }
        }
        plot.line(x.at(0), 4, x.at(0), plot.height - 28, "a");
        return plot;
    }

    /** Lines over a number. */
    static Plot lines(String xName, String yName, boolean logarithmic, List<Series> series) {
        int legend = series.size() > 1 ? 18 * series.size() : 0;
        Plot plot = new Plot(250 + legend);
        Scale x = Scale.of(
                series.stream().flatMapToDouble(each -> Arrays.stream(each.x)).toArray(), 60, WIDTH - 15, logarithmic);
        Scale y = Scale.of(
                series.stream().flatMapToDouble(each -> Arrays.stream(each.y)).toArray(), 200, 22, false);
        plot.frame(x, y, xName, yName);
        for (int s = 0; s < series.size(); s++) {
            Series each = series.get(s);
            StringBuilder path = new StringBuilder();
            for (int i = 0; i < each.x.length; i++) {
                if (Double.isFinite(each.y[i])) {
                    path.append(String.format(
                            Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x.at(each.x[i]), y.at(each.y[i])));
                }
            }
            plot.body
                    .append("<path d=\"")
                    .append(path)
                    .append("\" ")
                    .append(stroke(s))
                    .append("/>");
            if (each.x.length <= 40) {
                for (int i = 0; i < each.x.length; i++) {
                    if (Double.isFinite(each.y[i])) {
                        plot.circle(x.at(each.x[i]), y.at(each.y[i]), 3, s);
                    }
                }
            }
        }
        plot.legend(series.stream().map(Series::name).toList(), 252);
        return plot;
    }

    /**
     * How many of some values fall between borders.
     *
     * @param counts by series, one number per place between two borders
     */
    static Plot histogram(String xName, double[] borders, List<String> names, int[][] counts) {
        int legend = names.size() > 1 ? 18 * names.size() : 0;
        Plot plot = new Plot(250 + legend);
        Scale x = new Scale(borders[0], borders[borders.length - 1], 60, WIDTH - 15, false);
        double most = Arrays.stream(counts).flatMapToInt(Arrays::stream).max().orElse(1);
        Scale y = new Scale(0, Math.max(1, most), 200, 22, false);
        plot.frame(x, y, xName, "how many");
        double bin = x.at(borders[1]) - x.at(borders[0]);
        double wide = (bin - 2) / names.size();
        for (int s = 0; s < names.size(); s++) {
            for (int b = 0; b + 1 < borders.length; b++) {
                if (counts[s][b] > 0) {
                    plot.body.append(String.format(
                            Locale.ROOT,
                            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" style=\"fill:var(--c%d)\"/>",
                            x.at(borders[b]) + 1 + s * wide,
                            y.at(counts[s][b]),
                            wide,
                            200 - y.at(counts[s][b]),
                            s % COLOURS));
                }
            }
        }
        plot.legend(names, 252);
        return plot;
    }

    /**
     * What was seen against what was predicted.
     *
     * @param diagonal whether both are on one scale, so that the line of equal numbers has a meaning
     */
    static Plot reliability(String xName, String yName, List<Point> points, boolean diagonal) {
        Plot plot = new Plot(250);
        double[] xs = points.stream().mapToDouble(Point::x).toArray();
        double[] ys = points.stream()
                .flatMapToDouble(each -> DoubleStream.of(each.y, each.low, each.high))
                .filter(Double::isFinite)
                .toArray();
        double[] both =
                DoubleStream.concat(Arrays.stream(xs), Arrays.stream(ys)).toArray();
        Scale x = Scale.of(diagonal ? both : xs, 60, WIDTH - 15, false);
        Scale y = Scale.of(diagonal ? both : ys, 200, 22, false);
        plot.frame(x, y, xName, yName);
        if (diagonal) {
            plot.line(x.at(x.low), y.at(x.low), x.at(x.high), y.at(x.high), "a d");
        }
        for (Point point : points) {
            if (Double.isFinite(point.low) && Double.isFinite(point.high)) {
                plot.line(x.at(point.x), y.at(point.low), x.at(point.x), y.at(point.high), "e");
            }
            plot.circle(x.at(point.x), y.at(point.y), 4, 0);
        }
        return plot;
    }

    private static String stroke(int series) {
        return "style=\"fill:none;stroke:var(--c" + series % COLOURS + ");stroke-width:2\" stroke-dasharray=\""
                + DASHES[series % DASHES.length] + "\"";
    }

    private void legend(List<String> names, int from) {
        if (names.size() < 2) {
            return;
        }
        for (int s = 0; s < names.size(); s++) {
            double y = from + 18 * s;
            body.append(String.format(Locale.ROOT, "<path d=\"M60 %.1fL84 %.1f\" ", y, y))
                    .append(stroke(s))
                    .append("/>");
            circle(72, y, 3, s);
            text(92, y + 4, "start", "", Texts.shortened(names.get(s), 44));
        }
    }

    private void frame(Scale x, Scale y, String xName, String yName) {
        for (double tick : y.ticks()) {
            body.append(String.format(Locale.ROOT, "<path class=\"g\" d=\"M60 %.1fH%d\"/>", y.at(tick), WIDTH - 15));
            text(54, y.at(tick) + 4, "end", "t", y.label(tick));
        }
        for (double tick : x.ticks()) {
            body.append(String.format(Locale.ROOT, "<path class=\"a\" d=\"M%.1f 200v4\"/>", x.at(tick)));
            text(x.at(tick), 217, "middle", "t", x.label(tick));
        }
        body.append(String.format(Locale.ROOT, "<path class=\"a\" d=\"M60 22V200H%d\"/>", WIDTH - 15));
        text((60 + WIDTH - 15) / 2.0, 236, "middle", "", xName);
        text(4, 13, "start", "", yName);
    }

    private void verticals(Scale x, double top, double bottom) {
        for (double tick : x.ticks()) {
            body.append(
                    String.format(Locale.ROOT, "<path class=\"g\" d=\"M%.1f %.1fV%.1f\"/>", x.at(tick), top, bottom));
            text(x.at(tick), bottom + 17, "middle", "t", x.label(tick));
        }
    }

    private void line(double x1, double y1, double x2, double y2, String style) {
        body.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>",
                x1,
                y1,
                x2,
                y2,
                style));
    }

    private void circle(double x, double y, double radius, int colour) {
        body.append(String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" style=\"fill:var(--c%d)\"/>",
                x,
                y,
                radius,
                colour % COLOURS));
    }

    private void text(double x, double y, String anchor, String style, String text) {
        body.append(String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">",
                        x,
                        y,
                        anchor,
                        style))
                .append(Texts.escape(text))
                .append("</text>");
    }

    /** Numbers to places; {@code from} may lie above {@code to}. */
    private record Scale(double low, double high, double from, double to, boolean logarithmic) {
        /** Values that are closer together than this, as a share of their size, are drawn as one. */
        private static final double ALIKE = 1e-9;

        /** Holds all values, with some air around them. */
        static Scale of(double[] values, double from, double to, boolean logarithmic) {
            double[] finite = Arrays.stream(values)
                    .filter(value -> Double.isFinite(value) && (!logarithmic || value > 0))
                    .toArray();
            double low = Arrays.stream(finite).min().orElse(logarithmic ? 0.1 : 0);
            double high = Arrays.stream(finite).max().orElse(1);
            if (logarithmic) {
                return new Scale(low == high ? low / 10 : low, low == high ? high * 10 : high, from, to, true);
            }
            if (low == 0 && high == 0) {
                return new Scale(0, 1, from, to, false);
            }
            double size = Math.max(Math.abs(low), Math.abs(high));
            double air = high - low > ALIKE * size ? 0.05 * (high - low) : 0.1 * size;
            return new Scale(low == 0 ? 0 : low - air, high == 0 ? 0 : high + air, from, to, false);
        }

        double at(double value) {
            double share = logarithmic
                    ? Math.log(Math.max(value, Double.MIN_NORMAL) / low) / Math.log(high / low)
                    : (value - low) / (high - low);
            return from + share * (to - from);
        }

        /** Round numbers, some five of them. */
        double[] ticks() {
            if (logarithmic) {
                double first = Math.ceil(Math.log10(low) - 1e-9);
                double last = Math.floor(Math.log10(high) + 1e-9);
                double step = Math.max(1, Math.ceil((last - first) / 6));
                return DoubleStream.iterate(first, power -> power <= last, power -> power + step)
                        .map(power -> Math.pow(10, power))
                        .toArray();
            }
            double step = step();
            double first = Math.ceil(low / step - 1e-9);
            double last = Math.floor(high / step + 1e-9);
            return DoubleStream.iterate(first, k -> k <= last, k -> k + 1)
                    .map(k -> k * step + 0.0)
                    .toArray();
        }

        private double step() {
            double raw = (high - low) / 5;
            double power = Math.pow(10, Math.floor(Math.log10(raw)));
            double lead = raw / power;
            return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
        }

        String label(double tick) {
            if (!logarithmic) {
                return Texts.brief(Math.rint(tick / step()) * step());
            }
            return tick >= 0.01 && tick <= 1000 ? Texts.brief(tick) : String.format(Locale.ROOT, "%.0e", tick);
        }
    }
}
