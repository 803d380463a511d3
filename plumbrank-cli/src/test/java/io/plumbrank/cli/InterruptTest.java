package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        return new ProcessBuilder(OtherJvm.command(List.of(), command))
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "log"))
                .start();
    }

    /** How long the file of trials is, which grows with each. */
    private long kept() throws IOException {
        Path file = folder.resolve("m.json.checkpoints/search.checkpoint");
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private static int interrupt(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        return process.waitFor();
    }

    @Test
    void aSearchWritesTheBestSoFarAndGoesOn() throws IOException, InterruptedException {
        write(30, 6);
        Path model = folder.resolve("m.json");
        Process process = start(train(model, "--search", "--budget", "100000"));
        long first = 0;
        while (process.isAlive() && (first == 0 || kept() == first)) {
            first = first == 0 ? kept() : first;
            TimeUnit.MILLISECONDS.sleep(20);
        }
        int exit = interrupt(process);
        String said = Files.readString(log());
        assertThat(exit).as(said).isEqualTo(INTERRUPTED);
        Matcher stopped = Pattern.compile("the search was stopped after (\\d+) trials?; --resume goes on from")
                .matcher(said);
        assertThat(stopped.find()).as(said).isTrue();
        assertThat(ModelFile.read(model).provenance().choice()).isPresent();
        String more = Integer.toString(Integer.parseInt(stopped.group(1)) + 1);
        CommandRun resumed = CommandRun.asTyped(
                train(model, "--search", "--resume", "--budget", more).toArray(String[]::new));
        assertThat(resumed.exit()).as(resumed.err()).isZero();
        Path whole = folder.resolve("whole.json");
        CommandRun.asTyped(train(whole, "--search", "--budget", more).toArray(String[]::new));
        assertThat(model).hasSameTextualContentAs(whole);
        assertThat(folder.resolve("m.json.checkpoints")).doesNotExist();
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
        assertThat(Files.readString(log())).contains("Model: " + model);
    }
}
