package io.plumbrank.theory.distributions;

import java.util.Locale;

/** Numbers as people write them: fractions of small whole numbers where a number is one, decimals where not. */
public final class Fractions {
    private static final int LARGEST_DENOMINATOR = 5000;
    private static final double ROUNDING = 1e-13;

    private Fractions() {}

    /**
     * {@code 1/30}, {@code 2}, or {@code 0.0526} to four significant digits where there is no fraction with a denominator up to
     * 5000 within 1e-13 of the number. Best approximations by continued fractions, so the denominator is the least.
     */
    public static String text(double value) {
        if (Double.isNaN(value) || Math.abs(value) > 1e9) {
            return Double.toString(value);
        }
        double rest = Math.abs(value);
        long numerator = 1;
        long denominator = 0;
        long lastNumerator = 0;
        long lastDenominator = 1;
        while (true) {
            long whole = (long) Math.floor(rest);
            long next = whole * numerator + lastNumerator;
            long below = whole * denominator + lastDenominator;
            if (below > LARGEST_DENOMINATOR) {
                return decimal(value);
            }
            lastNumerator = numerator;
            lastDenominator = denominator;
            numerator = next;
            denominator = below;
            if (Math.abs(Math.abs(value) - (double) numerator / denominator)
                    <= ROUNDING * Math.max(1, Math.abs(value))) {
                String sign = value < 0 && numerator > 0 ? "-" : "";
                return sign + numerator + (denominator == 1 ? "" : "/" + denominator);
            }
            rest = 1 / (rest - whole);
        }
    }

    /** Four significant digits. */
    static String decimal(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }

    /** Whole numbers without a point, others with all their digits. */
    public static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** @throws IllegalArgumentException if the text is neither a finite number nor a fraction such as {@code 8/19} */
    static double parse(String text) {
        int slash = text.indexOf('/');
        double value;
        try {
            value = slash < 0
                    ? Double.parseDouble(text.strip())
                    : Double.parseDouble(text.substring(0, slash).strip())
                            / Double.parseDouble(text.substring(slash + 1).strip());
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a number or a fraction such as 8/19");
        }
        return value;
    }
}
