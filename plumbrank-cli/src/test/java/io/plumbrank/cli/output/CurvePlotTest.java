package io.plumbrank.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.theory.consistency.ConsistencyExperiment.Point;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    private static List<CurvePlot.Curve> curves(List<List<Point>> curves) {
        return CurvePlot.curves(curves, CurvePlot.Heights.of(curves));
    }

    @Test
    void zeroStandsBelowAllThatIsAboveIt() {
        List<CurvePlot.Curve> curves =
                curves(List.of(curve("learns", 0.01, 0.3, 0.103, 0), curve("stays", 0.01, 0.3, 0.2, 0.103)));
        double[] learns = curves.get(0).y();
        double[] stays = curves.get(1).y();
        assertThat(learns[1]).isEqualTo(stays[2]);
        assertThat(learns[2]).isLessThan(stays[2] - 0.1);
        CurvePlot.Heights heights = CurvePlot.Heights.of(List.of(curve("one", 0, 0.3, 0.1, 0)));
        assertThat(heights.broken()).isTrue();
        assertThat(heights.of(0)).isEqualTo(heights.of(-0.01)).isEqualTo(heights.zero());
    }

    /** The numbers of the axis end above the place of 0. */
    @Test
    void ticksAreRoundNumbersInsideTheAxis() {
        CurvePlot.Axis axis = CurvePlot.Axis.of(DoubleStream.of(Math.log10(0.05), Math.log10(40)), 0, 100);
        assertThat(powers(axis.ticks(axis.low()))).containsExactly(0.1, 1.0, 10.0);
        assertThat(powers(axis.ticks(-0.5))).containsExactly(1.0, 10.0);
        CurvePlot.Axis narrow = CurvePlot.Axis.of(DoubleStream.of(Math.log10(0.11), Math.log10(0.45)), 100, 0);
        assertThat(powers(narrow.ticks(narrow.low()))).containsExactly(0.1, 0.2, 0.3, 0.5);
        assertThat(narrow.at(narrow.low())).isEqualTo(100);
        assertThat(narrow.at(narrow.high())).isZero();
        CurvePlot.Axis wide = CurvePlot.Axis.of(DoubleStream.of(-20, 20), 0, 100);
        assertThat(wide.ticks(wide.low())).hasSizeBetween(4, 9);
    }

    private static List<Double> powers(double[] logs) {
        return Arrays.stream(logs)
                .mapToObj(log -> Math.rint(Math.pow(10, log) * 1e6) / 1e6)
                .toList();
    }

    @Test
    void curvesThatCoincideAreNamedTogether() {
        assertThat(curves(List.of(curve("a", 0.1, 1, 0.5), curve("b", 0.1, 1, 0.6), curve("c", 0.1, 1, 0.5))))
                .extracting(CurvePlot.Curve::name)
                .containsExactly("a = c", "b");
    }

    @Test
    void aBandShowsTheErrors() {
        CurvePlot.Curve curve = curves(List.of(curve("a", 0.5, 1, 0.25))).get(0);
        assertThat(curve.high()).containsExactly(Math.log10(1.5), Math.log10(0.75));
        assertThat(curve.low()[0]).isEqualTo(Math.log10(0.5));
        assertThat(curve.low()[1]).isLessThan(Math.log10(0.25)); // 0.25 − 0.5 is at the place of 0
        CurvePlot.Curve alone = curves(List.of(curve("a", Double.NaN, 1, 0.25))).get(0);
        assertThat(alone.low()).isEqualTo(alone.y()).isEqualTo(alone.high());
    }

    /** Draws the paths of our SVG: commands and numbers. */
    private static BufferedImage drawn(Path svg, int width, int height) throws Exception {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D out = image.createGraphics();
        out.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        NodeList paths = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(svg.toFile())
                .getElementsByTagName("path");
        for (int i = 0; i < paths.getLength(); i++) {
            Element path = (Element) paths.item(i);
            Color color = Color.decode(path.getAttribute("fill"));
            String opacity = path.getAttribute("fill-opacity");
            int alpha = opacity.isEmpty() ? 255 : (int) Math.round(255 * Double.parseDouble(opacity));
            out.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), alpha));
            out.fill(shape(path.getAttribute("d")));
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

    /** Where the pixels differ much, a shape is missing or elsewhere. */
    @Test
    void theSvgShowsWhatThePngShows() throws Exception {
        List<List<Point>> curves = List.of(curve("a", 0.02, 0.3, 0.103, 0), curve("b", 0.02, 0.3, 0.2, 0.103));
        CurvePlot.write(curves, "excess", folder.resolve("a.png"));
        CurvePlot.write(curves, "excess", folder.resolve("a.svg"));
        BufferedImage png = ImageIO.read(folder.resolve("a.png").toFile());
        BufferedImage svg = drawn(folder.resolve("a.svg"), png.getWidth(), png.getHeight());
        int inked = 0;
        int different = 0;
        for (int x = 0; x < png.getWidth(); x++) {
            for (int y = 0; y < png.getHeight(); y++) {
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
        assertThat(ImageIO.read(folder.resolve("a.png").toFile()).getWidth()).isGreaterThan(600);
        assertThat(Files.readString(folder.resolve("a.svg"))).contains("<svg");
    }
}
