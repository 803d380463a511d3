package io.plumbrank.cli;

import io.plumbrank.learn.Progress;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** Shows a pass over rows on a terminal, and nothing where nobody looks. */
final class TerminalProgress implements Progress, AutoCloseable {
    private final boolean shown;
    private @Nullable ProgressBar bar;

    TerminalProgress(CommonOptions common) {
        this.shown = !common.quiet && System.console() != null;
    }

    @Override
    public void begin(String part) {
        close();
        if (shown) {
            bar = new ProgressBarBuilder()
                    .setTaskName(part)
                    .setUnit(" rows", 1)
                    .setInitialMax(-1)
                    .setUpdateIntervalMillis(200)
                    .build();
        }
    }

    @Override
    public void rows(long done) {
        if (bar != null) {
            bar.stepTo(done);
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
