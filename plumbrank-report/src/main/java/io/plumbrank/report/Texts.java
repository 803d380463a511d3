package io.plumbrank.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers and names as HTML shows them. */
final class Texts {
    private Texts() {}

    /** A text that HTML and SVG show as it is, in elements and in quoted attributes. Control characters become spaces. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> {
                    boolean shown = c >= 0x20 && c != 0x7f && !(c >= 0xd800 && c <= 0xdfff) && c < 0xfffe;
                    escaped.appendCodePoint(shown || c >= 0x10000 ? c : ' ');
                }
            }
        });
        return escaped.toString();
    }

    /** Four decimals. */
    static String fixed(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.4f", value + 0.0);
    }

    /** Four decimals with a sign. */
    static String signed(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%+.4f", value + 0.0);
    }

    /** Four digits at most, without zeros at the end. */
    static String brief(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "–" : Double.toString(value);
        }
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros();
        double size = Math.abs(value);
        return size < 1e-4 || size >= 1e7 ? String.format(Locale.ROOT, "%.3g", value) : rounded.toPlainString();
    }

    /** How many there are, which may be a weight: all digits of a whole number. */
    static String count(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : brief(value);
    }

    /** A name that is not too long for a plot. */
    static String shortened(String name, int most) {
        int length = name.codePointCount(0, name.length());
        return length <= most ? name : "…" + name.substring(name.offsetByCodePoints(0, length - most + 1));
    }
}
