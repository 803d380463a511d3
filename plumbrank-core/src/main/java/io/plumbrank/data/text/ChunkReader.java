package io.plumbrank.data.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Cuts text into chunks of whole lines: chunk k holds the lines that begin in bytes k·C … (k + 1)·C − 1 of the unpacked
 * text. Plain files are read by position, each chunk by the thread that parses it; everything else is a stream.
 */
abstract class ChunkReader implements Closeable {
    /** Reads of this size keep the JDK's transfer buffer in the processor's cache. */
    private static final int SLICE = 1 << 17;

    /** Room for the last line of a chunk, which may reach over its end. */
    private static final int OVERHANG = 1 << 14;

    /** A longer line is no text, and a packed one may be a thousand times as long as its file. */
    static final int LONGEST = 1 << 27;

    /** Whole lines of the file. */
    interface Chunk {
        /** The text and {@link LineChunks#PADDING} bytes more; called once. */
        byte[] bytes() throws IOException;

        int length();
    }

    private final int size;

    /** Where the next chunk begins in the unpacked text. */
    long start;

    private final Queue<byte[]> free = new ConcurrentLinkedQueue<>();

    private ChunkReader(int size) {
        this.size = size;
    }

    /** Takes back an array that {@link Chunk#bytes} gave. */
    final void recycle(byte[] bytes) {
        free.add(bytes);
    }

    /** An array with room for a text and the padding; what stands in it does not matter. */
    final byte[] room(int length) {
        byte[] bytes = free.poll();
        if (bytes != null && bytes.length - LineChunks.PADDING >= length) {
            return bytes;
        }
        // only the last chunk is smaller than others
        int room = length < size ? length : Math.max(size + OVERHANG, length);
        return new byte[room + LineChunks.PADDING];
    }

    /** The next whole lines, or null at the end. */
    abstract @Nullable Chunk next() throws IOException;

    /** The share of the file's bytes that chunks were made of so far; NaN where its size is not known. */
    double share() throws IOException {
        return Double.NaN;
    }

    /** @param size how many bytes of line starts a chunk holds, C */
    static ChunkReader open(Path file, int size) throws IOException {
        if (!Files.isRegularFile(file)) {
            return new Streaming(size, TextFile.open(file));
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return TextFile.isGzip(channel) ? new Packed(size, channel) : new Positional(size, channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** The last byte of the range in which lines of the chunk from {@link #start} may begin: it ends at a line end from here on. */
    final long lastByteOfRange() {
        return (start / size + 1) * size - 1;
    }

    static int byteOrderMark(byte[] bytes, int length) {
        boolean mark = length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
        return mark ? 3 : 0;
    }

    static int requireFit(long length) throws IOException {
        if (length > LONGEST) {
            throw new LongLineException();
        }
        return (int) length;
    }

    private static final class Positional extends ChunkReader {
        private final FileChannel channel;
        private final byte[] probe = new byte[1 << 12];

        Positional(int size, FileChannel channel) {
            super(size);
            this.channel = channel;
        }

        @Override
        @Nullable
        Chunk next() throws IOException {
            int mark = start == 0 ? byteOrderMark(probe, read(probe, 3, 0)) : 0;
            long end = endOfLine(lastByteOfRange());
            if (end == start + mark) {
                return null;
            }
            Stretch chunk = new Stretch(start + mark, requireFit(end - start - mark));
            start = end;
            return chunk;
        }

        @Override
        double share() throws IOException {
            return (double) start / Math.max(1, channel.size());
        }

        /** The position after the first line end from a position on, or the end of the file. */
        private long endOfLine(long from) throws IOException {
            long at = from;
            while (true) {
                int count = read(probe, probe.length, at);
                for (int i = 0; i < count; i++) {
                    if (probe[i] == '\n') {
                        return at + i + 1;
                    }
                }
                if (count < probe.length) {
                    return Math.max(start, Math.min(at + count, channel.size()));
                }
                at += count;
            }
        }

        /** Fills {@code into[0, length)} from a position of the file; fewer bytes come at its end only. */
        private int read(byte[] into, int length, long position) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(into);
            int at = 0;
            while (at < length) {
                buffer.limit(Math.min(length, at + SLICE)).position(at);
                int count = channel.read(buffer, position + at);
                if (count < 0) {
                    break;
                }
                at += count;
            }
            return at;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }

        private final class Stretch implements Chunk {
            private final long position;
            private final int length;

            Stretch(long position, int length) {
                this.position = position;
                this.length = length;
            }

            @Override
            public int length() {
                return length;
            }

            @Override
            public byte[] bytes() throws IOException {
                byte[] bytes = room(length);
                if (read(bytes, length, position) < length) {
                    throw new IOException("the file became shorter while it was read");
                }
                return bytes;
            }
        }
    }

    /** A gzip file, of which the channel knows how far it was read. */
    private static final class Packed extends Streaming {
        private final FileChannel channel;

        Packed(int size, FileChannel channel) throws IOException {
            super(size, TextFile.unpacked(Channels.newInputStream(channel)));
            this.channel = channel;
        }

        @Override
        double share() throws IOException {
            return channel.isOpen() ? (double) channel.position() / Math.max(1, channel.size()) : 1;
        }
    }

    private static class Streaming extends ChunkReader {
        private static final int AHEAD = 1 << 12;

        private final InputStream in;
        private byte[] carried = new byte[0];
        private boolean ended;
        private @Nullable IOException readFault;

        Streaming(int size, InputStream in) {
            super(size);
            this.in = in;
        }

        @Override
        @Nullable
        Chunk next() throws IOException {
            int cut = (int) (lastByteOfRange() - start);
            int length = carried.length;
            byte[] buffer = room(Math.max(cut, length) + AHEAD);
            System.arraycopy(carried, 0, buffer, 0, length);
            int end = 0;
            while (end == 0) {
                length = fill(buffer, length);
                end = afterLineEnd(buffer, cut, length);
                if (end == 0 && ended) {
                    // a line that a read fault cut short is not data
                    end = readFault == null ? length : afterLastLineEnd(buffer, length);
                    break;
                }
                if (end == 0) {
                    cut = Math.max(cut, length);
                    buffer = Arrays.copyOf(buffer, grown(buffer.length));
                }
            }
            carried = Arrays.copyOfRange(buffer, end, length);
            if (end == 0) {
                if (readFault != null) {
                    throw readFault;
                }
                return null;
            }
            int mark = start == 0 ? byteOrderMark(buffer, end) : 0;
            start += end;
            if (mark > 0) {
                System.arraycopy(buffer, mark, buffer, 0, end - mark);
            }
            return new Held(buffer, end - mark);
        }

        private static int grown(int length) throws IOException {
            requireFit(length + 1L);
            return (int) Math.min(2L * length, LONGEST + LineChunks.PADDING);
        }

        private int fill(byte[] buffer, int from) {
            int length = from;
            int room = buffer.length - LineChunks.PADDING;
            try {
                while (!ended && length < room) {
                    int count = in.read(buffer, length, room - length);
                    if (count < 0) {
                        ended = true;
                    } else {
                        length += count;
                    }
                }
            } catch (IOException e) {
                ended = true;
                readFault = e;
            }
            return length;
        }

        private static int afterLineEnd(byte[] buffer, int from, int to) {
            for (int i = from; i < to; i++) {
                if (buffer[i] == '\n') {
                    return i + 1;
                }
            }
            return 0;
        }

        private static int afterLastLineEnd(byte[] buffer, int to) {
            for (int i = to; i > 0; i--) {
                if (buffer[i - 1] == '\n') {
                    return i;
                }
            }
            return 0;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }

        private record Held(byte[] bytes, int length) implements Chunk {}
    }
}
