package io.plumbrank.data.rows;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The names of the queries that a stream has passed. Numbers, which most names are, take 8 to 16 bytes each and no object,
 * so that a stream of millions of queries remembers them all.
 */
public final class QueryIdSet {
    private static final int MOST_DIGITS = 18;
    private static final long EMPTY = -1;

    private final Set<String> words = new HashSet<>();
    private long[] numbers = filled(64);
    private int count;

    /** Adds a name; false if it was there. */
    public boolean add(String id) {
        long number = number(id);
        return number < 0 ? words.add(id) : add(number);
    }

    private boolean add(long number) {
        if (2L * count >= numbers.length) {
            long[] old = numbers;
            numbers = filled(2 * old.length);
            for (long each : old) {
                if (each != EMPTY) {
                    numbers[slot(each)] = each;
                }
            }
        }
        int slot = slot(number);
        if (numbers[slot] == number) {
            return false;
        }
        numbers[slot] = number;
        count++;
        return true;
    }

    /** Where a number stands or would stand. */
    private int slot(long number) {
        int mask = numbers.length - 1;
        int slot = (int) ((number * 0x9E37_79B9_7F4A_7C15L) >>> 32) & mask;
        while (numbers[slot] != EMPTY && numbers[slot] != number) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** The number that a name spells in the one usual way, else −1: {@code 07} is a name of its own. */
    private static long number(String id) {
        int length = id.length();
        if (length == 0 || length > MOST_DIGITS || (id.charAt(0) == '0' && length > 1)) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < length; i++) {
            int digit = id.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private static long[] filled(int length) {
        long[] numbers = new long[length];
        Arrays.fill(numbers, EMPTY);
        return numbers;
    }
}
