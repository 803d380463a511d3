package io.plumbrank.cli.options;

import io.plumbrank.learn.Progress;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Shows long work on a terminal, and nothing where nobody looks. A part of which the end is not known, such as the first pass over a
 * file, goes by the share of the file's bytes.
 */
public final class TerminalProgress implements Progress, AutoCloseable {
    private static final int PERCENT = 100;

    private final CommonOptions common;
    private final boolean shown;
    private final @Nullable Interruption interruption;
    private @Nullable ProgressBar bar;
    private boolean byBytes;
    private String unit = ROWS;

    public TerminalProgress(CommonOptions common) {
        this(common, null);
    }

    /** @param interruption what is told that there is something to write; null where nobody is */
    public TerminalProgress(CommonOptions common, @Nullable Interruption interruption) {
        this.common = common;
        this.interruption = interruption;
        this.shown = !common.quiet && System.console() != null;
        common.follow(this);
    }

    @Override
    public void begin(String part, String counted, long total) {
        close();
        if (shown) {
            unit = counted;
            byBytes = total < 0;
            bar = new ProgressBarBuilder()
                    .setTaskName(part)
                    .setUnit(byBytes ? " %" : " " + counted, 1)
                    .setInitialMax(byBytes ? PERCENT : total)
                    .setUpdateIntervalMillis(200)
                    .build();
        }
    }

    @Override
    public void at(long done) {
        if (bar == null) {
            return;
        }
        if (byBytes) {
            bar.setExtraMessage(done + " " + unit);
        } else {
            bar.stepTo(done);
        }
    }

    /** On its own line, also where no progress is shown. */
    @Override
    public void plan(String sentence) {
        close();
        common.note(sentence);
    }

    @Override
    public void tried(String sentence) {
        if (interruption != null) {
            interruption.ready();
        }
        if (shown) {
            close();
            common.note(sentence);
        }
    }

    @Override
    public void measure(double value) {
        if (bar != null && !Double.isNaN(value)) {
            bar.setExtraMessage(String.format(Locale.ROOT, "valid %.4f", Math.abs(value)));
        }
    }

    /** So much of the file that is being read was read. */
    void read(double share) {
        if (bar == null && shown) {
            begin("read");
        }
        if (bar != null && byBytes) {
            bar.stepTo(Math.round(PERCENT * share));
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
