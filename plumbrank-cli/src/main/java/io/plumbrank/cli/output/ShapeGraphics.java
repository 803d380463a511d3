package io.plumbrank.cli.output;

import java.awt.Color;
import java.awt.Composite;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.GraphicsConfiguration;
import java.awt.Image;
import java.awt.Paint;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.awt.image.BufferedImageOp;
import java.awt.image.ImageObserver;
import java.awt.image.RenderedImage;
import java.awt.image.renderable.RenderableImage;
import java.text.AttributedCharacterIterator;
import java.util.Map;

/** The methods of {@link java.awt.Graphics2D} that no chart of ours uses. */
abstract class ShapeGraphics extends Graphics2D {
    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException("only shapes are drawn");
    }

    @Override
    public boolean drawImage(Image a, AffineTransform b, ImageObserver c) {
        throw refused();
    }

    @Override
    public void drawImage(BufferedImage a, BufferedImageOp b, int c, int d) {
        throw refused();
    }

    @Override
    public void drawRenderedImage(RenderedImage a, AffineTransform b) {
        throw refused();
    }

    @Override
    public void drawRenderableImage(RenderableImage a, AffineTransform b) {
        throw refused();
    }

    @Override
    public void drawString(String a, int b, int c) {
        throw refused();
    }

    @Override
    public void drawString(String a, float b, float c) {
        throw refused();
    }

    @Override
    public void drawString(AttributedCharacterIterator a, int b, int c) {
        throw refused();
    }

    @Override
    public void drawString(AttributedCharacterIterator a, float b, float c) {
        throw refused();
    }

    @Override
    public void drawGlyphVector(GlyphVector a, float b, float c) {
        throw refused();
    }

    @Override
    public boolean hit(Rectangle a, Shape b, boolean c) {
        throw refused();
    }

    @Override
    public GraphicsConfiguration getDeviceConfiguration() {
        throw refused();
    }

    @Override
    public void setComposite(Composite a) {
        throw refused();
    }

    @Override
    public void setRenderingHints(Map<?, ?> a) {
        throw refused();
    }

    @Override
    public void addRenderingHints(Map<?, ?> a) {
        throw refused();
    }

    @Override
    public RenderingHints getRenderingHints() {
        throw refused();
    }

    @Override
    public void translate(int a, int b) {
        throw refused();
    }

    @Override
    public void translate(double a, double b) {
        throw refused();
    }

    @Override
    public void rotate(double a) {
        throw refused();
    }

    @Override
    public void rotate(double a, double b, double c) {
        throw refused();
    }

    @Override
    public void scale(double a, double b) {
        throw refused();
    }

    @Override
    public void shear(double a, double b) {
        throw refused();
    }

    @Override
    public Paint getPaint() {
        throw refused();
    }

    @Override
    public Composite getComposite() {
        throw refused();
    }

    @Override
    public void setBackground(Color a) {
        throw refused();
    }

    @Override
    public Color getBackground() {
        throw refused();
    }

    @Override
    public void clip(Shape a) {
        throw refused();
    }

    @Override
    public Graphics create() {
        throw refused();
    }

    @Override
    public void setPaintMode() {
        throw refused();
    }

    @Override
    public void setXORMode(Color a) {
        throw refused();
    }

    @Override
    public FontMetrics getFontMetrics(Font a) {
        throw refused();
    }

    @Override
    public Rectangle getClipBounds() {
        throw refused();
    }

    @Override
    public void clipRect(int a, int b, int c, int d) {
        throw refused();
    }

    @Override
    public void setClip(int a, int b, int c, int d) {
        throw refused();
    }

    @Override
    public void copyArea(int a, int b, int c, int d, int e, int f) {
        throw refused();
    }

    @Override
    public void fillRect(int a, int b, int c, int d) {
        throw refused();
    }

    @Override
    public void clearRect(int a, int b, int c, int d) {
        throw refused();
    }

    @Override
    public void drawRoundRect(int a, int b, int c, int d, int e, int f) {
        throw refused();
    }

    @Override
    public void fillRoundRect(int a, int b, int c, int d, int e, int f) {
        throw refused();
    }

    @Override
    public void drawOval(int a, int b, int c, int d) {
        throw refused();
    }

    @Override
    public void fillOval(int a, int b, int c, int d) {
        throw refused();
    }

    @Override
    public void drawArc(int a, int b, int c, int d, int e, int f) {
        throw refused();
    }

    @Override
    public void fillArc(int a, int b, int c, int d, int e, int f) {
        throw refused();
    }

    @Override
    public void drawPolyline(int[] a, int[] b, int c) {
        throw refused();
    }

    @Override
    public void drawPolygon(int[] a, int[] b, int c) {
        throw refused();
    }

    @Override
    public void fillPolygon(int[] a, int[] b, int c) {
        throw refused();
    }

    @Override
    public boolean drawImage(Image a, int b, int c, ImageObserver d) {
        throw refused();
    }

    @Override
    public boolean drawImage(Image a, int b, int c, int d, int e, ImageObserver f) {
        throw refused();
    }

    @Override
    public boolean drawImage(Image a, int b, int c, Color d, ImageObserver e) {
        throw refused();
    }

    @Override
    public boolean drawImage(Image a, int b, int c, int d, int e, Color f, ImageObserver g) {
        throw refused();
    }

    @Override
    public boolean drawImage(Image a, int b, int c, int d, int e, int f, int g, int h, int i, ImageObserver j) {
        throw refused();
    }

    @Override
    public boolean drawImage(
            Image a, int b, int c, int d, int e, int f, int g, int h, int i, Color j, ImageObserver k) {
        throw refused();
    }
}
