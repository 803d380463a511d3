package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, as a terminal sends it, to commands that try models: the best so far is written, and a search can go on. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signal that a process can be sent")
@Tag("full")
class InterruptTest {
    private static final int INTERRUPTED = 130;

    @TempDir
    private Path folder;

    @BeforeEach
    void signalsArriveAtChildren() throws IOException {
        Path status = Path.of("/proc/self/status");
        boolean ignored = Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> 1 & 1) == 1);
        assumeFalse(ignored, "SKIPPED: this JVM was started with SIGINT ignored, and so are its children");
    }

    private void write(int queries, int items) throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        StringBuilder rows = new StringBuilder();
        for (int q = 0; q < queries; q++) {
            for (int i = 0; i < items; i++) {
                rows.append(random.nextInt(3)).append(" qid:").append(q);
                for (int j = 1; j <= 8; j++) {
                    rows.append(' ').append(j).append(':').append(random.nextInt(1000));
                }
                rows.append('\n');
            }
        }
        Files.writeString(folder.resolve("d.txt"), rows);
    }

    private List<String> train(Path model, String... more) {
        List<String> command = new ArrayList<>(List.of("train", "--measure", "ndcg@5", "--threads", "1", "--train"));
        command.addAll(List.of(folder.resolve("d.txt").toString(), "--out", model.toString()));
        command.addAll(List.of(more));
        return command;
    }

    private Path log() {
        return folder.resolve("log");
    }

    private Process start(List<String> command) throws IOException {
        return run(OtherJvm.command(List.of(), command));
    }

    private Process run(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "log"))
                .start();
    }

    private static int interrupt(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        return process.waitFor();
    }

    /** Before the first kind is done there is nothing to write, and how long that takes is the machine's affair. */
    @Test
    void autoWritesTheBestSoFar() throws IOException, InterruptedException {
        write(2500, 12);
        Path model = folder.resolve("m.json");
        int exit = INTERRUPTED;
        for (long seconds = 1; !Files.exists(model) && exit == INTERRUPTED; seconds++) {
            Process process = start(train(model));
            process.waitFor(seconds, TimeUnit.SECONDS);
            exit = interrupt(process);
        }
        assertThat(exit).as(Files.readString(log())).isEqualTo(INTERRUPTED);
        ModelChoice choice = ModelFile.read(model).provenance().choice().orElseThrow();
        assertThat(choice.leftOut()).extracting(ModelChoice.LeftOut::why).contains("no time was left");
        assertThat(Files.readString(log())).contains("Details: plumbrank explain --model " + model);
    }

    /** A terminal for a command, to which Ctrl-C is typed after some seconds: the kernel makes the signal of it. */
    private static final String TERMINAL = """
            import os, pty, select, signal, sys, time
            child, terminal = pty.fork()
            if child == 0:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.environ['TERM'] = 'xterm'
                os.execvp(sys.argv[2], sys.argv[2:])
            end = time.monotonic() + float(sys.argv[1])
            typed = False
            while True:
                if not typed and time.monotonic() > end:
                    os.write(terminal, b'\\x03')
                    typed = True
                if select.select([terminal], [], [], 0.05)[0]:
                    try:
                        text = os.read(terminal, 65536)
                    except OSError:
                        break
                    if not text:
                        break
                    os.write(1, text)
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) % 256)
            """;

    @Test
    void ctrlCInATerminalWritesTheBestSoFarToo() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "SKIPPED: no /usr/bin/python3");
        write(2500, 12);
        Path model = folder.resolve("m.json");
        int exit = INTERRUPTED;
        for (int seconds = 2; !Files.exists(model) && exit == INTERRUPTED; seconds++) {
            List<String> command =
                    new ArrayList<>(List.of("/usr/bin/python3", "-c", TERMINAL, Integer.toString(seconds)));
            command.addAll(OtherJvm.command(List.of(), train(model)));
            exit = run(command).waitFor();
        }
        String shown = Files.readString(log());
        assertThat(exit).as(shown).isEqualTo(INTERRUPTED);
        assertThat(ModelFile.read(model).provenance().choice()).isPresent();
        assertThat(shown).contains("\r\u001B[K", "Details: plumbrank explain --model " + model);
    }
}
