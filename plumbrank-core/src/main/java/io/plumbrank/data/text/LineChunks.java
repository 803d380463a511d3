package io.plumbrank.data.text;

import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.InOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleConsumer;

/**
 * Cuts a text file, plain or gzip, into chunks of whole lines, parses the chunks in parallel and hands the results on in
 * file order. Memory is bounded by a few chunks per thread, whatever the size of the file. Where chunks end depends on
 * the text alone, never on the number of threads or on whether the text is packed.
 */
public final class LineChunks {
    /** How many bytes of a parser's array may be read, though they mean nothing, past the text. */
    public static final int PADDING = 16;

    /** Large enough that few queries reach over two chunks, small enough for the processor's cache. */
    public static final int CHUNK = 1 << 20;

    private LineChunks() {}

    /** What became of one chunk. */
    public interface Parsed {
        /** How many lines the chunk held; a last line without a line end counts. */
        int lineCount();
    }

    /** Turns whole lines into a result. Called from several threads at once. */
    @FunctionalInterface
    public interface Parser<T extends Parsed> {
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
    public interface Consumer<T extends Parsed> {
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
    public static <T extends Parsed> long read(Path file, int threads, Parser<T> parser, Consumer<T> consumer) {
        return read(file, CHUNK, threads, parser, consumer);
    }

    /** The same with chunks of another size than {@link #CHUNK}. */
    public static <T extends Parsed> long read(
            Path file, int chunk, int threads, Parser<T> parser, Consumer<T> consumer) {
        return read(file, chunk, threads, parser, consumer, share -> {});
    }

    /**
     * The same, followed.
     *
     * @param follower is told the share of the file's bytes that was read, chunk by chunk; of a pipe nothing
     */
    public static <T extends Parsed> long read(
            Path file, int chunk, int threads, Parser<T> parser, Consumer<T> consumer, DoubleConsumer follower) {
        InputException.requireNoDirectory(file);
        try (ChunkReader reader = ChunkReader.open(file, chunk)) {
            return new Run<>(file, reader, parser, consumer).go(threads, follower);
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

        long go(int threads, DoubleConsumer follower) {
            try (InOrder<T> workers = new InOrder<>(threads, "plumbrank-parser", this::deliver)) {
                try {
                    for (ChunkReader.Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                        ChunkReader.Chunk work = chunk;
                        workers.submit(() -> parse(work));
                        double share = reader.share();
                        if (!Double.isNaN(share)) {
                            follower.accept(share);
                        }
                    }
                } catch (IOException e) {
                    // faults in the lines before it come first, as they do with one thread
                    workers.finish();
                    throw TextFile.fault(file, nextLine, e);
                }
                workers.finish();
            } catch (ReadFault e) {
                throw TextFile.fault(file, nextLine, e.fault);
            }
            return nextLine - 1;
        }

        private T parse(ChunkReader.Chunk chunk) {
            byte[] bytes;
            try {
                bytes = chunk.bytes();
            } catch (IOException e) {
                throw new ReadFault(e);
            }
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
    }

    /** A chunk that could not be read, on its way to the thread that reads the file. */
    private static final class ReadFault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final IOException fault;

        ReadFault(IOException fault) {
            super(fault);
            this.fault = fault;
        }
    }
}
