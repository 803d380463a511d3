package io.plumbrank.cli.options;

import io.plumbrank.learn.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows long work: on a terminal in one line that is written anew, elsewhere as a plain line every thirty seconds. A pass of which the end is
 * not known, such as the first over a file, shows the share of the file's bytes.
 */
public final class TerminalProgress implements Progress, AutoCloseable {
    private static final long REDRAW = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PLAIN = TimeUnit.SECONDS.toNanos(30);
    private static final int PERCENT = 100;

    /** Longer lines could wrap, and a wrapped line cannot be written anew. */
    private static final int WIDTH = 79;

    private static final String CLEARED = "\r\u001B[K";

    private final CommonOptions common;
    private final boolean terminal;
    private final PrintWriter out;
    private final LongSupplier nanos;
    private final @Nullable Interruption interruption;
    private String kind = "";
    private double left = Double.POSITIVE_INFINITY;
    private long since;
    private String part = "";
    private String unit = ROWS;
    private long total;
    private long done;
    private double share = Double.NaN;
    private double value = Double.NaN;
    private double best = Double.NaN;
    private long bestAt;
    private long next;
    private boolean drawn;

    public TerminalProgress(CommonOptions common) {
        this(common, null);
    }

    /** @param interruption what is told that there is something to write; null where nobody is */
    public TerminalProgress(CommonOptions common, @Nullable Interruption interruption) {
        this(common, interruption, System.console() != null && !"dumb".equals(System.getenv("TERM")), System::nanoTime);
    }

    /** @param nanos the time in nanoseconds, from any moment on */
    TerminalProgress(CommonOptions common, @Nullable Interruption interruption, boolean terminal, LongSupplier nanos) {
        this.common = common;
        this.interruption = interruption;
        this.terminal = terminal;
        this.out = common.spec.commandLine().getErr();
        this.nanos = nanos;
        this.next = nanos.getAsLong() + (terminal ? REDRAW : PLAIN);
        common.follow(this);
    }

    @Override
    public synchronized void kind(String words, double seconds) {
        kind = words;
        left = seconds;
        since = nanos.getAsLong();
    }

    @Override
    public synchronized void begin(String of, String counted, long expected) {
        part = of;
        unit = counted;
        total = expected;
        done = 0;
        share = Double.NaN;
        value = Double.NaN;
        best = Double.NaN;
        show();
    }

    @Override
    public synchronized void at(long now) {
        done = now;
        show();
    }

    @Override
    public synchronized void measure(double now) {
        if (!Double.isNaN(now)) {
            value = Math.abs(now);
            if (!(now <= best)) {
                best = now;
                bestAt = done;
            }
        }
    }

    /** So much of the file that is being read was read. */
    synchronized void read(double of) {
        part = part.isEmpty() ? "read" : part;
        share = of;
        show();
    }

    private void show() {
        long now = nanos.getAsLong();
        if (common.quiet || now < next) {
            return;
        }
        next = now + (terminal ? REDRAW : PLAIN);
        String line = line(now);
        if (terminal) {
            out.print(CLEARED + (line.length() > WIDTH ? line.substring(0, WIDTH - 1) + "…" : line));
            out.flush();
            drawn = true;
        } else {
            out.println("progress: " + line);
            out.flush();
        }
    }

    private String line(long now) {
        StringBuilder line = new StringBuilder(kind.isEmpty() ? part : kind + ": " + part);
        if (total < 0 && !Double.isNaN(share)) {
            line.append(' ').append(Math.round(PERCENT * share)).append(" %");
        } else if (done > 0) {
            // boosting ends long before all of its rounds as a rule
            boolean open = unit.equals("rounds");
            String of = total > 0 ? " of " + total : "";
            line.append(open ? " round " + done : " " + done + of + " " + unit);
        }
        if (!Double.isNaN(value)) {
            line.append(String.format(Locale.ROOT, ", %.4f, best %.4f at %d", value, Math.abs(best), bestAt));
        }
        double seconds = left - (now - since) / 1e9;
        if (seconds >= 0 && seconds < Double.POSITIVE_INFINITY) {
            line.append(String.format(Locale.ROOT, ", %d:%02d left", (long) seconds / 60, (long) seconds % 60));
        }
        return line.toString();
    }

    private void clear() {
        if (drawn) {
            out.print(CLEARED);
            out.flush();
            drawn = false;
        }
    }

    /** On its own line, also where no progress is shown. */
    @Override
    public synchronized void plan(String sentence) {
        clear();
        common.note(sentence);
    }

    @Override
    public synchronized void tried(String sentence) {
        if (interruption != null) {
            interruption.ready();
        }
        if (terminal) {
            clear();
            common.note(sentence);
        }
    }

    @Override
    public synchronized void close() {
        clear();
    }
}
