package io.plumbrank.data;

/**
 * How a file is read.
 *
 * @param threads parser threads; 1 reads and parses in the calling thread. Results do not depend on it.
 * @param skipBad how many bad lines are passed over before the next one is an {@link InputException}
 */
public record ReadOptions(int threads, long skipBad) {
    public ReadOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        if (skipBad < 0) {
            throw new IllegalArgumentException("skipBad must not be negative, got " + skipBad);
        }
    }

    /** All processors, no bad line tolerated. */
    public static ReadOptions defaults() {
        return new ReadOptions(Runtime.getRuntime().availableProcessors(), 0);
    }

    /** The same with another number of threads. */
    public ReadOptions withThreads(int threads) {
        return new ReadOptions(threads, skipBad);
    }

    /** The same with another number of tolerated bad lines. */
    public ReadOptions withSkipBad(long skipBad) {
        return new ReadOptions(threads, skipBad);
    }
}
