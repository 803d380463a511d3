package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Java ends with 1 when it cannot load a class, and 1 is the answer 'no'. */
@Tag("full")
class StartTest {
    @TempDir
    Path folder;

    private static List<String> command(String classes, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                Start.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    @ParameterizedTest
    @CsvSource({"picocli, 0", "picocli, 0.5", "picocli, 0.999", "ejml-ddense, 0.999"})
    void aDamagedJarIsAMissingResource(String name, double whole) throws IOException, InterruptedException {
        List<String> places = new ArrayList<>();
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path file = Path.of(place);
            if (file.getFileName().toString().startsWith(name + "-")) {
                byte[] bytes = Files.readAllBytes(file);
                Path damaged = folder.resolve(file.getFileName());
                Files.write(damaged, Arrays.copyOf(bytes, (int) (whole * bytes.length)));
                place = damaged.toString();
            }
            places.add(place);
        }
        OtherJvm run = OtherJvm.ofCommand(
                command(String.join(File.pathSeparator, places), "check", "--loss-matrix", costs(), "--trials", "1"));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.MISSING);
        assertThat(run.err()).startsWith("plumbrank: Java cannot load ").hasLineCount(1);
    }

    private String costs() throws IOException {
        return Files.writeString(folder.resolve("costs.csv"), "0,1\n3,0\n").toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 20, 30, 40, 50, 60})
    void aLimitOnOpenFilesIsAMissingResource(int files) throws IOException, InterruptedException {
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -n " + files + "; exec \"$@\"", "sh"));
        limited.addAll(command(System.getProperty("java.class.path"), "loss", "--matrix", costs()));
        OtherJvm run = OtherJvm.ofCommand(limited);
        assertThat(run.exit()).as(run.err()).isIn(Exit.DONE, Exit.MISSING);
        assertThat(run.err().lines().filter(line -> line.startsWith("\tat "))).isEmpty();
    }

    @Test
    void otherwiseTheCommandRuns() throws IOException, InterruptedException {
        OtherJvm run = OtherJvm.ofCommand(command(System.getProperty("java.class.path"), "loss", "--matrix", costs()));
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out()).contains("rank");
    }
}
