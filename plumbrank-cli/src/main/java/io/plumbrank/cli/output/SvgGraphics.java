package io.plumbrank.cli.output;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.LinearGradientPaint;
import java.awt.Paint;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import java.awt.geom.PathIterator;
import java.awt.geom.Point2D;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is drawn as SVG. Charts draw shapes, their texts as outlines of letters, so that a picture looks the same whichever
 * fonts a machine has; each shape becomes a path.
 */
final class SvgGraphics extends ShapeGraphics {
    private static final int DECIMALS = 3;
    private static final String[] CAPS = {"butt", "round", "square"};
    private static final String[] JOINS = {"miter", "round", "bevel"};

    private final RenderingHints hints = new RenderingHints(null);
    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;
    private AffineTransform transform = new AffineTransform();
    private Color color = Color.BLACK;
    private Font font = new Font(Font.DIALOG, Font.PLAIN, 12);
    private Stroke stroke = new BasicStroke();
    private @Nullable Shape clip;
    private int clips;
    private boolean shaded;
    private int gradients;

    SvgGraphics(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** The document. */
    String document() {
        return String.format(
                Locale.ROOT,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                        + " viewBox=\"0 0 %d %d\">%n%s</svg>%n",
                width,
                height,
                width,
                height,
                body);
    }

    @Override
    public void fill(Shape shape) {
        element(shape, paint("fill"));
    }

    @Override
    public void draw(Shape shape) {
        if (!(stroke instanceof BasicStroke basic)) {
            fill(stroke.createStrokedShape(shape));
            return;
        }
        StringBuilder how = new StringBuilder("fill=\"none\" ").append(paint("stroke"));
        how.append(" stroke-width=\"")
                .append(number(basic.getLineWidth() * Math.sqrt(Math.abs(transform.getDeterminant()))))
                .append("\" stroke-linecap=\"")
                .append(CAPS[basic.getEndCap()])
                .append("\" stroke-linejoin=\"")
                .append(JOINS[basic.getLineJoin()])
                .append("\" stroke-miterlimit=\"")
                .append(number(basic.getMiterLimit()))
                .append('"');
        float[] dashes = basic.getDashArray();
        if (dashes != null) {
            StringJoiner lengths = new StringJoiner(" ", " stroke-dasharray=\"", "\"");
            for (float length : dashes) {
                lengths.add(number(length));
            }
            how.append(lengths)
                    .append(" stroke-dashoffset=\"")
                    .append(number(basic.getDashPhase()))
                    .append('"');
        }
        element(shape, how.toString());
    }

    @Override
    public void drawLine(int x1, int y1, int x2, int y2) {
        draw(new Line2D.Double(x1, y1, x2, y2));
    }

    private void element(Shape shape, String how) {
        String path = path(transform.createTransformedShape(shape));
        if (!path.isEmpty() && color.getAlpha() > 0) {
            body.append("<path ").append(how);
            if (clip != null) {
                body.append(" clip-path=\"url(#clip").append(clips).append(")\"");
            }
            body.append(" d=\"").append(path).append("\"/>\n");
        }
    }

    private String paint(String what) {
        if (shaded) {
            return what + "=\"url(#gradient" + gradients + ")\"";
        }
        String paint = String.format(
                Locale.ROOT, "%s=\"#%02x%02x%02x\"", what, color.getRed(), color.getGreen(), color.getBlue());
        return color.getAlpha() == 255
                ? paint
                : paint + " " + what + "-opacity=\"" + number(color.getAlpha() / 255.0) + "\"";
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

    @Override
    public @Nullable Shape getClip() {
        return clip;
    }

    @Override
    public void setClip(@Nullable Shape shape) {
        clip = shape;
        if (shape != null) {
            clips++;
            body.append("<clipPath id=\"clip").append(clips).append("\"><path d=\"");
            body.append(path(transform.createTransformedShape(shape))).append("\"/></clipPath>\n");
        }
    }

    @Override
    public void transform(AffineTransform more) {
        transform.concatenate(more);
    }

    @Override
    public void setTransform(AffineTransform other) {
        transform = new AffineTransform(other);
    }

    @Override
    public AffineTransform getTransform() {
        return new AffineTransform(transform);
    }

    @Override
    public FontRenderContext getFontRenderContext() {
        return new FontRenderContext(null, true, true);
    }

    @Override
    public void setRenderingHint(RenderingHints.Key key, Object value) {
        hints.put(key, value);
    }

    @Override
    public @Nullable Object getRenderingHint(RenderingHints.Key key) {
        return hints.get(key);
    }

    @Override
    public void setColor(Color other) {
        color = other;
        shaded = false;
    }

    /** A colour, or colours along a line. */
    @Override
    public void setPaint(Paint paint) {
        if (paint instanceof Color plain) {
            setColor(plain);
            return;
        }
        if (!(paint instanceof LinearGradientPaint gradient)) {
            throw new UnsupportedOperationException("no drawing with " + paint);
        }
        shaded = true;
        gradients++;
        Point2D from = transform.transform(gradient.getStartPoint(), null);
        Point2D to = transform.transform(gradient.getEndPoint(), null);
        body.append(String.format(
                Locale.ROOT,
                "<linearGradient id=\"gradient%d\" gradientUnits=\"userSpaceOnUse\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\">",
                gradients,
                number(from.getX()),
                number(from.getY()),
                number(to.getX()),
                number(to.getY())));
        for (int i = 0; i < gradient.getColors().length; i++) {
            Color stop = gradient.getColors()[i];
            body.append(String.format(
                    Locale.ROOT,
                    "<stop offset=\"%s\" stop-color=\"#%02x%02x%02x\"/>",
                    number(gradient.getFractions()[i]),
                    stop.getRed(),
                    stop.getGreen(),
                    stop.getBlue()));
        }
        body.append("</linearGradient>\n");
    }

    @Override
    public Color getColor() {
        return color;
    }

    @Override
    public void setFont(Font other) {
        font = other;
    }

    @Override
    public Font getFont() {
        return font;
    }

    @Override
    public void setStroke(Stroke other) {
        stroke = other;
    }

    @Override
    public Stroke getStroke() {
        return stroke;
    }

    @Override
    public void dispose() {}
}
