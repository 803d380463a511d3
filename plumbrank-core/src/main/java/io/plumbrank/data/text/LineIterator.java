package io.plumbrank.data.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The lines of a file, read as they are asked for. The file is closed at its end, or when a fault ends the reading. */
final class LineIterator implements Iterator<String> {
    private static final int BUFFER = 1 << 16;
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final Path file;
    private final Charset charset;
    private final InputStream in;
    private byte[] bytes = new byte[BUFFER];
    private int from;
    private int to;
    private boolean ended;
    private long line;
    private @Nullable String next;

    LineIterator(Path file, Charset charset) {
        this.file = file;
        this.charset = charset;
        try {
            this.in = TextFile.open(file);
        } catch (IOException e) {
            throw TextFile.fault(file, 0, e);
        }
        fill();
        if (to >= MARK.length && Arrays.equals(MARK, 0, MARK.length, bytes, 0, MARK.length)) {
            from = MARK.length;
        }
        next = read();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public String next() {
        String here = next;
        if (here == null) {
            throw new NoSuchElementException("after the last line");
        }
        next = read();
        return here;
    }

    private @Nullable String read() {
        int searched = from;
        while (true) {
            for (; searched < to; searched++) {
                if (bytes[searched] == '\n') {
                    String text = text(searched);
                    from = searched + 1;
                    return text;
                }
            }
            if (ended) {
                String text = from < to ? text(to) : null;
                from = to;
                return text;
            }
            searched -= from;
            fill();
        }
    }

    private String text(int end) {
        line++;
        int last = end > from && bytes[end - 1] == '\r' ? end - 1 : end;
        return new String(bytes, from, last - from, charset);
    }

    /** Moves what is left of the text to the front, and reads on behind it. */
    private void fill() {
        System.arraycopy(bytes, from, bytes, 0, to - from);
        to -= from;
        from = 0;
        try {
            if (to == bytes.length) {
                ChunkReader.requireFit(to + 1L);
                bytes = Arrays.copyOf(bytes, 2 * to);
            }
            // two bytes and more at a time until there is enough for a byte order mark
            do {
                int count = in.read(bytes, to, bytes.length - to);
                ended = count < 0;
                to += Math.max(0, count);
            } while (!ended && to < MARK.length);
        } catch (IOException e) {
            close();
            throw TextFile.fault(file, line + 1, e);
        }
        if (ended) {
            close();
        }
    }

    /** For who leaves lines unread. */
    void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw TextFile.fault(file, line + 1, e);
        }
    }
}
