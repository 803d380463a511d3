package io.plumbrank.data;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;

/** Numbers out of bytes, correctly rounded. */
final class Decimals {
    private static final int EXACT_DIGITS = 18;
    private static final long EXACT_MANTISSA = 1L << 53;
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private Decimals() {}

    /**
     * A decimal number such as {@code -12.5e-3}.
     *
     * @return NaN unless all of the bytes are one finite decimal number
     */
    static double parseDouble(byte[] text, int from, int to) {
        int at = from;
        boolean negative = at < to && text[at] == '-';
        if (negative || (at < to && text[at] == '+')) {
            at++;
        }
        long mantissa = 0;
        int digits = 0;
        int decimals = 0;
        boolean point = false;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                mantissa = 10 * mantissa + digit;
                digits++;
                decimals += point ? 1 : 0;
            } else if (text[at] == '.' && !point) {
                point = true;
            } else {
                return parseSlowly(text, from, to);
            }
        }
        // mantissa and power are exact doubles here, so that one division rounds once
        if (digits == 0 || digits > EXACT_DIGITS || mantissa > EXACT_MANTISSA) {
            return parseSlowly(text, from, to);
        }
        double value = mantissa / POWERS_OF_TEN[decimals];
        return negative ? -value : value;
    }

    private static double parseSlowly(byte[] text, int from, int to) {
        boolean digit = false;
        for (int i = from; i < to; i++) {
            byte b = text[i];
            digit |= b >= '0' && b <= '9';
            // Java's own grammar also knows hex, NaN, Infinity and the suffixes d and f
            if (!(b >= '0' && b <= '9') && b != '.' && b != '-' && b != '+' && b != 'e' && b != 'E') {
                return Double.NaN;
            }
        }
        if (!digit) {
            return Double.NaN;
        }
        try {
            double value = JavaDoubleParser.parseDouble(text, from, to - from);
            return Double.isInfinite(value) ? Double.NaN : value;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
