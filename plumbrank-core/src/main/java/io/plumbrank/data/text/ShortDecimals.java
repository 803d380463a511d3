package io.plumbrank.data.text;

/**
 * The fast lane for values of features: digits with a point among the first eight bytes, at most fifteen digits in all, and
 * behind them a blank or the end of the row. {@link Decimals} takes the rest.
 */
public final class ShortDecimals {
    /** What {@link EightBytes#others} says when the second byte is the only one that is no digit. */
    private static final long SECOND = 0x8000;

    private static final byte POINT = '.' ^ '0';
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };
    private static final long[] LONG_POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private ShortDecimals() {}

    /**
     * Reads a value into an array and returns where it ends, or −1 when the fast lane is not for this text. The end does not
     * wait for the value: the processor goes on to the next one while it still divides.
     *
     * @param text with 16 bytes behind the line end that ends it
     */
    public static int parseInto(byte[] text, int from, float[] values, int slot) {
        boolean negative = text[from] == '-';
        int at = from + (negative ? 1 : 0);
        long word = EightBytes.word(text, at);
        long others = EightBytes.others(word);
        long digits;
        int decimals;
        boolean pointed = true;
        if (others == SECOND && (byte) (word >>> 8) == POINT) {
            // 0.123456 is so common that the processor should bet on it
            digits = EightBytes.number(EightBytes.without(word, 8));
            decimals = 6;
            at += 8;
        } else {
            int whole = Long.numberOfTrailingZeros(others) & -8;
            pointed = whole < 64 && (byte) (word >>> whole) == POINT;
            int end = whole;
            decimals = 0;
            if (pointed) {
                end = Long.numberOfTrailingZeros(others & (others - 1)) & -8;
                decimals = ((end - whole) >>> 3) - 1;
                word = EightBytes.without(word, whole);
            }
            if (whole == 0) {
                return -1;
            }
            digits = EightBytes.number(EightBytes.alignLast(word, end));
            at += end >>> 3;
        }
        byte c = text[at];
        if (c != ' ') {
            if (pointed && isDigit(c)) {
                long rest = EightBytes.word(text, at);
                int bits = Long.numberOfTrailingZeros(EightBytes.others(rest)) & -8;
                int more = bits >>> 3;
                digits = digits * LONG_POWERS[more] + EightBytes.number(EightBytes.alignLast(rest, bits));
                decimals += more;
                at += more;
                c = text[at];
            }
            if (c != ' ' && c != '\n' && c != '\t' && c != '\r' && c != '#') {
                return -1;
            }
        }
        double value = digits / POWERS[decimals];
        if (Decimals.isNearHalfway(value)) {
            return -1;
        }
        values[slot] = (float) (negative ? -value : value);
        return at;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
