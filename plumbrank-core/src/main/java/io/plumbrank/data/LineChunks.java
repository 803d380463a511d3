package io.plumbrank.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Cuts a text file, plain or gzip, into chunks of whole lines, parses the chunks in parallel and hands the results on in
 * file order. Memory is bounded by a few chunks per thread, whatever the size of the file. Where chunks end depends on
 * the text alone, never on the number of threads or on whether the text is packed.
 */
final class LineChunks {
    /** How many bytes of a parser's array may be read, though they mean nothing, past the text. */
    static final int PADDING = 16;

    /** Large enough that few queries reach over two chunks, small enough for the processor's cache. */
    static final int CHUNK = 1 << 20;

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
         * @param bytes the text and at least {@link #PADDING} bytes more; the parser may write to it
         * @param length how many bytes of it count
         */
        T parse(byte[] bytes, int length);

        /** Whether results keep the array. If not, it is filled anew with another chunk after {@link #parse}. */
        default boolean keepsBytes() {
            return true;
        }
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
        return read(file, CHUNK, threads, parser, consumer);
    }

    /** The same with chunks of another size than {@link #CHUNK}. */
    static <T extends Parsed> long read(Path file, int chunk, int threads, Parser<T> parser, Consumer<T> consumer) {
        TextFile.requireNoDirectory(file);
        try (ChunkReader reader = ChunkReader.open(file, chunk)) {
            return new Run<>(file, reader, parser, consumer).go(threads);
        } catch (IOException e) {
            throw TextFile.fault(file, 0, e);
        }
    }

    private static final class Run<T extends Parsed> {
        private final Path file;
        private final ChunkReader reader;
        private final Parser<T> parser;
        private final Consumer<T> consumer;
        private long nextLine = 1;

        Run(Path file, ChunkReader reader, Parser<T> parser, Consumer<T> consumer) {
            this.file = file;
            this.reader = reader;
            this.parser = parser;
            this.consumer = consumer;
        }

        long go(int threads) {
            try {
                if (threads == 1) {
                    for (ChunkReader.Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                        deliver(parse(chunk));
                    }
                } else {
                    goParallel(threads);
                }
            } catch (IOException e) {
                throw TextFile.fault(file, nextLine, e);
            }
            return nextLine - 1;
        }

        private void goParallel(int threads) throws IOException {
            ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
                Thread thread = new Thread(task, "plumbrank-parser");
                thread.setDaemon(true);
                return thread;
            });
            try {
                ArrayDeque<Future<T>> pending = new ArrayDeque<>();
                int most = 2 * threads;
                IOException readFault = null;
                try {
                    for (ChunkReader.Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                        ChunkReader.Chunk work = chunk;
                        pending.add(pool.submit(() -> parse(work)));
                        while (pending.size() > most
                                || (!pending.isEmpty() && pending.element().isDone())) {
                            deliver(take(pending.remove()));
                        }
                    }
                } catch (IOException e) {
                    // faults in the lines before it come first, as they do with one thread
                    readFault = e;
                }
                while (!pending.isEmpty()) {
                    deliver(take(pending.remove()));
                }
                if (readFault != null) {
                    throw readFault;
                }
            } finally {
                pool.shutdownNow();
            }
        }

        private T parse(ChunkReader.Chunk chunk) throws IOException {
            byte[] bytes = chunk.bytes();
            T parsed = parser.parse(bytes, chunk.length());
            if (!parser.keepsBytes()) {
                reader.recycle(bytes);
            }
            return parsed;
        }

        private void deliver(T parsed) {
            long firstLine = nextLine;
            nextLine += parsed.lineCount();
            consumer.accept(parsed, firstLine);
        }

        private static <T> T take(Future<T> future) throws IOException {
            try {
                return future.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException fault) {
                    throw fault;
                }
                if (e.getCause() instanceof Error fault) {
                    throw fault;
                }
                if (e.getCause() instanceof IOException fault) {
                    throw fault;
                }
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while reading", e);
            }
        }
    }
}
