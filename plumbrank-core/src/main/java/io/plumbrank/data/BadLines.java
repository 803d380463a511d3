package io.plumbrank.data;

/** Counts the bad lines of one file, in file order, and throws when there is one more than is tolerated. */
final class BadLines {
    private final String file;
    private final long allowed;
    private long skipped;

    BadLines(String file, long allowed) {
        this.file = file;
        this.allowed = allowed;
    }

    /** Notes a bad line, or throws it. */
    void report(long line, String found, String expected) {
        if (skipped >= allowed) {
            throw new InputException(file, line, found, expected);
        }
        skipped++;
    }

    long skipped() {
        return skipped;
    }

    /** A fault that a chunk parser met; lines count from 0 at the head of its chunk. */
    record Fault(int lineInChunk, String found, String expected) {}
}
