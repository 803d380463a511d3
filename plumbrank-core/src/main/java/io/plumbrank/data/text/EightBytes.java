package io.plumbrank.data.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Text eight bytes at a time, in one long: the first byte is the lowest. A word of text has '0' taken off each byte, so
 * that a digit is its value.
 */
public final class EightBytes {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ZEROS = 0x3030_3030_3030_3030L;

    private EightBytes() {}

    /** The bytes as they are. */
    public static long raw(byte[] text, int at) {
        return (long) LONG.get(text, at);
    }

    /** The bytes with '0' taken off. */
    static long word(byte[] text, int at) {
        return raw(text, at) ^ ZEROS;
    }

    /** The highest bit of each byte that is no digit. Bytes that are not ASCII may spoil the bytes behind them. */
    static long others(long word) {
        return (word + 0x7676_7676_7676_7676L | word) & 0x8080_8080_8080_8080L;
    }

    /** The number that eight digits make: neighbours join to two, four, eight digits. */
    static int number(long word) {
        long digits = (word * 10 + (word >>> 8)) & 0x00FF_00FF_00FF_00FFL;
        digits = (digits * 100 + (digits >>> 16)) & 0x0000_FFFF_0000_FFFFL;
        return (int) (digits * 10_000 + (digits >>> 32));
    }

    /** Keeps the first bytes and moves them behind zeros; {@code bits} is eight times their number, 0 … 64. */
    static long alignLast(long word, int bits) {
        // in two steps, since Java shifts by 64 as by 0
        int half = (64 - bits) >>> 1;
        return word << half << half;
    }

    /** Takes out one byte; {@code bits} is eight times the number of bytes before it, 0 … 56. */
    static long without(long word, int bits) {
        long before = (1L << bits) - 1;
        return (word & before) << 8 | (word & ~(before << 8 | 0xFF));
    }
}
