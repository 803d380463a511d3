package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.learn.trees.TreesUnavailableException;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpAndVersionGoToStandardOutput() {
        assertThat(run("--help")).isEqualTo(Exit.DONE);
        assertThat(out.toString()).startsWith("Usage: plumbrank");
        assertThat(run("--version")).isEqualTo(Exit.DONE);
        assertThat(out.toString()).containsPattern("plumbrank \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?, Java ");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void noCommandIsBadUsage() {
        assertThat(run()).isEqualTo(Exit.BAD_INPUT);
        assertThat(err.toString()).isEqualTo("plumbrank: Missing required subcommand; see 'plumbrank --help'\n");
    }

    @Test
    void aMisspeltCommandIsAnsweredWithTheRightOne() {
        assertThat(run("hlep")).isEqualTo(Exit.BAD_INPUT);
        assertThat(err.toString()).isEqualTo("plumbrank: unknown command 'hlep'; did you mean 'help'?\n");
    }

    @Test
    void aMisspeltOptionIsAnsweredWithTheRightOne() {
        assertThat(run("fail", "--mesures", "x")).isEqualTo(Exit.BAD_INPUT);
        assertThat(err.toString())
                .contains("--mesures")
                .endsWith("; did you mean '--measures'?\n")
                .hasLineCount(1);
    }

    @Test
    void anOptionWithoutItsValueNamesTheCommandThatExplainsIt() {
        assertThat(run("fail", "--measures")).isEqualTo(Exit.BAD_INPUT);
        assertThat(err.toString())
                .contains("--measures")
                .endsWith("; see 'plumbrank fail --help'\n")
                .hasLineCount(1);
    }

    @Test
    void badInputIsOneLineThatNamesFileAndLine() {
        assertThat(runFailing(new InputException("a.txt", 7, "'x'", "a number")))
                .isEqualTo(Exit.BAD_INPUT);
        assertThat(err.toString()).isEqualTo("a.txt:7: found 'x', expected a number\n");
    }

    @Test
    void outputThatFailsIsAMissingResource() {
        IOException full = new IOException("No space left on device");
        assertThat(runFailing(new UncheckedIOException("out.txt: No space left on device", full)))
                .isEqualTo(Exit.MISSING);
        assertThat(err.toString()).isEqualTo("plumbrank: input or output failed: out.txt: No space left on device\n");
    }

    @Test
    void treesThatCannotBeTrainedSayWhatElseThereIs() {
        assertThat(runFailing(new TreesUnavailableException("no native library")))
                .isEqualTo(Exit.MISSING);
        assertThat(err.toString().lines())
                .containsExactly(
                        "plumbrank: boosted trees cannot be trained here: no native library; use the engine own,"
                                + " which needs no native code, or another model, or train elsewhere");
    }

    @Test
    void runningOutOfMemorySaysHowToGiveMore() {
        assertThat(runFailing(new OutOfMemoryError("Java heap space"))).isEqualTo(Exit.MISSING);
        assertThat(err.toString()).contains("PLUMBRANK_JAVA_OPTS=-Xmx").hasLineCount(1);
    }

    @Test
    void anUnexpectedExceptionIsCalledABugWithoutAStackTrace() {
        assertThat(runFailing(new IllegalStateException("boom"))).isEqualTo(Exit.BUG);
        assertThat(err.toString()).contains("bug", "boom", "--stacktrace").hasLineCount(1);
    }

    @Test
    void theStackTraceIsShownOnRequestBeforeAndAfterTheCommand() {
        assertThat(runFailing(new IllegalStateException("boom"), "--stacktrace", "fail"))
                .isEqualTo(Exit.BUG);
        assertThat(err.toString()).contains("\tat " + MainTest.class.getName());
        err.getBuffer().setLength(0);
        assertThat(runFailing(new IllegalStateException("boom"), "fail", "--stacktrace"))
                .isEqualTo(Exit.BUG);
        assertThat(err.toString()).contains("\tat " + MainTest.class.getName());
    }

    @Test
    void outputThatCannotBeWrittenIsNotSuccess() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        CommandLine main = Main.configure(Commands.forArguments())
                .setOut(new PrintWriter(full, false, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err));
        assertThat(Main.run(main, "--help")).isEqualTo(Exit.MISSING);
        assertThat(err.toString()).contains("standard output");
    }

    private int run(String... args) {
        return runFailing(new AssertionError("the command must not start"), args);
    }

    private int runFailing(Throwable failure) {
        return runFailing(failure, "fail");
    }

    private int runFailing(Throwable failure, String... args) {
        CommandLine main = Main.configure(Commands.forArguments().addSubcommand(new Fail(failure)))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        return Main.run(main, args);
    }

    @Command(name = "fail", mixinStandardHelpOptions = true)
    private static final class Fail implements Callable<Integer> {
        private final Throwable failure;

        @SuppressWarnings("UnusedVariable") // it is there to be misspelt
        @Option(names = "--measures")
        String measures = "";

        Fail(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }
    }
}
