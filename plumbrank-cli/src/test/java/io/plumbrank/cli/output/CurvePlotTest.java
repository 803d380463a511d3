package io.plumbrank.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.theory.consistency.ConsistencyExperiment.Point;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

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

    /** Draws the paths of our SVG: commands and numbers, one clip at a time. */
    private static BufferedImage drawn(Path svg) throws Exception {
        BufferedImage image = new BufferedImage(720, 480, BufferedImage.TYPE_INT_RGB);
        Graphics2D out = image.createGraphics();
        out.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        out.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        Map<String, Shape> clips = new HashMap<>();
        NodeList paths = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(svg.toFile())
                .getElementsByTagName("path");
        for (int i = 0; i < paths.getLength(); i++) {
            Element path = (Element) paths.item(i);
            Path2D shape = shape(path.getAttribute("d"));
            if (path.getParentNode().getNodeName().equals("clipPath")) {
                clips.put("url(#" + ((Element) path.getParentNode()).getAttribute("id") + ")", shape);
                continue;
            }
            out.setClip(clips.get(path.getAttribute("clip-path")));
            boolean fill = !path.getAttribute("fill").equals("none");
            Color color = Color.decode(path.getAttribute(fill ? "fill" : "stroke"));
            String opacity = path.getAttribute(fill ? "fill-opacity" : "stroke-opacity");
            int alpha = opacity.isEmpty() ? 255 : (int) Math.round(255 * Double.parseDouble(opacity));
            out.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), alpha));
            if (fill) {
                out.fill(shape);
            } else {
                String dashes = path.getAttribute("stroke-dasharray");
                float[] lengths = new float[dashes.isEmpty() ? 0 : dashes.split(" ").length];
                for (int j = 0; j < lengths.length; j++) {
                    lengths[j] = Float.parseFloat(dashes.split(" ")[j]);
                }
                out.setStroke(new BasicStroke(
                        Float.parseFloat(path.getAttribute("stroke-width")),
                        List.of("butt", "round", "square").indexOf(path.getAttribute("stroke-linecap")),
                        List.of("miter", "round", "bevel").indexOf(path.getAttribute("stroke-linejoin")),
                        Float.parseFloat(path.getAttribute("stroke-miterlimit")),
                        lengths.length == 0 ? null : lengths,
                        0));
                out.draw(shape);
            }
        }
        return image;
    }

    private static Path2D shape(String text) {
        Path2D path = new Path2D.Double();
        for (String step : text.split(" (?=[MLQCZ])")) {
            double[] at = step.length() == 1
                    ? new double[0]
                    : Arrays.stream(step.substring(1).split(" "))
                            .mapToDouble(Double::parseDouble)
                            .toArray();
            switch (step.charAt(0)) {
                case 'M' -> path.moveTo(at[0], at[1]);
                case 'L' -> path.lineTo(at[0], at[1]);
                case 'Q' -> path.quadTo(at[0], at[1], at[2], at[3]);
                case 'C' -> path.curveTo(at[0], at[1], at[2], at[3], at[4], at[5]);
                default -> path.closePath();
            }
        }
        return path;
    }

    /** Both are drawn by one chart: where the pixels differ much, a shape is missing or elsewhere. */
    @Test
    void theSvgShowsWhatThePngShows() throws Exception {
        List<List<Point>> curves = List.of(curve("a", 0.02, 0.3, 0.103, 0), curve("b", 0.02, 0.3, 0.2, 0.103));
        CurvePlot.write(curves, "excess", folder.resolve("a.png"));
        CurvePlot.write(curves, "excess", folder.resolve("a.svg"));
        BufferedImage png = ImageIO.read(folder.resolve("a.png").toFile());
        BufferedImage svg = drawn(folder.resolve("a.svg"));
        int inked = 0;
        int different = 0;
        for (int x = 0; x < 720; x++) {
            for (int y = 0; y < 480; y++) {
                int gap = 0;
                for (int shift = 0; shift < 24; shift += 8) {
                    gap = Math.max(
                            gap, Math.abs((png.getRGB(x, y) >> shift & 255) - (svg.getRGB(x, y) >> shift & 255)));
                }
                different += gap > 100 ? 1 : 0;
                inked += (png.getRGB(x, y) & 0xffffff) == 0xffffff ? 0 : 1;
            }
        }
        assertThat(inked).isGreaterThan(10_000);
        assertThat(different).isLessThan(inked / 100);
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
