package io.plumbrank.cli.output;

import io.plumbrank.util.internal.AtomicOutput;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import javax.imageio.ImageIO;

/**
 * A picture of filled shapes on white, written as SVG or PNG. Lines and texts are outlines, so that both files look the same, whichever
 * fonts a machine has.
 */
public final class Picture {
    private static final FontRenderContext FONTS = new FontRenderContext(null, true, true);
    private static final int DECIMALS = 3;

    static {
        // nothing is shown, and servers have no screen
        System.setProperty("java.awt.headless", "true");
    }

    private final List<Mark> marks = new ArrayList<>();
    private final int width;
    private final int height;

    private record Mark(Shape shape, Color color) {}

    Picture(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** Whether the file name ends in .svg or .png. */
    public static boolean canWrite(Path file) {
        return isSvg(file) || name(file).endsWith(".png");
    }

    private static boolean isSvg(Path file) {
        return name(file).endsWith(".svg");
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT);
    }

    void fill(Shape shape, Color color) {
        marks.add(new Mark(shape, color));
    }

    void draw(Shape line, float thickness, Color color) {
        fill(new BasicStroke(thickness).createStrokedShape(line), color);
    }

    /**
     * Draws a text in black.
     *
     * @param x where the text is anchored
     * @param y the base line
     * @param anchor the share of the text that is left of x: 0, 0.5 or 1
     */
    void text(String text, double size, double x, double y, double anchor) {
        text(text, size, AffineTransform.getTranslateInstance(x, y), anchor);
    }

    /** A text that reads upwards. */
    void upwards(String text, double size, double x, double y, double anchor) {
        AffineTransform place = AffineTransform.getTranslateInstance(x, y);
        place.quadrantRotate(-1);
        text(text, size, place, anchor);
    }

    private void text(String text, double size, AffineTransform place, double anchor) {
        if (!text.isBlank()) {
            TextLayout layout = layout(text, size);
            place.translate(-anchor * layout.getAdvance(), 0);
            fill(layout.getOutline(place), Color.BLACK);
        }
    }

    static double width(String text, double size) {
        return text.isBlank() ? 0 : layout(text, size).getAdvance();
    }

    private static TextLayout layout(String text, double size) {
        return new TextLayout(text, new Font(Font.DIALOG, Font.PLAIN, 1).deriveFont((float) size), FONTS);
    }

    /** Writes SVG or PNG, as the file name says. */
    void write(Path file) throws IOException {
        try (AtomicOutput out = AtomicOutput.create(file)) {
            if (isSvg(file)) {
                out.stream().write(svg().getBytes(StandardCharsets.UTF_8));
            } else {
                ImageIO.write(image(), "png", out.stream());
            }
            out.commit();
        }
    }

    private BufferedImage image() {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D out = image.createGraphics();
        out.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        out.setColor(Color.WHITE);
        out.fillRect(0, 0, width, height);
        for (Mark mark : marks) {
            out.setColor(mark.color);
            out.fill(mark.shape);
        }
        out.dispose();
        return image;
    }

    private String svg() {
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                        + " viewBox=\"0 0 %d %d\">%n<path fill=\"#ffffff\" d=\"M0 0 L%d 0 L%d %d L0 %d Z\"/>%n",
                width,
                height,
                width,
                height,
                width,
                width,
                height,
                height));
        for (Mark mark : marks) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path fill=\"#%06x\" fill-opacity=\"%s\" d=\"%s\"/>%n",
                    mark.color.getRGB() & 0xffffff,
                    number(mark.color.getAlpha() / 255.0),
                    path(mark.shape)));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String path(Shape shape) {
        StringJoiner path = new StringJoiner(" ");
        double[] points = new double[6];
        for (PathIterator steps = shape.getPathIterator(null); !steps.isDone(); steps.next()) {
            switch (steps.currentSegment(points)) {
                case PathIterator.SEG_MOVETO -> path.add("M" + points(points, 2));
                case PathIterator.SEG_LINETO -> path.add("L" + points(points, 2));
                case PathIterator.SEG_QUADTO -> path.add("Q" + points(points, 4));
                case PathIterator.SEG_CUBICTO -> path.add("C" + points(points, 6));
                default -> path.add("Z");
            }
        }
        return path.toString();
    }

    private static String points(double[] points, int count) {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < count; i++) {
            text.add(number(points[i]));
        }
        return text.toString();
    }

    private static String number(double value) {
        BigDecimal rounded = new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
