package io.plumbrank.data.rows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Item names as UTF-8 bytes in one array, decoded when asked for: a million names are two arrays, not a million objects. */
public final class ItemIds {
    private final byte[] bytes;
    private final int[] starts;

    /** Name i is {@code bytes[starts[i] .. starts[i + 1])}; an empty name means that there is none. */
    public ItemIds(byte[] bytes, int[] starts) {
        this.bytes = bytes;
        this.starts = starts;
    }

    public static ItemIds of(List<String> names, int firstRow) {
        int[] starts = new int[firstRow + names.size() + 1];
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < names.size(); i++) {
            bytes.writeBytes(names.get(i).getBytes(StandardCharsets.UTF_8));
            starts[firstRow + i + 1] = bytes.size();
        }
        return new ItemIds(bytes.toByteArray(), starts);
    }

    public boolean isPresent(int row) {
        return starts[row + 1] > starts[row];
    }

    public String get(int row) {
        return new String(bytes, starts[row], starts[row + 1] - starts[row], StandardCharsets.UTF_8);
    }

    public boolean same(int row, ItemIds other, int otherRow) {
        return Arrays.equals(
                bytes, starts[row], starts[row + 1], other.bytes, other.starts[otherRow], other.starts[otherRow + 1]);
    }

    public int hash(int row) {
        int hash = 1;
        for (int i = starts[row]; i < starts[row + 1]; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** How many bytes the names of rows {@code from … to − 1} take. */
    public int length(int from, int to) {
        return starts[to] - starts[from];
    }

    /** Copies the bytes of the names of rows {@code from … to − 1}, which stand together. */
    public void copyInto(int from, int to, byte[] out, int at) {
        System.arraycopy(bytes, starts[from], out, at, length(from, to));
    }
}
