package io.plumbrank.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class TerminalProgressTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong();
    private final StringWriter err = new StringWriter();
    private final Work work = new Work();

    @Command
    private static final class Work {
        @Mixin
        private final CommonOptions common = new CommonOptions();
    }

    private TerminalProgress progress(boolean terminal, String... options) {
        CommandLine command = new CommandLine(work);
        command.setErr(new PrintWriter(err, true));
        command.parseArgs(options);
        return new TerminalProgress(work.common, null, terminal, nanos::get);
    }

    private void boost(TerminalProgress progress) {
        progress.kind("3 of 6, trees", 125);
        progress.begin("boost", "rounds", 1000);
        double[] measures = {0.5, 0.615, 0.612};
        for (int round = 0; round < 3; round++) {
            nanos.addAndGet(20 * SECOND);
            progress.at(round + 1);
            progress.measure(measures[round]);
        }
        nanos.addAndGet(5 * SECOND);
        progress.at(4);
        progress.close();
    }

    @Test
    void aTerminalHasOneLineThatIsWrittenAnew() {
        boost(progress(true));
        String[] lines = err.toString().split("\r\u001B\\[K", -1);
        assertThat(lines)
                .containsExactly(
                        "",
                        "3 of 6, trees: boost round 1, 1:45 left",
                        "3 of 6, trees: boost round 2, 0.5000, best 0.5000 at 1, 1:25 left",
                        "3 of 6, trees: boost round 3, 0.6150, best 0.6150 at 2, 1:05 left",
                        "3 of 6, trees: boost round 4, 0.6120, best 0.6150 at 2, 1:00 left",
                        "");
    }

    @Test
    void elsewhereThereIsAPlainLineEveryThirtySeconds() {
        boost(progress(false));
        assertThat(err.toString().lines())
                .containsExactly("progress: 3 of 6, trees: boost round 2, 0.5000, best 0.5000 at 1, 1:25 left");
    }

    @Test
    void quietIsQuiet() {
        boost(progress(true, "--quiet"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aPassOverAFileShowsItsShareAndALongLineEnds() {
        TerminalProgress progress = progress(true);
        nanos.addAndGet(SECOND);
        progress.begin("sum", "rows", -1);
        nanos.addAndGet(SECOND);
        progress.read(0.25);
        assertThat(err.toString()).endsWith("\r\u001B[Ksum 25 %");
        progress.kind("x".repeat(100), Double.POSITIVE_INFINITY);
        nanos.addAndGet(SECOND);
        progress.at(5);
        assertThat(err.toString()).endsWith("\r\u001B[K" + "x".repeat(78) + "…");
    }
}
