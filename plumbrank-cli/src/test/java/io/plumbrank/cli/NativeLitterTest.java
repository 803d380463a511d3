package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What native libraries leave in the temporary folder when their process is killed. */
@Tag("full")
class NativeLitterTest {
    @TempDir
    private Path folder;

    private Path temporary = Path.of("");
    private Path data = Path.of("");

    @BeforeEach
    void folders() throws IOException {
        assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "only Linux tells what is loaded");
        temporary = Files.createDirectory(folder.resolve("tmp"));
        data = folder.resolve("d.txt");
        Files.writeString(data, "1 qid:1 1:1\n0 qid:1 1:0\n1 qid:2 1:1\n0 qid:2 1:0\n");
    }

    private List<String> training() {
        return List.of(
                "train",
                "--model",
                "trees",
                "--engine",
                "xgboost",
                "--param",
                "num_round=1",
                "--measure",
                "map",
                "--train",
                data.toString(),
                "--valid",
                data.toString(),
                "--out",
                folder.resolve("m.json").toString());
    }

    private List<String> options() {
        return List.of("-Djava.io.tmpdir=" + temporary);
    }

    private Path old(String name) throws IOException {
        Path file = Files.write(temporary.resolve(name), new byte[10]);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        return file;
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatKilledRunsLeftIsSweptUnlessAProcessHasItOrItIsNotOurs() throws IOException, InterruptedException {
        old("libxgboost4j123.so");
        old("libxgboost4j-of-mine.so");
        Files.write(temporary.resolve("libxgboost4j456.so"), new byte[10]);
        Path used = old("libxgboost4j789.so");
        try (FileChannel channel = FileChannel.open(used, StandardOpenOption.READ)) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 10);
            OtherJvm run = OtherJvm.run(options(), training());
            assertThat(run.exit()).as(run.err()).isZero();
            assertThat(mapped.get(0)).isZero();
        }
        assertThat(left()).containsExactly("libxgboost4j-of-mine.so", "libxgboost4j456.so", "libxgboost4j789.so");
    }

    /** Trains, and ends like a process that is killed: nothing that was to be done at the end is done. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] args) {
            int exit = Main.run(Main.configure(Commands.forArguments(args)), args);
            Runtime.getRuntime().halt(100 + exit);
        }
    }

    @Test
    void aKilledRunLeavesNoLibrary() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(OtherJvm.command(options(), training()));
        command.set(command.indexOf(Main.class.getName()), Killed.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("log")))
                .isEqualTo(100);
        assertThat(left()).isEmpty();
    }
}
