package io.plumbrank.data.text;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import ch.randelshofer.fastdoubleparser.JavaFloatParser;
import java.nio.charset.StandardCharsets;

/**
 * Reads decimal numbers from bytes, correctly rounded. The grammar is a sign, digits with at most one point, and an
 * exponent; NaN, infinities, hexadecimal and type suffixes, which the JDK's parsers take, are not numbers here.
 *
 * <p>Up to 18 digits are gathered in a long m, and one operation joins it with a power of ten that is a double without
 * error. When m ≤ 2⁵³ the result is the nearest double (Clinger 1990). In any case its error is below 2⁻⁵² of it, so that it
 * also rounds to the right float unless it lies within a few units of its last place from halfway between two floats. What
 * is left goes to fastdoubleparser.
 */
public final class Decimals {
    private static final int MOST_DIGITS = 18;
    private static final long EXACT = 1L << 53;
    private static final int EXPONENT_CAP = 100_000;

    /** Powers of ten that are doubles without error. */
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private Decimals() {}

    /** The nearest double, or NaN when a text is not a decimal number or not a finite double. */
    public static double parseDouble(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return parseDouble(bytes, 0, bytes.length);
    }

    /** The nearest double, or NaN when {@code text[from, to)} is not a decimal number or not a finite double. */
    public static double parseDouble(byte[] text, int from, int to) {
        double value = oneOperation(text, from, to, EXACT);
        if (Double.isNaN(value) && isDecimal(text, from, to)) {
            value = JavaDoubleParser.parseDouble(text, from, to - from);
        }
        return Double.isInfinite(value) ? Double.NaN : value;
    }

    /** The nearest float, or NaN when {@code text[from, to)} is not a decimal number or not a finite float. */
    public static float parseFloat(byte[] text, int from, int to) {
        double value = oneOperation(text, from, to, Long.MAX_VALUE);
        float rounded = (float) value;
        boolean sure = value == 0 || (Math.abs(value) >= Float.MIN_NORMAL && !isNearHalfway(value));
        if (!sure && isDecimal(text, from, to)) {
            rounded = JavaFloatParser.parseFloat(text, from, to - from);
        }
        return Float.isInfinite(rounded) ? Float.NaN : rounded;
    }

    /**
     * Whether a double is so near to halfway between two floats that a small error, its own rounding too, could turn the
     * scales. Only for the range of the normal floats: below it, halfway shows in other bits.
     */
    static boolean isNearHalfway(double value) {
        long below = Double.doubleToRawLongBits(value) & 0x1FFF_FFFFL;
        return Math.abs(below - 0x1000_0000L) <= 4;
    }

    /** The number from one operation on doubles, or NaN when that is not enough or it is not a decimal. */
    private static double oneOperation(byte[] text, int from, int to, long largest) {
        int at = from;
        boolean negative = at < to && text[at] == '-';
        if (negative || (at < to && text[at] == '+')) {
            at++;
        }
        long digits = 0;
        int first = at;
        int point = -1;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
            } else if (text[at] == '.' && point < 0) {
                point = at;
            } else {
                break;
            }
        }
        int count = at - first - (point < 0 ? 0 : 1);
        if (count == 0 || count > MOST_DIGITS || digits > largest) {
            return Double.NaN;
        }
        int power = point < 0 ? 0 : point + 1 - at;
        if (at < to) {
            int exponent = exponent(text, at, to);
            if (exponent == Integer.MIN_VALUE) {
                return Double.NaN;
            }
            power += exponent;
        }
        if (power < -22 || power > 22) {
            return Double.NaN;
        }
        double value = power < 0 ? digits / POWERS[-power] : digits * POWERS[power];
        return negative ? -value : value;
    }

    private static boolean isDecimal(byte[] text, int from, int to) {
        int at = from;
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        int digits = 0;
        int points = 0;
        for (; at < to && (isDigit(text[at]) || text[at] == '.'); at++) {
            if (text[at] == '.') {
                points++;
            } else {
                digits++;
            }
        }
        return digits > 0 && points <= 1 && (at == to || exponent(text, at, to) != Integer.MIN_VALUE);
    }

    /** The exponent in {@code text[from, to)}, letter and all, capped; or {@code Integer.MIN_VALUE} if it is none. */
    private static int exponent(byte[] text, int from, int to) {
        int at = from;
        if (text[at] != 'e' && text[at] != 'E') {
            return Integer.MIN_VALUE;
        }
        at++;
        boolean negative = at < to && text[at] == '-';
        if (negative || (at < to && text[at] == '+')) {
            at++;
        }
        if (at == to) {
            return Integer.MIN_VALUE;
        }
        int exponent = 0;
        for (; at < to; at++) {
            if (!isDigit(text[at])) {
                return Integer.MIN_VALUE;
            }
            exponent = Math.min(EXPONENT_CAP, exponent * 10 + text[at] - '0');
        }
        return negative ? -exponent : exponent;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
