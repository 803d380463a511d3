package io.plumbrank.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Item names as UTF-8 bytes in one array, decoded when asked for: a million names are two arrays, not a million objects. */
final class ItemIds {
    private final byte[] bytes;
    private final int[] starts;

    /** Name i is {@code bytes[starts[i] .. starts[i + 1])}; an empty name means that there is none. */
    ItemIds(byte[] bytes, int[] starts) {
        this.bytes = bytes;
        this.starts = starts;
    }

    boolean isPresent(int row) {
        return starts[row + 1] > starts[row];
    }

    String get(int row) {
        return new String(bytes, starts[row], starts[row + 1] - starts[row], StandardCharsets.UTF_8);
    }

    boolean same(int row, ItemIds other, int otherRow) {
        return Arrays.equals(
                bytes, starts[row], starts[row + 1], other.bytes, other.starts[otherRow], other.starts[otherRow + 1]);
    }

    int hash(int row) {
        int hash = 1;
        for (int i = starts[row]; i < starts[row + 1]; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }
}
