package io.plumbrank.data.text;

import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Counts the bad lines of one file, in file order, and throws when there is one more than is tolerated. */
public final class BadLines {
    private final String file;
    private final long allowed;
    private final List<Noted> noted = new ArrayList<>();
    private long skipped;

    public BadLines(String file, long allowed) {
        this.file = file;
        this.allowed = allowed;
    }

    /** Notes a bad line, or throws it. */
    public void report(long line, String found, String expected) {
        if (skipped >= allowed) {
            throw new InputException(file, line, found, expected);
        }
        skipped++;
    }

    /** Keeps a bad line for {@link #reportNoted}, since faults of lines before it may be found only later. */
    public void note(long line, String found, String expected) {
        noted.add(new Noted(line, found, expected));
    }

    /** Whether the noted lines are already more than is tolerated. */
    public boolean isBeyond() {
        return skipped + noted.size() > allowed;
    }

    /** Reports the noted lines, in file order. */
    public void reportNoted() {
        noted.sort(Comparator.comparingLong(Noted::line));
        for (Noted each : noted) {
            report(each.line, each.found, each.expected);
        }
        noted.clear();
    }

    /** How many bad lines are tolerated. */
    public long allowed() {
        return allowed;
    }

    public long skipped() {
        return skipped;
    }

    /** A fault that a chunk parser met; lines count from 0 at the head of its chunk. */
    public record Fault(int lineInChunk, String found, String expected) {}

    private record Noted(long line, String found, String expected) {}
}
