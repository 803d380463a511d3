package io.plumbrank.trec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Numbers distinct names in the order in which they come, by open addressing over their bytes, which it copies. */
final class NameTable {
    private byte[] bytes = new byte[512];
    /** Where each name ends; the next one begins there. */
    private int[] ends = new int[16];

    private int[] hashes = new int[16];
    /** 0, or one more than the number of a name; a power of two long. */
    private int[] slots = new int[64];

    private int size;

    int size() {
        return size;
    }

    /** The number of a name, a new one if it has not come before. */
    int enter(byte[] text, int from, int to, int hash) {
        int slot = slot(hash);
        while (slots[slot] != 0) {
            if (is(slots[slot] - 1, text, from, to, hash)) {
                return slots[slot] - 1;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = size + 1;
        append(text, from, to, hash);
        return size - 1;
    }

    /** The number here of a name of another table. */
    int enter(NameTable other, int name) {
        return enter(other.bytes, other.start(name), other.ends[name], other.hashes[name]);
    }

    /** Whether the name of that number is {@code text[from, to)}, which has this hash. */
    boolean is(int name, byte[] text, int from, int to, int hash) {
        return hashes[name] == hash && sameBytes(bytes, start(name), ends[name], text, from, to);
    }

    String name(int name) {
        return new String(bytes, start(name), ends[name] - start(name), StandardCharsets.UTF_8);
    }

    /** Names are short, and most comparisons find them equal: a plain loop is over before the JDK's has begun. */
    static boolean sameBytes(byte[] text, int from, int to, byte[] other, int otherFrom, int otherTo) {
        if (to - from != otherTo - otherFrom) {
            return false;
        }
        for (int i = from, j = otherFrom; i < to; i++, j++) {
            if (text[i] != other[j]) {
                return false;
            }
        }
        return true;
    }

    private int start(int name) {
        return name == 0 ? 0 : ends[name - 1];
    }

    private void append(byte[] text, int from, int to, int hash) {
        int start = start(size);
        int end = Math.addExact(start, to - from);
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
        }
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        System.arraycopy(text, from, bytes, start, to - from);
        ends[size] = end;
        hashes[size] = hash;
        size++;
        if (2 * size > slots.length) {
            slots = new int[2 * slots.length];
            for (int name = 0; name < size; name++) {
                int slot = slot(hashes[name]);
                while (slots[slot] != 0) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                slots[slot] = name + 1;
            }
        }
    }

    private int slot(int hash) {
        int mask = slots.length - 1;
        return (hash * 0x9E3779B9) >>> Integer.numberOfLeadingZeros(mask) & mask;
    }
}
