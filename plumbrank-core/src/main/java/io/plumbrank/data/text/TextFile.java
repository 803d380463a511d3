package io.plumbrank.data.text;

import io.plumbrank.util.InputException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.DoubleConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens text files, plain or gzip, and puts what can go wrong with them into words. */
public final class TextFile {
    private static final int GZIP_BUFFER = 1 << 16;

    private TextFile() {}

    /** Whether the file begins like a gzip stream; its name says nothing. */
    static boolean isGzip(FileChannel channel) throws IOException {
        ByteBuffer magic = ByteBuffer.allocate(2);
        return channel.read(magic, 0) == 2 && isGzip(magic.array());
    }

    /** The text of a file, unpacked where needed. */
    public static InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return unpacked(raw);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /**
     * The text of a file, unpacked where needed.
     *
     * @param follower is told the share of the file's bytes that was read, now and then; of a pipe nothing
     */
    public static InputStream open(Path file, DoubleConsumer follower) throws IOException {
        if (!Files.isRegularFile(file)) {
            return open(file);
        }
        InputStream raw = Files.newInputStream(file);
        try {
            return unpacked(new Followed(raw, Files.size(file), follower));
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /** Tells how far it has come. */
    private static final class Followed extends FilterInputStream {
        private final long size;
        private final DoubleConsumer follower;
        private long done;

        Followed(InputStream raw, long size, DoubleConsumer follower) {
            super(raw);
            this.size = size;
            this.follower = follower;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            tell(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int count = super.read(bytes, from, length);
            tell(Math.max(0, count));
            return count;
        }

        private void tell(int count) {
            done += count;
            if (count > 1) {
                follower.accept(Math.min(1, (double) done / Math.max(1, size)));
            }
        }
    }

    /** The text of a stream, unpacked where needed. Works for pipes too: nothing is read twice. */
    static InputStream unpacked(InputStream raw) throws IOException {
        PushbackInputStream in = new Peeking(raw);
        byte[] magic = in.readNBytes(2);
        in.unread(magic);
        return isGzip(magic) ? new GZIPInputStream(in, GZIP_BUFFER) : in;
    }

    /**
     * Says that something is available if it is not at its end. Unpacking asks so whether another member follows: the stream of a
     * file cannot answer for a pipe, and one that is empty for the moment would seem to have ended.
     */
    private static final class Peeking extends PushbackInputStream {
        Peeking(InputStream raw) {
            super(raw, 2);
        }

        @Override
        public int available() throws IOException {
            int next = read();
            if (next < 0) {
                return 0;
            }
            unread(next);
            return 1;
        }
    }

    private static boolean isGzip(byte[] magic) {
        return magic.length == 2 && magic[0] == (byte) 0x1f && magic[1] == (byte) 0x8b;
    }

    /**
     * The fault that a user should read.
     *
     * @param line the line at which reading stopped, 0 if it did not begin
     */
    public static RuntimeException fault(Path file, long line, IOException cause) {
        String name = file.toString();
        if (cause instanceof ClosedByInterruptException) {
            return new IllegalStateException("interrupted while reading " + name, cause);
        }
        if (cause instanceof NoSuchFileException) {
            return new InputException(name, 0, "no such file", "a file that exists: check the path", cause);
        }
        if (cause instanceof AccessDeniedException) {
            return new InputException(name, 0, "no permission to read it", "a readable file", cause);
        }
        if (cause instanceof LongLineException) {
            return new InputException(name, line, String.valueOf(cause.getMessage()), "a file of text lines", cause);
        }
        String whole = "a whole file: copy or download it again";
        if (cause instanceof EOFException) {
            return new InputException(name, line, "the end of a gzip stream that was cut short", whole, cause);
        }
        if (cause instanceof ZipException) {
            return new InputException(name, line, "a damaged gzip stream (" + cause.getMessage() + ")", whole, cause);
        }
        String found = "an input/output error (" + cause.getMessage() + ")";
        return new InputException(name, line, found, "a readable file", cause);
    }

    /** The same of a fault that an iterator met. */
    public static RuntimeException fault(Path file, long line, UncheckedIOException wrapped) {
        IOException cause = wrapped.getCause();
        return fault(file, line, cause == null ? new IOException(wrapped.getMessage()) : cause);
    }
}
