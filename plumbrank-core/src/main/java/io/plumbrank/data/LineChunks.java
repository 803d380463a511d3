package io.plumbrank.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a text file, plain or gzip, into chunks of whole lines, parses the chunks in parallel and hands the results on in
 * file order. Memory is bounded by a few chunks per thread, whatever the size of the file. Where chunks end depends on
 * the file alone, never on the number of threads.
 */
final class LineChunks {
    private static final int CHUNK = 1 << 20;
    private static final int GZIP_BUFFER = 1 << 16;

    private LineChunks() {}

    /** What became of one chunk. */
    interface Parsed {
        /** How many lines the chunk held; a last line without a line end counts. */
        int lineCount();
    }

    /** Turns whole lines into a result. Called from several threads at once. */
    @FunctionalInterface
    interface Parser<T extends Parsed> {
        /**
         * @param bytes the text; the parser owns the array from here on
         * @param length how many bytes of it count
         */
        T parse(byte[] bytes, int length);
    }

    /** Takes results in file order, in the calling thread. */
    @FunctionalInterface
    interface Consumer<T extends Parsed> {
        /**
         * @param parsed what the parser made
         * @param firstLine the 1-based number of its first line in the file
         */
        void accept(T parsed, long firstLine);
    }

    /**
     * Reads the whole file.
     *
     * @return the number of lines
     * @throws InputException if the file cannot be read, is a directory, or is a damaged gzip stream
     */
    static <T extends Parsed> long read(Path file, int threads, Parser<T> parser, Consumer<T> consumer) {
        String name = file.toString();
        if (Files.isDirectory(file)) {
            throw new InputException(name, 0, "a directory", "a file");
        }
        try (InputStream in = open(file)) {
            return new Run<>(name, in, parser, consumer).go(threads);
        } catch (NoSuchFileException e) {
            throw new InputException(name, 0, "no such file", "a file that exists: check the path", e);
        } catch (AccessDeniedException e) {
            throw new InputException(name, 0, "no permission to read it", "a readable file", e);
        } catch (ZipException | EOFException e) {
            throw new InputException(name, 0, "a damaged gzip stream", "a whole .gz file", e);
        } catch (IOException e) {
            throw new InputException(name, 0, "an input/output error (" + e.getMessage() + ")", "a readable file", e);
        }
    }

    private static InputStream open(Path file) throws IOException {
        PushbackInputStream in = new PushbackInputStream(Files.newInputStream(file), 2);
        byte[] magic = in.readNBytes(2);
        in.unread(magic);
        boolean gzip = magic.length == 2 && magic[0] == (byte) 0x1f && magic[1] == (byte) 0x8b;
        return gzip ? new GZIPInputStream(in, GZIP_BUFFER) : in;
    }

    private static final class Run<T extends Parsed> {
        private final String name;
        private final InputStream in;
        private final Parser<T> parser;
        private final Consumer<T> consumer;
        private byte[] carried = new byte[0];
        private boolean ended;
        private @Nullable IOException readFault;
        private boolean first = true;
        private long nextLine = 1;

        Run(String name, InputStream in, Parser<T> parser, Consumer<T> consumer) {
            this.name = name;
            this.in = in;
            this.parser = parser;
            this.consumer = consumer;
        }

        long go(int threads) {
            if (threads == 1) {
                for (Chunk chunk = next(); chunk != null; chunk = next()) {
                    deliver(parser.parse(chunk.bytes, chunk.length));
                }
            } else {
                goParallel(threads);
            }
            if (readFault != null) {
                String found = readFault instanceof EOFException
                        ? "the end of a gzip stream that was cut short"
                        : "a damaged stream (" + readFault.getMessage() + ")";
                throw new InputException(name, nextLine, found, "a whole file: copy or download it again", readFault);
            }
            return nextLine - 1;
        }

        private void goParallel(int threads) {
            ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
                Thread thread = new Thread(task, "plumbrank-parser");
                thread.setDaemon(true);
                return thread;
            });
            try {
                ArrayDeque<Future<T>> pending = new ArrayDeque<>();
                int most = 2 * threads;
                for (Chunk chunk = next(); chunk != null; chunk = next()) {
                    Chunk work = chunk;
                    pending.add(pool.submit(() -> parser.parse(work.bytes, work.length)));
                    while (pending.size() > most
                            || (!pending.isEmpty() && pending.element().isDone())) {
                        deliver(take(pending.remove()));
                    }
                }
                while (!pending.isEmpty()) {
                    deliver(take(pending.remove()));
                }
            } finally {
                pool.shutdownNow();
            }
        }

        private void deliver(T parsed) {
            long firstLine = nextLine;
            nextLine += parsed.lineCount();
            consumer.accept(parsed, firstLine);
        }

        private static <T> T take(Future<T> future) {
            try {
                return future.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException fault) {
                    throw fault;
                }
                if (e.getCause() instanceof Error fault) {
                    throw fault;
                }
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while reading", e);
            }
        }

        /** The next whole lines, or null at the end. A read fault ends the file; {@link #go} throws it in its turn. */
        private @Nullable Chunk next() {
            if (ended) {
                return null;
            }
            byte[] buffer = new byte[Math.max(CHUNK, 2 * carried.length)];
            int length = carried.length;
            System.arraycopy(carried, 0, buffer, 0, length);
            int cut = 0;
            while (true) {
                int scanned = length;
                length = fill(buffer, length);
                cut = afterLastLineEnd(buffer, scanned, length);
                if (ended || cut > 0) {
                    break;
                }
                if (buffer.length == Integer.MAX_VALUE - 8) {
                    throw new InputException(name, 0, "a line of more than 2 GB", "lines of text");
                }
                buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8));
            }
            // a line that a read fault cut short is not data
            int end = ended && readFault == null ? length : cut;
            carried = ended ? carried : Arrays.copyOfRange(buffer, cut, length);
            int from = first && startsWithByteOrderMark(buffer, end) ? 3 : 0;
            first = false;
            if (from > 0) {
                buffer = Arrays.copyOfRange(buffer, from, end);
                end -= from;
            }
            return end == 0 ? null : new Chunk(buffer, end);
        }

        private int fill(byte[] buffer, int from) {
            int length = from;
            try {
                while (length < buffer.length) {
                    int count = in.read(buffer, length, buffer.length - length);
                    if (count < 0) {
                        ended = true;
                        break;
                    }
                    length += count;
                }
            } catch (IOException e) {
                ended = true;
                readFault = e;
            }
            return length;
        }

        private static int afterLastLineEnd(byte[] buffer, int from, int to) {
            for (int i = to; i > from; i--) {
                if (buffer[i - 1] == '\n') {
                    return i;
                }
            }
            return 0;
        }

        private static boolean startsWithByteOrderMark(byte[] buffer, int length) {
            return length >= 3 && buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF;
        }
    }

    private record Chunk(byte[] bytes, int length) {}
}
